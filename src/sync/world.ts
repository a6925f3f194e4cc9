import { In } from 'typeorm';
import { parsePayPeriod } from '../books/wire.js';
import { parseTag, tagOf } from '../journal/identity.js';
import {
  addYears,
  type DecidedField,
  type MapContext,
  type MappedRun,
  mapPeriod,
  nothingYet,
  type YearToDate,
} from '../journal/mapper.js';
import { Money } from '../journal/money.js';
import { rowOf } from '../journal/treatments.js';
import { type Approval, type Hold, type HoldCode, remaining } from '../journal/holds.js';
import type { Decision } from '../record/decision.entity.js';
import { PayPeriodRecord } from '../record/pay-period.entity.js';
import { PayRunRecord, type RunState } from '../record/pay-run.entity.js';
import { Posting } from '../record/posting.entity.js';
import type { Write } from '../record/write.entity.js';
import { keepIgnoring } from './ignored.js';
import { type Surroundings, surroundings } from './cache.js';
import { linesOf } from './content.js';
import { effectivePosting, mappedOf, postedFromThis, type Run } from './runs.js';
import type { Session } from './session.js';

/** All pay runs of the tax years at work, by tag, as the record and payroll have them. */
export interface World {
  readonly runs: Map<string, Run>;
  readonly periods: readonly PayPeriodRecord[];
  /** Those whose mapped figures are not what is stored of them. */
  readonly refigured: Set<PayPeriodRecord>;
  decisions: readonly Decision[];
}

/** Neighbouring tax years belong to the picture: a pay date moves across 5 April too. */
export async function loadWorld(
  session: Session,
  years: readonly number[],
  fetched: readonly PayPeriodRecord[],
): Promise<World> {
  const { db, company } = session;
  const wide = [...new Set(years.flatMap((year) => [year - 1, year, year + 1]))];
  const [rows, postings, stored, open, decisions] = await db.read(async (em) => [
    await em.findBy(PayRunRecord, { companyId: company.id, year: In(wide) }),
    await em.findBy(Posting, { companyId: company.id }),
    await em.findBy(PayPeriodRecord, { companyId: company.id, year: In(wide) }),
    await session.writes.open(company.id),
    await session.decisions.standing(company.id, company.connectionId),
  ]);
  const fresh = new Set(fetched.map((row) => row.year));
  const periods = [...stored.filter((row) => !fresh.has(row.year)), ...fetched];
  const world: World = { runs: new Map(), periods, refigured: new Set(), decisions };
  for (const row of rows) {
    const run = put(world, session, row.tag, row.year, row.period, row.datedOn);
    run.row = row;
    if (passedStates.includes(row.state) && row.mapped) run.passed = linesOf(row.mapped.lines);
  }
  for (const posting of postings) {
    const place = placeOf(session, posting);
    if (!wide.includes(place.year)) continue;
    put(world, session, posting.runTag, place.year, place.period, place.datedOn).postings.push(posting);
  }
  await mapAll(session, world);
  await keepIgnoring(session, world);
  for (const run of world.runs.values()) refresh(session, world, run, open);
  return world;
}

/** What was free to be posted, or is posted: nothing beside it kept it back. */
const passedStates: readonly RunState[] = ['ready', 'posted', 'refused', 'in_doubt', 'drift', 'ignored'];

function placeOf(session: Session, posting: Posting): { year: number; period: number; datedOn: string } {
  const parts = parseTag(session.company.prefix, posting.runTag);
  if (parts) return parts;
  const month = Number(posting.datedOn.slice(5, 7));
  return {
    year: Number(posting.datedOn.slice(0, 4)) + (month > 4 ? 1 : 0),
    period: (month + 8) % 12,
    datedOn: posting.datedOn,
  };
}

export function put(world: World, session: Session, tag: string, year: number, period: number, datedOn: string): Run {
  const known = world.runs.get(tag);
  if (known) return known;
  const run: Run = {
    tag,
    year,
    period,
    datedOn,
    postings: [],
    inPayroll: false,
    filed: false,
    decided: [],
    holds: [],
    guardHolds: [],
    remarks: [],
    beforeCutover: isBeforeCutover(session, datedOn),
    policyVersion: session.company.policyVersion,
    tries: 0,
  };
  world.runs.set(tag, run);
  return run;
}

function isBeforeCutover({ company }: Session, datedOn: string): boolean {
  const { postFrom } = company.policy;
  return (postFrom !== null && datedOn < postFrom) || (company.startDate !== undefined && datedOn < company.startDate);
}

/** A set that was found has spent what a person had asked for. */
export async function rereadDecisions(session: Session, world: World, run: Run): Promise<void> {
  const { id, connectionId } = session.company;
  world.decisions = await session.decisions.standing(id, connectionId);
  run.decided = decidedOf(session, world, run);
}

