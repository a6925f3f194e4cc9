import { randomUUID } from 'node:crypto';
import { Brackets, type EntityManager } from 'typeorm';
import type { Database } from '../ground/database.js';
import { Decision } from './decision.entity.js';

export type NewDecision = Pick<Decision, 'scope' | 'kind' | 'reason' | 'actor'> &
  Partial<Omit<Decision, 'id' | 'at' | 'endedAt'>>;

/** What persons decided; apart from writes, and surviving them. */
export class Decisions {
  constructor(private readonly db: Database) {}

  async record(em: EntityManager, decision: NewDecision): Promise<Decision> {
    const row = em.create(Decision, {
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
      at: await this.db.now(em),
      endedAt: null,
    });
    await em.insert(Decision, row);
    return row;
  }

  /** All that stand for a company: its own, and those for its whole practice. */
  async standing(companyId: string, connectionId: string): Promise<readonly Decision[]> {
    return this.db.read((em) =>
      em
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

  async end(em: EntityManager, id: string): Promise<void> {
    await em.update(Decision, { id }, { endedAt: await this.db.now(em) });
  }
}
