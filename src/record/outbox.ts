import { randomUUID } from 'node:crypto';
import type { Rows } from '../ground/rows.js';
import type { Clock } from '../ground/clock.js';
import type { Config } from '../ground/config.js';
import { Notification } from './notification.entity.js';

/** Everything that needs a person, and the end of a month. */
export const messageKinds = {
  held: 'A pay run is held: a person decides.',
  changed: 'Payroll has changed since a pay run was posted.',
  drift: 'The books were altered since a pay run was posted.',
  refused: 'The books refused a pay run.',
  differs: 'The books differ from a pay run that is only checked.',
  overdue: 'The pay date has passed and the FPS is not accepted.',
  in_doubt_too_long: 'It is still not known whether a journal was posted.',
  connection_lost: 'The books cannot be reached with the keys held: connect again.',
  month_closed: 'The tax month is complete.',
  month_incomplete: 'The tax month is not complete: something needs a person.',
  control_not_paid: 'A liability of payroll is past its due day and not paid.',
  control_unexplained: 'A liability account holds an amount that nothing explains.',
  due_this_week: 'What falls due this week.',
  log_anchor: 'The ends of the log, signed: keep this message where nobody can change it.',
} as const;
export type MessageKind = keyof typeof messageKinds;

/** For the webhook: what happened, without names and without pay. */
export interface Message {
  readonly kind: MessageKind;
  readonly companyId?: string;
  /** Where a person sees it: a path of the pages. */
  readonly path?: string;
  /** The same thing is told once. */
  readonly once: string;
  readonly payload: object;
}

/** Stores messages in the unit of work of the event they report, so that exactly what happened is sent. */
export class Outbox {
  constructor(
    private readonly clock: Clock,
    private readonly config: Pick<Config, 'webhookUrl' | 'publicUrl'>,
  ) {}

  async put(em: Rows, { kind, companyId, once, path = '/', payload: facts }: Message): Promise<void> {
    if (this.config.webhookUrl === undefined) return;
    const now = this.clock.now();
    const payload = { ...facts, text: messageKinds[kind], link: `${this.config.publicUrl}${path}` };
    const waiting = { attempts: 0, nextAt: now, deliveredAt: null, gaveUpAt: null, createdAt: now };
    const message = { id: randomUUID(), companyId: companyId ?? null, kind, once, payload, ...waiting };
    await em.insertIfAbsent(Notification, message);
  }
}
