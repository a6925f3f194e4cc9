import { movePayroll } from '../../../src/acts/payrolls/move-payroll.js';
import { receiveFile } from '../../../src/acts/payrolls/receive-file.js';
import type { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import type { RunState } from '../../../src/record/runs/run-state.js';
import { fpsFile, type PersonInFile } from '../../payrolls/files/fps-files.js';
import { filedRun } from '../../witness/own/filed.js';
import type { OwnRun } from '../../witness/own/payslips.js';
import { noFigures } from '../filed-figures.js';
import { pounds, taxYearIn, yearOf, yearsOf } from '../filed-years.js';
import { addDays, monthAfter, type PaidRun, periodOf } from '../payroll.js';
import type { Random } from '../random.js';
import { baseUrl } from '../service.js';
import { secondMs, type Stage } from '../stage.js';

/**
 * Once a history is at rest, the client's payroll moves to files, which go on with the year to date of what the
 * accounting service has paid. What the files pay is known from what was drawn.
 */

const who = { actor: 'bookkeeper', trigger: 'api' as const, companies: null };

interface ToDate {
  readonly taxable: number;
  readonly tax: number;
  readonly statutory: number;
}

/** In pence, by person: what the service's payroll has paid in a tax year. Each payslip has 60.00 of pension, 200.00 of tax. */
function paidInService(runs: readonly PaidRun[], year: number): Map<number, ToDate> {
  const found = new Map<number, ToDate>();
  for (const run of runs.filter(({ gone, period }) => !gone && yearOf(period) === year))
    for (const person of run.people) {
      const [gross, statutory] = [run.gross, run.statutory].map((of) => Math.round((of.get(person) ?? 0) * 100));
      const before = found.get(person) ?? nothing;
      found.set(person, {
        taxable: before.taxable + (gross ?? 0) - 6_000,
        tax: before.tax + 20_000,
        statutory: before.statutory + (statutory ?? 0),
      });
    }
  return found;
}

const nothing: ToDate = { taxable: 0, tax: 0, statutory: 0 };

/** Its pay runs by files; none if it could not move. */
export async function moveToFiles(stage: Stage, random: Random): Promise<readonly OwnRun[]> {
  const { time } = stage;
  const days = [...stage.payroll.runs, ...(await stage.rows())].map(({ datedOn }) => datedOn).sort();
  const people = [...new Set(stage.payroll.runs.filter(({ gone }) => !gone).flatMap((run) => run.people))];
  const last = days.at(-1);
  if (last === undefined || people.length === 0) return [];
  const on = addDays(last, random.whole(1, 10));
  const process = stage.steady();
  const tools = { database: stage.database(), companies: process.companies, log: process.log };
  let hasMoved = false;
  await time.until(
    stage.attempt(process, `payroll moves to files on ${on}`, async () => {
      await movePayroll(tools, stage.company(), { who, to: 'files', on, reason: 'drawn' });
      hasMoved = true;
      return 'moved';
    }),
  );
  if (!hasMoved) return [];
  stage.report.reach('payroll moved to files');
  await time.until(
    stage.changePolicy({
      payrollPeople: Object.fromEntries(people.map((person) => [`P${person}`, `${baseUrl}/v2/users/${person}`])),
      employerPensions: { '*': '0.00' },
      controls: { ...stage.company().policy.controls, payeReference: '123/AB456' },
    }),
  );
  await time.until(stage.sync(0));
  const before = await stage.rows();
  const paid = people.filter(() => random.chance(0.6));
  const toDate = new Map<number, Map<number, ToDate>>();
  const runs: OwnRun[] = [];
  const first = addDays(on, random.whole(0, 12));
  for (let day = first, left = random.whole(1, 3); left > 0 && paid.length > 0; left--, day = monthAfter(day)) {
    const year = taxYearIn(day);
    const known = toDate.get(year) ?? paidInService(stage.payroll.runs, year);
    toDate.set(year, known);
    const payments = paid.map((person) => payment(person, day, { pounds: 100 * random.whole(15, 30), known }));
    const bytes = fpsFile(
      payments.map(({ inFile }) => inFile),
      { years: yearsOf(periodOf(day)) },
    );
    await passUntil(stage, Date.parse(`${day}T09:00:00Z`));
    const receiving = receiveFile(tools, async () => [await process.companies.find(stage.company().id)], {
      ...{ who, name: `${day}.xml`, bytes },
    });
    await time.until(receiving);
    await time.until(stage.sync(0));
    const [at, period] = [periodOf(day), periodOf(day) % 12];
    const tag = `counterfoil:${yearOf(at)}-${String(period).padStart(2, '0')}:${day}`;
    runs.push(
      filedRun({
        ...{ tag, year: yearOf(at), period, datedOn: day, isUndecided: false },
        payslips: payments.map(({ payslip }) => payslip),
      }),
    );
  }
  await time.until(stage.sync(0));
  for (const what of [...(await notPaid(stage, runs)), ...otherwiseThan(before, await stage.rows())])
    stage.violate(what);
  return runs;
}

/** No one asks about what the files pay, but who is what, and whether a run next to it that waits pays them too. */
async function notPaid(stage: Stage, runs: readonly OwnRun[]): Promise<readonly string[]> {
  const rows = await stage.rows();
  const doesOneWait = rows.some(({ tag, state }) => waits.includes(state) && runs.every((run) => run.tag !== tag));
  const { postFrom } = stage.company().policy;
  return runs.flatMap(({ tag, datedOn }) => {
    const { state = 'nowhere', reason = '', holdCodes = [] } = rows.find((one) => one.tag === tag) ?? {};
    const isRight =
      state === 'posted' ||
      state === 'ready' ||
      (state === 'before_cutover' && postFrom !== null && datedOn < postFrom) ||
      holdCodes.includes('unsupported_role') ||
      (state === 'changed' && doesOneWait);
    return isRight ? [] : [`moved: ${tag} is ${state} (${reason}) ${holdCodes.join()}`];
  });
}

const waits: readonly RunState[] = ['ignored', 'changed', 'drift'];

/** A history gives up on what waits for more than twelve days. */
async function passUntil({ time }: Stage, thenMs: number): Promise<void> {
  const most = 10 * 24 * 3600 * secondMs;
  do await time.until(time.sleep(Math.min(Math.max(secondMs, thenMs - time.ms), most)));
  while (time.ms < thenMs);
}

/** What the accounting service paid stays as it was posted. */
const otherwiseThan = (before: readonly PayRunRecord[], after: readonly PayRunRecord[]): readonly string[] =>
  before
    .filter(({ kind, state }) => kind === 'payroll' && state === 'posted')
    .flatMap(({ tag, fingerprint }) => {
      const now = after.find((one) => one.tag === tag);
      const isSame = now?.state === 'posted' && now.fingerprint === fingerprint;
      return isSame
        ? []
        : [`kept: ${tag} was posted before payroll moved, and is another now: ${now?.state ?? 'gone'}`];
    });

interface Drawn {
  readonly pounds: number;
  /** By person, and gone on with. */
  readonly known: Map<number, ToDate>;
}

function payment(person: number, day: string, { pounds: pay, known }: Drawn) {
  const before = known.get(person) ?? nothing;
  // Above 1,048.00 and 417.00 a month.
  const [gross, tax, ownNi, employerNi] = [pay * 100, pay * 10, (pay - 1048) * 8, (pay - 417) * 15];
  const after = { ...before, taxable: before.taxable + gross, tax: before.tax + tax };
  known.set(person, after);
  const statutory = before.statutory === 0 ? '' : `<SMPYTD>${pounds(before.statutory)}</SMPYTD>`;
  const inFile: PersonInFile = {
    ...{ payId: `P${person}`, fore: `Person${person}`, sur: 'Ash', paidOn: day },
    ...{ taxable: pounds(gross), tax: pounds(tax), period: `<MonthNo>${(periodOf(day) % 12) + 1}</MonthNo>` },
    toDate: { taxable: pounds(after.taxable), tax: pounds(after.tax) },
    payment: `<PayAfterStatDedns>${pounds(gross - tax - ownNi)}</PayAfterStatDedns>${statutory}`,
    ni: [{ earnings: pounds(gross), employer: pounds(employerNi), employee: pounds(ownNi) }],
  };
  const figures = { ...noFigures, gross, tax, ownNi, employerNi };
  return { inFile, payslip: { person, isUnknown: false, employersPension: 0, figures } };
}
