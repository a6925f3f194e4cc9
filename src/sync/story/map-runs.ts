import { isDeepStrictEqual } from 'node:util';
import type { Company } from '../../companies/company.js';
import { type PayslipTurn, payslipTurns, stepsInTurns } from '../../ground/turns.js';
import type { Hold } from '../../journal/nouns/holds.js';
import { runTag, tagOf } from '../../journal/nouns/identity.js';
import { ownParts } from '../../journal/nouns/own-parts.js';
import type { DecidedField, Reach } from '../../journal/policy/decided.js';
import {
  addYears,
  type MapContext,
  type MappedPeriod,
  type MappedRun,
  mapInSteps,
  nothingYet,
  type YearToDate,
} from '../../journal/mapping/mapper.js';
import { Money } from '../../journal/nouns/money.js';
import { dayInWords } from '../../journal/nouns/dates.js';
import type { MovedRun, PayPeriod } from '../../journal/nouns/pay-run.js';
import { leftBy } from '../../journal/policy/moves.js';
import type { Policy } from '../../journal/policy/policy.js';
import { isOfOneRun } from '../../journal/policy/decision.js';
import { fieldRow } from '../../journal/policy/treatments.js';
import type { Decision } from '../../record/runs/decision.entity.js';
import { type PayPeriodRecord, storedReturned } from '../../record/runs/pay-period.entity.js';
import { isPayroll } from '../../record/runs/adjustment.js';
import type { PayRunRecord, RunState } from '../../record/runs/pay-run.entity.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import { runLines } from '../../record/runs/run-lines.js';
import type { SyncRequest } from '../../record/runs/sync-record.entity.js';
import { isOpen, type Write } from '../../record/runs/write.entity.js';
import type { AdjustmentInput } from '../facts/adjustment-input.js';
import { adjustmentRuns, type Aparts } from './adjustments.js';
import { linesOf, longPart } from '../facts/content.js';
import { inheritedIgnores } from '../facts/ignored.js';
import {
  changed,
  askedActs,
  effectivePosting,
  newRun,
  periodIndex,
  type RunFacts,
  sourceOfRun,
} from '../facts/run-facts.js';
import type { Surroundings } from '../steps/surroundings.js';
import { isFileOf, type WideTouch } from '../facts/wide-touches.js';
import { withRecorded } from '../facts/with-recorded.js';

/** What the record holds for the years at work. */
export interface Recorded {
  readonly rows: readonly Readonly<PayRunRecord>[];
  readonly postings: readonly Readonly<Posting>[];
  readonly periods: readonly Readonly<PayPeriodRecord>[];
  /** Writes in doubt, those that still need their second look, and refused ones that are shown in doubt. */
  readonly writes: readonly Readonly<Write>[];
  readonly decisions: readonly Readonly<Decision>[];
  /** Doubled postings, by id, whose writes the service had refused. */
  readonly late?: ReadonlySet<string>;
}

export type AdjustmentRecord = 'today' | 'payments' | 'recoveryFrom' | 'class1';

export interface MapInput extends Recorded, Pick<AdjustmentInput, AdjustmentRecord> {
  readonly company: Company;
  readonly request: SyncRequest;
  /** Tax years. What was posted in others is left out. */
  readonly years: ReadonlySet<number>;
  /** The policies that runs were posted with, by version. */
  readonly policies: ReadonlyMap<number, Policy>;
  /** With two pairs of eyes: decisions for more than one run that no one else has seen applied to a run yet. */
  readonly touches: readonly WideTouch[];
  /** A period that has been missing from its list for this short a time may come back. */
  readonly missingSince: Date;
}

/** What pay runs are mapped from. Their neighbours, and what was asked for, are no part of it. */
export type PayrollRecord = Omit<MapInput, 'request' | 'missingSince' | 'touches' | AdjustmentRecord>;

/** Without a chart no account counts as missing. */
export type Around = Pick<Surroundings, 'people' | 'closed'> & Partial<Pick<Surroundings, 'chart'>>;

export interface MappedRuns {
  readonly runs: ReadonlyMap<string, RunFacts>;
  readonly periods: readonly Readonly<PayPeriodRecord>[];
  /** Periods (year × 12 + period) whose figures differ from the stored ones. */
  readonly refigured: ReadonlySet<number>;
  readonly inherited: readonly Readonly<Decision>[];
}

type Runs = Map<string, RunFacts>;
type PayPeriodRow = Readonly<PayPeriodRecord>;