/** Verify shows what it finds, whatever is still to be done about it. */
const decidedOf = ({ company, request }: Session, world: World, run: Run) =>
  world.decisions.filter(
    ({ tag, companyId, kind }) =>
      tag === run.tag && companyId === company.id && !(request.trigger === 'verify' && askedActs.has(kind)),
  );

const askedActs: ReadonlySet<Decision['kind']> = new Set(['post', 'amend', 'reverse']);

/** What persons decided and what is in doubt may change while the sync goes on; what payroll says does not. */
export function refresh(session: Session, world: World, run: Run, open: readonly Write[]): void {
  run.open = open.find((write) => write.runTag === run.tag);
  run.decided = decidedOf(session, world, run);
  const plan = run.row?.plan;
  run.drift ??= plan?.kind === 'drift' ? plan.what : undefined;
  const mapped = run.mapped;
  run.guardHolds = keptGuardHolds(run);
  const posted = postedFromThis(run);
  if (posted && mapped?.fingerprint !== undefined && mapped.fingerprint !== posted.fingerprint)
    run.remarks = [mappedOtherwise];
  run.holds = posted
    ? []
    : mapped
      ? remaining(mapped.holds as readonly Hold[], approvalsFor(world, run), mapped.fingerprint)
      : [];
  run.refusal = refusalOf(run, session.company.policyVersion);
}

const mappedOtherwise = {
  code: 'mapped_otherwise',
  message: 'This release would post this pay run otherwise. What was posted stands, as long as payroll says the same.',
};

/** It stands as long as payroll and policy say what they said then. */
function refusalOf(run: Run, policyVersion: number): Run['refusal'] {
  const { row } = run;
  if (row?.plan?.kind !== 'refused' || row.policyVersion !== policyVersion) return undefined;
  const said = mappedOf(run);
  const same = said.is === 'post' && said.fingerprint === row.fingerprint;
  return same ? { status: row.plan.status, words: row.plan.words } : undefined;
}

/** What the guard said of the same figures stands until it is asked again, also where this sync does not ask. */
function keptGuardHolds({ row, mapped }: Run): Run['guardHolds'] {
  if (row?.state !== 'held' || row.fingerprint !== mapped?.fingerprint) return [];
  return row.mapped?.holds.filter(({ code }) => code === 'already_in_books' || code === 'unexplained_movement') ?? [];
}

/** For this run bound to its figures; a possible double count may be remembered for the person. */
function approvalsFor(world: World, run: Run): readonly Approval[] {
  const approvals = world.decisions.filter((one) => one.kind === 'approval' && one.holdCode !== null);
  return approvals
    .filter((one) => one.tag === run.tag || (one.scope === 'person' && one.userPath !== null))
    .map((one) => ({
      code: one.holdCode as HoldCode,
      fingerprint: one.scope === 'person' ? undefined : (one.fingerprint ?? undefined),
      user: one.userPath ?? undefined,
    }));
}

async function mapAll(session: Session, world: World): Promise<void> {
  const rows = [...world.periods].sort((a, b) => a.year - b.year || a.period - b.period);
  if (rows.every((row) => row.document === null)) {
    for (const row of rows) placeUnread(session, world, row);
    return;
  }
  const around = await surroundings(session, { fresh: false });
  await mapWith(session, world, rows, around);
  const missed = [...world.runs.values()].some((run) => run.mapped?.holds.some(({ code }) => askedAgain.has(code)));
  if (missed && around.mayBeOld) await mapWith(session, world, rows, await surroundings(session, { fresh: true }));
}

/** What somebody may have put right in the books since they were last asked. */
const askedAgain: ReadonlySet<string> = new Set(['unknown_user', 'missing_account', 'unsupported_role']);

async function mapWith(
  session: Session,
  world: World,
  rows: readonly PayPeriodRecord[],
  around: Surroundings,
): Promise<void> {
  let year = 0;
  let toDate: YearToDate = nothingYet;
  for (const row of rows) {
    if (row.year !== year) [year, toDate] = [row.year, nothingYet];
    const { policy } = session.company;
    if (row.goneAt !== null) continue;
    if (row.document === null || !policy.statuses.includes(row.status)) {
      placeUnread(session, world, row);
      continue;
    }
    toDate = await mapRecord(session, world, row, around, toDate);
  }
}

