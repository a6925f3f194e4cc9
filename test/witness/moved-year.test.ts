import { expect, it } from '@jest/globals';
import { movePayroll } from '../../src/acts/payrolls/move-payroll.js';
import { verifyLog } from '../../src/record/log/log-verify.js';
import { companyNow, receive, who } from '../acts/payrolls/files-rig.js';
import { rigged, type Rigged } from '../controls/rig.js';
import { describeOnDatabases } from '../harness/databases.js';
import { epsFile } from '../payrolls/files/eps-files.js';
import { fpsFile, type PersonInFile } from '../payrolls/files/fps-files.js';
import { act, elm, start } from '../sync/rig.js';
import { compared } from './compare.js';
import { runsOfApi } from './doors/api.js';
import { readWorkbooks } from './doors/files.js';
import { openDoors } from './doors/open.js';
import { type OwnSet, owedOn, postedByMonth } from './own/books.js';
import { accountFigures, keyOf, type OwnFigures, runFigures } from './own/figures.js';
import { type DrawnPayslip, filedRun } from './own/filed.js';
import { dueByMonth } from './own/hmrc.js';
import { type OwnRun, type RawPeriod, runsOf } from './own/payslips.js';
import { everythingSaid } from './read.js';

/**
 * One client's tax year: the service's payroll to September, then monthly and weekly files, with maternity pay that is
 * recovered, CIS suffered, the levy, the employment allowance and a correction. Whatever day it is read, every door says
 * what is worked out here, in pence.
 */

const monthEnds = [
  ...['2025-04-30', '2025-05-30', '2025-06-30', '2025-07-31', '2025-08-29', '2025-09-30'],
  ...['2025-10-31', '2025-11-28', '2025-12-31', '2026-01-30', '2026-02-27', '2026-03-31'],
];
const movedOn = '2025-10-01';
const movedIn = 6;
const firstFriday = '2025-10-03';
const weeks = 27;
const dayMs = 86_400_000;
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const fridays = Array.from({ length: weeks }, (_, week) => addDays(firstFriday, 7 * week));

/** 0 to 11: tax months begin on the 6th. */
function periodOf(day: string): number {
  const [, month = 0, date = 0] = day.split('-').map(Number);
  return (month + 8 - (date < 6 ? 1 : 0)) % 12;
}
const yearMonth = (period: number) => {
  const month = period + 5;
  return month > 12 ? `2026-${String(month - 12).padStart(2, '0')}` : `2025-${String(month).padStart(2, '0')}`;
};

interface Pay {
  readonly gross: number;
  readonly tax: number;
  readonly ownNi: number;
  readonly employerNi: number;
  readonly maternity?: number;
}
const ed: Pay = { gross: 200_000, tax: 19_020, ownNi: 7616, employerNi: 23_745 };
const edCorrected: Pay = { gross: 210_000, tax: 21_020, ownNi: 8416, employerNi: 25_245 };
const mia: Pay = { gross: 80_000, tax: 0, ownNi: 0, employerNi: 5745 };
const onLeave: Pay = { ...mia, maternity: 80_000 };
const wes: Pay = { gross: 30_000, tax: 2000, ownNi: 464, employerNi: 3060 };
const correctedMonth = 8;
const correctedOn = '2026-01-20';
const leaveFrom = 7;

/** What returns say of a month: recovered with compensation, CIS suffered, levy. */
const claimed = (period: number) =>
  period < leaveFrom
    ? { recovered: 0, compensation: 0, cis: 0, levy: 0 }
    : { recovered: 80_000, compensation: 6800, cis: 4000, levy: 500 };
const sums = (period: number) =>
  monthEnds.slice(0, period + 1).reduce(
    (sum, _, at) => {
      const one = claimed(at);
      return {
        recovered: sum.recovered + one.recovered,
        compensation: sum.compensation + one.compensation,
        cis: sum.cis + one.cis,
        levy: sum.levy + one.levy,
      };
    },
    { recovered: 0, compensation: 0, cis: 0, levy: 0 },
  );

const pounds = (pence: number) => (pence / 100).toFixed(2);

interface Person {
  readonly payId: string;
  readonly sur: string;
  readonly user: number;
  /** What was paid of the year, the payment itself in it. */
  readonly paid: readonly Pay[];
}

