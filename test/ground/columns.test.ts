import { Column, Entity, LessThan, PrimaryColumn } from 'typeorm';
import { systemClock } from '../../src/ground/clock.js';
import { jsonColumn, timeColumn } from '../../src/ground/columns.js';
import { moneyColumn } from '../../src/record/money-column.js';
import { Database } from '../../src/ground/database.js';
import { Money } from '../../src/journal/nouns/money.js';
import { everyKind, freshUrl } from '../harness/databases.js';

@Entity('samples')
class Sample {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column(moneyColumn({ nullable: true }))
  grossPay!: Money | null;

  @Column(timeColumn({ nullable: true }))
  seenAt!: Date | null;

  @Column(jsonColumn({ nullable: true }))
  content!: unknown;
}

describe.each(everyKind)('columns on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    const config = { databaseUrl: await freshUrl(kind) };
    database = await Database.open(config, systemClock, { entities: [Sample], migrations: [] });
    const time = kind === 'postgres' ? 'timestamptz' : 'text';
    const sql = `CREATE TABLE samples (id text PRIMARY KEY, gross_pay bigint, seen_at ${time}, content text)`;
    await database.work((rows) => rows.query(sql));
  });
  afterAll(() => database.close());

  const roundTrip = async (sample: Partial<Sample> & { id: string }): Promise<Sample> => {
    await database.work((rows) => rows.insert(Sample, sample));
    return database.read((rows) => rows.findOneByOrFail(Sample, { id: sample.id }));
  };

  test.each(['0.00', '-0.01', '2000.00', '90071992547409.91', '-12345678901234.56'])('%s is exact', async (amount) => {
    const { grossPay } = await roundTrip({ id: amount, grossPay: Money.parse(amount) });
    expect(grossPay?.toString()).toBe(amount);
  });

  test('a time comes back exact to the millisecond, and can be found by comparison', async () => {
    const seenAt = new Date('2025-03-30T00:59:59.123Z');
    expect((await roundTrip({ id: 'time', seenAt })).seenAt).toEqual(seenAt);
    const before = (limit: string) =>
      database.read((rows) => rows.findBy(Sample, { id: 'time', seenAt: LessThan(new Date(limit)) }));
    expect(await before('2025-03-30T00:59:59.124Z')).toHaveLength(1);
    expect(await before('2025-03-30T00:59:59.123Z')).toHaveLength(0);
  });

  test('JSON comes back as it was', async () => {
    const content = { holds: [{ code: 'x', message: 'it’s “held” £' }], none: null };
    expect((await roundTrip({ id: 'json', content })).content).toEqual(content);
  });

  test('null stays null', async () => {
    const nothing = { id: 'null', grossPay: null, seenAt: null, content: null };
    expect(await roundTrip(nothing)).toEqual(nothing);
  });
});
