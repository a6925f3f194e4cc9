import { expect, it } from '@jest/globals';
import { findAdjustments } from '../../src/record/runs/find-adjustments.js';
import { YearEnds } from '../../src/views/year/year-end.js';
import { yearsOf } from '../../src/views/checks/paye-tie.js';
import { adjustmentsOf } from '../../src/views/run/adjustments.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn, connectedOn, levy, withMaternityPay } from './rig.js';

/** The period of September, the second of Elm's three months. */
const september = 5;
const recoveryTag = 'counterfoil:2026-05:2025-09-30:recovery';
const levyTag = 'counterfoil:2026-05:levy-1';
const fromAugust = { recovery: { from: '2025-08-06' } };

const adjustments = (books: Books) => books.db.read((rows) => findAdjustments(rows, { companyId: books.company.id }));
const adjustment = async (books: Books, tag = recoveryTag) => (await adjustments(books)).find((one) => one.tag === tag);
const setOf = async (books: Books, tag: string) => {
  const found = (await books.sets()).filter((set) => set.tag === tag);
  expect(found).toHaveLength(1);
  return (found[0]?.journal_entries ?? []).map(({ category, debit_value }) =>
    [category.split('/').at(-1), debit_value].join(' '),
  );
};
const ref = (books: Books, name: string) => ({ ...books.ref(september), adjustment: name });
const recover = (books: Books, rate: 'usual' | 'small_employer' = 'small_employer') =>
  books.acts.recover(books.ref(september), { ...act(), rate });

async function tieOf({ db, company: { id } }: Books) {
  const ties = await db.read((rows) => yearsOf(rows, [id], 2026));
  return ties.get(id)?.find(({ period }) => period === september);
}

/** A small employer with £500.00 of maternity pay in September, whose recovery is posted. */
async function recovered(books: Books): Promise<void> {
  await books.policy(fromAugust);
  await withMaternityPay(books, '500.0');
  await books.sync();
  await recover(books);
}

