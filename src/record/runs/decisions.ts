import { randomUUID } from 'node:crypto';
import { Brackets, IsNull } from 'typeorm';
import type { Rows } from '../../ground/rows.js';
import type { Database } from '../../ground/database.js';
import type { Carried } from '../log/carried.js';
import { Decision } from './decision.entity.js';
import type { Write } from './write.entity.js';

export type NewDecision = Pick<Decision, 'scope' | 'kind' | 'reason' | 'actor'> &
  Partial<Omit<Decision, 'id' | 'at' | 'endedAt'>>;

/** What took effect in the books, for which run. */
export type Effect = Pick<Write, 'companyId' | 'runTag' | 'kind'> & Partial<Pick<Write, 'decisionId'>>;

/** What people decided; kept apart from writes, which it outlives. */
export class Decisions {
  constructor(private readonly db: Database) {}

  async record(rows: Rows, decision: NewDecision): Promise<Decision> {
    const row: Decision = {
      companyId: null,
      connectionId: null,
      tag: null,
      field: null,
      userPath: null,
      treatment: null,
      holdCode: null,
      fingerprint: null,
      figures: null,
      onDate: null,
      ...decision,
      id: randomUUID(),
      at: await this.db.now(rows),
      endedAt: null,
    };
    await rows.insert(Decision, row);
    return row;
  }

  /** All decisions in force for a company: its own, and those for its whole practice. */
  async standing(companyId: string, connectionId: string): Promise<readonly Decision[]> {
    return this.db.read((rows) =>
      rows
        .createQueryBuilder(Decision, 'd')
        .where('d.endedAt IS NULL')
        .andWhere(
          new Brackets((either) =>
            either
              .where('d.companyId = :companyId', { companyId })
              .orWhere('d.connectionId = :connectionId', { connectionId }),
          ),
        )
        .orderBy('d.at', 'ASC')
        .getMany(),
    );
  }

  /**
   * A decision is spent once. Whatever shows that a write took effect ends the decision behind it, and any other with
   * the same aim: otherwise a set deleted later would be posted again, unasked. Returns what the log has to carry.
   */
  async spend(rows: Rows, write: Effect): Promise<readonly Carried[]> {
    const { companyId, runTag, kind, decisionId } = write;
    const asked = { companyId, tag: runTag, kind: kind === 'remove' ? ('amend' as const) : kind, endedAt: IsNull() };
    // If the pay date moved, the decision may be kept with the run it moved to.
    const where = decisionId ? [asked, { id: decisionId, endedAt: IsNull() }] : asked;
    const spent = await rows.select(Decision, ['id'], { where });
    for (const { id } of spent) await this.end(rows, id);
    return spent.map(({ id }) => ['decision', id] as const);
  }

  async end(rows: Rows, id: string): Promise<void> {
    await rows.update(Decision, { id }, { endedAt: await this.db.now(rows) });
  }
}