function inFile({ payId, sur, paid }: Person, rest: PersonInFile): PersonInFile {
  const last = paid.at(-1) ?? wes;
  const toDate = (of: keyof Pay) => pounds(paid.reduce((sum, one) => sum + (one[of] ?? 0), 0));
  const maternity = paid.reduce((sum, one) => sum + (one.maternity ?? 0), 0);
  return {
    ...{ payId, fore: sur, sur, taxable: pounds(last.gross), tax: pounds(last.tax) },
    toDate: { taxable: toDate('gross'), tax: toDate('tax') },
    ni: [
      {
        ...{ earnings: pounds(last.gross), employer: pounds(last.employerNi), employee: pounds(last.ownNi) },
        ...{ earningsToDate: toDate('gross'), employerToDate: toDate('employerNi'), employeeToDate: toDate('ownNi') },
      },
    ],
    ...(maternity > 0 && { payment: `<SMPYTD>${pounds(maternity)}</SMPYTD>` }),
    ...rest,
  };
}

/** Ed's pay of each month, by the files that are known: December's was corrected in January. */
const edPaid = (isCorrected: boolean) => (month: number) =>
  month === correctedMonth && isCorrected ? edCorrected : ed;

const monthly = (month: number, isCorrected: boolean): Uint8Array => {
  const months = Array.from({ length: month + 1 }, (_, at) => at);
  const rest = { paidOn: monthEnds[month], period: `<MonthNo>${month + 1}</MonthNo>` };
  const people = [
    inFile({ payId: 'E1', sur: 'Employee', user: 2, paid: months.map(edPaid(isCorrected)) }, rest),
    inFile({ payId: 'M1', sur: 'Mason', user: 3, paid: months.slice(movedIn).map(miaPaid) }, rest),
  ];
  return fpsFile(people);
};
const miaPaid = (month: number) => (month < leaveFrom ? mia : onLeave);

const correction = (): Uint8Array => {
  const months = Array.from({ length: correctedMonth + 1 }, (_, at) => at);
  const rest = { paidOn: monthEnds[correctedMonth], period: `<MonthNo>${correctedMonth + 1}</MonthNo>` };
  return fpsFile([inFile({ payId: 'E1', sur: 'Employee', user: 2, paid: months.map(edPaid(true)) }, rest)]);
};

const weekly = (week: number): Uint8Array => {
  const paidOn = fridays[week] ?? '';
  const weekNo = Math.floor((Date.parse(paidOn) - Date.parse('2025-04-06')) / dayMs / 7) + 1;
  const paid = fridays.slice(0, week + 1).map(() => wes);
  return fpsFile([
    inFile(
      { payId: 'W1', sur: 'Weston', user: 4, paid },
      { paidOn, frequency: 'W1', period: `<WeekNo>${weekNo}</WeekNo>` },
    ),
  ]);
};

const returned = (period: number): Uint8Array => {
  const { recovered, compensation, cis, levy } = sums(period);
  const month = `<TaxMonth>${period + 1}</TaxMonth>`;
  return epsFile(
    `<EmpAllceInd>yes</EmpAllceInd>${
      period < leaveFrom
        ? ''
        : `<RecoverableAmountsYTD>${month}<SMPRecovered>${pounds(recovered)}</SMPRecovered><NICCompensationOnSMP>${pounds(compensation)}</NICCompensationOnSMP><CISDeductionsSuffered>${pounds(cis)}</CISDeductionsSuffered></RecoverableAmountsYTD><ApprenticeshipLevy><LevyDueYTD>${pounds(levy)}</LevyDueYTD>${month}<AnnualAllce>15000.00</AnnualAllce></ApprenticeshipLevy>`
    }`,
  );
};

const inService = (period: number) => ({
  ...{
    period,
    dated_on: monthEnds[period],
    status: 'filed',
    employment_allowance_amount: '237.45',
    employment_allowance_claimed: true,
  },
  payslips: [{ user: 2, basic_pay: '2000.0', tax_deducted: '190.2', employee_ni: '76.16', employer_ni: '237.45' }],
});

const payslip = (person: number, { gross, tax, ownNi, employerNi }: Pay): DrawnPayslip => ({
  ...{ person, isUnknown: false, employersPension: 0 },
  figures: {
    ...{ gross, tax, ownNi, employerNi, class1A: 0, loan: 0, postgrad: 0, pension: 0, relief: 0, union: 0 },
  },
});

