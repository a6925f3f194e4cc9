import type { EntityManager } from 'typeorm';
import { type Decision, redateTo } from '../journal/decide.js';
import { diff } from '../journal/diff.js';
import { addDays } from '../journal/dates.js';
import { Money } from '../journal/money.js';
import { PayPeriodRecord } from '../postings/pay-period.entity.js';
import {
  PayRunRecord,
  type Plan,
  type RunState,
  type StoredMapping,
  type StoredRemark,
} from '../postings/pay-run.entity.js';
import { contentOf, linesOf, storedJournal } from './content.js';
import { effectivePosting, factsOf, mappedOf, type Run, triedAgain } from './runs.js';
import { type Session, today } from './session.js';
import type { World } from './world.js';

/** The record of each run as lists and pages show it: derived, and written only where it changed. */

const overdueAfterDays = 1;
const loggedStates: readonly RunState[] = ['ready', 'held', 'changed', 'drift'];

export async function show(
  session: Session,
  world: World,
  decisions: ReadonlyMap<string, Decision>,
  only?: Run,
): Promise<void> {
  if (session.request.dryRun) return;
  const runs = only ? [only] : [...world.runs.values()];
  await session.db.work(async (em) => {
    for (const run of runs) {
      const decision = decisions.get(run.tag);
      if (decision) await showRun(em, session, world, run, decision);
    }
    if (only) return;
    for (const period of world.periods) {
      const { companyId, year, period: number, employerNiDirectors, employerNiEmployees, j814 } = period;
      if (j814.isZero() && employerNiDirectors.isZero() && employerNiEmployees.isZero()) continue;
      await em.update(
        PayPeriodRecord,
        { companyId, year, period: number },
        { employerNiDirectors, employerNiEmployees, j814 },
      );
    }
  });
}

async function showRun(em: EntityManager, session: Session, world: World, run: Run, decision: Decision): Promise<void> {
  const { company, log, request, syncId, notify } = session;
  if (vanishedUnposted(run)) {
    if (run.row) await em.delete(PayRunRecord, { companyId: company.id, tag: run.tag });
    world.runs.delete(run.tag);
    return;
  }
  const now = await session.db.now(em);
  const row = rowOf(session, world, run, decision, now);
  const before = run.row;
  if (before && same(before, row)) return;
  await em.upsert(PayRunRecord, row as never, ['companyId', 'tag']);
  run.row = row;
  if (before?.state === row.state && before.fingerprint === row.fingerprint) return;
  // What this sync is about to post is told when it is posted.
  if (loggedStates.includes(row.state) && (decision.do !== 'post' || row.state === 'held')) {
    await log.append(em, {
      companyId: company.id,
      syncId,
      trigger: request.trigger,
      actor: request.actor,
      act: row.state === 'held' ? 'hold' : row.state,
      outcome: row.state === 'held' ? 'held' : 'found',
      tag: run.tag,
      fingerprint: row.fingerprint ?? undefined,
      policyVersion: row.policyVersion,
      holdCodes: row.holdCodes,
      journalSet: row.journalSet ?? undefined,
    });
  }
  if (row.state === 'held' || row.state === 'drift' || row.state === 'overdue') {
    const payload = {
      company: company.name,
      year: run.year,
      period: run.period,
      datedOn: run.datedOn,
      state: row.state,
      holds: row.holdCodes,
    };
    await notify.tell(em, {
      kind: row.state,
      companyId: company.id,
      once: `${row.state}:${company.id}:${run.tag}:${row.fingerprint ?? ''}`,
      payload,
    });
  }
}

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

function same(a: PayRunRecord, b: PayRunRecord): boolean {
  return (
    compared.every((name) => a[name] === b[name]) &&
    JSON.stringify([a.mapped, a.plan, a.holdCodes, a.warningCodes, a.roles]) ===
      JSON.stringify([b.mapped, b.plan, b.holdCodes, b.warningCodes, b.roles])
  );
}

