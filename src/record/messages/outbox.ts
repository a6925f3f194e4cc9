import { randomUUID } from 'node:crypto';
import type { Rows } from '../../ground/rows.js';
import type { Clock } from '../../ground/clock.js';
import type { Config } from '../../ground/config.js';
import { type MessageKind, messageKinds } from './message-kinds.js';
import { Notification } from './notification.entity.js';
import { type Payload, payload as said } from './payload.js';

/** A message for the webhook: what happened, without names and without pay. */
export interface Message {
  readonly kind: MessageKind;
  readonly companyId?: string;
  /** Where a person sees it: a path of the pages. */
  readonly path?: string;
  /** Identifies what is sent only once. */
  readonly once: string;
  readonly payload: Payload;
}

/** Stores messages in the unit of work of the event they report, so that exactly what happened is sent. */
export class Outbox {
  constructor(
    private readonly clock: Clock,
    private readonly config: Pick<Config, 'webhookUrl' | 'publicUrl'>,
  ) {}

  async put(rows: Rows, { kind, companyId, once, path = '/', payload: facts }: Message): Promise<void> {
    if (this.config.webhookUrl === undefined) return;
    const now = this.clock.now();
    // What its schema does not name does not leave.
    const payload = { ...said.parse(facts), text: messageKinds[kind], link: `${this.config.publicUrl}${path}` };
    const waiting = { attempts: 0, nextAt: now, deliveredAt: null, gaveUpAt: null, createdAt: now };
    const message = { id: randomUUID(), companyId: companyId ?? null, kind, once, payload, ...waiting };
    await rows.insertIfAbsent(Notification, message);
  }
}
