import { expect, it } from '@jest/globals';
import { describeOnDatabases } from '../harness/databases.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { act, booksOn } from '../sync/rig.js';

const october = 6;
const onto820 = { as: 'employer_cost_to_tax_authority', account: '820' } as const;
const another = { field: 'employee_ni', as: { as: 'deduct_to_tax_authority', account: '820' } } as const;

describeOnDatabases('a decision about a field that is not held', (open) => {
  it('moves it to another account at once', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await books.sync();
    const onLoan = { field: 'basic_pay', as: { as: 'pay', account: '907' } } as const;
    const { run } = await books.acts.decide(books.ref(october), { ...act(), ...onLoan, scope: 'run' });
    expect(run.state).toBe('ready');
    await books.acts.post(books.ref(october), act());
    const [set] = await books.sets();
    const lines = (set?.journal_entries ?? []).map(({ category, user, debit_value }) =>
      [category.split('/').at(-1), user?.split('/').at(-1), debit_value].join(' '),
    );
    // The service accepts these because each line names its person.
    expect(lines).toEqual(expect.arrayContaining(['907 2 2000.0', '907 1 1000.0']));
  });

  it('for a person finds the only one with the field, and asks which when there are two', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await books.sync();
    const decide = (what: { field: string; as: typeof onto820 | typeof another.as }) =>
      books.acts.decide(books.ref(october), { ...act(), ...what, scope: 'person' });
    await expect(decide({ field: 'employer_ni', as: onto820 })).rejects.toMatchObject({ title: 'Which person?' });
    const { run } = await decide(another);
    expect(run.mapped?.lines.find(({ category }) => category === '820')).toMatchObject({ debit: '-76.16' });
  });

  it('accepts a person of the run by name', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await books.sync();
    const [first] = (await books.run(october)).mapped?.paid ?? [];
    const decide = (user: string) =>
      books.acts.decide(books.ref(october), {
        ...act(),
        field: 'employer_ni',
        as: onto820,
        scope: 'person',
        user,
      });
    await expect(decide('No one Here')).rejects.toMatchObject({
      title: 'No such person in this pay run',
      detail: expect.stringContaining('no one in this pay run has that name'),
    });
    await decide(` ${first?.name.toUpperCase()} `);
    const [decision] = await books.db.read((rows) => rows.find(Decision));
    expect(first?.user.endsWith(decision?.userPath ?? '-')).toBe(true);
  });

  it('is refused for a field no one has, a wrong account, and a run that is posted', async () => {
    const books = await booksOn(open, { postFrom: '2025-10-06' });
    await books.sync();
    const decide = (what: object, scope: 'run' | 'company' = 'run') =>
      books.acts.decide(books.ref(october), { ...act(), ...another, ...what, scope });
    await expect(decide({ field: 'employe_ni' })).rejects.toMatchObject({
      detail: expect.stringContaining('none of its payslips has a field named employe_ni'),
    });
    await expect(decide({ as: { as: 'deduct', account: '8-20' } })).rejects.toMatchObject({
      title: 'The decision is not valid',
    });
    await expect(decide({ as: { as: 'information', account: '820' } })).rejects.toMatchObject({
      title: 'The decision is not valid',
    });
    await expect(decide({})).rejects.toMatchObject({ detail: expect.stringContaining('reverse it first') });
    const { run } = await decide({ field: 'attachments', as: { as: 'deduct', account: '820' } }, 'company');
    expect(run.state).toBe('posted');
  });

  it('for the company is refused where the policy has moved on since it was read', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await books.sync();
    const seen = books.ref(october);
    await books.policy({ treatments: { attachments: 'information' } });
    const given = { ...act(), field: 'attachments', as: 'deduct', scope: 'company' } as const;
    await expect(books.acts.decide(seen, given)).rejects.toMatchObject({
      title: 'The policy has changed since you opened it',
    });
    const { policy, policyVersion } = await books.rig.companies.find(books.company.id);
    expect([policyVersion, policy.treatments.attachments]).toEqual([2, 'information']);
  });

  it('can treat an amount of the period itself only as information', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    const document = await books.period(2026, october);
    await books.setPeriod(2026, october, { ...document, statutory_pay_recovered: '92.0' });
    await books.sync();
    const { state, holdCodes } = await books.run(october);
    expect([state, holdCodes]).toEqual(['held', ['unknown_money_field']]);
    const decide = (as: 'deduct' | 'information') =>
      books.acts.decide(books.ref(october), { ...act(), field: 'statutory_pay_recovered', as, scope: 'run' });
    await expect(decide('deduct')).rejects.toMatchObject({ detail: expect.stringContaining('only be information') });
    expect((await decide('information')).run.state).toBe('ready');
  });

  it('ends the earlier one of the same field, and none of another', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await books.sync();
    const decide = (field: string, as: 'deduct' | 'information') =>
      books.acts.decide(books.ref(october), { ...act(), field, as, scope: 'run' });
    await decide('attachments', 'deduct');
    await decide('payroll_giving', 'deduct');
    await decide('attachments', 'information');
    const kept = await books.db.read((rows) => rows.find(Decision, { order: { at: 'ASC' } }));
    expect(kept.map(({ field, treatment, endedAt }) => [field, treatment, endedAt === null])).toStrictEqual([
      ['attachments', 'deduct', false],
      ['payroll_giving', 'deduct', true],
      ['attachments', 'information', true],
    ]);
    expect(await books.log.verifyChain()).toEqual([]);
  });

  it('of one hold leaves the approval of another', async () => {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    const document = await books.period(2026, october);
    const [first, ...others] = document.payslips;
    if (!first) throw new Error('No one is paid.');
    await books.setPeriod(2026, october, { ...document, payslips: [{ ...first, basic_pay: '-3000.0' }, ...others] });
    await books.sync();
    const { holdCodes } = await books.run(october);
    expect(holdCodes).toStrictEqual(['negative_gross', 'negative_net_pay']);
    for (const hold of holdCodes) await books.acts.approve(books.ref(october), { ...act(), hold });
    expect((await books.run(october)).state).toBe('ready');
  });
});
