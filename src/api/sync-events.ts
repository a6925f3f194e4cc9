import type { Response } from 'express';
import type { Clock } from '../ground/clock.js';
import { isOver, type SyncView } from './sync.view.js';

const lookEveryMs = 500;
/** Proxies close what is silent. */
const sayAliveEveryMs = 15_000;
/** A browser comes back by itself; what is left behind does not stay for ever. */
const streamMaxMs = 15 * 60_000;

interface Following {
  look(): Promise<SyncView>;
  /** Whether whoever follows may still: their session may have been ended, or their token revoked. */
  mayGoOn(): Promise<boolean>;
  readonly clock: Clock;
  /** The service stops. */
  readonly stopping: AbortSignal;
}

/** Server-sent events: `progress` whenever the sync moved, `end` when it is over, then nothing more. */
export async function sendEvents(response: Response, { look, mayGoOn, clock, stopping }: Following): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const signal = AbortSignal.any([stopping, gone.signal]);
  response.status(200).type('text/event-stream').setHeader('X-Accel-Buffering', 'no');
  response.flushHeaders();

  const from = clock.monotonicMs();
  let sent = '';
  let sentAt = from;
  while (!signal.aborted && clock.monotonicMs() - from < streamMaxMs) {
    const sync = await look();
    // Asked last: nothing is sent after it was found out.
    if (!(await mayGoOn())) break;
    const data = JSON.stringify(sync);
    if (data !== sent) {
      response.write(`event: ${isOver(sync) ? 'end' : 'progress'}\ndata: ${data}\n\n`);
      [sent, sentAt] = [data, clock.monotonicMs()];
    } else if (clock.monotonicMs() - sentAt >= sayAliveEveryMs) {
      response.write(': still going on\n\n');
      sentAt = clock.monotonicMs();
    }
    if (isOver(sync)) break;
    await clock.sleep(lookEveryMs, signal).catch(() => undefined);
  }
  response.end();
}
