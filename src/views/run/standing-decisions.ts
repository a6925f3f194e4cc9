import { paidInWords } from '../../journal/nouns/pay-key.js';
import { In, IsNull, MoreThanOrEqual } from 'typeorm';
import { CompanyRow } from '../../companies/company.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import { isOfOneRun, type DecisionScope, type FieldTreatment } from '../../journal/policy/decision.js';
import { decisionInWords } from '../../journal/policy/decision-in-words.js';
import type { Policy } from '../../journal/policy/policy.js';
import { wordsOf } from '../../journal/policy/treatments.js';
import { type PayPeriod, pathOf } from '../../journal/nouns/pay-run.js';
import { usersIn } from '../../journal/nouns/users-with.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { Posting } from '../../record/runs/posting.entity.js';
import { unsettledOf, Write } from '../../record/runs/write.entity.js';
import { nameShown } from '../words/name-shown.js';
import { shortOf, takenBackKinds } from '../words/short-id.js';
import { holdWords, inSentence, scopeWords } from '../words/words.js';

/** A decision in force that concerns a pay run, and whether it may be taken back. */
export interface StandingDecision {
  /** The id of its row; 'policy 7' if it is a version of the company's policy. */
  readonly id: string;
  /** What `take-back` takes: '1a2b3c4d', or 'policy-7'. */
  readonly short: string;
  readonly kind: Decision['kind'];
  readonly scope: DecisionScope;
  readonly words: string;
  /** The person or runs it applies to. */
  readonly whom: string;
  readonly actor: string;
  readonly at: Date;
  readonly reason: string;
  readonly field?: string;
  readonly treatment?: FieldTreatment;
  readonly userPath?: string;
  readonly whyNot?: string;
}

/** As programs read it. */
export const decisionRow = ({ id, short, words, whom, actor, at, reason, whyNot }: StandingDecision) => ({
  id,
  short,
  words,
  whom,
  actor,
  at,
  reason,
  whyNotTakenBack: whyNot,
});

type RunOf = Pick<PayRunRecord, 'companyId' | 'tag' | 'year' | 'period' | 'datedOn' | 'mapped'>;

/** Its payslips, as far as they are kept; read here if the caller has not. */
interface Known {
  readonly payroll: PayPeriod | undefined;
}