function rowOf(session: Session, world: World, run: Run, decision: Decision, now: Date): PayRunRecord {
  const { mapped } = run;
  const posting = effectivePosting(run);
  const said = mappedOf(run);
  const holds = holdsShown(run, decision);
  const state = stateOf(session, run, decision, holds);
  const plan = planOf(session, world, run, decision, state);
  const totals = mapped?.totals;
  const fingerprint = said.is === 'post' ? said.fingerprint : (mapped?.fingerprint ?? null);
  // A changed run loses the mark.
  const signedOff = state === 'posted' && fingerprint !== null && run.row?.signedOffFingerprint === fingerprint;
  return Object.assign(new PayRunRecord(), {
    companyId: session.company.id,
    tag: run.tag,
    year: run.year,
    period: run.period,
    datedOn: run.datedOn,
    state,
    reason: reasonOf(state, plan, holds, run),
    payslips: mapped?.payRun.payslips.length ?? run.row?.payslips ?? 0,
    gross: totals?.gross ?? run.row?.gross ?? Money.zero,
    net: totals?.netPay ?? run.row?.net ?? Money.zero,
    taxAuthority: totals?.taxAuthority ?? run.row?.taxAuthority ?? Money.zero,
    pension: totals?.pension ?? run.row?.pension ?? Money.zero,
    other: totals?.other ?? run.row?.other ?? Money.zero,
    fingerprint,
    mapped: mapped ? storedMapping(run, holds) : (run.row?.mapped ?? null),
    holdCodes: [...new Set(holds.map((hold) => hold.code))],
    warningCodes: [...new Set([...(mapped?.warnings ?? []), ...run.remarks].map((warning) => warning.code))],
    plan,
    policyVersion: run.policyVersion,
    roles: mapped?.roles ?? run.row?.roles ?? {},
    journalSet: posting?.journalSet ?? null,
    postedOn: posting?.datedOn ?? null,
    postedAt: posting?.createdAt ?? null,
    origin: posting?.origin ?? null,
    signedOffBy: signedOff ? (run.row?.signedOffBy ?? null) : null,
    signedOffAt: signedOff ? (run.row?.signedOffAt ?? null) : null,
    signedOffFingerprint: signedOff ? (run.row?.signedOffFingerprint ?? null) : null,
    gone: !run.inPayroll,
    firstSeenAt: run.row?.firstSeenAt ?? now,
    updatedAt: now,
  });
}

function holdsShown(run: Run, decision: Decision): readonly StoredRemark[] {
  if (decision.do !== 'held' && decision.do !== 'post') return run.holds;
  const reversed: StoredRemark = {
    code: 'reversed',
    message: 'This pay run was posted and reversed. Nothing is posted in its place until you ask for it.',
  };
  return decision.do === 'held' && decision.reversed ? [reversed] : [...run.holds, ...run.guardHolds];
}

function storedMapping(run: Run, holds: readonly StoredRemark[]): StoredMapping {
  const mapped = run.mapped as NonNullable<Run['mapped']>;
  const journal = mapped.journal && storedJournal(mapped.journal);
  return {
    outcome: mapped.outcome,
    datedOn: mapped.payRun.datedOn,
    description: journal?.description ?? '',
    lines: journal?.lines ?? [],
    holds,
    warnings: [...mapped.warnings, ...run.remarks],
    paid: mapped.people.map((one) => ({
      user: one.user,
      name: one.name,
      role: one.role ?? '',
      director: one.director,
      gross: one.gross.toString(),
      tax: one.tax.toString(),
      employeeNi: one.employeeNi.toString(),
      employerNi: one.employerNi.toString(),
      net: one.net.toString(),
    })),
  };
}

function stateOf(session: Session, run: Run, decision: Decision, holds: readonly StoredRemark[]): RunState {
  switch (decision.do) {
    case 'wait':
    case 'record':
      return run.open ? 'in_doubt' : 'posted';
    case 'post':
      if (run.refusal) return 'refused';
      return holds.length > 0 ? 'held' : 'ready';
    case 'amend':
    case 'reverse':
    case 'changed':
      return run.refusal && decision.do !== 'changed' ? 'refused' : 'changed';
    case 'remove':
    case 'drift':
      return 'drift';
    case 'check':
      return run.check?.agrees ? 'agrees' : run.check ? 'differs' : (run.row?.state ?? 'ready');
    case 'not_ready':
      return addDays(run.datedOn, overdueAfterDays) < today(session.clock) ? 'overdue' : 'not_ready';
    default:
      return decision.do;
  }
}

