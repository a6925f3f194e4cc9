import { expect, it } from '@jest/globals';
import { erasePerson } from '../../../src/acts/erasing/erase-person.js';
import { surroundingsFact } from '../../../src/companies/surroundings.js';
import { writeFact } from '../../../src/ground/facts.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { Note } from '../../../src/record/work-of-persons.entity.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases, type OpenDatabase } from '../../harness/databases.js';
import { companyOn, ops } from '../rules/on-rows.js';

const slip = (id: number, name: string) => ({
  id,
  name,
  basic: '100.00',
  tax: '10.00',
  ni: '5.00',
  employerNi: '7.00',
});
const [both, tomAlone] = [payrollOf([slip(2, 'Ed Vale'), slip(3, 'Tom Oak')]), payrollOf([slip(3, 'Tom Oak')])];
const march = 'counterfoil:2025-12:2025-03-31';

/** Today is 7 November 2025: the year that ended in April is closed. */
async function begun(open: OpenDatabase, may = both) {
  const { clock, database, log, company } = await companyOn(open);
  const posted = { state: 'posted' } as const;
  await insertRun(database, 'elm', both, { ...posted, datedOn: '2025-03-31', tag: march });
  await insertRun(database, 'elm', tomAlone, { ...posted, datedOn: '2025-02-28' });
  await insertRun(database, 'elm', both, {
    ...posted,
    datedOn: '2025-03-31',
    tag: `${march}:recovery`,
    kind: 'recovery',
  } as never);
  await insertRun(database, 'elm', may, { ...posted, datedOn: '2025-05-31' });
  const users = [
    { url: 'https://books.example/v2/users/2', firstName: 'Ed', lastName: 'Hill', role: 'Employee' },
    { url: 'https://books.example/v2/users/3', firstName: 'Tom', lastName: 'Elm', role: 'Employee' },
  ];
  const words = { vale: 'Vale rang', hill: 'Mr Hill rang', elm: 'Tom Elm rang', oak: 'Tom Oak rang' };
  await database.work(async (rows) => {
    await writeFact(rows, surroundingsFact('elm'), JSON.stringify({ at: '', people: users, accounts: [], closed: [] }));
    for (const [id, said] of Object.entries(words))
      await rows.insert(Note, { id, companyId: 'elm', tag: march, actor: 'ann', words: said, at: new Date(0) });
    const about = { companyId: 'elm', scope: 'person', kind: 'treatment', userPath: '/v2/users/2', actor: 'ann' };
    await rows.insert(Decision, { id: 'd', ...about, reason: 'as asked', at: new Date('2025-03-01') } as never);
  });
  const erase = () => erasePerson({ database, log }, company, { who: ops, person: 'Ed Vale' });
  const notes = async () =>
    (await database.read((rows) => rows.find(Note, { order: { id: 'ASC' } }))).flatMap(({ id, words: said }) =>
      said === 'erased' ? [id] : [],
    );
  const reason = async () => (await database.read((rows) => rows.findOneByOrFail(Decision, { id: 'd' }))).reason;
  const paidIn = async () =>
    (await database.read((rows) => rows.find(PayRunRecord, { order: { tag: 'ASC' } }))).map(
      ({ mapped }) => mapped?.paid.length,
    );
  return { clock, database, erase, notes, reason, paidIn };
}

describeOnDatabases('of years that are closed', (open) => {
  it('one person is erased from the pay runs of closed years, under each name they have', async () => {
    const { erase, notes, reason, paidIn } = await begun(open);
    expect(await paidIn()).toEqual([1, 2, 2, 2]);
    // The set beside the run is no pay run.
    expect(await erase()).toEqual({ company: 'Elm Ltd', payRuns: 1, years: [2025] });
    expect(await paidIn()).toEqual([1, 1, 1, 2]);
    expect(await notes()).toEqual(['hill', 'vale']);
    // What is in force is about them for as long as they are paid.
    expect(await reason()).toBe('as asked');
  });

  it('of someone who is paid no more, what is in force goes too', async () => {
    const { erase, reason } = await begun(open, tomAlone);
    await erase();
    expect(await reason()).toBe('erased');
  });

  it.each([
    ['2025-07-05', false],
    ['2025-07-06', true],
  ])('on %s the year that ended in April is closed: %s', async (day, isClosed) => {
    const { clock, erase } = await begun(open);
    clock.forward((new Date(`${day}T09:00:00Z`).getTime() - clock.now().getTime()) / 1000);
    if (isClosed) expect((await erase()).years).toEqual([2025]);
    else await expect(erase()).rejects.toThrow('No one of that name was paid');
  });

  it('a year to come is not closed', async () => {
    const { database, erase } = await begun(open);
    await insertRun(database, 'elm', both, { state: 'ready', datedOn: '2027-05-31' });
    expect((await erase()).years).toEqual([2025]);
  });
});
