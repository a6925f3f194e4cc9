import { expect, it } from '@jest/globals';
import type { TakeBackAct } from '../../src/acts/runs/take-back.js';
import { decidedSoFar } from '../../src/record/decided.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { historyOf } from '../../src/views/run/run-history.js';
import { standingDecisions } from '../../src/views/run/standing-decisions.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn } from '../sync/rig.js';

const october = 6;
const ready = { mode: 'approve', postFrom: '2025-10-06' } as const;
const on907 = { field: 'basic_pay', as: { as: 'pay', account: '907' } } as const;

/** October with £40.00 of other deductions on the first payslip. */
async function withQuestion(books: Books): Promise<void> {
  const document = await books.period(2026, october);
  const [first, ...others] = document.payslips;
  if (!first) throw new Error('No one is paid.');
  await books.setPeriod(2026, october, {
    ...document,
    payslips: [{ ...first, other_deductions: '40.0' }, ...others],
  });
}
const standing = async (books: Books) => {
  const run = await books.run(october);
  return books.db.read((rows) => standingDecisions(rows, run));
};
const takeBack = (books: Books, decision: string, given: Partial<TakeBackAct> = {}) =>
  books.acts.takeBack(books.ref(october), { ...act('Decided by mistake'), decision, ...given });
const entries = (books: Books) => books.db.read((rows) => rows.findBy(LogEntry, { act: 'take_back' }));

describeOnDatabases('a decision that is taken back', (open) => {
  it.each(['payslip', 'run', 'person', 'practice'] as const)(
    'leaves the question of the %s open again',
    async (scope) => {
      const books = await booksOn(open, ready);
      await withQuestion(books);
      await books.sync();
      const asked = { field: 'other_deductions', as: 'deduct', scope } as const;
      expect((await books.acts.decide(books.ref(october), { ...act(), ...asked })).run.state).toBe('ready');
      const [one, ...others] = await standing(books);
      expect([one?.words, one?.whyNot, others]).toEqual(['Other deductions: deducted', undefined, []]);
      const before = await books.db.read((rows) => decidedSoFar(rows, books.company.id));
      const { run } = await takeBack(books, one?.short ?? '');
      expect([run.state, run.holdCodes]).toEqual(['held', ['ambiguous_field']]);
      expect(await standing(books)).toEqual([]);
      // No sync that began before may send by it.
      const after = await books.db.read((rows) => decidedSoFar(rows, books.company.id));
      const raised = scope === 'practice' ? { company: 1, practice: 1 } : { company: 1 };
      expect(after).toMatchObject({ company: before.company + 1, practice: before.practice + (raised.practice ?? 0) });
      expect(await entries(books)).toHaveLength(1);
      expect(await books.log.verifyChain()).toEqual([]);
      const history = await books.db.read((rows) => historyOf(rows, { pay: true }, run, []));
      expect(history.find((event) => event.act === 'take_back')).toMatchObject({
        actor: 'Ruth',
        reason: 'Decided by mistake',
        decided: 'Other deductions: deducted',
      });
    },
  );

  it('gives the policy the treatment it had before, where it was decided for the company', async () => {
    const books = await booksOn(open, ready);
    await books.sync();
    await books.policy({ treatments: { basic_pay: { as: 'pay', account: '402' } } });
    await books.acts.decide(await refNow(books), { ...act(), ...on907, scope: 'company' });
    const [one] = await standing(books);
    expect([one?.short, one?.scope, one?.words]).toEqual(['policy-3', 'company', 'Basic pay: pay, to 907']);
    await books.acts.takeBack(await refNow(books), { ...act(), decision: 'policy-3' });
    const { policy, policyVersion } = await books.rig.companies.find(books.company.id);
    expect([policyVersion, policy.treatments.basic_pay]).toEqual([4, { as: 'pay', account: '402' }]);
    expect(await standing(books)).toEqual([]);
    expect((await entries(books)).map(({ ref }) => ref)).toEqual(['policy 4']);
    expect(await books.log.verifyChain()).toEqual([]);
  });

  it('is refused where it was posted, and says why', async () => {
    const books = await booksOn(open, ready);
    await books.sync();
    await books.acts.decide(books.ref(october), { ...act(), ...on907, scope: 'run' });
    await books.acts.decide(books.ref(october), { ...act(), ...on907, scope: 'person', user: '/v2/users/2' });
    await books.acts.decide(await refNow(books), { ...act(), ...on907, scope: 'company' });
    await books.acts.decide(books.ref(october), { ...act(), ...on907, scope: 'practice' });
    await books.acts.post(books.ref(october), act());
    const decided = await standing(books);
    expect(decided.map(({ scope }) => scope)).toEqual(['run', 'person', 'company', 'practice']);
    for (const { short } of decided)
      await expect(takeBack(books, short)).rejects.toMatchObject({
        status: 409,
        detail: expect.stringContaining('the pay run paid 31 Oct 2025 was posted by it'),
      });
    expect(await entries(books)).toEqual([]);
  });

  it('may be taken back once the run was reversed, where it was for that run', async () => {
    const books = await booksOn(open, ready);
    await books.sync();
    await books.acts.decide(books.ref(october), { ...act(), ...on907, scope: 'run' });
    await books.acts.post(books.ref(october), act());
    await books.acts.reverse(books.ref(october), act());
    const [one] = await standing(books);
    await takeBack(books, one?.short ?? '');
    expect(await standing(books)).toEqual([]);
    expect(await books.log.verifyChain()).toEqual([]);
  });

  it('is bound to what was seen, needs a reason, and one that stands', async () => {
    const books = await booksOn(open, ready);
    await books.sync();
    await books.acts.decide(books.ref(october), { ...act(), ...on907, scope: 'run' });
    const [{ short } = { short: '' }] = await standing(books);
    await expect(takeBack(books, short, { reason: ' ' })).rejects.toMatchObject({ title: 'A reason is needed' });
    await expect(takeBack(books, short, { fingerprint: 'f'.repeat(64) })).rejects.toMatchObject({
      title: 'Payroll has changed since you opened it',
    });
    await expect(takeBack(books, '00000000')).rejects.toMatchObject({
      title: 'No such decision',
      todo: `There is ${short} (Basic pay: pay, to 907).`,
    });
    await takeBack(books, short);
    await expect(takeBack(books, short)).rejects.toMatchObject({ todo: expect.stringContaining('None stands') });
    const kept = await books.db.read((rows) => rows.find(Decision, { order: { at: 'ASC' } }));
    expect(kept.map(({ kind, endedAt }) => [kind, endedAt === null])).toEqual([
      ['treatment', false],
      ['take_back', false],
    ]);
  });

  it('of a practice is for anyone who may decide for all of it', async () => {
    const books = await booksOn(open, ready);
    await books.sync();
    await insertCompany(books.db, { name: 'Ash Ltd', connectionId: books.company.connectionId });
    await books.acts.decide(books.ref(october), { ...act(), ...on907, scope: 'practice' });
    const [one] = await standing(books);
    const who = { actor: 'Ruth', trigger: 'page', companies: [books.company.id] } as const;
    await expect(takeBack(books, one?.short ?? '', { who })).rejects.toMatchObject({ status: 403 });
    expect((await standing(books)).length).toBe(1);
  });
});

const refNow = async (books: Books) => ({
  ...books.ref(october),
  company: await books.rig.companies.find(books.company.id),
});
