import { In } from 'typeorm';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { ReadRows } from '../../ground/rows.js';
import type { FieldTreatment } from '../../journal/mapping/decision.js';
import { Decision } from '../../record/runs/decision.entity.js';
import type { LogEntry } from '../../record/log/log-entry.entity.js';

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
  readonly reason: string;
  readonly decided?: Decided;
}

export const entryKey = ({ companyId, seq }: Pick<LogEntry, 'companyId' | 'seq'>) => `${companyId} ${seq}`;

const decisionId = /^[0-9a-f-]{36}$/;
const policyRef = /^policy (\d+)$/;

/** For each entry, the decision or policy version it is about. The log itself keeps only a hash of it. */
export async function reasonsOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, Why>> {
  const decisions = await decisionsOf(rows, entries);
  const versions = await versionsOf(rows, entries);
  const found = new Map<string, Why>();
  for (const entry of entries) {
    const decision = decisions.get(entry.ref ?? '');
    const version = versions.get(`${entry.companyId} ${policyRef.exec(entry.ref ?? '')?.[1]}`);
    if (decision) found.set(entryKey(entry), { reason: decision.reason, decided: decidedIn(decision) });
    else if (version) found.set(entryKey(entry), { reason: version.reason });
  }
  return found;
}

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

async function versionsOf(rows: ReadRows, entries: readonly LogEntry[]): Promise<ReadonlyMap<string, PolicyVersion>> {
  const asked = entries.filter(({ ref }) => policyRef.test(ref ?? ''));
  if (asked.length === 0) return new Map();
  const found = await rows
    .createQueryBuilder(PolicyVersion, 'p')
    .where('p.companyId IN (:...companies) AND p.version IN (:...versions)', {
      companies: [...new Set(asked.map(({ companyId }) => companyId))],
      versions: [...new Set(asked.map(({ ref }) => Number(policyRef.exec(ref ?? '')?.[1])))],
    })
    .getMany();
  return new Map(found.map((row) => [`${row.companyId} ${row.version}`, row]));
}
