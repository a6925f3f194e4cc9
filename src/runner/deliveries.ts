import { createHmac } from 'node:crypto';
import { IsNull, LessThanOrEqual } from 'typeorm';
import type { Clock } from '../ground/clock.js';
import type { Config } from '../ground/config.js';
import type { Database } from '../ground/database.js';
import { Notification } from '../record/messages/notification.entity.js';
import { type Problem, problem } from '../ground/problem.js';

type WebhookConfig = Pick<Config, 'webhookUrl' | 'webhookSecret'>;

const lookEveryMs = 5_000;
const messagesAtOnceMax = 20;
const answerWithinMs = 10_000;
/** Keeps other processes from sending the same message; longer than an answer may take. */
const claimedForMs = 60_000;
const firstRetryMs = 15_000;
const retryMaxMs = 6 * 3_600_000;
const giveUpAfterMs = 3 * 24 * 3_600_000;

/** Delivers messages to the webhook, at least once each. Nothing waits for it. */
export class Deliveries {
  readonly #url: string | undefined;
  readonly #secret: string;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    { webhookUrl, webhookSecret }: WebhookConfig,
    private readonly warn: (words: string) => void,
    private readonly send: typeof fetch = fetch,
  ) {
    if (webhookUrl !== undefined && webhookSecret === undefined) throw secretMissing();
    this.#url = webhookUrl;
    this.#secret = webhookSecret ?? '';
  }

  async run(stopping: AbortSignal): Promise<void> {
    if (this.#url === undefined) return;
    while (!stopping.aborted) {
      const tried = await this.deliverDue().catch((error: unknown) => {
        this.warn(`Messages could not be read: ${error instanceof Error ? error.message : String(error)}`);
        return 0;
      });
      if (tried < messagesAtOnceMax) await this.clock.sleep(lookEveryMs, stopping).catch(() => undefined);
    }
  }

  /** Tries what is due, up to a limit; returns how many it tried. */
  async deliverDue(): Promise<number> {
    const now = this.clock.now();
    const due = await this.db.read((rows) =>
      rows.find(Notification, {
        where: { nextAt: LessThanOrEqual(now), deliveredAt: IsNull(), gaveUpAt: IsNull() },
        order: { nextAt: 'ASC', id: 'ASC' },
        take: messagesAtOnceMax,
      }),
    );
    for (const message of due) if (await this.#claim(message)) await this.#deliver(message);
    return due.length;
  }

  /** One process gets it: the update succeeds only while `nextAt` is what we read. */
  async #claim({ id, nextAt }: Notification): Promise<boolean> {
    const claimedUntil = new Date(this.clock.now().getTime() + claimedForMs);
    const taken = await this.db.work((rows) => rows.update(Notification, { id, nextAt }, { nextAt: claimedUntil }));
    return taken === 1;
  }

  async #deliver(message: Notification): Promise<void> {
    const trouble = await this.#post(message);
    const now = this.clock.now();
    const attempts = message.attempts + 1;
    await this.db.work((rows) =>
      rows.update(Notification, { id: message.id }, outcomeOf(message, attempts, trouble, now)),
    );
    if (trouble === undefined) return;
    const last = isTooOld(message, now) ? 'It is given up.' : 'It is tried again.';
    this.warn(`The webhook did not take the message ${message.id} (${message.kind}): ${trouble}. ${last}`);
  }

  /** Undefined when the receiver took it, else why not. */
  async #post({ id, kind, companyId, createdAt, payload }: Notification): Promise<string | undefined> {
    const body = JSON.stringify({
      id,
      kind,
      ...(companyId !== null && { companyId }),
      at: createdAt.toISOString(),
      payload,
    });
    try {
      const answer = await this.send(this.#url as string, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'counterfoil',
          'Counterfoil-Signature': signature(body, this.#secret, this.clock.now()),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerWithinMs),
      });
      await answer.body?.cancel();
      return answer.ok ? undefined : `it answered ${answer.status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

/** The time is signed too, so that no one can send a message again later. */
export function signature(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const mark = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mark}`;
}

function outcomeOf(message: Notification, attempts: number, trouble: string | undefined, now: Date) {
  if (trouble === undefined) return { attempts, deliveredAt: now };
  if (isTooOld(message, now)) return { attempts, gaveUpAt: now };
  const wait = Math.min(firstRetryMs * 2 ** (attempts - 1), retryMaxMs);
  return { attempts, nextAt: new Date(now.getTime() + wait) };
}

const isTooOld = ({ createdAt }: Notification, now: Date) => now.getTime() - createdAt.getTime() >= giveUpAfterMs;

function secretMissing(): Problem {
  return problem('wrong-configuration', {
    detail: 'WEBHOOK_URL is set and WEBHOOK_SECRET is not: the receiver of a message could not check who sent it.',
    todo: 'Set WEBHOOK_SECRET to a long random text that the receiver knows too.',
  });
}