/** What is paid by files until a day. */
function filedRuns(until: string): readonly OwnRun[] {
  const isCorrected = until >= correctedOn;
  const ofMonths = monthEnds.flatMap((datedOn, period) =>
    period < movedIn || datedOn > until
      ? []
      : [{ datedOn, source: '', payslips: [payslip(2, edPaid(isCorrected)(period)), payslip(3, miaPaid(period))] }],
  );
  const ofWeeks = fridays
    .filter((datedOn) => datedOn <= until)
    .map((datedOn) => ({ datedOn, source: '.weekly', payslips: [payslip(4, wes)] }));
  return [...ofMonths, ...ofWeeks].map(({ datedOn, source, payslips }) => {
    const period = periodOf(datedOn);
    const tag = `counterfoil${source}:2026-${String(period).padStart(2, '0')}:${datedOn}`;
    return filedRun({ tag, year: 2026, period, datedOn, payslips, isUndecided: false });
  });
}

/** The returns that are there on a day: that of a month is sent on the 10th after it. */
const lastReturn = (until: string) => monthEnds.findLastIndex((_, period) => returnedOn(period) <= until);
const returnedOn = (period: number) => `${yearMonth(period)}-10`;

function ownFigures(books: readonly OwnRun[], until: string): OwnFigures {
  const files = filedRuns(until);
  const figures = runFigures([...books, ...files]);
  const last = lastReturn(until);
  const months = monthEnds.map((_, period) => {
    const ofPeriod = files.filter((run) => run.period === period);
    const allowance = last < movedIn - 1 ? 0 : ofPeriod.reduce((sum, run) => sum + run.employerNi, 0);
    const { recovered, compensation, cis, levy } = period <= last ? claimed(period) : claimed(0);
    const paye = figures.get(keyOf('month.paye', `2026-${String(period).padStart(2, '0')}`)) ?? 0;
    return {
      ...{ year: 2026, period, paye, isUnknown: false },
      returned: levy - recovered - compensation - cis - allowance,
    };
  });
  return new Map([
    ...figures,
    ...[...dueByMonth(months)]
      .filter(([month]) => figures.has(keyOf('month.paye', month)))
      .map(([month, pence]) => [keyOf('hmrc.due', month), pence] as const),
  ]);
}

const days = ['2025-11-10', '2026-01-10', '2026-02-20', '2026-05-25'];

/** Everybody on their pay day, what December's correction added, and HMRC by the own figures, two days early. */
async function payWhatIsOwed(
  pay: (on: string, pence: number, account: string, user?: number) => Promise<void>,
  figures: OwnFigures,
  { before, day }: { readonly before: string; readonly day: string },
): Promise<void> {
  const isNow = (on: string) => on > before && on <= day;
  for (const [key, pence] of figures) {
    const [, user, on = ''] = /^person\.net (\d+) counterfoil.*:(\d{4}-\d\d-\d\d)$/.exec(key) ?? [];
    if (isNow(on)) await pay(on, pence, '902', Number(user));
  }
  if (isNow(correctedOn)) await pay(correctedOn, netOf(edCorrected) - netOf(ed), '902', 2);
  for (const [period] of monthEnds.entries()) {
    const due = figures.get(keyOf('hmrc.due', monthOf(period))) ?? 0;
    const on = `${yearMonth(period)}-20`;
    if (isNow(on) && due > 0) await pay(on, due, '814');
  }
}

const netOf = ({ gross, tax, ownNi }: Pay) => gross - tax - ownNi;
const monthOf = (period: number) => `2026-${String(period).padStart(2, '0')}`;

async function differencesOf(books: Rigged, own: OwnFigures, { isLast }: { readonly isLast: boolean }) {
  const doors = await openDoors({
    ...{ database: books.db, companyId: books.company.id, now: books.clock.now() },
    ...{ accountingUrl: books.rig.baseUrl, settleWindowSeconds: 600 },
  });
  try {
    const runs = await runsOfApi(doors);
    const { said, unnamed } = await everythingSaid(doors, runs);
    const files = isLast ? await readWorkbooks(doors, runs) : [];
    const unsaid = [...own.keys()].filter(
      (key) => /^(?:hmrc\.due|year\.|control\.balance) /.test(key) && !said.some(({ is, of }) => keyOf(is, of) === key),
    );
    return [
      ...unnamed,
      ...unsaid,
      ...compared([...said, ...files], own).map(({ is, of, words }) => `${is} of ${of}: ${words}`),
    ];
  } finally {
    await doors.close();
  }
}

/** With the first token, which has expired by the second day. */
async function setsOf(books: Rigged): Promise<readonly OwnSet[]> {
  const passed = books.clock.now().getTime() - Date.parse(start);
  books.clock.advance(-passed);
  const sets = await books.sets();
  books.clock.advance(passed);
  return sets.map(({ url, dated_on: datedOn, tag = '', journal_entries: lines }) => ({
    ...{ url, datedOn, tag },
    lines: lines.map(({ category, user, debit_value }) => ({
      code: category.split('/').at(-1) ?? '',
      ...(user !== undefined && { user: Number(user.split('/').at(-1)) }),
      pence: Math.round(Number(debit_value) * 100),
    })),
  }));
}

