import { movePayroll } from '../../../src/acts/payrolls/move-payroll.js';
import { receiveFile } from '../../../src/acts/payrolls/receive-file.js';
import { Problem } from '../../../src/ground/problem.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import type { RunState } from '../../../src/record/runs/run-state.js';
import { epsFile, levy } from '../../payrolls/files/eps-files.js';
import { fpsFile, type PersonInFile } from '../../payrolls/files/fps-files.js';
import { filedRun } from '../../witness/own/filed.js';
import type { OwnRun } from '../../witness/own/payslips.js';
import { noFigures } from '../filed-figures.js';
import { pounds, taxYearIn, yearOf, yearsOf } from '../filed-years.js';
import { addDays, monthAfter, type PaidRun, periodOf, type SimulatedPayroll, tagOf } from '../payroll.js';
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

export interface Moved {
  /** Its pay runs by files; none if it could not move. */
  readonly runs: readonly OwnRun[];
  /** What returns add to what is due of a month, in pence: "2026-07". */
  readonly returned: ReadonlyMap<string, number>;
}

const nowhere: Moved = { runs: [], returned: new Map() };

interface Moving {
  readonly random: Random;
  /** What comes after the first move, so that the first is as it ever was. */
  readonly next: Random;
  readonly inside: SimulatedPayroll;
}

export async function moveToFiles(stage: Stage, { random, next, inside }: Moving): Promise<Moved> {
  const { time } = stage;
  const badness = next.chance(0.3) ? next.pick([0.1, 0.3]) : 0;
  const days = [...stage.payroll.runs, ...(await stage.rows())].map(({ datedOn }) => datedOn).sort();
  const people = [...new Set(stage.payroll.runs.filter(({ gone }) => !gone).flatMap((run) => run.people))];
  const last = days.at(-1);
  if (last === undefined || people.length === 0) return nowhere;
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
  if (!hasMoved) return nowhere;
  stage.report.reach('payroll moved to files');
  await time.until(
    stage.changePolicy({
      payrollPeople: Object.fromEntries(people.map((person) => [`P${person}`, `${baseUrl}/v2/users/${person}`])),
      employerPensions: { '*': '0.00' },
      controls: { ...stage.company().policy.controls, payeReference: '123/AB456' },
    }),
  );
  await syncAmid(stage, badness);
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
    await syncAmid(stage, badness);
    runs.push(runOf(day, payments));
  }
  if (badness > 0) stage.report.reach('payroll moved amid faults');
  const goingOn = { stage, tools, random: next, badness, inside, paid, known: toDate, runs };
  const returned = runs.length === 0 ? nowhere.returned : await goOn(goingOn);
  await calm(stage);
  for (const what of [...(await notPaid(stage, runs)), ...otherwiseThan(before, await stage.rows())])
    stage.violate(what);
  return { runs, returned };
}

/** A sync while requests go wrong. */
async function syncAmid(stage: Stage, badness: number): Promise<void> {
  stage.network.badness = badness;
  await stage.time.until(stage.sync(0));
  stage.network.badness = 0;
}

/** All trouble ends, and what is in doubt is settled. */
export async function calm(stage: Stage): Promise<void> {
  const { network, time } = stage;
  network.forbiddenUntilMs = 0;
  await time.until(time.sleep(Math.max(secondMs, network.limitedUntilMs - time.ms)));
  for (let sync = 0; sync < 3; sync++) {
    await time.until(stage.sync(0));
    await time.until(time.sleep(settledSeconds * secondMs));
  }
  await time.until(stage.sync(0));
}

/** Longer than a settle window and a lease. */
const settledSeconds = 3600;

type Sent = ReturnType<typeof payment>;

function runOf(day: string, payments: readonly Sent[], source = ''): OwnRun {
  const [at, period] = [periodOf(day), periodOf(day) % 12];
  const tag = `counterfoil${source}:${yearOf(at)}-${String(period).padStart(2, '0')}:${day}`;
  return filedRun({
    ...{ tag, year: yearOf(at), period, datedOn: day, isUndecided: false },
    payslips: payments.map(({ payslip }) => payslip),
  });
}

interface GoingOn {
  readonly stage: Stage;
  readonly tools: Parameters<typeof movePayroll>[0];
  readonly random: Random;
  readonly badness: number;
  readonly inside: SimulatedPayroll;
  readonly paid: readonly number[];
  readonly known: Map<number, Map<number, ToDate>>;
  /** What files pay: those of another frequency come to it. */
  readonly runs: OwnRun[];
}

/** After the move: back to the service, on to weekly pay, or an EPS of the year so far; or nothing. */
async function goOn(of: GoingOn): Promise<Moved['returned']> {
  const how = of.random.weighted<'back' | 'weekly' | 'eps' | 'nothing'>([
    ...([
      [3, 'back'],
      [3, 'weekly'],
      [3, 'eps'],
      [2, 'nothing'],
    ] as const),
  ]);
  if (how === 'eps') return sendEps(of);
  if (how === 'back') await moveBack(of);
  if (how === 'weekly') await payWeekly(of);
  return nowhere.returned;
}

