import type { Response } from 'express';
import type { Clock } from '../../ground/clock.js';
import { isOver, type SyncView } from '../../answers/syncs.js';

const lookEveryMs = 500;
/** Proxies close a connection that is silent for long. */
const keepAliveEveryMs = 15_000;
/** Ends streams that no one reads any more; a browser reconnects by itself. */
const streamMaxMs = 15 * 60_000;

interface Following {
  look(): Promise<SyncView>;
  /** Whether the reader still may: their session or token may have ended since. */
  mayGoOn(): Promise<boolean>;
  readonly clock: Clock;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/** Server-sent events: `progress` whenever the sync moved, `end` when it is over, then nothing more. */
export async function sendEvents(response: Response, { look, mayGoOn, clock, stopping }: Following): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const signal = AbortSignal.any([stopping, gone.signal]);
  response.status(200).type('text/event-stream').setHeader('X-Accel-Buffering', 'no');
  response.flushHeaders();
  if (response.req.method === 'HEAD') return void response.end();

  const from = clock.monotonicMs();
  let sent = '';
  let sentAt = from;
  while (!signal.aborted && clock.monotonicMs() - from < streamMaxMs) {
    const sync = await look();
    // Asked after reading, so that nothing is sent once the right to read has ended.
    if (!(await mayGoOn())) break;
    const data = JSON.stringify(sync);
    if (data !== sent) {
      response.write(`event: ${isOver(sync) ? 'end' : 'progress'}\ndata: ${data}\n\n`);
      [sent, sentAt] = [data, clock.monotonicMs()];
    } else if (clock.monotonicMs() - sentAt >= keepAliveEveryMs) {
      response.write(': still going on\n\n');
      sentAt = clock.monotonicMs();
    }
    if (isOver(sync)) break;
    await clock.sleep(lookEveryMs, signal).catch(() => undefined);
  }
  response.end();
}
