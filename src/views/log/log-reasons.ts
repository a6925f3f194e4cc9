import { In } from 'typeorm';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { ClientMail } from '../../record/messages/client-mail.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import { Person } from '../../access/person.entity.js';
import type { FieldTreatment } from '../../journal/policy/decision.js';
import { parsePolicy, WrongPolicy } from '../../journal/policy/policy.js';
import { Decision } from '../../record/runs/decision.entity.js';
import type { LogEntry } from '../../record/log/log-entry.entity.js';
import { Write } from '../../record/runs/write.entity.js';
import type { Viewer } from '../../access/viewer.js';
import { namesInBooks, personIn } from '../lists/names-in-books.js';
import { shortOf, takenBackKinds } from '../words/short-id.js';
import { type NameOf, policyChanges } from '../words/policy-in-words.js';

/** What a person decided, without the name of the person it is about. */
export interface Decided {
  readonly kind: Decision['kind'];
  readonly scope: Decision['scope'];
  readonly hold?: string;
  readonly field?: string;
  readonly as?: FieldTreatment;
  readonly on?: string;
}

export interface Why {
  /** The short id of the decision, which `take-back` takes. */
  readonly decision?: string;
  /** A person's own words. */
  readonly reason?: string;
  readonly decided?: Decided;
  /**
   * The tax month that a client was asked about; then `reason` is the client's words, which may name people and pay.
   */
  readonly clientOf?: { readonly year: number; readonly period: number };
  /** The person a pay run was assigned to. */
  readonly to?: string;
  /** The service's answer with its words, which may name people and pay. */
  readonly said?: string;
  /** What a version of the policy changed, in words. */
  readonly changed?: readonly string[];
}

/** What a viewer without pay gets of it: no words that anyone wrote, no values of settings, no amounts of a split. */
export function whyFor({ pay }: Pick<Viewer, 'pay'>, why: Why = {}): Why {
  if (pay) return why;
  const { decision, decided, clientOf, to } = why;
  const as = typeof decided?.as === 'object' ? decided.as.as : decided?.as;
  return { decision, clientOf, to, decided: decided && { ...decided, as } };
}

export const entryKey = ({ companyId, seq }: Pick<LogEntry, 'companyId' | 'seq'>) => `${companyId} ${seq}`;

const decisionId = /^[0-9a-f-]{36}$/;
const policyRef = /^policy (\d+)$/;

/** For each entry, what it is about and is kept elsewhere: the log itself has only a reference. */
export async function reasonsOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, Why>> {
  const decisions = await decisionsOf(rows, entries);
  const versions = await versionsOf(rows, entries);
  const answers = await answersOf(rows, entries);
  const people = await peopleOf(rows, entries);
  const said = await saidOf(rows, entries);
  const found = new Map<string, Why>();
  for (const entry of entries) {
    const decision = decisions.get(entry.ref ?? '');
    const answer = answers.get(entry.ref ?? '');
    const to = people.get(entry.ref ?? '');
    const version = versions.get(`${entry.companyId} ${policyRef.exec(entry.ref ?? '')?.[1]}`);
    if (decision)
      found.set(entryKey(entry), { reason: decision.reason, decided: decidedIn(decision), ...idOf(decision) });
    else if (answer) found.set(entryKey(entry), isAsking(entry.act) ? { clientOf: answer.clientOf } : answer);
    else if (entry.act === 'assign')
      found.set(entryKey(entry), { to: to ?? (entry.ref === null ? 'no one' : 'someone who was erased') });
    else if (said.has(entryKey(entry))) found.set(entryKey(entry), { said: said.get(entryKey(entry)) });
    else if (version)
      found.set(entryKey(entry), entry.act === 'decide' ? { ...version, decision: shortOf(entry.ref ?? '') } : version);
  }
  return found;
}

const idOf = ({ id, kind }: Decision) => (takenBackKinds.includes(kind) ? { decision: shortOf(id) } : {});

function decidedIn({ kind, scope, holdCode, field, treatment, onDate }: Decision): Decided {
  return {
    kind,
    scope,
    hold: holdCode ?? undefined,
    field: field ?? undefined,
    as: treatment ?? undefined,
    on: onDate ?? undefined,
  };
}