/** Maps every run that is recorded or in payroll. Pure: what was read goes in, facts come out. */
export async function mapRuns(input: MapInput, around: Around | undefined): Promise<MappedRuns> {
  const { company, request, writes, decisions } = input;
  const runs = recordedRuns(input);
  const ordered = input.periods.toSorted((a, b) => periodIndex(a) - periodIndex(b));
  const { rows: periods, aparts } =
    ordered.length > 0 && around
      ? await mapPeriods(input, runs, ordered, around)
      : { rows: ordered, aparts: new Map() };
  if (!around) for (const row of ordered) placeUnread(company, runs, row);
  const unsettled = writes.filter(isUnsettled);
  const inherited = inheritedIgnores(company, runs, decisions, new Set(unsettled.map(({ runTag }) => runTag)));
  const standing = [...decisions, ...inherited];
  const adjustment = adjustmentRuns(input, runs, periods, { around, aparts });
  const mayComeBack = periodsThatMayComeBack(periods, input.missingSince);
  const recovered = new Set(adjustment.runs.filter(isRecoveryInBooks).map(periodIndex));
  const known = [...runs.values(), ...adjustment.runs].map((run) => {
    const decided = standing.filter((one) => isOf(run, one, company, request));
    const mapped = askedAfterMove(company, run);
    const payroll = {
      ...(mayComeBack.has(periodIndex(run)) && { mayComeBack: true }),
      ...(mapped && { mapped, longPart: longPart(mapped) }),
    };
    const known = changed(run, { payroll, recorded: { decided, late: input.late } });
    const own = withRecorded(known, { writes, decisions: standing, request });
    const remark = adjustment.remarks.get(run.tag);
    const waited = changed(own, {
      looked: remark && { remarks: [...own.looked.remarks, remark] },
      recorded: waitedFor(own, company, input.touches),
    });
    return recovered.has(periodIndex(run)) ? withoutOpenRecovery(waited) : waited;
  });
  return {
    runs: new Map(known.map((run) => [run.tag, run])),
    periods,
    refigured: new Set(periods.filter((row, at) => row !== ordered[at]).map(periodIndex)),
    inherited,
  };
}

/**
 * Payroll moved, and the source that left has a pay run of an earlier day that it did not have then: the new source may
 * pay it, on a day of its own.
 */
function askedAfterMove({ policy }: Company, run: RunFacts): MappedRun | undefined {
  const { mapped } = run.payroll;
  if (mapped === undefined || run.adjustment || run.recorded.postings.length > 0) return mapped;
  const move = leftBy(policy, sourceOfRun(run, policy), run.datedOn);
  if (move === undefined) return mapped;
  const { row } = run.recorded;
  if (row !== undefined && row.firstSeenAt <= new Date(move.madeAt)) return mapped;
  const asked: Hold = {
    code: 'appeared_after_move',
    message: `Payroll moved to ${move.to === 'service' ? 'the accounting service' : move.to} from ${dayInWords(move.on)} on, and this pay run appeared in ${move.from === 'service' ? 'the accounting service' : move.from} since. If it was paid, and is in no pay run after that day, approve it; else ignore it.`,
  };
  return { ...mapped, outcome: 'hold', holds: [...mapped.holds, asked] };
}

/** It may still take effect. */
const isUnsettled = (write: Readonly<Write>): boolean => isOpen(write) || write.lookAgainAt !== null;

/**
 * Missing from the year's list for less than the settle window: the list may just be late. A list that has lost every
 * period of a year is not believed: a person reverses that year, or none of it.
 */
function periodsThatMayComeBack(periods: readonly PayPeriodRow[], missingSince: Date): ReadonlySet<number> {
  const listed = new Set(periods.filter(({ goneAt }) => goneAt === null).map(({ year }) => year));
  return new Set(
    periods
      .filter(({ goneAt, year }) => goneAt !== null && (goneAt > missingSince || !listed.has(year)))
      .map(periodIndex),
  );
}

/** What one person alone has moved is neither posted nor amended by a sync: another person does it. */
function waitedFor(
  run: RunFacts,
  { prefix }: Company,
  touches: readonly WideTouch[],
): Pick<RunFacts['recorded'], 'hadToBeReviewed'> {
  if (run.adjustment || touches.length === 0) return {};
  const slips = run.payroll.mapped?.payRun.payslips ?? [];
  const isTouched = touches.some((touch) => {
    const { field, userPath } = touch;
    if (field === undefined) return isFileOf(touch, run, prefix);
    return slips.some((slip) => (userPath === undefined || slip.userPath === userPath) && slip.figures.has(field));
  });
  return isTouched ? { hadToBeReviewed: true } : {};
}

const isRecoveryInBooks = (run: RunFacts) => run.adjustment?.kind === 'recovery' && effectivePosting(run) !== undefined;