describeOnDatabases('statutory pay that HMRC gives back', (open) => {
  it('is asked about on its run, posted once the rate is decided, and makes 814 agree', async () => {
    const books = await booksOn(open);
    await books.policy(fromAugust);
    await withMaternityPay(books, '500.0');
    const done = await books.sync();
    expect(done).toMatchObject({ posted: 3, held: 0, changed: 0 });
    const asked = await books.run(september);
    expect([asked.state, asked.warningCodes]).toEqual(['posted', expect.arrayContaining(['recovery_to_decide'])]);
    const question = asked.mapped?.warnings.find(({ code }) => code === 'recovery_to_decide');
    expect(question).toMatchObject({ amount: '542.50', message: expect.stringContaining('£542.50') });
    expect(await adjustments(books)).toEqual([]);
    expect(await tieOf(books)).toMatchObject({ verdict: 'explained' });

    const { run } = await recover(books);
    expect(run.warningCodes).toEqual([]);
    expect(await setOf(books, recoveryTag)).toEqual(['814 542.5', '401 -500.0', '402 -42.5']);
    expect(await adjustment(books)).toMatchObject({ state: 'posted', kind: 'recovery', enteredBy: 'Ruth' });
    const tie = await tieOf(books);
    expect([tie?.verdict, tie?.sum?.recovered.toString()]).toEqual(['agrees', '542.50']);
    const year = await new YearEnds(books.db).find({ companies: null, pay: true }, books.company.id, 2026);
    expect(year?.months[september]?.amounts.get('402')?.toString()).toBe('194.95');

    const requests = await books.rig.asked('POST', /journal_sets/);
    expect(await books.sync({ full: true })).toMatchObject({ posted: 0, changed: 0, drift: 0 });
    expect(await books.rig.asked('POST', /journal_sets/)).toBe(requests);
    expect(await books.verify.run(books.company, { actor: 'Ruth', trigger: 'command' })).toEqual([]);
    expect(await books.log.verifyChain([books.company.id])).toEqual([]);
  });

  it('is posted without a question when the policy has the rate and is set to post it', async () => {
    const books = await booksOn(open);
    await books.policy({ recovery: { from: '2025-08-06', post: 'auto', smallEmployer: 'no' } });
    await withMaternityPay(books, '748.72');
    await books.sync();
    expect(await setOf(books, recoveryTag)).toEqual(['814 688.82', '401 -688.82']);
  });

  it('is posted once the policy is set to post it, although nothing else has changed since', async () => {
    const books = await booksOn(open);
    await books.policy({ recovery: { from: '2025-08-06', post: 'off' } });
    await withMaternityPay(books, '748.72');
    await books.sync();
    await books.policy({ recovery: { from: '2025-08-06', post: 'auto', smallEmployer: 'no' } });
    await books.sync();
    expect(await setOf(books, recoveryTag)).toEqual(['814 688.82', '401 -688.82']);
    const before = await books.requests();
    await books.sync();
    expect((await books.requests()) - before).toBe(1);
  });

  it('is not posted before its first tax month, or when the policy turns it off', async () => {
    const books = await booksOn(open);
    await withMaternityPay(books, '500.0');
    // Connected in November, so recoveries begin with that tax month.
    await books.sync();
    expect((await books.run(september)).warningCodes).not.toContain('recovery_to_decide');
    await books.policy({ recovery: { from: '2025-08-06', post: 'off' } });
    await books.sync({ full: true });
    expect((await books.run(september)).warningCodes).not.toContain('recovery_to_decide');
    const company = await books.rig.companies.find(books.company.id);
    const given = { ...act(), rate: 'usual' } as const;
    await expect(books.acts.recover({ ...books.ref(september), company }, given)).rejects.toMatchObject({
      detail: expect.stringContaining('recovery.post is off'),
    });
  });

  it('is changed when payroll or the rate changes, and amended', async () => {
    const books = await booksOn(open);
    await recovered(books);
    await withMaternityPay(books, '600.0');
    expect(await books.sync()).toMatchObject({ changed: 1 });
    expect(await adjustment(books)).toMatchObject({ state: 'changed' });
    await books.acts.amend(books.ref(september), act());
    const { run } = await books.acts.amend(ref(books, 'recovery'), act());
    expect(run.state).toBe('posted');
    expect(await setOf(books, recoveryTag)).toEqual(['814 651.0', '401 -600.0', '402 -51.0']);
    await recover(books, 'usual');
    expect(await adjustment(books)).toMatchObject({ state: 'changed' });
  });

  it('is asked about again when another person gets such pay at a rate that no one decided', async () => {
    const books = await booksOn(open);
    await recovered(books);
    const document = await books.period(2026, september);
    const payslips = document.payslips.map((slip) => ({ ...slip, statutory_maternity_pay: '500.0' }));
    await books.setPeriod(2026, september, { ...document, payslips });
    // With nothing due, the payment proves no rate.
    await books.rig.control('PUT', 'companies/elm/payroll/2026/payments', { payments: [] });
    await books.sync();
    const { run } = await books.acts.amend(books.ref(september), act());
    expect([run.state, run.warningCodes]).toEqual(['posted', expect.arrayContaining(['recovery_to_decide'])]);
    expect(await setOf(books, recoveryTag)).toEqual(['814 542.5', '401 -500.0', '402 -42.5']);
    await recover(books);
    expect(await adjustment(books)).toMatchObject({ state: 'changed' });
    expect((await books.run(september)).warningCodes).not.toContain('recovery_to_decide');
  });

  it('is changed when its run is reversed, and blocks no pay run', async () => {
    const books = await booksOn(open);
    await recovered(books);
    await books.acts.reverse(books.ref(september), act());
    expect(await adjustment(books)).toMatchObject({ state: 'changed', plan: { kind: 'changed', why: 'gone' } });
    await books.acts.post(books.ref(september), act());
    expect((await books.run(september)).state).toBe('posted');
    expect(await adjustment(books)).toMatchObject({ state: 'posted' });
  });

  it('is changed when the pay date moves', async () => {
    const books = await booksOn(open);
    await recovered(books);
    const document = await books.period(2026, september);
    const moved = document.payslips.map((slip) => ({ ...slip, dated_on: '2025-09-29' }));
    await books.setPeriod(2026, september, { ...document, dated_on: '2025-09-29', payslips: moved });
    await books.sync();
    expect(await adjustment(books)).toMatchObject({ state: 'changed' });
  });

  it('is changed when all pay of its month moves into the next period, where it then belongs', async () => {
    const books = await booksOn(open);
    const recovery = { from: '2025-08-06', post: 'auto', smallEmployer: 'yes' } as const;
    await books.policy({ recovery });
    await withMaternityPay(books, '500.0');
    await books.sync();
    const [left, october] = [await books.period(2026, september), await books.period(2026, 6)];
    const moved = left.payslips.map((slip) => ({ ...slip, dated_on: '2025-10-06' }));
    await books.setPeriod(2026, september, { ...left, payslips: [] });
    await books.setPeriod(2026, 6, { ...october, payslips: [...moved, ...october.payslips] });
    await books.sync();
    expect(await adjustments(books)).toMatchObject([{ tag: recoveryTag, plan: { kind: 'changed', why: 'gone' } }]);

    await books.policy({ recovery, amendments: 'amend' });
    await books.sync();
    const [before, now] = await adjustments(books);
    expect([before?.state, now?.state, now?.period]).toEqual(['nothing', 'posted', 6]);
    const recovered = (await books.sets()).filter(({ tag }) => tag?.includes(':recovery')).map(({ tag }) => tag);
    expect(recovered).toEqual([recoveryTag, `${recoveryTag}:reversal-1`, now?.tag]);
  });

  it('without an answer is in doubt, and done when it is found', async () => {
    const books = await booksOn(open, { env: { REQUEST_DEADLINE_SECONDS: '5', LEASE_SECONDS: '6' } });
    await books.policy(fromAugust);
    await withMaternityPay(books, '500.0');
    await books.sync();
    const match = { method: 'POST', path: '/v2/journal_sets' };
    await books.rig.control('POST', 'faults', { kind: 'drop_after', match });
    await recover(books);
    expect(await adjustment(books)).toMatchObject({ state: 'in_doubt' });
    await books.sync();
    expect(await adjustment(books)).toMatchObject({ state: 'posted' });
    expect(await setOf(books, recoveryTag)).toHaveLength(3);
  });

  it('is held when the books show it already', async () => {
    const books = await booksOn(open);
    await books.policy(fromAugust);
    await withMaternityPay(books, '500.0');
    await books.sync();
    const category = (code: string) => `${books.rig.baseUrl}/v2/categories/${code}`;
    await books.rig.control('POST', 'companies/elm/journal_sets', {
      journal_set: {
        dated_on: '2025-09-30',
        description: 'By hand',
        journal_entries: [
          { category: category('814'), debit_value: '542.50' },
          { category: category('401'), debit_value: '-542.50' },
        ],
      },
    });
    await recover(books);
    expect(await adjustment(books)).toMatchObject({ state: 'held', holdCodes: ['already_in_books'] });
    const { run } = await books.acts.approve(ref(books, 'recovery'), { ...act(), hold: 'already_in_books' });
    expect(run.state).toBe('posted');
  });
});

