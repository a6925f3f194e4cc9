import { expect, it } from '@jest/globals';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import type { Plan } from '../../src/record/runs/pay-run.entity.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn, elm, levy, type SandboxSet } from './rig.js';
import { remove, type, typed, typedBooks } from './typed.js';

const [august, september, october] = ['2025-08-29', '2025-09-30', '2025-10-31'];
const payslips = [
  { user: 2, basic_pay: '2000.0', tax_deducted: '190.2', employee_ni: '76.16', employer_ni: '237.45' },
  { user: 1, basic_pay: '1000.0', employer_ni: '75.0', ni_calc_type: 'Director' },
];
const month = (period: number, dated_on: string) => ({ period, dated_on, status: 'filed', payslips });
const allowance = { employment_allowance_claimed: true, employment_allowance_amount: '237.45' };
const allowed = (period: number, dated_on: string) => ({ ...month(period, dated_on), ...allowance });
const withAllowance = elm({
  payroll: { '2026': { periods: [allowed(4, august), allowed(5, september), allowed(6, october)] } },
});

const states = async (books: Books) =>
  Object.fromEntries((await books.runs()).map(({ datedOn, state, reason }) => [datedOn, `${state}: ${reason}`]));
const planOf = async (books: Books, period: number) =>
  (await books.run(period)).plan as Extract<Plan, { kind: 'check' }>;
const accountsOf = ({ causes }: Extract<Plan, { kind: 'check' }>) =>
  causes.flatMap(({ cause, accounts }) => accounts.map(({ account, amount }) => `${cause} ${account} ${amount}`));
const setOn = async (books: Books, day: string) =>
  (await typed(books)).find(({ dated_on }) => dated_on === day) as SandboxSet;
/** As a bookkeeper does who forgets the allowance: what takes from costs, and from what HMRC is owed, is not there. */
const withoutAllowance = ({ journal_entries: entries, ...set }: SandboxSet) => ({
  ...set,
  journal_entries: entries.filter(
    ({ category, debit_value: debit }) =>
      !(category.endsWith('/814') && !debit.startsWith('-')) && !(/\/40[28]$/.test(category) && debit.startsWith('-')),
  ),
});
const onlyAllowance = (set: SandboxSet) => {
  const kept = new Set(withoutAllowance(set).journal_entries);
  return { ...set, journal_entries: set.journal_entries.filter((entry) => !kept.has(entry)) };
};
const pay = (books: Books, dated_on: string, category: string, amount: string, user?: number) =>
  books.rig.control('POST', 'companies/elm/payments', { dated_on, category, amount, user });
/** How many requests the service has had whose address has this in it. */
const asked = async (books: Books, what: RegExp) => {
  const { requests } = (await books.rig.control('GET', 'requests?company=elm')) as {
    requests: { path: string; count: number }[];
  };
  return requests.filter(({ path }) => what.test(path)).reduce((sum, { count }) => sum + count, 0);
};
const ofBooks = /journal_sets$|trial_balance/;
const ofPeriods = /payroll\/2026\/\d/;
const checksLogged = async ({ db, company }: Books) => {
  const lines = await db.read((rows) =>
    rows.find(LogEntry, { where: { companyId: company.id }, order: { seq: 'ASC' } }),
  );
  return lines
    .filter(({ act: name }) => name === 'agrees' || name === 'differs')
    .map(({ act: name, tag, answer }) => `${tag?.slice(-10)} ${name}${answer === null ? '' : `: ${answer}`}`);
};

