import type { FiledPayroll } from '../simulation/filed-payroll.js';
import { ControlAccounts } from '../../src/controls/controls.js';
import type { Moved } from '../simulation/acts/move.js';
import { taxMonthOf, taxYearOf } from '../../src/journal/nouns/dates.js';
import { tagOf } from '../simulation/payroll.js';
import { baseUrl } from '../simulation/service.js';
import type { Stage } from '../simulation/stage.js';
import { compared, type Differs } from './compare.js';
import { type ApiRun, readApi, runsOfApi } from './doors/api.js';
import { type Doors, openDoors } from './doors/open.js';
import { readClientPage } from './doors/client.js';
import { readFiles, readWorkbooks } from './doors/files.js';
import { readDigest, wrongInWebhook } from './doors/messages.js';
import { readMetrics } from './doors/metrics.js';
import { readPages } from './doors/pages.js';
import { readTerminal } from './doors/terminal.js';
import { known } from './known.js';
import { londonDay, owedOn, postedByMonth } from './own/books.js';
import { accountFigures, keyOf, type OwnFigures, runFigures } from './own/figures.js';
import { filedRun } from './own/filed.js';
import { dueByMonth } from './own/hmrc.js';
import { type OwnRun, type RawPeriod, runsOf } from './own/payslips.js';
import { monthAt, type Said } from './said.js';

const settleWindowSeconds = 600;

/** How often each figure was said, by which door. */
export type Coverage = Map<string, Map<string, number>>;

/** What pays people besides the accounting service. */
interface Drawn {
  /** Payroll that comes as files from the beginning. */
  readonly filed: FiledPayroll | undefined;
  /** Of a client that moved: what files pay since then. */
  readonly moved: Moved | undefined;
}

/** At the end of a history: asks every door, and compares what they say with each other and with our own figures. */
export async function readAtRest(stage: Stage, drawn: Drawn, seed: number): Promise<readonly string[]> {
  const { differs, unnamed } = await whatDiffers(stage, drawn, seed);
  const open = differs.filter((one) => !isKnown(one, stage.report.known));
  return [
    ...unnamed.map((words) => `doors: ${words}`),
    ...open.map(({ is, of, words }) => `doors: ${is} of ${of}: ${words}`),
  ];
}

function isKnown(differs: Differs, seen: Map<string, number>): boolean {
  const row = known.find(({ fits }) => fits(differs));
  if (row !== undefined) seen.set(row.what, (seen.get(row.what) ?? 0) + 1);
  return row !== undefined;
}

interface Found {
  readonly differs: readonly Differs[];
  readonly unnamed: readonly string[];
}

async function whatDiffers(stage: Stage, drawn: Drawn, seed: number): Promise<Found> {
  await stage.time.until(readControls(stage));
  const now = stage.time.now();
  const [database, companyId] = [stage.database(), stage.company().id];
  const doors = await openDoors({ database, companyId, now, accountingUrl: baseUrl, settleWindowSeconds });
  try {
    const runs = await runsOfApi(doors);
    const { said, unnamed } = await everythingSaid(doors, runs);
    const terminal = { service: stage.service, on: londonDay(now), withFiles: isReadInFull(seed) };
    const more = seed % commandsEvery === 0 ? await readTerminal(database, terminal, runs) : [];
    const { items } = await doors.api<{ items: readonly Pick<ApiRun, 'state' | 'year' | 'period'>[] }>(
      '/api/adjustments',
    );
    const isAltered = [...runs, ...items].some(({ state }) => state === 'drift' || state === 'ignored');
    const isFull = isReadInFull(seed);
    const books = isFull ? [...(await readWorkbooks(doors, runs)), ...(await readDigest(doors))] : [];
    const ofWebhook = isFull ? await wrongInWebhook(doors, runs) : [];
    // A month of files also waits for files that have not come, which only Month says.
    const hasFiles = drawn.filed !== undefined || stage.company().policy.payrollMoves.length > 0;
    const read = [...said, ...more, ...books].filter(({ is }) => !hasFiles || is !== 'count.left');
    const all = read.filter(isDueByPayroll(read, runs));
    for (const { is, door } of all) count(stage.report.doors, is, door);
    const isCredited = all.some(({ is, says }) => is === 'hmrc.due' && Number(says) <= 0);
    const own = await ownFigures(stage, { ...drawn, isAltered, isCredited });
    return {
      // Paused before it read any payroll, it has nothing to say.
      differs: compared(all, runs.length === 0 ? new Map() : own),
      unnamed: [...unnamed, ...ofWebhook],
    };
  } finally {
    await doors.close();
  }
}

