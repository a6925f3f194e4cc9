import type { Rows } from '../ground/rows.js';
import type { Decision } from '../journal/decide.js';
import { PayPeriodRecord } from '../record/pay-period.entity.js';
import { PayRunRecord, type RunState, type StoredMapping } from '../record/pay-run.entity.js';
import type { Decisions } from './decide.js';
import { rowOf, type ShownRow } from './pay-run-row.js';
import type { Run } from './runs.js';
import { saidBy, type Session } from './session.js';
import type { World } from './world.js';

/** The record of each run as lists and pages show it: derived, and written only where it changed. */

/** The next sync shows the same again. */
const derived = { durable: false };

const loggedStates: readonly RunState[] = ['ready', 'held', 'changed', 'drift'];

export async function show(session: Session, world: World, decisions: Decisions, only?: Run): Promise<void> {
  if (session.request.dryRun) return;
  const runs = only ? [only] : [...world.runs.values()];
  const changed = runs.flatMap((run) => changeOf(session, world, run, decisions.get(run.tag)));
  if (changed.length === 0 && world.refigured.size === 0) return;
  await session.db.work(async (em) => {
    const now = await session.db.now(em);
    const told = new Set<string>();
    for (const change of changed) if (await showRun(em, session, world, change, now)) told.add(change.run.tag);
    const carries = changed
      .filter((change) => !told.has(change.run.tag) && isOther(change))
      .map(({ run }) => ['run', run.tag] as const);
    if (carries.length > 0) await session.log.append(em, { ...saidBy(session), act: 'map', outcome: 'done', carries });
    for (const {
      companyId,
      year,
      period,
      employerNiDirectors,
      employerNiEmployees,
      j814,
      owedElsewhere,
    } of world.refigured)
      await em.update(
        PayPeriodRecord,
        { companyId, year, period },
        { employerNiDirectors, employerNiEmployees, j814, owedElsewhere },
      );
  }, derived);
  world.refigured.clear();
}

interface Change {
  readonly run: Run;
  readonly decision: Decision;
  readonly before?: PayRunRecord;
  /** Undefined where nothing is to be shown any more. */
  readonly row?: ShownRow;
}

function changeOf(session: Session, world: World, run: Run, decision: Decision | undefined): readonly Change[] {
  if (!decision) return [];
  const before = run.row;
  if (vanishedUnposted(run)) return [{ run, decision, before }];
  const row = rowOf(session, world, run, decision);
  return run.row && !run.begun && same(run.row, row) ? [] : [{ run, decision, before, row }];
}

/** What the log vouches for of a pay run is not what it was. */
function isOther({ before, row }: Change): boolean {
  if (!before || !row) return before !== row;
  return carriedColumns.some((name) => String(before[name]) !== String(row[name]));
}

const carriedColumns = [
  ...(['year', 'period', 'datedOn', 'payslips', 'gross', 'net', 'taxAuthority', 'pension', 'other'] as const),
  ...(['fingerprint', 'signedOffBy', 'signedOffAt', 'signedOffFingerprint'] as const),
];

/** Whether the log has a line of it. */
async function showRun(
  em: Rows,
  session: Session,
  world: World,
  { run, decision, before, row: shown }: Change,
  now: Date,
): Promise<boolean> {
  const { company, log, outbox } = session;
  if (!shown) {
    if (before) await em.delete(PayRunRecord, { companyId: company.id, tag: run.tag });
    world.runs.delete(run.tag);
    return false;
  }
  const row: PayRunRecord = { ...shown, firstSeenAt: before?.firstSeenAt ?? now, updatedAt: now };
  if (before) await em.update(PayRunRecord, { companyId: company.id, tag: run.tag }, changes(before, row) as never);
  else await em.upsert(PayRunRecord, row as never, ['companyId', 'tag']);
  run.row = row;
  run.begun = false;
  if (before?.state === row.state && before.fingerprint === row.fingerprint) return false;
  // What this sync is about to post is told when it is posted.
  const told = loggedStates.includes(row.state) && (decision.do !== 'post' || row.state === 'held');
  if (told) {
    await log.append(em, {
      ...saidBy(session),
      act: row.state === 'held' ? 'hold' : row.state,
      outcome: row.state === 'held' ? 'held' : 'found',
      tag: run.tag,
      fingerprint: row.fingerprint ?? undefined,
      policyVersion: row.policyVersion,
      holdCodes: row.holdCodes,
      journalSet: row.journalSet ?? undefined,
      carries: [['run', run.tag]],
    });
  }
  if (needsPerson(row.state)) {
    const payload = {
      company: company.name,
      year: run.year,
      period: run.period,
      datedOn: run.datedOn,
      state: row.state,
      holds: row.holdCodes,
    };
    await outbox.put(em, {
      kind: row.state,
      companyId: company.id,
      once: `${row.state}:${company.id}:${run.tag}:${row.fingerprint ?? ''}`,
      path: `/runs/${encodeURIComponent(company.id)}/${run.year}/${run.period}/${run.datedOn}`,
      payload,
    });
  }
  return told;
}

const statesToTell = ['held', 'changed', 'drift', 'refused', 'differs', 'overdue'] as const;

const needsPerson = (state: RunState): state is (typeof statesToTell)[number] =>
  (statesToTell as readonly RunState[]).includes(state);

/** A pay date that was only ever planned, or a run that left payroll before anything was posted. */
const vanishedUnposted = (run: Run) => !run.inPayroll && run.postings.length === 0 && run.open === undefined;

const compared = [
  'state',
  'reason',
  'fingerprint',
  'journalSet',
  'postedOn',
  'policyVersion',
  'gone',
  'payslips',
  'period',
  'year',
] as const;

function same(a: PayRunRecord, b: ShownRow): boolean {
  return (
    compared.every((name) => a[name] === b[name]) &&
    sameMapping(a.mapped, b.mapped) &&
    JSON.stringify([a.plan, a.holdCodes, a.warningCodes, a.roles]) ===
      JSON.stringify([b.plan, b.holdCodes, b.warningCodes, b.roles])
  );
}

/** Within a sync the long parts are the same objects. */
function sameMapping(a: StoredMapping | null, b: StoredMapping | null): boolean {
  if (a === null || b === null || a.lines !== b.lines || a.paid !== b.paid)
    return JSON.stringify(a) === JSON.stringify(b);
  const short = ({ lines: _, paid: __, ...rest }: StoredMapping) => JSON.stringify(rest);
  return short(a) === short(b);
}

function changes(before: PayRunRecord, row: PayRunRecord): Partial<PayRunRecord> {
  const { mapped, ...rest } = row;
  return sameMapping(before.mapped, mapped) ? rest : row;
}
