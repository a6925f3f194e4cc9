import { randomUUID } from 'node:crypto';
import { IsNull, LessThanOrEqual } from 'typeorm';
import type { Database } from '../ground/database.js';
import { KeptAnswer, type KeptRights } from './kept-answer.entity.js';

/** An answer is kept for as long as a client may sensibly try again. */
const keptHours = 24;
/** A request that has not ended by then was lost with its process: the client may start again. */
const lostAfterMinutes = 15;
const minuteMs = 60_000;

export interface Asked {
  readonly scope: string;
  readonly key: string;
  readonly requestHash: string;
  readonly rights: KeptRights;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Begun =
  | { readonly is: 'new'; readonly token: string }
  | { readonly is: 'answered'; readonly answer: Answered; readonly rights: KeptRights }
  | { readonly is: 'going on' }
  /** It named someone who was erased since. */
  | { readonly is: 'erased' }
  | { readonly is: 'another request' };

/** At most one request with a key runs at a time, and a repeated request gets the same answer. */
export class KeptAnswers {
  constructor(private readonly database: Database) {}

  async begin(asked: Asked): Promise<Begun> {
    const { scope, key } = asked;
    return this.database.work(async (rows) => {
      const now = this.database.clock.now();
      await rows.delete(KeptAnswer, { expiresAt: LessThanOrEqual(now) });
      const lost = LessThanOrEqual(new Date(now.getTime() - lostAfterMinutes * minuteMs));
      await rows.delete(KeptAnswer, { scope, key, status: IsNull(), begunAt: lost });
      const token = randomUUID();
      const expiresAt = new Date(now.getTime() + keptHours * 60 * minuteMs);
      const open = { status: null, headers: null, body: null, begunAt: now, expiresAt };
      await rows.insertIfAbsent(KeptAnswer, { ...asked, token, ...open });
      const kept = await rows.findOneBy(KeptAnswer, { scope, key });
      return kept === null || kept.token === token ? { is: 'new', token } : found(kept, asked);
    });
  }

  /** Undefined frees the key: nothing was done, so the same request may be tried again. */
  async end({ scope, key }: Asked, token: string, answer: Answered | undefined): Promise<void> {
    await this.database.work(async (rows) => {
      if (answer === undefined) await rows.delete(KeptAnswer, { scope, key, token });
      else await rows.update(KeptAnswer, { scope, key, token }, { ...answer });
    });
  }
}

function found({ requestHash, rights, status, headers, body }: KeptAnswer, asked: Asked): Begun {
  if (requestHash !== asked.requestHash) return { is: 'another request' };
  if (status === null) return { is: 'going on' };
  if (body === null) return { is: 'erased' };
  return { is: 'answered', rights, answer: { status, headers: headers ?? {}, body } };
}