const lastOf = (runs: readonly OwnRun[]): string =>
  runs
    .map(({ datedOn }) => datedOn)
    .sort()
    .at(-1) ?? '';

/** It is refused while something is in doubt, and asked again once that is settled. */
async function moves(
  { stage, tools, random, runs, badness }: GoingOn,
  given: { to: string; from?: string },
): Promise<string | undefined> {
  const on = addDays(lastOf(runs), random.whole(1, 10));
  // A file that no sync has seen by the move is asked about: docs/gaps.md.
  if (badness > 0) await stage.time.until(stage.sync(0));
  let why = '';
  for (const again of [false, true]) {
    if (again) await calm(stage);
    const hasMoved = await movePayroll(tools, stage.company(), { who, ...given, on, reason: 'drawn' }).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        why = error.detail;
        return false;
      },
    );
    if (hasMoved) {
      // The history knows the company as it was last changed by it.
      await stage.time.until(stage.changePolicy({}));
      return on;
    }
    stage.report.reach('a move waited for what is in doubt');
  }
  stage.violate(`moved: nothing is in doubt, and payroll does not move: ${why}`);
  return undefined;
}

async function moveBack(of: GoingOn): Promise<void> {
  const { stage, random, inside, paid } = of;
  const on = await moves(of, { to: 'service' });
  if (on === undefined) return;
  stage.report.reach('payroll moved back to the service');
  const day = addDays(on, random.whole(0, 12));
  // A second pay run in a month of the service takes its allowance over, as without a move.
  const isPaidAlready = stage.payroll.runs.some(({ gone, period }) => !gone && period === periodOf(day));
  const run = inside.payOn(isPaidAlready ? monthAfter(day) : day, paid);
  if (run === undefined) return;
  await passUntil(stage, Date.parse(`${run.datedOn}T09:00:00Z`));
  await stage.time.until(stage.deliver([run.period]));
  await syncAmid(stage, of.badness);
  await calm(stage);
  const due = { tag: tagOf(run), ...run } as unknown as OwnRun;
  for (const what of await notPaid(stage, [due])) stage.violate(what);
}

async function payWeekly(of: GoingOn): Promise<void> {
  const { stage, random, paid, known, runs } = of;
  const on = await moves(of, { to: 'weekly', from: 'monthly' });
  if (on === undefined) return;
  stage.report.reach('payroll moved to another pay frequency');
  for (let day = addDays(on, random.whole(0, 6)), left = random.whole(1, 3); left > 0; left--, day = addDays(day, 7)) {
    const year = taxYearIn(day);
    const toDate = known.get(year) ?? new Map<number, ToDate>();
    known.set(year, toDate);
    const payments = paid.map((person) =>
      payment(person, day, { pounds: 100 * random.whole(4, 9), known: toDate, weekly: true }),
    );
    await take(
      of,
      day,
      fpsFile(
        payments.map(({ inFile }) => inFile),
        { years: yearsOf(periodOf(day)) },
      ),
    );
    runs.push(runOf(day, payments, '.weekly'));
  }
}

async function take({ stage, tools, badness }: GoingOn, day: string, bytes: Uint8Array): Promise<void> {
  await passUntil(stage, Date.parse(`${day}T09:00:00Z`));
  const clients = async () => [await stage.steady().companies.find(stage.company().id)];
  await stage.time.until(receiveFile(tools, clients, { who, name: `${day}.xml`, bytes }));
  await syncAmid(stage, badness);
}

const penceOf = ({ payeNi }: PayRunRecord): number => Math.round(Number(payeNi.toString()) * 100);