/** The decisions in force for a pay run, earliest first. */
export async function standingDecisions(
  rows: ReadRows,
  run: RunOf,
  known?: Known,
): Promise<readonly StandingDecision[]> {
  const company = await rows.findOneByOrFail(CompanyRow, { id: run.companyId });
  const { connectionId, id: companyId } = company;
  const standing = { endedAt: IsNull(), kind: In([...takenBackKinds]) };
  const kept = await rows.find(Decision, {
    where: [
      { ...standing, companyId },
      { ...standing, connectionId },
    ],
    order: { at: 'ASC' },
  });
  const about = aboutOf(run, (known ?? { payroll: await keptPayroll(rows, run) }).payroll);
  const own = kept.filter((one) => (one.tag === null ? about(one.field, one.userPath) : one.tag === run.tag));
  const found: StandingDecision[] = [];
  for (const one of own) found.push({ ...shown(one, run), whyNot: await whyNotTakenBack(rows, company, one) });
  for (const one of await inPolicy(rows, company)) {
    if (!about(one.field ?? null, null)) continue;
    found.push({ ...one, whyNot: await whyNotTakenBack(rows, company, asDecision(one, companyId)) });
  }
  return found.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function shown(one: Decision, { mapped }: RunOf): Omit<StandingDecision, 'whyNot'> {
  const { id, kind, scope, actor, at, reason, field, treatment, userPath } = one;
  // What is asked for the whole run is about no pay item.
  const ofScope = scope === 'run' && field === null ? 'this pay run' : scopeWords[scope];
  const name = mapped?.paid.find(({ user }) => pathOf(user) === userPath)?.name ?? userPath;
  return {
    id,
    short: shortOf(id),
    kind,
    scope,
    actor: nameShown(actor),
    at,
    reason,
    words: wordsFor(one),
    whom: name === null ? ofScope : `${name}, ${inSentence(ofScope)}`,
    field: field ?? undefined,
    treatment: treatment ?? undefined,
    userPath: userPath ?? undefined,
  };
}

function wordsFor({ kind, field, treatment, holdCode, figures }: Decision): string {
  if (kind === 'approval') return `Approved: ${inSentence(holdWords[holdCode ?? ''] ?? holdCode ?? '')}`;
  if (kind === 'recovery') return `${wordsOf(field ?? '')}: ${recoveryWords[figures?.rate ?? ''] ?? 'recovered'}`;
  if (field !== null && treatment !== null) return decisionInWords(field, treatment);
  return askedWords[kind] ?? kind;
}

const recoveryWords: Readonly<Record<string, string>> = {
  usual: 'recovered at the usual rate',
  small_employer: 'recovered as a small employer',
};
const askedWords: Readonly<Record<string, string>> = {
  post: 'Asked to be posted',
  amend: 'Asked to be amended',
  reverse: 'Asked to be reversed',
};

async function keptPayroll(rows: ReadRows, { companyId, year, period }: RunOf): Promise<PayPeriod | undefined> {
  const row = await rows.findOneBy(PayPeriodRecord, { companyId, year, period });
  return row?.document?.period(year);
}

/** Whether a decision that holds from then on concerns the run: it may, if payslips are no longer kept. */
function aboutOf({ datedOn, tag, mapped }: RunOf, document: PayPeriod | undefined) {
  const isHeld = (field: string) => mapped?.holds.some((hold) => hold.field === field) ?? false;
  return (field: string | null, userPath: string | null): boolean => {
    if (field === null || document === undefined || isHeld(field)) return true;
    const users = usersIn(document, { datedOn, tag }, field).map(pathOf);
    return userPath === null ? users.length > 0 : users.includes(userPath);
  };
}

/** What `decide --for company` put into the policy, as far as it is still in force. */
async function inPolicy(
  rows: ReadRows,
  { id: companyId, policyVersion }: CompanyRow,
): Promise<readonly Omit<StandingDecision, 'whyNot'>[]> {
  const lines = await rows.select(LogEntry, ['ref'], { where: { companyId, act: 'decide' } });
  const versions = lines.flatMap(({ ref }) => /^policy (\d+)$/.exec(ref ?? '')?.[1] ?? []).map(Number);
  if (versions.length === 0) return [];
  const wanted = [...new Set([policyVersion, ...versions.flatMap((version) => [version - 1, version])])];
  const kept = await rows.findBy(PolicyVersion, { companyId, version: In(wanted) });
  const at = new Map(kept.map((row) => [row.version, row]));
  const treatmentsAt = (version: number) => treatmentsIn(at.get(version));
  const now = treatmentsAt(policyVersion);
  const found = new Map<string, Omit<StandingDecision, 'whyNot'>>();
  for (const version of versions.sort((a, b) => a - b)) {
    const [row, before, after] = [at.get(version), treatmentsAt(version - 1), treatmentsAt(version)];
    for (const [field, treatment] of Object.entries(after)) {
      const [was, is, stands] = [before[field], treatment, now[field]].map((one) => JSON.stringify(one));
      if (row === undefined || was === is || is !== stands) continue;
      const id = `policy ${version}`;
      found.set(field, {
        id,
        short: shortOf(id),
        kind: 'treatment',
        scope: 'company',
        field,
        treatment,
        words: decisionInWords(field, treatment),
        whom: scopeWords.company,
        actor: nameShown(row.actor),
        at: row.createdAt,
        reason: row.reason,
      });
    }
  }
  return [...found.values()];
}

const treatmentsIn = (row: PolicyVersion | undefined): Readonly<Record<string, FieldTreatment>> =>
  (row?.policy as Policy | undefined)?.treatments ?? {};

type Posted = Pick<Decision, 'kind' | 'scope' | 'tag' | 'at' | 'companyId'> &
  Partial<Pick<Decision, 'field' | 'userPath'>>;

const asDecision = ({ kind, scope, at, field }: Omit<StandingDecision, 'whyNot'>, companyId: string): Posted => ({
  kind,
  scope,
  at,
  companyId,
  tag: null,
  field: field ?? null,
  userPath: null,
});

/** Only what has not been posted is taken back: what is in the books would rest on nothing. */
async function whyNotTakenBack(rows: ReadRows, company: CompanyRow, one: Posted): Promise<string | undefined> {
  const { connectionId } = company;
  const companies =
    one.scope === 'practice'
      ? (await rows.select(CompanyRow, ['id'], { where: { connectionId } })).map(({ id }) => id)
      : [company.id];
  const ofRun = one.tag === null ? {} : { runTag: one.tag };
  for (const id of companies) {
    const open = unsettledOf(id).map((where) => ({ ...where, ...ofRun, createdAt: MoreThanOrEqual(one.at) }));
    if ((await rows.countBy(Write, open[0] ?? {})) + (await rows.countBy(Write, open[1] ?? {})) > 0)
      return 'a journal that rests on it may be on its way to the books. Sync in a quarter of an hour, and look again';
    const posted = await postedBy(rows, id, one);
    if (posted !== undefined) return posted;
  }
  return undefined;
}

async function postedBy(rows: ReadRows, companyId: string, one: Posted): Promise<string | undefined> {
  const { kind, tag, at, scope } = one;
  if (kind === 'post' || kind === 'amend' || kind === 'reverse') return undefined;
  if (kind === 'recovery') {
    const recoveries = await rows.findBy(PayRunRecord, { companyId, kind: 'recovery', postedAt: MoreThanOrEqual(at) });
    const posted = recoveries.some(({ journalSet }) => journalSet !== null);
    return posted ? 'the recovery was posted at that rate. Reverse it first, or decide again' : undefined;
  }
  const since = { companyId, kind: 'post' as const, createdAt: MoreThanOrEqual(at) };
  const postings = await rows.findBy(Posting, tag === null ? since : { ...since, runTag: tag });
  const tags = [...new Set(postings.map(({ runTag }) => runTag))];
  const runs = tags.length === 0 ? [] : await rows.findBy(PayRunRecord, { companyId, kind: 'payroll', tag: In(tags) });
  for (const run of runs.filter(({ journalSet }) => journalSet !== null)) {
    const about = aboutOf(run, await keptPayroll(rows, run));
    if (tag === null && !about(one.field ?? null, one.userPath ?? null)) continue;
    const instead = isOfOneRun(scope)
      ? 'Reverse the pay run first'
      : 'Decide again: what was posted stays, and the later decision counts from then on';
    return `the pay run paid ${paidInWords(run)} was posted by it. ${instead}`;
  }
  return undefined;
}
