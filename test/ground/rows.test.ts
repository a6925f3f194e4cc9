import {
  type EntityManager,
  type FindManyOptions,
  In,
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  Not,
} from 'typeorm';
import { Connection } from '../../src/companies/connection.entity.js';
import type { Database } from '../../src/ground/database.js';
import type { Find, ReadRows, Rows } from '../../src/ground/rows.js';
import { Money } from '../../src/journal/nouns/money.js';
import { Lease } from '../../src/record/lease.entity.js';
import { PayPeriodRecord } from '../../src/record/runs/pay-period.entity.js';
import { StoredDocument } from '../../src/record/runs/stored-document.js';
import { insertCompany, insertConnection } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';

const period = (over: Partial<PayPeriodRecord>): PayPeriodRecord => ({
  companyId: 'ash',
  year: 2026,
  period: 0,
  datedOn: '2025-04-30',
  status: 'filed',
  serviceUpdatedAt: null,
  contentHash: null,
  document: StoredDocument.from('{"payslips":[{"name":"O\'Neil; \\"so\\" — £"}]}'),
  allowance: Money.parse('-12.34'),
  cis: Money.zero,
  employerNiDirectors: Money.zero,
  employerNiEmployees: Money.parse('9007199254740.93'),
  j814: Money.zero,
  owedElsewhere: Money.zero,
  returned: null,
  readAt: new Date('2025-05-01T05:30:00.123Z'),
  readTwice: false,
  goneAt: null,
  ...over,
});

async function threePeriods(db: Database): Promise<void> {
  await insertCompany(db, { name: 'Ash' });
  await insertCompany(db, { name: 'Birch' });
  await db.work(async (rows) => {
    await rows.insert(PayPeriodRecord, period({}));
    await rows.insert(PayPeriodRecord, period({ period: 1, status: 'unfiled', readAt: null }));
    await rows.insert(PayPeriodRecord, period({ companyId: 'birch', period: 1, goneAt: new Date(0) }));
  });
}

const questions: readonly Find<PayPeriodRecord>[] = [
  { order: { companyId: 'ASC', period: 'DESC' } },
  { where: { companyId: 'ash' }, order: { period: 'ASC' } },
  { where: { companyId: 'ash', period: 1 } },
  { where: { companyId: In(['ash', 'birch']), status: 'filed' }, order: { companyId: 'DESC' } },
  { where: { companyId: In([]) } },
  { where: { period: MoreThan(0) }, order: { companyId: 'ASC' }, take: 1 },
  { where: { period: LessThan(1), year: LessThanOrEqual(2026) } },
  { where: { goneAt: IsNull() }, order: { period: 'ASC' } },
  { where: { goneAt: Not(IsNull()) } },
  { where: { status: Not(In(['filed', 'pending'])) } },
  { where: [{ companyId: 'birch' }, { status: 'unfiled', year: 2026 }], order: { companyId: 'ASC' } },
  { where: { readAt: new Date('2025-05-01T05:30:00.123Z') }, order: { companyId: 'ASC' } },
  { where: { allowance: Money.parse('-12.34') }, order: { companyId: 'ASC', period: 'ASC' } },
  { where: { companyId: 'oak' } },
];

/** TypeORM itself, outside the unit of work. */
const typeOrm = (db: Database): EntityManager => db.source.manager;

/** Anyone who reads is refused each of these by the compiler: `npm run check` fails if one of them is allowed. */
const refused: readonly ((rows: ReadRows) => unknown)[] = [
  // @ts-expect-error
  (rows) => rows.insert(Lease, {}),
  // @ts-expect-error
  (rows) => rows.insertIfAbsent(Lease, {}),
  // @ts-expect-error
  (rows) => rows.upsert(Lease, {}, ['companyId']),
  // @ts-expect-error
  (rows) => rows.upsertAll(Lease, [{}], ['companyId']),
  // @ts-expect-error
  (rows) => rows.update(Lease, {}, {}),
  // @ts-expect-error
  (rows) => rows.delete(Lease, {}),
  // @ts-expect-error
  (rows) => rows.runner,
  // @ts-expect-error
  (rows) => rows.createChangeBuilder(),
  // @ts-expect-error
  (rows) => rows.query('DELETE FROM leases'),
  // @ts-expect-error
  (rows) => rows.createQueryBuilder(Lease, 'l').update(),
  // @ts-expect-error
  (rows) => rows.createQueryBuilder(Lease, 'l').where('1 = 1').delete(),
  // @ts-expect-error
  (rows) => rows.createQueryBuilder().from(Lease, 'l').insert(),
  // @ts-expect-error
  (rows): Rows => rows,
];