/**
 * Control accounts go by the journals, less what was recovered. What is due by them is payroll’s own figure only where
 * the two agree, or recovery explains why not, and the books are to stay as they are. A run’s own page also says the
 * difference where recovery explains it.
 */
function isDueByPayroll(said: readonly Said[], runs: readonly Pick<ApiRun, 'state' | 'year' | 'period'>[]) {
  const unexplained = said.filter(({ is, door }) => is === 'paye.difference' && door !== 'run page');
  const belowNil = said.filter(({ is, says }) => is === 'hmrc.due' && Number(says) < 0);
  const odd = runs.filter(({ state }) => state === 'ignored' || state === 'drift' || state === 'changed');
  const months = new Set([...[...unexplained, ...belowNil].map(({ of }) => of), ...odd.map(monthAt)]);
  return ({ is, of, door }: Said): boolean =>
    is !== 'hmrc.due' || !door.endsWith('control accounts') || !months.has(of);
}

/** By the simulated network: the books are known by the address at which they were connected. */
async function readControls(stage: Stage): Promise<void> {
  const { database, companies, log } = stage.steady();
  const controls = new ControlAccounts(database, database.clock, companies, log, { put: async () => undefined });
  const { problem } = await controls.read(stage.company(), { actor: 'witness', trigger: 'command' });
  if (problem !== undefined) throw problem;
}

function count(coverage: Coverage, is: string, door: string): void {
  const doors = coverage.get(is) ?? new Map<string, number>();
  coverage.set(is, doors.set(door, (doors.get(door) ?? 0) + 1));
}

/** Commands take as much as all other doors together. */
const commandsEvery = 5;
/** A month file, workbooks and messages take as long again. */
const fullyEvery = 50;
/** Its messages have to be kept from its beginning. */
export const isReadInFull = (seed: number): boolean => seed % fullyEvery === 0;

export interface Everything {
  readonly said: readonly Said[];
  readonly unnamed: readonly string[];
}

export async function everythingSaid(doors: Doors, runs: readonly ApiRun[]): Promise<Everything> {
  const months = [...new Map(runs.map(({ year, period }) => [`${year} ${period}`, { year, period }])).values()];
  const pages = await readPages(doors, months, runs);
  const said = [
    ...pages.said,
    ...(await readApi(doors, runs)),
    ...(await readFiles(doors, runs)),
    ...readMetrics(await doors.page('/metrics')),
  ];
  const paid = months.filter((month) => runs.some((run) => isPaid(run) && monthAt(run) === monthAt(month)));
  for (const month of paid.slice(-clientLinksMax)) said.push(...(await readClientPage(doors, month)));
  return { said, unnamed: pages.unnamed };
}

const clientLinksMax = 3;
/** It has figures, which a client can approve. */
const isPaid = ({ payslips, state }: ApiRun): boolean => payslips > 0 && state !== 'not_ready' && state !== 'overdue';

/** What is known apart from the program: the drawn payroll, as the service or the files have it, and the books. */
interface OfOwn extends Drawn {
  /** People changed in the books what was posted, which the tax year shows as it was posted. */
  readonly isAltered: boolean;
  /** Some month’s payment is nil or below, so that what is left of it may go on to the next. */
  readonly isCredited: boolean;
}

async function ownFigures(stage: Stage, { filed, moved, isAltered, isCredited }: OfOwn): Promise<OwnFigures> {
  const runs =
    filed === undefined ? [...(await runsInService(stage)), ...(moved?.runs ?? [])] : runsInFiles(filed, stage.auditor);
  const lacking = stage.payroll.runs.find((run) => !run.gone && !runs.some(({ tag }) => tag === tagOf(run)));
  if (lacking !== undefined) throw new Error(`our own figures lack ${tagOf(lacking)}`);
  const today = londonDay(stage.time.now());
  const sets = await stage.service.sets();
  const owed = owedOn(sets, today);
  const { altered, alteredSets, othersTags } = stage.auditor;
  const isAsPosted = !isAltered && altered.size + alteredSets.size + othersTags.size === 0;
  const balances = [...owed]
    .filter(([of]) => /^(?:813|814|815|902)\b/.test(of))
    .map(([of, pence]) => [keyOf('control.balance', of), pence] as const);
  const figures = runFigures(runs);
  return new Map([
    ...figures,
    ...balances,
    ...(isAsPosted ? accountFigures(postedByMonth(sets)) : []),
    ...(filed !== undefined ? dueByFiles(figures, filed) : isCredited ? [] : dueSinceMove(runs, moved)),
  ]);
}