describeOnDatabases('mode check', (open) => {
  it('agrees where a bookkeeper typed what payroll says, for the requests of payroll and three more', async () => {
    const books = await typedBooks(open, { mode: 'check' });
    const before = await typed(books);
    const [earlier, periods] = [await asked(books, ofBooks), await asked(books, ofPeriods)];
    await books.sync();
    const agrees = 'agrees: null';
    expect(await states(books)).toEqual({ [august]: agrees, [september]: agrees, [october]: agrees });
    expect(await planOf(books, 6)).toMatchObject({ verdict: 'right', sets: [before[2]?.url], causes: [] });
    // The list in which ours are looked for when a year is first seen; then that of the year, and its trial balance.
    expect((await asked(books, ofBooks)) - earlier).toBe(3);
    // Payroll is not asked for again.
    expect((await asked(books, ofPeriods)) - periods).toBe(3);
    // What agreed is not compared again.
    await books.sync();
    expect((await asked(books, ofBooks)) - earlier).toBe(3);
    expect(await typed(books)).toEqual(before);
    expect(await checksLogged(books)).toEqual([`${august} agrees`, `${september} agrees`, `${october} agrees`]);
  });

  it('tells a month’s cause in pounds and accounts, and follows what becomes of it', async () => {
    const books = await typedBooks(open, { mode: 'check', scenario: withAllowance });
    const whole = await setOn(books, september);
    await remove(books, whole.url);
    await type(books, withoutAllowance(whole));
    const balances = await asked(books, /trial_balance/);
    await books.sync();
    const leftOut = 'employment allowance left out';
    const agrees = 'agrees: null';
    expect(await states(books)).toEqual({ [august]: agrees, [september]: `differs: ${leftOut}`, [october]: agrees });
    const plan = await planOf(books, 5);
    expect(plan).toMatchObject({ verdict: 'wrong', amount: '237.45', sets: [(await setOn(books, september)).url] });
    expect(accountsOf(plan)).toEqual([
      'allowance_missing 402 180.45',
      'allowance_missing 408 57.00',
      'allowance_missing 814 -237.45',
    ]);
    // Nothing lies near the year's first day: no payroll of other years is asked for, and no month by itself.
    expect(await asked(books, /payroll\/202[57]/)).toBe(0);
    expect((await asked(books, /trial_balance/)) - balances).toBe(1);

    // The bookkeeper puts it right in a journal of its own, and posts August once more.
    await type(books, { ...onlyAllowance(whole), dated_on: '2025-11-07' });
    await books.sync();
    const corrected = `corrected: ${leftOut}`;
    expect(await states(books)).toMatchObject({ [september]: `agrees: ${corrected}` });
    await type(books, await setOn(books, august));
    await books.sync({ full: true });
    const twice = 'differs: posted twice';
    expect(await states(books)).toEqual({
      [august]: twice,
      [september]: `agrees: ${corrected}`,
      [october]: agrees,
    });
    // Both of August's are taken out: it differs as before, and for another cause.
    for (const { dated_on, url } of await typed(books)) if (dated_on === august) await remove(books, url);
    await books.sync();
    expect(await states(books)).toMatchObject({ [august]: 'differs: not in the books' });
    expect(await checksLogged(books)).toEqual([
      ...[`${august} agrees`, `${september} differs: ${leftOut}`, `${october} agrees`],
      ...[`${september} agrees: ${corrected}`, `${august} ${twice}`, `${august} differs: not in the books`],
    ]);
    expect(await books.sets()).toEqual([]);
  });

  it('compares again once payroll changes', async () => {
    const books = await typedBooks(open, { mode: 'check' });
    await books.sync();
    const document = await books.period(2026, 6);
    await books.setPeriod(2026, 6, { ...document, ...allowance });
    await books.sync();
    expect(await states(books)).toEqual({
      [august]: 'agrees: null',
      [september]: 'agrees: null',
      [october]: 'differs: employment allowance left out',
    });
    await books.setPeriod(2026, 6, document);
    await books.sync();
    expect(await states(books)).toMatchObject({ [october]: 'agrees: null' });
  });

  it('compares what the month moved by where there is no journal, as where the service posts payroll itself', async () => {
    const books = await booksOn(open, { mode: 'check' });
    const post = async (day: string) => {
      for (const [category, amount] of [
        ['401', '2000.00'],
        ['402', '237.45'],
        ['407', '1000.00'],
        ['408', '75.00'],
      ])
        await pay(books, day, category!, amount!);
      await pay(books, day, '814', '-578.81');
      await pay(books, day, '902', '-1733.64', 2);
      await pay(books, day, '902', '-1000.00', 1);
    };
    await post(september);
    await post(october);
    await pay(books, october, '401', '100.00');
    await books.sync();
    expect(await states(books)).toEqual({
      [august]: 'differs: not in the books',
      [september]: 'agrees: null',
      [october]: 'differs: posted another way',
    });
    expect(await planOf(books, 5)).toMatchObject({ verdict: 'right', sets: [] });
    expect(accountsOf(await planOf(books, 6))).toEqual(['elsewhere 401 100.00']);
    // The year, and the three months that no journal carries.
    expect(await asked(books, /trial_balance/)).toBe(4);
    // Where the year adds up, no month is asked for.
    await post(august);
    await pay(books, october, '401', '-100.00');
    await books.sync();
    expect(new Set(Object.values(await states(books)))).toEqual(new Set(['agrees: null']));
    expect(await asked(books, /trial_balance/)).toBe(5);
    // Paying HMRC in the same month is no difference of payroll's; owing it more is.
    await pay(books, october, '814', '578.81');
    await books.sync({ full: true });
    expect(await states(books)).toMatchObject({ [october]: 'agrees: posted another way' });
    await pay(books, october, '814', '-700.00');
    await books.sync({ full: true });
    expect(await states(books)).toMatchObject({ [october]: 'differs: posted another way' });
    await pay(books, october, '814', '121.19');
    await books.sync({ full: true });
    // A levy that we posted there is no movement of payroll's.
    await books.acts.adjust(books.ref(6), { ...act('Levy of October'), ...levy });
    const ofLevy = { ...books.ref(6), adjustment: 'levy-1' };
    await books.acts.post(ofLevy, act());
    await books.acts.approve(ofLevy, { ...act(), hold: 'unexplained_movement' });
    const balances = await asked(books, /trial_balance/);
    await books.sync({ full: true });
    expect((await asked(books, /trial_balance/)) - balances).toBe(1);
    expect((await books.sets()).map(({ tag }) => tag)).toHaveLength(1);
    expect(new Set(Object.values(await states(books)))).toEqual(new Set(['agrees: null']));
    await pay(books, september, '401', '50.00');
    await books.sync({ full: true });
    expect(await states(books)).toMatchObject({
      [september]: 'differs: posted another way',
      [october]: 'agrees: null',
    });
  });

  it('takes no journal of the year before for one of this year', async () => {
    const [march, april] = ['2025-03-31', '2025-04-30'];
    const payroll = { '2025': { periods: [month(11, march)] }, '2026': { periods: [month(0, april)] } };
    const books = await typedBooks(open, { mode: 'check', scenario: elm({ payroll }), postFrom: march });
    const late = await setOn(books, march);
    await remove(books, late.url);
    await type(books, { ...late, dated_on: '2025-04-10' });
    await books.policy({ postFrom: '2025-04-06' });
    await books.sync();
    expect(await states(books)).toMatchObject({ [april]: 'agrees: null' });
    await remove(books, (await setOn(books, '2025-04-10')).url);
    await type(books, { ...late, dated_on: '2025-05-02' });
    await books.sync({ full: true });
    expect(await states(books)).toMatchObject({ [april]: 'agrees: null' });
  });

  it('judges what is held once a person has approved it', async () => {
    const books = await typedBooks(open, { mode: 'check' });
    const document = await books.period(2026, 6);
    await books.setPeriod(2026, 6, { ...document, payslips: [...document.payslips, document.payslips[0]!] });
    const set = await setOn(books, october);
    const ofEd = set.journal_entries.filter(({ debit_value: debit }) =>
      ['2000.0', '237.45', '-503.81', '-1733.64'].includes(debit),
    );
    await remove(books, set.url);
    await type(books, { ...set, journal_entries: [...set.journal_entries, ...ofEd] });
    await books.sync();
    const held = await books.run(6);
    expect([held.state, held.plan]).toEqual(['held', null]);
    await books.acts.approve(books.ref(6), { ...act(), hold: held.holdCodes[0]! });
    expect(await states(books)).toMatchObject({ [october]: 'agrees: null' });
  });
});