/** The mapper cannot know that the recovery it warns of is posted. */
function withoutOpenRecovery(run: RunFacts): RunFacts {
  const { mapped } = run.payroll;
  const warnings = mapped?.warnings.filter(({ code }) => code !== 'statutory_recovery_not_posted');
  if (!mapped || warnings?.length === mapped.warnings.length) return run;
  return changed(run, { payroll: { mapped: { ...mapped, warnings: warnings ?? [] } } });
}

function recordedRuns({ company, years, rows, postings, writes }: PayrollRecord): Runs {
  const runs: Runs = new Map();
  for (const row of rows.filter(isPayroll)) {
    const lastFreeLines = hasPassed(row) && row.mapped ? linesOf(runLines(row, postings)) : undefined;
    const isDecided = writes.some(({ runTag, decisionId }) => runTag === row.tag && decisionId !== null);
    const hadToBeReviewed = isDecided || hasWaited(row);
    const recorded: Partial<RunFacts['recorded']> = { row, lastFreeLines, hadToBeReviewed };
    runs.set(row.tag, changed(newRun(company, row), { recorded }));
  }
  for (const posting of postings) {
    const place = ownParts(company.prefix, { tag: posting.runTag, datedOn: posting.datedOn });
    if (!place || place.adjustment || !years.has(place.year)) continue;
    const run = runOf(company, runs, { ...place, tag: posting.runTag });
    runs.set(run.tag, changed(run, { recorded: { postings: [...run.recorded.postings, posting] } }));
  }
  return runs;
}

/**
 * Whether it was free to be posted, or is posted: no neighbour held it back. What payroll has now for a run that is in
 * doubt, ignored or altered in the books was never free.
 */
function hasPassed({ state, plan, fingerprint, holdCodes }: Readonly<PayRunRecord>): boolean {
  if (state === 'held') return holdCodes.includes('reversed');
  if (plan?.kind === 'in_doubt') return plan.sent === fingerprint;
  if (plan?.kind === 'unread') return plan.wasFree === true;
  return passedStates.includes(state) || (plan?.kind === 'changed' && plan.wasFree === true);
}

const passedStates: readonly RunState[] = ['ready', 'posted', 'refused'];

/** Whether a person has to look, for the rule of two pairs of eyes. */
const hasWaited = ({ state, plan }: Readonly<PayRunRecord>): boolean =>
  waitedIn.includes(state) || (plan?.kind === 'refused' && plan.again === 'on_change');

const waitedIn: readonly RunState[] = ['held', 'ready', 'changed', 'drift'];

const runOf = (company: Company, runs: Runs, at: Parameters<typeof newRun>[1]): RunFacts =>
  runs.get(at.tag) ?? newRun(company, at);

/** Adds the runs of these periods, in order. The year to date is that of the last one's tax year. */
async function mapPeriods(
  input: PayrollRecord,
  runs: Runs,
  ordered: readonly PayPeriodRow[],
  around: Around,
): Promise<{ readonly rows: readonly PayPeriodRow[]; readonly toDate: YearToDate; readonly aparts: Aparts }> {
  const { statuses } = input.company.policy;
  let year = 0;
  let toDate: YearToDate = nothingYet;
  const aparts = new Map<number, MappedPeriod['apart']>();
  const rows: PayPeriodRow[] = [];
  const turn = payslipTurns();
  for (const row of ordered) {
    if (row.year !== year) [year, toDate] = [row.year, nothingYet];
    if (row.goneAt === null && row.document !== null && statuses.includes(row.status)) {
      const period = row.document.period(row.year);
      const mapped = await mapOne(input, runs, row, { around, toDate, period, turn });
      toDate = mapped.toDate;
      aparts.set(periodIndex(row), mapped.apart);
      for (const one of period.moved ?? []) placeMoved(input.company, runs, row, one);
      rows.push(mapped.row);
      await turn(period.payslips.length);
    } else {
      if (row.goneAt === null) placeUnread(input.company, runs, row);
      rows.push(row);
    }
  }
  return { rows, toDate, aparts };
}

interface InContext {
  readonly around: Around;
  readonly toDate: YearToDate;
  readonly period: PayPeriod;
}

interface ToMap extends InContext {
  readonly turn: PayslipTurn;
}