/** Of every month with a pay run or a return, since a credit goes over months without a pay run. */
function dueByFiles(figures: OwnFigures, filed: FiledPayroll): readonly (readonly [string, number])[] {
  const paye = new Map(
    [...figures].flatMap(([key, pence]) => {
      const month = /^month\.paye (\d+-\d+)$/.exec(key)?.[1];
      return month === undefined ? [] : [[month, pence] as const];
    }),
  );
  const months = [...new Set([...paye.keys()].map((month) => Number(month.slice(0, 4))))].flatMap((year) =>
    Array.from({ length: 12 }, (_, period) => {
      const returned = filed.returned.inMonth(year, period + 1);
      const isUnknown = returned !== 0 && filed.returned.isUnchecked(year, period + 1);
      return { year, period, paye: paye.get(monthAt({ year, period })) ?? 0, returned, isUnknown };
    }),
  );
  const unsure = new Set(
    filed.questions.daysPaidTwicePerhaps.map((day) => monthAt({ year: taxYearOf(day), period: taxMonthOf(day) - 1 })),
  );
  const due = [...dueByMonth(months)].filter(([month]) => paye.has(month) && !isAfter(unsure, month));
  return due.map(([month, pence]) => [keyOf('hmrc.due', month), pence] as const);
}

/** A credit goes on to the later months of the tax year. */
const isAfter = (months: ReadonlySet<string>, month: string): boolean =>
  [...months].some((one) => one.slice(0, 4) === month.slice(0, 4) && one <= month);

/** Of months that files alone pay. */
function dueSinceMove(runs: readonly OwnRun[], moved: Moved | undefined): readonly (readonly [string, number])[] {
  const months = new Map<string, readonly OwnRun[]>();
  for (const run of runs) months.set(monthAt(run), [...(months.get(monthAt(run)) ?? []), run]);
  const sum = (of: readonly OwnRun[]) => of.reduce((total, { paye }) => total + paye, 0);
  return [...months].flatMap(([month, of]) =>
    of.every((run) => moved?.runs.includes(run))
      ? [[keyOf('hmrc.due', month), sum(of) + (moved?.returned.get(month) ?? 0)] as const]
      : [],
  );
}

async function runsInService(stage: Stage): Promise<readonly OwnRun[]> {
  const periods: RawPeriod[] = [];
  for (const at of stage.payroll.periods) {
    const [year, period] = [Math.floor(at / 12), at % 12];
    const path = `/_sandbox/companies/ash/payroll/${year}/${period}`;
    const answer = await stage.service.handle({ method: 'GET', path, headers: {}, body: '' });
    if (answer.status === 200)
      periods.push({ ...(JSON.parse(answer.body) as { period: object }).period, year, period });
  }
  return runsOf(periods, 'counterfoil');
}

const runsInFiles = (filed: FiledPayroll, { altered }: Stage['auditor']): readonly OwnRun[] =>
  filed.runs
    .filter(({ gone }) => !gone)
    .map((run) => {
      const of = { tag: tagOf(run), datedOn: run.datedOn, year: Math.floor(run.period / 12), period: run.period % 12 };
      return filedRun({
        ...of,
        payslips: filed.books.payslipsOf(run),
        // What another program posted goes by the policy of that day, which a later answer does not reach.
        isUndecided: isUndecided(filed.questions.openIn(run)) || (filed.answers.hasAnswered && altered.has(run.id)),
      });
    });

/** What else is taken off pay is a deduction, or pension by relief at source, or not: a person has to say. */
const isUndecided = (open: ReadonlySet<string>): boolean =>
  open.has('ambiguous_field') || open.has('relief_at_source_unknown');
