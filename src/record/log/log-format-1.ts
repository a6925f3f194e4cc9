import { In } from 'typeorm';
import { hash } from 'node:crypto';
import type { ReadRows } from '../../ground/rows.js';
import { Decision } from '../runs/decision.entity.js';
import type { LogEntry } from './log-entry.entity.js';
import { jsonHash } from '../json-hash.js';
import type { BrokenLink } from './broken-link.js';

/** Format 1 wrote a hash of the decision or policy that an entry is about, each made in its own way. */
export async function refBreaks(rows: ReadRows, page: readonly LogEntry[]): Promise<readonly BrokenLink[]> {
  const old = page.filter(({ format, ref, refHash }) => format === 1 && ref !== null && refHash !== null);
  const policies = old.filter(({ act, ref }) => act === 'policy' && /^policy \d+$/.test(ref ?? ''));
  const decisions = old.filter(({ ref }) => /^[0-9a-f-]{36}$/.test(ref ?? ''));
  return [...(await policyBreaks(rows, policies)), ...(await decisionBreaks(rows, decisions))];
}

async function policyBreaks(rows: ReadRows, entries: readonly LogEntry[]): Promise<readonly BrokenLink[]> {
  const broken: BrokenLink[] = [];
  for (const { companyId, seq, ref, refHash } of entries) {
    const version = Number(ref?.slice('policy '.length));
    const row = await rows
      .createQueryBuilder()
      .select('p.policy', 'policy')
      .from('policies', 'p')
      .where('p.company_id = :companyId AND p.version = :version', { companyId, version })
      .getRawOne<{ policy: string }>();
    if (!row || hash('sha256', row.policy) !== refHash)
      broken.push({
        companyId,
        seq,
        detail: `is about policy version ${version}, which ${row ? 'was changed' : gone}`,
      });
  }
  return broken;
}

const gone = 'is not there any more';

async function decisionBreaks(rows: ReadRows, entries: readonly LogEntry[]): Promise<readonly BrokenLink[]> {
  if (entries.length === 0) return [];
  const found = await rows.findBy(Decision, { id: In(entries.map(({ ref }) => ref)) });
  const byId = new Map(found.map((decision) => [decision.id, decision]));
  return entries.flatMap(({ companyId, seq, ref, refHash }) => {
    const decision = byId.get(ref ?? '');
    if (decision && (hashedThen(decision) === refHash || cannotTell(decision))) return [];
    return [{ companyId, seq, detail: `is about decision ${ref}, which ${decision ? 'was changed' : gone}` }];
  });
}

/** The row as it was made, followed by the person's reason once more. */
const hashedThen = (decision: Decision) => jsonHash([{ ...decision, endedAt: null }, decision.reason]);

/** Half a surrogate pair was hashed as it came but stored as U+FFFD, so nothing can be proved. */
const cannotTell = ({ reason, actor }: Decision) => `${reason}${actor}`.includes('\u{FFFD}');
