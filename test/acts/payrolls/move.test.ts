import { expect, it } from '@jest/globals';
import { postDifference } from '../../../src/acts/payrolls/post-difference.js';
import { movedAnswer, movePayroll } from '../../../src/acts/payrolls/move-payroll.js';
import { isAdjustment } from '../../../src/record/runs/adjustment.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { verifyLog } from '../../../src/record/log/log-verify.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { epsFile } from '../../payrolls/files/eps-files.js';
import { fpsFile, type PersonInFile } from '../../payrolls/files/fps-files.js';
import { isPost, Proxy } from '../../sync/proxy.js';
import { act, type Books, booksOn, connectedOn, levy, withMaternityPay } from '../../sync/rig.js';
import { actTools, companyNow, receive, reference, who } from './files-rig.js';

const november = '2025-11-28';

/** The accounting service's own payroll paid August to October, and each of them is posted. */
async function paidByService(
  open: Parameters<typeof booksOn>[0],
  over: object = {},
  options: Parameters<typeof booksOn>[1] = {},
) {
  const books = await booksOn(open, options);
  const user = (id: number) => `${books.rig.baseUrl}/v2/users/${id}`;
  await books.policy({
    ...reference,
    payrollPeople: { E1: user(2), D1: user(1) },
    employerPensions: { '*': '0.00' },
    ...over,
  });
  expect(await books.sync()).toMatchObject({ posted: 3 });
  return books;
}

type Move = Partial<Parameters<typeof movePayroll>[2]>;
async function move(books: Books, over: Move = {}) {
  const tools = { database: books.db, companies: books.rig.companies, log: books.log };
  const given = { who, to: 'files', on: november, reason: 'A bureau runs it now', ...over };
  return movePayroll(tools, await companyNow(books), given);
}
const refusal = (books: Books, over: Move = {}): Promise<string> =>
  move(books, over).then(
    () => 'moved',
    (error: { detail: string; todo: string }) => `${error.detail} ${error.todo}`,
  );

/** Ed, by the payroll that the service ran: 2,000.00 a month, of which 190.20 is tax. */
const ed = (paidOn: string, months: number, over: PersonInFile = {}): PersonInFile => ({
  ...{ payId: 'E1', fore: 'Ed', sur: 'Employee', paidOn, taxable: '2000.00', tax: '190.20' },
  period: `<MonthNo>${((Number(paidOn.slice(5, 7)) + 8) % 12) + 1}</MonthNo>`,
  toDate: { taxable: (2000 * months).toFixed(2), tax: (190.2 * months).toFixed(2) },
  ni: [{ earnings: '2000.00', employer: '237.45' }],
  ...over,
});

const states = async (books: Books) =>
  (await books.runs())
    .toSorted((a, b) => (`${a.datedOn} ${a.tag}` < `${b.datedOn} ${b.tag}` ? -1 : 1))
    .map(({ tag, state, holdCodes }) => [tag.slice('counterfoil'.length), state, ...holdCodes].join(' '));
const posted = async (books: Books) => (await books.sets()).map(({ tag }) => tag?.slice('counterfoil'.length)).sort();
const before = [':2026-04:2025-08-29 posted', ':2026-05:2025-09-30 posted', ':2026-06:2025-10-31 posted'];

/** What the service's payroll goes on with, although the client has moved. */
async function payInService(books: Books, paidOn = november, period = 7): Promise<void> {
  const october = await books.period(2026, 6);
  const payslips = october.payslips.map((slip) => ({ ...slip, dated_on: paidOn }));
  await books.setPeriod(2026, period, { ...october, period, dated_on: paidOn, payslips });
}

