import type { Database } from '../ground/database.js';
import type { LogEntry } from './log/log-entry.entity.js';
import { entriesAfter } from './log/log-rows.js';
import type { BrokenLink } from './log/broken-link.js';

/** Entries of earlier releases do not carry the company: the version in force is the newest that they name. */

const policyRef = /^policy (\d+)$/;

export function newestPolicy(before: number | undefined, page: readonly LogEntry[]): number | undefined {
  const versions = page.flatMap(({ act, ref, carries }) => [
    ...(act === 'connect' ? [1] : []),
    ...(policyRef
      .exec(ref ?? '')
      ?.slice(1)
      .map(Number) ?? []),
    ...(carries ?? []).flatMap(([kind, key]) => (kind === 'policy' ? [Number(key)] : [])),
  ]);
  if (before === undefined && versions.length === 0) return undefined;
  return Math.max(before ?? 0, ...versions);
}

export async function otherPolicyInForce(
  db: Database,
  companyId: string,
  newest: { readonly seq: number; readonly version: number },
): Promise<readonly BrokenLink[]> {
  const row = await db.read((rows) =>
    rows
      .createQueryBuilder()
      .select('c.policy_version', 'version')
      .from('companies', 'c')
      .where('c.id = :companyId', { companyId })
      .getRawOne<{ version: number }>(),
  );
  if (!row || row.version === newest.version) return [];
  // Somebody may have changed it since the walk.
  for await (const page of entriesAfter(db, companyId, newest.seq))
    if (page.some(({ carries }) => carries?.some(([kind]) => kind === 'company'))) return [];
  const detail = `is the last, and policy version ${newest.version} the newest that the log mentions, but ${row.version} is in force`;
  return [{ companyId, seq: newest.seq, detail }];
}