test('rows for reading have nothing that writes', () => {
  expect(refused).toHaveLength(13);
});

describeOnDatabases('rows', (open) => {
  test('are found as TypeORM finds them', async () => {
    const db = await open();
    await threePeriods(db);
    for (const question of questions) {
      const found = await db.read((rows) => rows.find(PayPeriodRecord, question));
      expect(found).toEqual(await typeOrm(db).find(PayPeriodRecord, question as FindManyOptions<PayPeriodRecord>));
      expect(found.every((row) => row instanceof PayPeriodRecord)).toBe(true);
    }
  });

  test('an empty list of conditions finds nothing', async () => {
    const db = await open();
    await threePeriods(db);
    expect(await db.read((rows) => rows.find(PayPeriodRecord, { where: [] }))).toEqual([]);
  });

  test('are found, counted and missed one by one', async () => {
    const db = await open();
    await threePeriods(db);
    await db.read(async (rows) => {
      expect(await rows.findOneBy(PayPeriodRecord, { companyId: 'oak' })).toBeNull();
      expect(await rows.existsBy(PayPeriodRecord, { companyId: 'ash' })).toBe(true);
      expect(await rows.existsBy(PayPeriodRecord, { companyId: 'oak' })).toBe(false);
      expect(await rows.countBy(PayPeriodRecord, { companyId: 'ash' })).toBe(2);
      await expect(rows.findOneByOrFail(PayPeriodRecord, { companyId: 'oak' })).rejects.toThrow(
        'no row of pay_periods where companyId are as asked',
      );
    });
  });

  test('some columns are read alone', async () => {
    const db = await open();
    await threePeriods(db);
    const options = { where: { companyId: 'ash' }, order: { period: 'ASC' } } as const;
    const found = await db.read((rows) => rows.select(PayPeriodRecord, ['period', 'employerNiEmployees'], options));
    expect(found.map((row) => ({ ...row }))).toEqual([
      { period: 0, employerNiEmployees: Money.parse('9007199254740.93') },
      { period: 1, employerNiEmployees: Money.parse('9007199254740.93') },
    ]);
  });

  test('an unknown option is an error, and is not ignored', async () => {
    const db = await open();
    const spread = { ...{ where: { companyId: 'ash' } }, ...{ lock: { mode: 'pessimistic_write' } } };
    await expect(db.read((rows) => rows.findOne(PayPeriodRecord, spread))).rejects.toThrow('not found by lock');
  });

  test('a condition without a value is an error, and finds neither all rows nor none', async () => {
    const db = await open();
    const nothing = undefined as unknown as string;
    await expect(db.read((rows) => rows.findBy(PayPeriodRecord, { companyId: nothing }))).rejects.toThrow('IsNull()');
  });

  test('are read back as they were written, whatever is in them', async () => {
    const db = await open();
    await threePeriods(db);
    const read = await typeOrm(db).findOneBy(PayPeriodRecord, { companyId: 'ash', period: 0 });
    expect({ ...read }).toEqual({ ...period({}) });
  });

  test('an upsert writes what it is given and leaves the rest', async () => {
    const db = await open();
    await threePeriods(db);
    const { document: _, ...change } = period({ status: 'rejected', allowance: Money.parse('1.00') });
    await db.work((rows) => rows.upsert(PayPeriodRecord, change, ['companyId', 'year', 'period']));
    const read = await typeOrm(db).findOneBy(PayPeriodRecord, { companyId: 'ash', period: 0 });
    expect({ ...read }).toEqual({ ...period({ status: 'rejected', allowance: Money.parse('1.00') }) });
  });

  test('many are written at once, new ones and known ones, each once', async () => {
    const db = await open();
    await threePeriods(db);
    const many = Array.from({ length: 450 }, (_, at) => period({ period: at, status: `written ${at}` }));
    await db.work((rows) => rows.upsertAll(PayPeriodRecord, many, ['companyId', 'year', 'period']));
    const read = await typeOrm(db).find(PayPeriodRecord, { where: { companyId: 'ash' }, order: { period: 'ASC' } });
    expect(read.map((row) => ({ ...row }))).toEqual(many.map((row) => ({ ...row })));
    await db.work((rows) => rows.upsertAll(PayPeriodRecord, [], ['companyId', 'year', 'period']));
  });

  test('many that give other columns are an error, and none is written', async () => {
    const db = await open();
    await threePeriods(db);
    const { document: _, ...without } = period({ period: 1, status: 'written' });
    const { cis: __, ...alsoWithout } = period({ period: 0, status: 'written' });
    for (const mixed of [
      [period({ period: 0, status: 'written' }), without],
      [alsoWithout, without],
    ])
      await expect(
        db.work((rows) => rows.upsertAll(PayPeriodRecord, mixed, ['companyId', 'year', 'period'])),
      ).rejects.toThrow('pay_periods that are written at once must give the same columns');
    expect(await db.read((rows) => rows.countBy(PayPeriodRecord, { status: 'written' }))).toBe(0);
  });

  test('an update counts the rows it changed, sets to null, and adds in SQL where it is asked to', async () => {
    const db = await open();
    await threePeriods(db);
    await db.work(async (rows) => {
      expect(await rows.update(PayPeriodRecord, { companyId: 'ash' }, { readAt: null, status: 'pending' })).toBe(2);
      expect(await rows.update(PayPeriodRecord, { companyId: 'ash', period: 7 }, { status: 'filed' })).toBe(0);
      expect(await rows.countBy(PayPeriodRecord, { status: 'pending', readAt: IsNull() })).toBe(2);

      await rows.insert(Lease, { companyId: 'ash', holder: '', until: new Date(0), fence: '1' });
      await rows.update(Lease, { companyId: 'ash' }, { fence: () => 'fence + 1' });
      expect(String((await rows.findOneByOrFail(Lease, { companyId: 'ash' })).fence)).toBe('2');
    });
  });

  test('a change of every row is refused; a deletion counts what it deleted', async () => {
    const db = await open();
    await threePeriods(db);
    await expect(db.work((rows) => rows.update(Lease, {}, { holder: 'no one' }))).rejects.toThrow('needs a condition');
    await expect(db.work((rows) => rows.delete(Lease, {}))).rejects.toThrow('needs a condition');
    expect(await db.work((rows) => rows.delete(PayPeriodRecord, { companyId: 'ash' }))).toBe(2);
    expect(await db.read((rows) => rows.countBy(PayPeriodRecord, {}))).toBe(1);
  });

  test('a row inserted if absent leaves the one that is there', async () => {
    const db = await open();
    const lease = { companyId: 'ash', holder: 'first', until: new Date(0), fence: '1' };
    expect(await db.work((rows) => rows.insertIfAbsent(Lease, lease))).toBe(true);
    expect(await db.work((rows) => rows.insertIfAbsent(Lease, { ...lease, holder: 'second' }))).toBe(false);
    expect(await db.read((rows) => rows.findBy(Lease, { companyId: 'ash' }))).toMatchObject([{ holder: 'first' }]);
  });

  test('a row that exists is refused, together with the rest of its transaction', async () => {
    const db = await open();
    await insertConnection(db, { id: 'one' });
    await expect(
      db.work(async (rows) => {
        await rows.update(Connection, { id: 'one' }, { name: 'changed' });
        await rows.insert(Connection, { ...(await rows.findOneByOrFail(Connection, { id: 'one' })) });
      }),
    ).rejects.toThrow();
    expect(await db.read((rows) => rows.findOneByOrFail(Connection, { id: 'one' }))).toMatchObject({ name: 'one' });
  });
});
