import { EntityManager, type FindManyOptions, In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { Connection } from '../../src/companies/connection.entity.js';
import type { Database } from '../../src/ground/database.js';
import { Money } from '../../src/journal/money.js';
import { Lease } from '../../src/record/lease.entity.js';
import { PayPeriodRecord } from '../../src/record/pay-period.entity.js';
import { insertCompany, insertConnection } from '../factories/companies.js';
import { describeOnBothDatabases } from '../harness/databases.js';

/** TypeORM's own way, on the same connection. */
function theLongWay(em: EntityManager): EntityManager {
  return new EntityManager(em.dataSource, em.queryRunner);
}

const period = (over: Partial<PayPeriodRecord>): PayPeriodRecord => ({
  companyId: 'ash',
  year: 2026,
  period: 0,
  datedOn: '2025-04-30',
  status: 'filed',
  serviceUpdatedAt: null,
  contentHash: null,
  document: { payslips: [{ name: 'O\'Neil; "so" — £' }] },
  allowance: Money.parse('-12.34'),
  cis: Money.zero,
  employerNiDirectors: Money.zero,
  employerNiEmployees: Money.parse('9007199254740.93'),
  j814: Money.zero,
  owedElsewhere: Money.zero,
  readAt: new Date('2025-05-01T05:30:00.123Z'),
  goneAt: null,
  ...over,
});

async function threePeriods(db: Database): Promise<void> {
  await insertCompany(db, { name: 'Ash' });
  await insertCompany(db, { name: 'Birch' });
  await db.work(async (em) => {
    await em.insert(PayPeriodRecord, period({}) as never);
    await em.insert(PayPeriodRecord, period({ period: 1, status: 'unfiled', readAt: null }) as never);
    await em.insert(PayPeriodRecord, period({ companyId: 'birch', period: 1, goneAt: new Date(0) }) as never);
  });
}

const questions: readonly FindManyOptions<PayPeriodRecord>[] = [
  { order: { companyId: 'ASC', period: 'DESC' } },
  { where: { companyId: 'ash' }, order: { period: 'ASC' } },
  { where: { companyId: 'ash', period: 1 } },
  { where: { companyId: In(['ash', 'birch']), status: 'filed' }, order: { companyId: 'DESC' } },
  { where: { companyId: In([]) } },
  { where: { period: MoreThan(0) }, order: { companyId: 'ASC' }, take: 1 },
  { where: { period: LessThan(1), year: LessThanOrEqual(2026) } },
  { where: { goneAt: IsNull() }, order: { period: 'ASC' } },
  { where: { goneAt: Not(IsNull()) } },
  { where: [{ companyId: 'birch' }, { status: 'unfiled' }], order: { companyId: 'ASC' } },
  { where: { readAt: new Date('2025-05-01T05:30:00.123Z') }, order: { companyId: 'ASC' } },
  { where: { allowance: Money.parse('-12.34') as never }, order: { companyId: 'ASC', period: 'ASC' } },
  { where: { companyId: 'oak' } },
  { select: { companyId: true, year: true, period: true, status: true }, where: { companyId: 'birch' } },
];

describeOnBothDatabases('rows by the short way', (open) => {
  test('are found as TypeORM finds them', async () => {
    const db = await open();
    await threePeriods(db);
    await db.read(async (em) => {
      for (const question of questions) {
        const [short, long] = [
          await em.find(PayPeriodRecord, question),
          await theLongWay(em).find(PayPeriodRecord, question),
        ];
        expect(short).toEqual(long);
        expect(short.every((row) => row instanceof PayPeriodRecord)).toBe(true);
      }
      expect(await em.findOneBy(PayPeriodRecord, { companyId: 'oak' })).toBeNull();
      await expect(em.findOneByOrFail(PayPeriodRecord, { companyId: 'oak' })).rejects.toThrow(
        'Could not find any entity',
      );
    });
  });

  test('are read as they were written, whatever is in them', async () => {
    const db = await open();
    await threePeriods(db);
    await db.read(async (em) => {
      const read = await theLongWay(em).findOneBy(PayPeriodRecord, { companyId: 'ash', period: 0 });
      expect({ ...read }).toEqual({ ...period({}) });
    });
  });

  test('an upsert writes what it is given and leaves the rest', async () => {
    const db = await open();
    await threePeriods(db);
    await db.work(async (em) => {
      const { document: _, ...change } = period({ status: 'rejected', allowance: Money.parse('1.00') });
      await em.upsert(PayPeriodRecord, change as never, ['companyId', 'year', 'period']);
      const read = await theLongWay(em).findOneBy(PayPeriodRecord, { companyId: 'ash', period: 0 });
      expect({ ...read }).toEqual({ ...period({ status: 'rejected', allowance: Money.parse('1.00') }) });
    });
  });

  test('an update counts the rows it changed, sets to null, and adds in SQL where it is asked to', async () => {
    const db = await open();
    await threePeriods(db);
    await db.work(async (em) => {
      const changed = await em.update(PayPeriodRecord, { companyId: 'ash' }, { readAt: null, status: 'pending' });
      expect(changed.affected).toBe(2);
      expect((await em.update(PayPeriodRecord, { companyId: 'ash', period: 7 }, { status: 'filed' })).affected).toBe(0);
      expect(await em.countBy(PayPeriodRecord, { status: 'pending', readAt: IsNull() })).toBe(2);

      await em.insert(Lease, { companyId: 'ash', holder: '', until: new Date(0), fence: '1' });
      await em.update(Lease, { companyId: 'ash' }, { fence: () => 'fence + 1' });
      expect(String((await em.findOneByOrFail(Lease, { companyId: 'ash' })).fence)).toBe('2');
      await expect(em.update(Lease, {}, { holder: 'nobody' })).rejects.toThrow();
    });
  });

  test('a row that is there already is refused, and what stood in its transaction with it', async () => {
    const db = await open();
    await insertConnection(db, { id: 'one' });
    await expect(
      db.work(async (em) => {
        await em.update(Connection, { id: 'one' }, { name: 'changed' });
        await em.insert(Connection, { ...(await em.findOneByOrFail(Connection, { id: 'one' })) });
      }),
    ).rejects.toThrow();
    expect(await db.read((em) => em.findOneByOrFail(Connection, { id: 'one' }))).toMatchObject({ name: 'one' });
  });
});
