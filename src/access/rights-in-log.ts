import { createHash } from 'node:crypto';
import type { Database } from '../ground/database.js';
import { installation } from '../record/log/log-entry.entity.js';
import { entriesAfter } from '../record/log/log-rows.js';
import type { BrokenLink } from '../record/log/broken-link.js';
import { Person } from './person.entity.js';

/**
 * A hash of somebody's rights, for the log entries about them. Name and address are left out: the hash stays after they
 * are erased, and they could be found from it by guessing.
 */
export function rightsHash({ id, role, pay, companies, active }: Person): string {
  const reach = companies === null ? null : [...companies].sort();
  return createHash('sha256')
    .update(JSON.stringify([id, role, pay, reach, active]))
    .digest('hex');
}

/** People whose rights are not what the log last gave them, and people whom no logged act added. */
export async function rightsBreaks(database: Database): Promise<readonly BrokenLink[]> {
  const before = await database.read((rows) => rows.find(Person));
  const last = new Map<string, { readonly seq: number; readonly hash: string }>();
  let since: Date | undefined;
  for await (const page of entriesAfter(database, installation))
    for (const { act, ref, fingerprint, seq, at } of page) {
      if (act !== 'person' || ref === null || fingerprint === null) continue;
      since ??= at;
      last.set(ref, { seq, hash: fingerprint });
    }
  // The service goes on while we read the log: a difference counts only if the person had the same rights before and
  // after.
  const known = new Map(before.map((person) => [person.id, person]));
  const now = await database.read((rows) => rows.find(Person));
  const broken = now.flatMap((person): BrokenLink[] => {
    const then = known.get(person.id);
    if (!then || rightsHash(then) !== rightsHash(person)) return [];
    const logged = last.get(person.id);
    const about = { companyId: installation, seq: logged?.seq ?? 0 };
    if (logged && logged.hash !== rightsHash(person))
      return [{ ...about, detail: `carries what person ${person.id} may, which was changed` }];
    const slippedIn = !logged && since !== undefined && person.createdAt >= since;
    return slippedIn ? [{ ...about, detail: `no entry mentions person ${person.id}` }] : [];
  });
  const there = new Set(now.map(({ id }) => id));
  const gone = [...last].filter(([id]) => !there.has(id));
  return [
    ...broken,
    ...gone.map(([id, { seq }]) => ({
      companyId: installation,
      seq,
      detail: `carries what person ${id} may, who is not there any more`,
    })),
  ];
}
