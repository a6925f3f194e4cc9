import type { ReadRows } from '../../ground/rows.js';
import { Decision } from '../../record/runs/decision.entity.js';

/** As many as can be read at a glance. */
const reasonsMax = 3;
const decisionsRead = 40;

/**
 * Reasons that this person gave before for deciding about a pay item; of the same item first, then the latest. They are
 * offered, never filled in: and not for an approval or a sign-off, where each is a look of its own.
 */
export async function reasonsBefore(rows: ReadRows, actor: string, field: string): Promise<readonly string[]> {
  const found = await rows.find(Decision, {
    where: { actor, kind: 'treatment' },
    order: { at: 'DESC' },
    take: decisionsRead,
  });
  const sorted = [...found.filter((one) => one.field === field), ...found.filter((one) => one.field !== field)];
  return [...new Set(sorted.map(({ reason }) => reason.trim()))].filter((reason) => reason !== '').slice(0, reasonsMax);
}
