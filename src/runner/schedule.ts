import type { Clock } from '../ground/clock.js';
import type { Companies } from '../companies/companies.js';
import type { LogAnchors } from '../evidence/log-anchors.js';
import { installation } from '../record/log/log-entry.entity.js';
import type { Writes } from '../record/runs/writes.js';
import type { Firings } from './firings.js';
import type { MonthClose } from './month-close.js';
import type { SyncQueue } from './queue.js';
import type { Retention } from './retention.js';

const settleEveryMs = 15_000;
const tellEveryMs = 60_000;

/** What is announced without anyone having done anything. */
interface Tell {
  due(): Promise<void>;
  unsynced(): Promise<void>;
}

/** What the service does by itself. Every replica keeps time; what one has taken, no other does. */
export class Schedule {
  #toldAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly companies: Companies,
    private readonly writes: Pick<Writes, 'companiesToSettle'>,
    private readonly queue: SyncQueue,
    private readonly firings: Firings,
    private readonly monthClose: Pick<MonthClose, 'run'>,
    private readonly retention: Pick<Retention, 'erase'>,
    private readonly anchors: Pick<LogAnchors, 'anchor'>,
    private readonly tell: Tell,
    private readonly warn: (words: string) => void,
  ) {}

  /** Every day: whatever was filed since yesterday. */
  async collect(): Promise<void> {
    const minute = this.firings.minute();
    await this.#logged('Erasing what is past its time', () => this.retention.erase());
    await this.#logged('The message of what falls due', () => this.tell.due());
    await this.#logged('The daily collection', async () => {
      for await (const company of this.companies.inTurns('working')) {
        // One company's trouble keeps no other from being collected.
        await this.#logged(`The daily collection of ${company.name}`, async () => {
          if (!(await this.firings.take('collect', company, minute))) return;
          await this.queue.submit(company, { trigger: 'schedule', actor: 'schedule' });
        });
      }
    });
    await this.#anchor('daily');
  }

  /** Once a month: the tax month that ended on the 5th. */
  async closeMonth(): Promise<void> {
    await this.#logged('The monthly close', () => this.monthClose.run());
    await this.#anchor('month_close');
  }

  /** Anchors even when the rest failed: without an anchor, the day's log could be rebuilt unnoticed. */
  async #anchor(why: 'daily' | 'month_close'): Promise<void> {
    await this.#logged('Anchoring the log', async () => {
      if (!(await this.firings.take(`anchor ${why}`, { id: installation }, this.firings.minute()))) return;
      await this.anchors.anchor(why);
    });
  }

  /** Looks again for writes in doubt, whichever process left them, and for what has not synced, until it is aborted. */
  async settleForever(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      await this.clock.sleep(settleEveryMs, stopping).catch(() => undefined);
      if (stopping.aborted) return;
      await this.#logged('Settling', () => this.settleDue());
      await this.tellUnsynced();
    }
  }

  /** Not with the collection: that it does not come, or does not end, is what is told. */
  async tellUnsynced(): Promise<void> {
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.#toldAtMs < tellEveryMs) return;
    this.#toldAtMs = nowMs;
    await this.#logged('The message of what has not synced', () => this.tell.unsynced());
  }

  async settleDue(): Promise<void> {
    for (const companyId of await this.writes.companiesToSettle()) {
      await this.#logged(`Settling company ${companyId}`, async () => {
        const company = await this.companies.find(companyId);
        // The keys may still be there, kept for other clients of the practice.
        if (company.life === 'left' && !(await this.companies.mayAsk(company))) return;
        await this.queue.submit(company, { trigger: 'settle', actor: 'schedule' });
      });
    }
  }

  async #logged(what: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.warn(
        `${what} did not finish and is tried again at its next time: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