/** The levy since 6 April: what was entered by hand before the move is in it. */
async function sendEps(of: GoingOn): Promise<Moved['returned']> {
  const { stage, random, runs } = of;
  const day = lastOf(runs);
  const [year, period] = [yearOf(periodOf(day)), periodOf(day) % 12];
  const leviesNow = () =>
    stage.database().read((rows) => rows.findBy(PayRunRecord, { companyId: stage.company().id, kind: 'levy', year }));
  const levies = await leviesNow();
  if (levies.some((row) => row.period > period || (row.state !== 'posted' && row.state !== 'ready')))
    return nowhere.returned;
  const before = levies.reduce((sum, row) => sum + penceOf(row), 0);
  const amount = Math.ceil(before / 100) + random.whole(50, 500);
  await stage.time.until(stage.changePolicy({ payroll: { ...stage.company().policy.payroll, levyAccount: '405' } }));
  const month = `${year}-${String(period).padStart(2, '0')}`;
  for (const number of [1, 2, 3]) stage.auditor.asked.ask(`:${month}:levy-${number}`, ['post']);
  await take(of, day, epsFile(levy(period + 1, amount), { years: yearsOf(periodOf(day)) }));
  stage.report.reach('an EPS came after payroll moved');
  await calm(stage);
  const pence = amount * 100 - before;
  const own = (await leviesNow()).filter((row) => !levies.some(({ tag }) => tag === row.tag));
  const said = own.map((row) => `${row.state} ${penceOf(row)} ${row.holdCodes.join()}`).join('; ');
  // Asked about: whether the service's statutory pay was recovered, and months in which neither payroll paid anyone.
  // What was entered before the record was lost is found in the books, where no one knows who entered it.
  const isFound = levies.some(({ entered }) => entered === null);
  const isAsked = said === `held ${isFound ? amount * 100 : pence} return_before_unknown`;
  const ofYear = await stage
    .database()
    .read((rows) => rows.findBy(PayRunRecord, { companyId: stage.company().id, year }));
  const isClaimed = of.inside.runs.some((run) => yearOf(run.period) === year && run.statutory.size > 0);
  const monthsOf = (all: readonly number[]) => all.filter((one) => yearOf(one) === year).map((one) => (one % 12) + 1);
  const paidInside = monthsOf(of.inside.runs.flatMap((run) => (run.gone ? [] : [run.period])));
  const paidByFiles = monthsOf(runs.map(({ datedOn }) => periodOf(datedOn)));
  const isGap = Math.max(0, ...paidInside) + 1 < Math.min(...paidByFiles);
  if (isAsked && (isClaimed || isGap || ofYear.some(({ kind }) => kind === 'recovery'))) return nowhere.returned;
  if (said !== `posted ${pence} ` && said !== `ready ${pence} `)
    stage.violate(`moved: a levy of ${pence} is due since ${before}, and this is there: ${said}`);
  return new Map([[month, pence]]);
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
      // A journal by hand holds every run of its tax month.
      (holdCodes.includes('unexplained_movement') && rows.some((one) => one.tag !== tag && isHeldBy(one, datedOn))) ||
      // By a fault of the history: it stands until a person decides.
      (state === 'refused' && reason?.includes(byFault)) ||
      (state === 'changed' && doesOneWait);
    return isRight ? [] : [`moved: ${tag} is ${state} (${reason}) ${holdCodes.join()}`];
  });
}

/** A run of the service's in that tax month, held by a journal that someone made by hand. */
const isHeldBy = ({ year, period, holdCodes }: PayRunRecord, day: string): boolean =>
  year * 12 + period === periodOf(day) && holdCodes.includes('unexplained_movement');

const byFault = 'The service does not want this';

const waits: readonly RunState[] = ['ignored', 'changed', 'drift'];

/** A history gives up on what waits for more than twelve days. */
async function passUntil({ time }: Stage, thenMs: number): Promise<void> {
  const most = 10 * 24 * 3600 * secondMs;
  const leftMs = () => thenMs - time.now().getTime();
  do await time.until(time.sleep(Math.min(Math.max(secondMs, leftMs()), most)));
  while (leftMs() > 0);
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
  readonly weekly?: true;
}

/** Above these pounds a month or week NI is due, of employee and employer. */
const thresholds = { monthly: [1048, 417], weekly: [242, 96] } as const;

const weekOf = (day: string): number =>
  Math.floor((Date.parse(day) - Date.parse(`${taxYearIn(day) - 1}-04-06`)) / (7 * 24 * 3600 * secondMs)) + 1;

function payment(person: number, day: string, { pounds: pay, known, weekly }: Drawn) {
  const before = known.get(person) ?? nothing;
  const [primary, secondary] = thresholds[weekly ? 'weekly' : 'monthly'];
  const [gross, tax, ownNi, employerNi] = [pay * 100, pay * 10, (pay - primary) * 8, (pay - secondary) * 15];
  const after = { ...before, taxable: before.taxable + gross, tax: before.tax + tax };
  known.set(person, after);
  const statutory = before.statutory === 0 ? '' : `<SMPYTD>${pounds(before.statutory)}</SMPYTD>`;
  const inFile: PersonInFile = {
    ...{ payId: `P${person}`, fore: `Person${person}`, sur: 'Ash', paidOn: day },
    ...{ taxable: pounds(gross), tax: pounds(tax) },
    ...(weekly
      ? { frequency: 'W1', period: `<WeekNo>${weekOf(day)}</WeekNo>` }
      : { period: `<MonthNo>${(periodOf(day) % 12) + 1}</MonthNo>` }),
    toDate: { taxable: pounds(after.taxable), tax: pounds(after.tax) },
    payment: `<PayAfterStatDedns>${pounds(gross - tax - ownNi)}</PayAfterStatDedns>${statutory}`,
    ni: [{ earnings: pounds(gross), employer: pounds(employerNi), employee: pounds(ownNi) }],
  };
  const figures = { ...noFigures, gross, tax, ownNi, employerNi };
  return { inFile, payslip: { person, isUnknown: false, employersPension: 0, figures } };
}