describeOnDatabases('an adjustment of PAYE', (open) => {
  it('is posted with its reason, changed, amended and reversed', async () => {
    const books = await booksOn(open);
    await books.sync();
    const { run } = await books.acts.adjust(books.ref(september), { ...act('Levy of September'), ...levy });
    expect([run.state, run.tag]).toEqual(['posted', levyTag]);
    expect(await setOf(books, levyTag)).toEqual(['405 125.0', '814 -125.0']);
    expect(await adjustment(books, levyTag)).toMatchObject({ dueOn: '2025-10-22', note: 'Levy of September' });
    // Its page and the API show what is in the books, although its lines are stored with the posting alone.
    const viewer = { companies: null, pay: true };
    const [listed] = await books.db.read((rows) => adjustmentsOf(rows, viewer, { companyId: books.company.id }));
    expect(listed?.adjustment.mapped?.lines.map(({ category, debit }) => `${category} ${debit}`)).toEqual([
      '405 125.00',
      '814 -125.00',
    ]);

    const more = { ...levy, lines: levy.lines.map((line) => ({ ...line, amount: line.amount.replace('125', '130') })) };
    await books.acts.adjust(books.ref(september), { ...act('As billed'), ...more, number: 1 });
    expect(await setOf(books, levyTag)).toEqual(['405 130.0', '814 -130.0']);
    const second = await books.acts.adjust(books.ref(september), { ...act('Another'), ...levy });
    expect(second.run.tag).toBe('counterfoil:2026-05:levy-2');

    await books.acts.reverse(ref(books, 'levy-1'), act('Entered twice'));
    expect(await setOf(books, `${levyTag}:reversal-1`)).toEqual(['405 -130.0', '814 130.0']);
    expect(await adjustment(books, levyTag)).toMatchObject({ state: 'held', holdCodes: ['reversed'] });
    expect(await books.verify.run(books.company, { actor: 'Ruth', trigger: 'command' })).toEqual([]);
    expect(await books.log.verifyChain([books.company.id])).toEqual([]);
  });

  it('counts towards the PAYE due when payroll’s own payment includes it', async () => {
    const books = await booksOn(open);
    await books.sync();
    const tie = () => tieOf(books);
    expect((await tie())?.verdict).toBe('agrees');
    await books.acts.adjust(books.ref(september), { ...act(), ...levy });
    expect((await tie())?.verdict).toBe('agrees');
    await books.acts.adjust(books.ref(september), { ...act(), ...levy, inPayment: true, number: 1 });
    const after = await tie();
    expect([after?.verdict, after?.sum?.adjustments.toString()]).toEqual(['unexplained', '125.00']);
  });

  it('is entered once if it is sent twice, unless it is asked for as another', async () => {
    const books = await booksOn(open);
    await books.sync();
    const enter = (over: object = {}) => books.acts.adjust(books.ref(september), { ...act(), ...levy, ...over });
    // As a double click does.
    const answers = await Promise.allSettled([enter(), enter()]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await adjustments(books)).map(({ tag, state }) => [tag, state])).toEqual([[levyTag, 'posted']]);
    const [debit, credit] = levy.lines;
    await expect(enter({ reason: 'Once more', lines: [credit, debit] })).rejects.toMatchObject({
      title: 'This adjustment is entered already',
      detail: 'Elm Ltd: levy-1 of September 2025 has the same lines; Ruth entered it. Nothing was done.',
      status: 409,
    });
    expect((await enter({ another: true })).run.tag).toBe('counterfoil:2026-05:levy-2');
    for (const name of ['levy-1', 'levy-2']) await books.acts.reverse(ref(books, name), act('Entered too early'));
    expect((await enter()).run).toMatchObject({ tag: 'counterfoil:2026-05:levy-3', state: 'posted' });
  });

  it('is refused with a message, also when the chart lacks an account', async () => {
    const books = await booksOn(open);
    await books.sync();
    const adjust = (over: object) => books.acts.adjust(books.ref(september), { ...act(), ...levy, ...over });
    const [debit] = levy.lines;
    for (const [over, words] of [
      [{ lines: [debit, { account: '814', amount: '-124.00' }] }, 'they come to £1.00'],
      [{ lines: [] }, 'at least two lines'],
      [{ lines: [debit, { account: '902', amount: '-125.00' }] }, "a person's"],
      [{ lines: [debit, { account: 'PAYE', amount: '-125.00' }] }, 'not a nominal code'],
      [{ lines: [debit, { account: '814', amount: 'minus a lot' }] }, 'not an amount'],
      [{ reason: ' ' }, 'the log keeps a reason'],
      [{ number: 7 }, 'has no levy-7'],
      [{ lines: [debit, { account: '899', amount: '-125.00' }] }, 'account 899 is not in its chart of accounts'],
    ] as const)
      await expect(adjust(over)).rejects.toMatchObject({ detail: expect.stringContaining(words) });
    expect(await adjustments(books)).toEqual([]);
  });
});

describeOnDatabases('a lost database', (open) => {
  it('adopts every adjustment, and posts nothing twice', async () => {
    const books = await booksOn(open);
    await recovered(books);
    await books.acts.adjust(books.ref(september), { ...act(), ...levy });
    await books.acts.adjust(books.ref(september), { ...act(), ...levy, another: true });
    await books.acts.reverse(ref(books, 'levy-2'), act());
    const before = await books.sets();
    expect(before).toHaveLength(7);

    const again = await connectedOn(books.rig, await open(books.clock), books.clock);
    await again.policy(fromAugust);
    expect(await again.sync()).toMatchObject({ posted: 0, adopted: 3, changed: 0, drift: 0 });
    expect(await again.sync({ full: true })).toMatchObject({ posted: 0, adopted: 0, changed: 0, drift: 0 });
    expect(await again.sets()).toEqual(before);
    const found = (await adjustments(again)).map(({ tag, state }) => [tag, state]);
    expect(found).toEqual(
      [
        [recoveryTag, 'posted'],
        [levyTag, 'posted'],
        ['counterfoil:2026-05:levy-2', 'nothing'],
      ].sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
    expect(await again.verify.run(again.company, { actor: 'Ruth', trigger: 'command' })).toEqual([]);
  });
});
