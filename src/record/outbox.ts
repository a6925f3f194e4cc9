import { randomUUID } from 'node:crypto';

import type { Rows } from '../ground/rows.js';
import type { Clock } from '../ground/clock.js';
import type { Config } from '../ground/config.js';
import { Notification } from './notification.entity.js';

/** For the webhook: what happened, without names and without pay. */
export interface Message {
  readonly kind:
    | 'held'
    | 'in_doubt_too_long'
    | 'drift'
    | 'connection_lost'
    | 'overdue'
    | 'month_closed'
    | 'month_incomplete'
    | 'control_not_paid'
    | 'control_unexplained'
    | 'due_this_week';
  readonly companyId?: string;
  /** The same thing is told once. */
  readonly once: string;
  readonly payload: unknown;
}

/** Stores messages in the unit of work of the event they report, so that exactly what happened is sent. */
export class Outbox {
  constructor(
    private readonly clock: Clock,
    private readonly config: Pick<Config, 'webhookUrl'>,
  ) {}

  async put(em: Rows, { kind, companyId, once, payload }: Message): Promise<void> {
    if (this.config.webhookUrl === undefined) return;
    const now = this.clock.now();
    const waiting = { attempts: 0, nextAt: now, deliveredAt: null, gaveUpAt: null, createdAt: now };
    await em
      .createQueryBuilder()
      .insert()
      .into(Notification)
      .values({ id: randomUUID(), companyId: companyId ?? null, kind, once, payload: payload as object, ...waiting })
      .orIgnore()
      .execute();
  }
}