/** What a sync maps this run from, for previews. Undefined while its payslips are not at hand. */
export async function contextOf(
  record: PayrollRecord,
  { tag, year, period: number }: Pick<RunFacts, 'tag' | 'year' | 'period'>,
  around: Around,
): Promise<{ readonly period: PayPeriod; readonly context: MapContext } | undefined> {
  const ofYear = record.periods.filter((row) => row.year === year).toSorted((a, b) => a.period - b.period);
  const row = ofYear.find((one) => one.period === number);
  if (!row?.document) return undefined;
  const runs = recordedRuns(record);
  const earlier = ofYear.filter((one) => one.period < number);
  const { toDate } = await mapPeriods(record, runs, earlier, around);
  const period = row.document.period(year);
  return { period, context: contextsOf(record, runs, row, { around, toDate, period })(postedAs(runs, tag)) };
}

/** A posted run is mapped by the policy, roles and decisions it was posted with, any other by today's. */
function contextsOf(
  record: PayrollRecord,
  runs: Runs,
  row: PayPeriodRow,
  { around, toDate, period }: InContext,
): (posted: Readonly<Posting> | undefined) => MapContext {
  const { company } = record;
  const posted = new Set([...runs.values()].flatMap((run) => (effectivePosting(run) ? [run.tag] : [])));
  for (const write of record.writes) if (write.kind === 'post' && isUnsettled(write)) posted.add(write.runTag);
  const rolesSeen = new Map(tagsOf(company, row, period).flatMap((tag) => rolesOf(runs, tag, postedAs(runs, tag))));
  return (asPosted) => ({
    prefix: company.prefix,
    ...rulesOf(record, asPosted),
    people: around.people,
    chart: around.chart,
    closed: around.closed,
    rolesSeen,
    yearToDate: toDate,
    posted,
  });
}

type Rules = Pick<MapContext, 'policy'> & { readonly decided: readonly DecidedField[] };

function rulesOf(
  { company, policies, decisions }: Omit<RulesRecord, 'postings'>,
  posted: Readonly<Posting> | undefined,
): Rules {
  return {
    policy: (posted && policies.get(posted.policyVersion)) ?? company.policy,
    decided: decidedFields(decisions, company.connectionId, posted?.createdAt),
  };
}

/** The rules by which a run is mapped. */
export type RulesRecord = Pick<PayrollRecord, 'company' | 'policies' | 'decisions' | 'postings'>;

/** The policy and the decisions that a sync maps this run by. */
export function rulesFor(record: RulesRecord, tag: string): Rules {
  return rulesOf(
    record,
    effectivePosting({ recorded: { postings: record.postings.filter(({ runTag }) => runTag === tag) } }),
  );
}

const tagsOf = ({ prefix }: Company, { year, period: number }: PayPeriodRow, period: PayPeriod): readonly string[] => [
  ...new Set(period.payslips.map(({ source, datedOn }) => runTag(prefix, { source, year, period: number, datedOn }))),
];

async function mapOne(
  input: PayrollRecord,
  runs: Runs,
  row: PayPeriodRow,
  toMap: ToMap,
): Promise<{ readonly row: PayPeriodRow; readonly toDate: YearToDate; readonly apart: MappedPeriod['apart'] }> {
  const { company } = input;
  const { period, toDate, turn } = toMap;
  const contextFor = contextsOf(input, runs, row, toMap);
  const today = await stepsInTurns(mapInSteps(period, contextFor(undefined)), turn);
  let { relief } = today.adds;
  for (const mapped of today.runs) {
    const posted = postedAs(runs, mapped.tag);
    const then = posted && (await stepsInTurns(mapInSteps(period, contextFor(posted)), turn));
    const asPosted = then?.runs.find((one) => one.tag === mapped.tag);
    // A later repayment goes where this was posted, whatever the policy says by then.
    if (then && mapped.tag === today.bearer) relief = then.adds.relief;
    place(company, runs, row, { mapped: asPosted ?? mapped, posted });
  }
  const figures = {
    employerNiDirectors: today.employerNi.directors,
    employerNiEmployees: today.employerNi.employees,
    j814: Money.sum(today.runs.map((run) => run.payeNi)),
    owedElsewhere: Money.sum(today.runs.map((run) => run.owedElsewhere)),
    returned: period.returned === undefined ? null : storedReturned(period.returned),
  };
  const figured = sameFigures(row, figures) ? row : { ...row, ...figures };
  return { row: figured, apart: today.apart, toDate: addYears(toDate, { ...today.adds, relief }) };
}

type Figures = Pick<
  PayPeriodRecord,
  'employerNiDirectors' | 'employerNiEmployees' | 'j814' | 'owedElsewhere' | 'returned'
>;

const sameFigures = (a: Readonly<Figures>, b: Figures): boolean =>
  a.employerNiDirectors.equals(b.employerNiDirectors) &&
  a.employerNiEmployees.equals(b.employerNiEmployees) &&
  a.j814.equals(b.j814) &&
  a.owedElsewhere.equals(b.owedElsewhere) &&
  isDeepStrictEqual(a.returned, b.returned);