/** Every run by the policy, roles and decisions it was posted with; what is not posted yet by today's. */
async function mapRecord(
  session: Session,
  world: World,
  row: PayPeriodRecord,
  around: Surroundings,
  yearToDate: YearToDate,
): Promise<YearToDate> {
  const { company } = session;
  const period = parsePayPeriod(row.document, row.year);
  const tags = new Set(period.payslips.map((slip) => tagOf(company.prefix, row.year, row.period, slip.datedOn)));
  const postedWith = new Map([...tags].map((tag) => [tag, effectiveOf(world, tag)]));
  const rolesSeen = new Map([...tags].flatMap((tag) => rolesOf(world, tag, postedWith.get(tag))));
  const contextFor = async (posted: Posting | undefined): Promise<MapContext> => ({
    prefix: company.prefix,
    policy:
      posted && posted.policyVersion !== company.policyVersion
        ? await session.policyAt(company.id, posted.policyVersion)
        : company.policy,
    people: around.people,
    chart: around.chart,
    closed: around.closed,
    decided: decidedFields(world, company.connectionId, posted?.createdAt),
    rolesSeen,
    yearToDate,
  });
  const today = mapPeriod(period, await contextFor(undefined));
  for (const mapped of today.runs) {
    const posted = postedWith.get(mapped.tag);
    const asPosted = posted
      ? mapPeriod(period, await contextFor(posted)).runs.find((one) => one.tag === mapped.tag)
      : undefined;
    place(session, world, row, asPosted ?? mapped, posted);
  }
  const figures = {
    employerNiDirectors: today.employerNi.directors,
    employerNiEmployees: today.employerNi.employees,
    j814: Money.sum(today.runs.map((run) => run.payeNi)),
    owedElsewhere: Money.sum(today.runs.map((run) => run.owedElsewhere)),
  };
  if (!sameFigures(row, figures)) world.refigured.add(Object.assign(row, figures));
  return addYears(yearToDate, today.adds);
}

type Figures = Pick<PayPeriodRecord, 'employerNiDirectors' | 'employerNiEmployees' | 'j814' | 'owedElsewhere'>;

const sameFigures = (a: Figures, b: Figures): boolean =>
  a.employerNiDirectors.equals(b.employerNiDirectors) &&
  a.employerNiEmployees.equals(b.employerNiEmployees) &&
  a.j814.equals(b.j814) &&
  a.owedElsewhere.equals(b.owedElsewhere);

const effectiveOf = (world: World, tag: string): Posting | undefined => {
  const run = world.runs.get(tag);
  return run && effectivePosting(run);
};

/** As they were when it was posted; of a set that was found, as they were first seen. Until it is posted, today's. */
function rolesOf(world: World, tag: string, posted: Posting | undefined): [string, Readonly<Record<string, string>>][] {
  if (!posted) return [];
  const seen = Object.keys(posted.roles).length > 0 ? posted.roles : world.runs.get(tag)?.row?.roles;
  return seen ? [[tag, seen]] : [];
}

/**
 * A posted run keeps the decisions that were there when it was posted. A later one counts where it is about this run, or
 * about a field that nobody had decided by then: else what payroll adds after posting could never be decided.
 */
function decidedFields(world: World, connectionId: string, postedAt: Date | undefined): readonly DecidedField[] {
  const all = world.decisions.filter((one) => one.kind === 'treatment' && one.field !== null && one.treatment !== null);
  const isEarlier = (one: Decision) => postedAt === undefined || one.at <= postedAt;
  const decidedByThen = new Set(all.filter(isEarlier).map(({ field }) => field));
  const isNew = ({ field }: Decision) => !decidedByThen.has(field) && !hasTreatment(field ?? '');
  return all
    .filter((one) => isEarlier(one) || one.scope === 'run' || isNew(one))
    .filter((one) => one.scope !== 'practice' || one.connectionId === connectionId)
    .map((one) => ({
      field: one.field as string,
      as: one.treatment as DecidedField['as'],
      user: one.userPath ?? undefined,
      tag: one.scope === 'run' ? (one.tag ?? undefined) : undefined,
      scope: one.scope === 'company' ? 'practice' : one.scope,
    }));
}

const hasTreatment = (field: string) => (rowOf(field)?.part ?? 'undecided') !== 'undecided';

function place(
  session: Session,
  world: World,
  row: PayPeriodRecord,
  mapped: MappedRun,
  posted: Posting | undefined,
): void {
  const run = put(world, session, mapped.tag, row.year, row.period, mapped.payRun.datedOn);
  run.inPayroll = true;
  run.filed = true;
  run.mapped = mapped;
  run.documentHash = row.contentHash ?? undefined;
  run.policyVersion = posted?.policyVersion ?? session.company.policyVersion;
}

/** Not filed: known by its own date, and every run that was mapped from it before is not filed either. */
function placeUnread(session: Session, world: World, row: PayPeriodRecord): void {
  if (row.goneAt !== null) return;
  const siblings = [...world.runs.values()].filter(
    (run) => run.year === row.year && run.period === row.period && run.postings.length > 0,
  );
  const own = put(
    world,
    session,
    tagOf(session.company.prefix, row.year, row.period, row.datedOn),
    row.year,
    row.period,
    row.datedOn,
  );
  for (const run of siblings.length > 0 ? siblings : [own]) {
    run.inPayroll = true;
    run.filed = false;
  }
}