async function decisionsOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, Decision>> {
  const ids = entries.flatMap(({ ref }) => (ref !== null && decisionId.test(ref) ? [ref] : []));
  if (ids.length === 0) return new Map();
  const found = await rows.findBy(Decision, { id: In([...new Set(ids)]) });
  return new Map(found.map((row) => [row.id, row]));
}

const isAsking = (act: string): boolean => act === 'client_link' || act === 'client_mail';
const clientActs: readonly string[] = ['client_link', 'client_mail', 'client_asks', 'client_approved'];

async function answersOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, Why>> {
  const ids = entries.flatMap(({ act, ref }) => (clientActs.includes(act) && ref !== null ? [ref] : []));
  if (ids.length === 0) return new Map();
  const where = { id: In([...new Set(ids)]) };
  const links = await rows.findBy(ClientApproval, where);
  const mails = await rows.findBy(ClientMail, where);
  return new Map([
    ...mails.map(({ id, year, period }): [string, Why] => [id, { clientOf: { year, period } }]),
    ...links.map(({ id, year, period, words }): [string, Why] => [
      id,
      { ...(words && { reason: words }), clientOf: { year, period } },
    ]),
  ]);
}

/** As long as the write still has the answer that the entry is about. */
async function saidOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, string>> {
  const asked = entries.filter(({ outcome, ref }) => (outcome === 'refused' || outcome === 'in_doubt') && ref !== null);
  if (asked.length === 0) return new Map();
  const ids = [...new Set(asked.map(({ ref }) => ref as string))];
  const found = await rows.select(Write, ['id', 'answer'], { where: { id: In(ids) } });
  const answers = new Map(found.map(({ id, answer }) => [id, answer]));
  return new Map(
    asked.flatMap((entry) => {
      const said = answers.get(entry.ref as string);
      return said && said !== entry.answer && said.startsWith(entry.answer ?? '') ? [[entryKey(entry), said]] : [];
    }),
  );
}

async function peopleOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, string>> {
  const ids = entries.flatMap(({ act, ref }) => (act === 'assign' && ref !== null ? [ref] : []));
  if (ids.length === 0) return new Map();
  const found = await rows.select(Person, ['id', 'name'], { where: { id: In([...new Set(ids)]) } });
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Each version's reason, and what it changed from the version before. */
async function versionsOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, Why>> {
  const asked = entries.filter(({ ref }) => policyRef.test(ref ?? ''));
  if (asked.length === 0) return new Map();
  const found = await rows
    .createQueryBuilder(PolicyVersion, 'p')
    .where('p.companyId IN (:...companies) AND p.version IN (:...versions)', {
      companies: [...new Set(asked.map(({ companyId }) => companyId))],
      versions: [
        ...new Set(asked.map(({ ref }) => Number(policyRef.exec(ref ?? '')?.[1])).flatMap((at) => [at - 1, at])),
      ],
    })
    .getMany();
  const versions = new Map(found.map((row) => [`${row.companyId} ${row.version}`, row]));
  const whys = new Map<string, Why>();
  for (const [key, { companyId, version, policy, reason }] of versions) {
    const before = versions.get(`${companyId} ${version - 1}`);
    whys.set(key, { reason, ...(before && { changed: await changesNamed(rows, companyId, before.policy, policy) }) });
  }
  return whys;
}

/** With people as the books name them. They are long to read, and most changes are about no one. */
export async function changesNamed(
  rows: ReadRows,
  companyId: string,
  before: unknown,
  after: unknown,
): Promise<readonly string[]> {
  const changed = changesOf(before, after);
  if (!changed.some((words) => words.includes('/users/'))) return changed;
  return changesOf(before, after, personIn(await namesInBooks(rows, companyId)));
}

/** A stored policy lacks settings that were added later. One that cannot be read must not hide the log. */
export function changesOf(before: unknown, after: unknown, nameOf?: NameOf): readonly string[] {
  try {
    return policyChanges(parsePolicy(before), parsePolicy(after), nameOf);
  } catch (error) {
    if (error instanceof WrongPolicy) return [];
    throw error;
  }
}