function planOf(session: Session, world: World, run: Run, decision: Decision, state: RunState): Plan | null {
  if (state === 'in_doubt' && run.open) {
    const settledBy = new Date(
      (run.open.windowFrom ?? run.open.sendBy).getTime() + session.limits.settleWindowSeconds * 1000,
    );
    return {
      kind: 'in_doubt',
      write: run.open.id,
      since: run.open.createdAt.toISOString(),
      settledBy: settledBy.toISOString(),
    };
  }
  if (state === 'refused' && run.refusal) {
    const { status, words } = run.refusal;
    return { kind: 'refused', status, words, again: triedAgain(status) };
  }
  if (state === 'agrees' || state === 'differs') {
    return run.check
      ? { kind: 'check', fingerprint: run.mapped?.fingerprint, expected: run.check.expected, found: run.check.found }
      : (run.row?.plan ?? null);
  }
  if (decision.do === 'drift' || decision.do === 'remove') {
    const what = decision.do === 'drift' ? decision.what : 'doubled';
    const removable = decision.do === 'drift' ? decision.removable : decision.url;
    const sets = decision.do === 'drift' ? decision.urls : [decision.url];
    return { kind: 'drift', what, sets, removable, differences: driftDifferences(run) };
  }
  if (decision.do === 'changed' || decision.do === 'amend' || decision.do === 'reverse')
    return changedPlan(session, world, run, decision);
  return null;
}

/** What we posted against what the books hold now; without a look, as it was last seen. */
function driftDifferences(run: Run): Extract<Plan, { kind: 'drift' }>['differences'] {
  const posting = effectivePosting(run);
  const seen = run.seen?.find((set) => set.url === posting?.journalSet);
  if (!run.seen) return run.row?.plan?.kind === 'drift' ? run.row.plan.differences : [];
  if (!posting) return [];
  const now = seen ?? { datedOn: posting.datedOn, lines: [] };
  return differences({ datedOn: posting.datedOn, lines: linesOf(posting.lines) }, now);
}

function changedPlan(session: Session, world: World, run: Run, decision: Decision): Plan {
  const posting = effectivePosting(run);
  const facts = [...world.runs.values()].map((one) =>
    factsOf(one, session.company.policy.mode, session.company.policy.amendments),
  );
  const own = facts.find((one) => one.tag === run.tag);
  const said = mappedOf(run);
  const why = decision.do === 'changed' ? decision.why : said.is === 'post' ? 'amount' : said.is;
  const target = own && redateTo(facts, own);
  const expected =
    target?.mapped.is === 'post' ? target.mapped : said.is === 'post' ? said : { datedOn: run.datedOn, lines: [] };
  const before = posting
    ? contentOf({ datedOn: posting.datedOn, lines: posting.lines })
    : { datedOn: run.datedOn, lines: [] };
  const waitsFor =
    why === 'neighbour'
      ? facts
          .filter(
            (one) =>
              Math.abs(one.periodIndex - (own?.periodIndex ?? 0)) <= 1 &&
              one.tag !== run.tag &&
              one.recorded.length > 0,
          )
          .map((one) => one.tag)
      : undefined;
  return {
    kind: 'changed',
    why,
    differences: posting ? differences(before, expected) : [],
    redateTo: target?.tag,
    waitsFor,
  };
}

function differences(before: Parameters<typeof diff>[0], after: Parameters<typeof diff>[1]) {
  const { byAccount, datedOn } = diff(before, after);
  const accounts = byAccount.map(({ code, user, before: was, after: is }) => ({
    account: code,
    user,
    before: was.toString(),
    after: is.toString(),
  }));
  return datedOn ? [{ account: 'date', before: datedOn.before, after: datedOn.after }, ...accounts] : accounts;
}

function reasonOf(state: RunState, plan: Plan | null, holds: readonly StoredRemark[], run: Run): string | null {
  const [hold] = holds;
  if (state === 'held' && hold) return hold.code.replaceAll('_', ' ');
  if (plan?.kind === 'refused') return plan.words;
  if (plan?.kind === 'drift') return `the journal set was ${plan.what} in the books`;
  if (plan?.kind === 'changed') {
    if (plan.redateTo) return `the pay date moved to ${plan.redateTo.slice(-10)}`;
    return {
      amount: 'payroll says other figures now',
      hold: 'payroll changed, and a person must look',
      nothing: 'payroll has nothing to post now',
      gone: 'payroll no longer has this pay run',
      not_filed: 'payroll is no longer filed',
      neighbour: 'waits for a change beside it',
    }[plan.why];
  }
  if (state === 'posted' && run.row === undefined && effectivePosting(run)?.origin === 'adopted')
    return 'found in the books';
  return null;
}