describeOnDatabases('a client moves from the service’s payroll to files', (open) => {
  it('on a day after the last run that is posted, which the refusal names', async () => {
    const books = await paidByService(open);
    expect(await refusal(books, { on: '2025-10-31' })).toContain('the pay run paid 31 Oct 2025 is posted');
    expect(await refusal(books, { on: '2025-09-01' })).toContain('the pay run paid 31 Oct 2025 is posted');
    expect(await refusal(books, { to: 'service' })).toContain('its payroll does not come from files');
    expect(await refusal(books, { to: 'weekly' })).toContain('service to weekly is neither');
    expect(await refusal(books, { on: '31 October' })).toContain('the first pay date is a date');
    expect(await refusal(books, { reason: ' ' })).not.toBe('moved');
    expect((await companyNow(books)).policy.payrollMoves).toEqual([]);
    expect(await refusal(books, { on: '2025-11-01' })).toBe('moved');
    const moved = { ...(await companyNow(books)), sending: [] };
    expect(Object.keys(movedAnswer(moved))).toEqual(['company', 'from', 'to', 'on', 'policyVersion']);
    expect((await companyNow(books)).policy).toMatchObject({
      payroll: { from: 'files' },
      payrollMoves: [{ on: '2025-11-01' }],
    });
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('and its first file goes on from the year to date of the payslips before', async () => {
    const books = await paidByService(open);
    await move(books);
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 0, unchanged: 3 });
    await receive(books, fpsFile([ed(november, 4)]), 'november.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, changed: 0 });
    expect(await states(books)).toEqual([...before, ':2026-07:2025-11-28 posted']);
    expect((await books.run(7)).warningCodes).not.toContain('check_not_made');
    await receive(books, fpsFile([ed('2025-12-31', 5)]), 'december.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0, changed: 0 });
    expect(await books.sync()).toMatchObject({ posted: 0, unchanged: 5 });
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('and a year to date that does not go on from them is held, with both figures', async () => {
    const books = await paidByService(open);
    await move(books);
    await receive(books, fpsFile([ed(november, 1)]), 'november.xml');
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    const run = await books.run(7);
    expect(run.holdCodes).toEqual(['year_to_date_differs']);
    expect(run.mapped?.holds[0]?.message).toContain(
      'year to date is £2,000.00 in the file of 28 November 2025; with what was received before it would be £8,000.00',
    );
    expect(await refusalOfDifference(books)).toContain('the NI to date does not move by the same pay');
  });

  it('and what the service still has from that day on is shown as moved, and never posted', async () => {
    const books = await paidByService(open);
    await move(books);
    await payInService(books);
    expect(await books.sync()).toMatchObject({ posted: 0 });
    expect(await states(books)).toEqual([...before, '.service:2026-07:2025-11-28 moved']);
    await receive(books, fpsFile([ed(november, 4)]), 'november.xml');
    expect(await books.sync({ full: true })).toMatchObject({ posted: 1, held: 0, changed: 0 });
    expect(await states(books)).toEqual([...before, '.service:2026-07:2025-11-28 moved', ':2026-07:2025-11-28 posted']);
    const moved = { ...books.ref(7), paid: `${november}.service` };
    await expect(books.acts.post(moved, act())).rejects.toThrow('Not possible for this pay run now');
    expect(await posted(books)).toEqual([
      ':2026-04:2025-08-29',
      ':2026-05:2025-09-30',
      ':2026-06:2025-10-31',
      ':2026-07:2025-11-28',
    ]);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('within a tax month, and the allowance of that month stays with the pay run that bears it', async () => {
    const books = await booksOn(open);
    const october = await books.period(2026, 6);
    const allowance = { employment_allowance_amount: '237.45', employment_allowance_claimed: true };
    await books.setPeriod(2026, 6, { ...october, ...allowance });
    await books.policy({ ...reference, payrollPeople: { E1: `${books.rig.baseUrl}/v2/users/2` } });
    await books.policy({ employerPensions: { '*': '0.00' } });
    expect(await books.sync()).toMatchObject({ posted: 3 });
    await move(books, { on: '2025-11-01' });
    await receive(books, fpsFile([ed('2025-11-05', 4)]), 'november.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, changed: 0 });
  });

  it('and files of days before it are moved too', async () => {
    const books = await paidByService(open);
    await move(books);
    await receive(books, fpsFile([ed('2025-10-30', 3)]), 'october.xml');
    await receive(books, fpsFile([ed(november, 4)]), 'november.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, held: 0, changed: 0 });
    expect(await states(books)).toEqual([
      ...before.slice(0, 2),
      '.monthly:2026-06:2025-10-30 moved',
      before[2],
      ':2026-07:2025-11-28 posted',
    ]);
  });

  it('and a run that only waited there moves with it', async () => {
    const books = await paidByService(open);
    await books.policy({ mode: 'approve' });
    await payInService(books);
    expect(await books.sync()).toMatchObject({ ready: 1 });
    await books.acts.ignore(books.ref(7), act('paid by the bureau'));
    await move(books);
    await receive(books, fpsFile([ed(november, 4)]), 'november.xml');
    await books.sync();
    // What was decided about the service's run is not about the run of the files.
    expect(await states(books)).toEqual([...before, '.service:2026-07:2025-11-28 moved', ':2026-07:2025-11-28 ready']);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('and what the service corrects of earlier runs amends them', async () => {
    const books = await paidByService(open, { amendments: 'amend' });
    await move(books);
    await receive(books, fpsFile([ed(november, 4)]), 'november.xml');
    await books.sync();
    const september = await books.period(2026, 5);
    const [first, ...others] = september.payslips;
    await books.setPeriod(2026, 5, { ...september, payslips: [{ ...first!, basic_pay: '2100.0' }, ...others] });
    expect(await books.sync()).toMatchObject({ amended: 1, posted: 0 });
    // The year to date before November is another now: that is asked about.
    expect(await states(books)).toEqual([...before, ':2026-07:2025-11-28 changed year_to_date_differs']);
    expect(await posted(books)).toHaveLength(4);
  });

  it.each(['ask', 'amend', 'reverse'])(
    'and a pay date that crosses the day is asked about, whatever the policy (%s)',
    async (amendments) => {
      const books = await paidByService(open, { amendments });
      await move(books, { on: '2025-11-06' });
      await books.sync();
      const october = await books.period(2026, 6);
      await books.setPeriod(2026, 6, { ...october, payslips: [] });
      await payInService(books, '2025-11-07');
      const paid = october.payslips.map((slip) => ({ ...slip, dated_on: '2025-11-07' }));
      await books.setPeriod(2026, 7, { ...october, period: 7, dated_on: '2025-11-07', payslips: paid });
      expect(await books.sync()).toMatchObject({ posted: 0, amended: 0, changed: 1 });
      expect(await states(books)).toEqual([
        ...before.slice(0, 2),
        ':2026-06:2025-10-31 changed',
        '.service:2026-07:2025-11-07 moved',
      ]);
      expect(await posted(books)).toHaveLength(3);
      await books.acts.reverse(books.ref(6), act());
      expect((await posted(books)).filter((tag) => tag?.includes('reversal'))).toHaveLength(1);
    },
  );

  it('and a run of an earlier day that appears there since is asked about', async () => {
    const books = await paidByService(open);
    await move(books);
    await books.sync();
    await payInService(books, '2025-11-14');
    expect(await books.sync()).toMatchObject({ posted: 0, held: 1 });
    expect(await states(books)).toEqual([...before, ':2026-07:2025-11-14 held appeared_after_move']);
    await books.acts.approve(books.ref(7), { ...act(), hold: 'appeared_after_move' });
    expect(await states(books)).toEqual([...before, ':2026-07:2025-11-14 posted']);
  });

  it('and goes on where the service’s payroll is gone', async () => {
    const proxy = new Proxy();
    const books = await paidByService(open, {}, { around: proxy.around });
    await move(books);
    await books.sync();
    proxy.meddle = (request, send) =>
      request.url.includes('/v2/payroll/')
        ? Promise.resolve({ status: 404, headers: {}, body: '{"errors":{}}' })
        : send();
    await receive(books, fpsFile([ed(november, 4)]), 'november.xml');
    expect(await books.sync({ full: true })).toMatchObject({ posted: 1, changed: 0, held: 0 });
    expect(await states(books)).toEqual([...before, ':2026-07:2025-11-28 posted']);
  });

  it('not while a change is unsettled', async () => {
    const proxy = new Proxy();
    const books = await booksOn(open, { around: proxy.around });
    proxy.once(isPost, async () => ({ status: 504, headers: {}, body: '' }));
    await books.sync();
    expect(await refusal(books)).toContain(
      'we do not know yet whether a change of the journal of 29 Aug 2025 reached its books',
    );
  });

  it('and back, and on another day than was said first', async () => {
    const books = await paidByService(open);
    await move(books, { on: '2025-11-10' });
    await move(books);
    expect((await companyNow(books)).policy.payrollMoves).toMatchObject([{ on: november }]);
    await receive(books, fpsFile([ed(november, 4)]), 'november.xml');
    await books.sync();
    expect(await refusal(books, { on: '2025-12-01' })).toContain('the pay run paid 28 Nov 2025 is posted');
    expect(await refusal(books, { to: 'service', on: november })).toContain('the pay run paid 28 Nov 2025 is posted');
    await move(books, { to: 'service', on: '2025-12-06' });
    await payInService(books, '2025-12-31', 8);
    expect(await books.sync()).toMatchObject({ posted: 1, changed: 0 });
    expect(await states(books)).toEqual([...before, ':2026-07:2025-11-28 posted', ':2026-08:2025-12-31 posted']);
    await receive(books, fpsFile([ed('2025-12-31', 5)]), 'december.xml');
    await books.sync();
    expect((await states(books)).filter((one) => one.includes('moved'))).toEqual(['.monthly:2026-08:2025-12-31 moved']);
    // In files again from January: their year to date has what the service paid in December.
    await move(books, { on: '2026-01-06' });
    await receive(books, fpsFile([ed('2026-01-30', 6)]), 'january.xml');
    expect(await books.sync()).toMatchObject({ posted: 1, changed: 0, held: 0 });
    expect(await verifyLog(books.db)).toEqual([]);
  });

  // Seed 852001918: the list of a month that files pay too showed nothing of the service's, so its pay run was not read.
  it('and back within a tax month that files pay: what the service pays after it is posted', async () => {
    const books = await paidByService(open);
    await move(books);
    await receive(books, fpsFile([ed(november, 4)]), 'november.xml');
    await books.sync();
    await move(books, { to: 'service', on: '2025-12-01' });
    await books.sync();
    await payInService(books, '2025-12-03', 7);
    expect(await books.sync()).toMatchObject({ posted: 1, changed: 0, held: 0 });
    expect(await states(books)).toEqual([...before, ':2026-07:2025-11-28 posted', ':2026-07:2025-12-03 posted']);
  });

  it('and is found again where the record is lost', async () => {
    const books = await paidByService(open);
    await move(books);
    await receive(books, fpsFile([ed(november, 4)]), 'november.xml');
    await payInService(books);
    await books.sync();
    const again = await connectedOn(books.rig, await open(books.clock), books.clock);
    const { policy } = await companyNow(books);
    await again.policy(policy);
    await receive(again, fpsFile([ed(november, 4)]), 'november.xml');
    expect(await again.sync()).toMatchObject({ posted: 0, adopted: 4, changed: 0 });
    expect(await posted(again)).toHaveLength(4);
  });
});

async function refusalOfDifference(books: Books): Promise<string> {
  const ref = { ...books.ref(7), company: await companyNow(books) };
  return postDifference(actTools(books), ref, { ...act(), hold: 'year_to_date_differs' }).then(
    () => 'posted',
    (error: { detail: string }) => error.detail,
  );
}

describeOnDatabases('the returns of a client that moved', (open) => {
  const eps = (month: number, { recovered = '0.00', cis = '0.00', levy = '0.00', claims = false }) =>
    epsFile(
      [
        ...(claims ? ['<EmpAllceInd>yes</EmpAllceInd>'] : []),
        `<RecoverableAmountsYTD><TaxMonth>${month}</TaxMonth><SMPRecovered>${recovered}</SMPRecovered>`,
        `<CISDeductionsSuffered>${cis}</CISDeductionsSuffered></RecoverableAmountsYTD>`,
        `<ApprenticeshipLevy><LevyDueYTD>${levy}</LevyDueYTD><TaxMonth>${month}</TaxMonth><AnnualAllce>15000.00</AnnualAllce></ApprenticeshipLevy>`,
      ].join(''),
    );
  const adjustments = async (books: Books) =>
    (await books.db.read((rows) => rows.findBy(PayRunRecord, { companyId: books.company.id })))
      .filter(isAdjustment)
      .map(({ tag, state, payeNi, holdCodes }) =>
        [tag.slice('counterfoil'.length), state, payeNi.toString(), ...holdCodes].join(' '),
      )
      .sort();

  /** September's maternity pay is recovered, its levy entered; October suffered CIS and had an allowance. */
  async function returnedBefore() {
    const books = await booksOn(open);
    const user = (id: number) => `${books.rig.baseUrl}/v2/users/${id}`;
    await books.policy({
      ...reference,
      payrollPeople: { E1: user(2), D1: user(1) },
      employerPensions: { '*': '0.00' },
      payroll: { levyAccount: '405' },
      controls: { ...reference.controls, cisSuffered: '815' },
      recovery: { post: 'ask', smallEmployer: null, from: '2025-04-06' },
    });
    await withMaternityPay(books, '500.00');
    const october = await books.period(2026, 6);
    await books.setPeriod(2026, 6, {
      ...october,
      ...{ employment_allowance_claimed: true, employment_allowance_amount: '100.00' },
      construction_industry_scheme_deduction: '40.00',
    });
    await books.sync();
    await books.acts.recover(books.ref(5), { ...act(), rate: 'usual' });
    await books.acts.adjust(books.ref(5), { ...act(), ...levy });
    await books.sync();
    return books;
  }
  it('leave the allowance of a month in which both pay where it was', async () => {
    const books = await returnedBefore();
    const ofOctober = async () =>
      (await books.sets())
        .find(({ tag }) => tag?.endsWith(':2026-06:2025-10-31'))
        ?.journal_entries.map(({ category, debit_value }) => `${category.split('/').at(-1)} ${debit_value}`);
    const posted = await ofOctober();
    await books.policy({ amendments: 'amend' });
    await move(books, { on: '2025-11-03' });
    const november = '2025-11-04';
    const director = ed(november, 4, {
      ...{ payId: 'D1', fore: 'Ann', sur: 'Elm', taxable: '1000.00', tax: '0.00' },
      toDate: { taxable: '4000.00', tax: '0.00' },
      ni: [{ earnings: '1000.00', employer: '87.45' }],
    });
    const employee = ed(november, 4, { toDate: { taxable: '8500.00', tax: '760.80' } });
    await receive(books, fpsFile([employee, director]), 'november.xml');
    await books.sync();
    expect(await states(books)).toEqual([...before, ':2026-06:2025-11-04 posted']);
    expect(await ofOctober()).toEqual(posted);
  });

  const known = [':2026-05:2025-09-30:recovery posted -460.00', ':2026-05:levy-1 posted 125.00'];

  it('go on from what was recovered, suffered, owed and set off before', async () => {
    const books = await returnedBefore();
    expect(await adjustments(books)).toEqual(known);
    await move(books);
    await receive(books, fpsFile([ed(november, 4, { toDate: { taxable: '8500.00', tax: '760.80' } })]), 'november.xml');
    await books.advance(30 * 86_400);
    await receive(books, eps(8, { recovered: '460.00', cis: '55.00', levy: '200.00', claims: true }), 'eps.xml');
    await books.sync();
    await books.sync();
    expect(await states(books)).toEqual([...before, ':2026-07:2025-11-28 posted']);
    // Employer's NI of 312.45 in August and in September and of 312.45 in October, of which 100.00 was set off; then 237.45.
    expect(await adjustments(books)).toEqual([
      ...known,
      ':2026-07:allowance-1 posted -1074.80',
      ':2026-07:cis-1 posted -15.00',
      ':2026-07:levy-1 posted 75.00',
    ]);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('go on in the tax month of the move, in which both pay', async () => {
    const books = await returnedBefore();
    await move(books, { on: '2025-11-03' });
    const paid = ed('2025-11-04', 4, { toDate: { taxable: '8500.00', tax: '760.80' } });
    await receive(books, fpsFile([paid]), 'november.xml');
    await receive(books, eps(7, { recovered: '460.00', cis: '55.00', levy: '200.00' }), 'eps.xml');
    await books.sync();
    await books.sync();
    // Of the 200.00 of levy, 125.00 was September's; October's 40.00 of CIS is the service's own.
    expect(await adjustments(books)).toEqual([
      ...known,
      ':2026-06:cis-1 posted -15.00',
      ':2026-06:levy-1 posted 75.00',
    ]);
    await books.sync();
    expect((await adjustments(books)).length).toBe(4);
    // The next one goes on from it.
    await books.advance(30 * 86_400);
    await receive(books, eps(8, { recovered: '460.00', cis: '55.00', levy: '230.00' }), 'eps-8.xml');
    await books.sync();
    await books.sync();
    expect((await adjustments(books)).filter((one) => one.startsWith(':2026-07'))).toEqual([
      ':2026-07:levy-1 posted 30.00',
    ]);
    expect(await verifyLog(books.db)).toEqual([]);
  });

  it('go on after the tax month of the move, of which no return came', async () => {
    const books = await returnedBefore();
    await books.acts.adjust(books.ref(6), { ...act(), ...levy });
    await books.sync();
    await move(books, { on: '2025-11-03' });
    await receive(books, fpsFile([ed(november, 4, { toDate: { taxable: '8500.00', tax: '760.80' } })]), 'november.xml');
    await books.advance(30 * 86_400);
    await receive(books, eps(8, { recovered: '460.00', cis: '55.00', levy: '300.00' }), 'eps.xml');
    await books.sync();
    await books.sync();
    expect((await adjustments(books)).filter((one) => one.startsWith(':2026-07'))).toEqual([
      ':2026-07:cis-1 posted -15.00',
      ':2026-07:levy-1 posted 50.00',
    ]);
  });

  it('stay as they are once payroll comes back, and has a later month', async () => {
    const books = await returnedBefore();
    await move(books);
    await receive(books, fpsFile([ed(november, 4, { toDate: { taxable: '8500.00', tax: '760.80' } })]), 'november.xml');
    await books.advance(30 * 86_400);
    await receive(books, eps(8, { recovered: '460.00', cis: '40.00', levy: '200.00' }), 'eps.xml');
    await books.sync();
    await books.sync();
    const posted = [...known, ':2026-07:levy-1 posted 75.00'];
    expect(await adjustments(books)).toEqual(posted);
    await move(books, { to: 'service', on: '2025-12-06' });
    const october = await books.period(2026, 6);
    await books.setPeriod(2026, 8, {
      ...{
        ...october,
        dated_on: '2025-12-31',
        employment_allowance_claimed: false,
        employment_allowance_amount: '0.00',
      },
      construction_industry_scheme_deduction: '0.00',
      payslips: october.payslips.map((one) => ({ ...one, dated_on: '2025-12-31' })),
    });
    await books.advance(30 * 86_400);
    await books.sync();
    await books.sync();
    expect((await states(books)).some((one) => one.startsWith(':2026-08:2025-12-31'))).toBe(true);
    expect(await adjustments(books)).toEqual(posted);
  });

  it('are held where they have less than was known', async () => {
    const books = await returnedBefore();
    await move(books);
    await receive(books, fpsFile([ed(november, 4, { toDate: { taxable: '8500.00', tax: '760.80' } })]), 'november.xml');
    await receive(books, eps(8, { recovered: '460.00', cis: '40.00', levy: '75.00' }), 'eps.xml');
    await books.sync();
    await books.sync();
    expect(await adjustments(books)).toEqual([...known, ':2026-07:levy-1 held -50.00 return_before_unknown']);
  });
});