function postedAs(runs: Runs, tag: string): Readonly<Posting> | undefined {
  const run = runs.get(tag);
  return run && effectivePosting(run);
}

/** The roles when it was posted; for a found set, when it was first seen. Before it is posted, today's. */
function rolesOf(
  runs: Runs,
  tag: string,
  posted: Readonly<Posting> | undefined,
): [string, Readonly<Record<string, string>>][] {
  if (!posted) return [];
  const seen = Object.keys(posted.roles).length > 0 ? posted.roles : runs.get(tag)?.recorded.row?.roles;
  return seen ? [[tag, seen]] : [];
}

/**
 * A posted run keeps the decisions of its time. A later one counts only if it is about this run, or about a field that
 * no one had decided by then: otherwise what payroll adds after posting could never be decided.
 */
function decidedFields(
  decisions: readonly Readonly<Decision>[],
  connectionId: string,
  postedAt: Date | undefined,
): readonly DecidedField[] {
  const all = decisions.filter((one) => one.kind === 'treatment' && one.field !== null && one.treatment !== null);
  const isEarlier = (one: Readonly<Decision>) => postedAt === undefined || one.at <= postedAt;
  const decidedByThen = new Set(all.filter(isEarlier).map(({ field }) => field));
  const isNew = ({ field }: Readonly<Decision>) => !decidedByThen.has(field) && !hasTreatment(field ?? '');
  return all
    .filter((one) => isEarlier(one) || isOfOneRun(one.scope) || isNew(one))
    .filter((one) => one.scope !== 'practice' || one.connectionId === connectionId)
    .flatMap((one) => {
      const reach = reachOf(one);
      return reach ? [{ field: one.field as string, as: one.treatment as DecidedField['as'], ...reach }] : [];
    });
}

/** Undefined if the person it was about is erased: then it is about no one, not about everybody. */
function reachOf({ scope, tag, userPath: user }: Readonly<Decision>): Reach | undefined {
  switch (scope) {
    case 'payslip':
      return tag !== null && user !== null ? { scope, tag, user } : undefined;
    case 'run':
      return tag === null ? undefined : { scope, tag };
    case 'person':
      return user === null ? undefined : { scope, user };
    case 'practice':
      return { scope };
    case 'company':
      // A company's is in its policy.
      return undefined;
  }
}

const hasTreatment = (field: string) => (fieldRow(field)?.part ?? 'undecided') !== 'undecided';

function place(
  company: Company,
  runs: Runs,
  { year, period, contentHash }: PayPeriodRow,
  { mapped, posted }: { mapped: MappedRun; posted: Readonly<Posting> | undefined },
): void {
  const { tag, payRun } = mapped;
  const run = runOf(company, runs, { tag, year, period, datedOn: payRun.datedOn });
  const payroll = { inPayroll: true, filed: true, mapped, documentHash: contentHash ?? undefined };
  const policyVersion = posted?.policyVersion ?? company.policyVersion;
  runs.set(tag, { ...changed(run, { payroll }), policyVersion });
}

/** It has a tag of its own: what the other payroll pays on that day must not be taken for it. */
function placeMoved(company: Company, runs: Runs, { year, period }: PayPeriodRow, { datedOn, source }: MovedRun): void {
  const tag = runTag(company.prefix, { source, year, period, datedOn });
  const run = runOf(company, runs, { tag, year, period, datedOn });
  runs.set(tag, changed(run, { payroll: { inPayroll: true, filed: true, moved: true } }));
}

/** A period that is not filed shows the runs posted from it as not filed, or else one run on its own date. */
function placeUnread(company: Company, runs: Runs, { year, period, datedOn, goneAt }: PayPeriodRow): void {
  if (goneAt !== null) return;
  const posted = [...runs.values()].filter(
    (run) => run.year === year && run.period === period && run.recorded.postings.length > 0,
  );
  const own = runOf(company, runs, { tag: tagOf(company.prefix, year, period, datedOn), year, period, datedOn });
  for (const run of posted.length > 0 ? posted : [own])
    runs.set(run.tag, changed(run, { payroll: { inPayroll: true, filed: false } }));
}

/** Verify shows what it finds, even if someone has already asked for something to be done about it. */
const isOf = (run: RunFacts, one: Readonly<Decision>, company: Company, request: SyncRequest): boolean =>
  one.tag === run.tag && one.companyId === company.id && !(request.trigger === 'verify' && askedActs.has(one.kind));