describeOnDatabases('the year of a client that moves in October', (open) => {
  async function connected(): Promise<Rigged> {
    const users = [
      { id: 1, first_name: 'Ann', last_name: 'Elm', role: 'Director', permission_level: 8 },
      ...['Employee', 'Mason', 'Weston'].map((last_name, at) => ({
        id: at + 2,
        first_name: last_name,
        last_name,
        role: 'Employee',
      })),
    ];
    const periods = monthEnds.slice(0, movedIn).map((_, period) => inService(period));
    const books = await rigged(open, { scenario: elm({ users, payroll: { '2026': { periods } } }) });
    const user = (id: number) => `${books.rig.baseUrl}/v2/users/${id}`;
    await books.policy({
      payroll: { levyAccount: '405' },
      controls: { payeReference: '123/AB456', cisSuffered: '405' },
      payrollPeople: { E1: user(2), M1: user(3), W1: user(4) },
      employerPensions: { '*': '0.00' },
    });
    return books;
  }

  it('is the same at every door, and is what is worked out apart, on each day that is tried', async () => {
    const books = await connected();
    expect(await books.sync()).toMatchObject({ posted: movedIn });
    const tools = { database: books.db, companies: books.rig.companies, log: books.log };
    await movePayroll(tools, await companyNow(books), {
      who,
      to: 'files',
      on: movedOn,
      reason: 'A bureau runs it now',
    });
    const raw = await Promise.all(monthEnds.slice(0, movedIn).map((_, period) => books.period(2026, period)));
    const ofService = runsOf(raw.map((one, period) => ({ ...one, year: 2026, period })) as RawPeriod[], 'counterfoil');

    const comes: { on: string; bytes: Uint8Array; name: string }[] = [
      ...fridays.map((on, week) => ({ on, bytes: weekly(week), name: `week-${on}.xml` })),
      ...monthEnds.flatMap((on, month) =>
        month < movedIn ? [] : [{ on, bytes: monthly(month, month > correctedMonth), name: `month-${on}.xml` }],
      ),
      { on: correctedOn, bytes: correction(), name: 'december-corrected.xml' },
      ...monthEnds.flatMap((_, period) =>
        period < movedIn - 1 ? [] : [{ on: returnedOn(period), bytes: returned(period), name: `eps-${period}.xml` }],
      ),
    ].sort((a, b) => (a.on < b.on ? -1 : 1));

    let before = '';
    const paid = new Map<string, number>();
    const pay = async (on: string, pence: number, account: string, user?: number) => {
      await books.pay(on, pounds(pence), account, user);
      for (const of of [account, ...(user === undefined ? [] : [`${account} ${user}`])])
        paid.set(of, (paid.get(of) ?? 0) + pence);
    };
    for (const day of days) {
      for (const one of comes.filter(({ on }) => on > before && on <= day)) await receive(books, one.bytes, one.name);
      await books.advance((Date.parse(day) - Date.parse(books.clock.now().toISOString().slice(0, 10))) / 1000);
      await books.sync();
      if (correctedOn > before && correctedOn <= day) {
        // Those next to it wait for it, and the month's allowance follows it.
        await books.acts.amend(books.ref(correctedMonth, monthEnds[correctedMonth]), act());
        await books.sync();
        await books.acts.amend({ ...books.ref(correctedMonth), adjustment: 'allowance-1' }, act());
        await books.sync();
      }
      const runs = await books.runs();
      expect(runs.filter(({ state }) => state !== 'posted').map(({ tag, state }) => `${tag} ${state}`)).toEqual([]);
      const figures = ownFigures(ofService, day);
      await payWhatIsOwed(pay, figures, { before, day });
      expect(await books.controlLines(day)).toEqual(['clear']);
      const sets = await setsOf(books);
      const balances = [...owedOn(sets, day)]
        .filter(([of]) => /^(?:814|902)\b/.test(of))
        .map(([of, pence]) => [of, pence - (paid.get(of) ?? 0)] as const);
      const own = new Map([
        ...figures,
        ...accountFigures(postedByMonth(sets)),
        ...balances.map(([of, pence]) => [keyOf('control.balance', of), pence] as const),
      ]);
      expect(await differencesOf(books, own, { isLast: day === days.at(-1) })).toEqual([]);
      before = day;
    }
    expect(await verifyLog(books.db)).toEqual([]);
  });
});
