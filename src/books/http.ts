import { gunzip, gunzipSync } from 'node:zlib';
import type { Pool } from 'undici';

/** The one function that sends bytes. The simulation replaces it. */
export type Transport = (request: HttpRequest) => Promise<HttpAnswer>;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The answer may be long, so it may come compressed: for a short one that costs more than it saves. */
  readonly long?: boolean;
  /** Ends the whole exchange: headers and body. */
  readonly signal: AbortSignal;
  /** Called when the socket is ready and the first byte is about to be written; if false, nothing is sent. */
  readonly mayStart?: () => boolean;
}

export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** It is certain that not one byte of the request reached the service. */
export class NeverStarted extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'NeverStarted';
  }
}

/** A payroll year of a thousand people is about 20 MB; nothing longer is an answer of the service. */
const answerBytesMax = 64 * 1024 * 1024;
/**
 * Up to this size another thread costs more than the work itself (27 against 10 microseconds); a zip bomb of that size
 * takes 5 ms.
 */
const gunzippedAtOnceMax = 4096;

export interface UndiciTransport {
  readonly send: Transport;
  close(): Promise<void>;
}

/** Keep-alive connections, one pool per origin. Nothing is sent again automatically. */
export function undiciTransport({ bodyBytesMax = answerBytesMax } = {}): UndiciTransport {
  const pools = new Map<string, Pool>();
  return {
    async send(request) {
      // Loaded by the first request: many commands send none, and start a tenth sooner.
      const { openPool } = await import('./pool.js');
      const { origin, pathname, search } = new URL(request.url);
      let pool = pools.get(origin);
      if (!pool) pools.set(origin, (pool = openPool(origin)));
      return exchange(pool, pathname + search, request, bodyBytesMax);
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

function exchange(pool: Pool, path: string, request: HttpRequest, bodyBytesMax: number): Promise<HttpAnswer> {
  const { method, signal, mayStart } = request;
  return new Promise((resolve, reject) => {
    let started = false;
    let status = 0;
    let headers: Record<string, string> = {};
    const chunks: Buffer[] = [];
    let bytes = 0;
    let abort: (reason: Error) => void = () => {};

    const fail = (error: unknown) => {
      signal.removeEventListener('abort', stop);
      reject(started ? error : new NeverStarted(inWords(error), error));
    };
    const stop = () => {
      // Undici drops an aborted request only when its turn on a socket comes; the caller need not wait for that.
      abort(signal.reason);
      fail(signal.reason);
    };
    if (signal.aborted) return reject(new NeverStarted(inWords(signal.reason), signal.reason));
    signal.addEventListener('abort', stop, { once: true });

    pool.dispatch(
      {
        method,
        path,
        headers: request.long ? { ...request.headers, 'accept-encoding': 'gzip' } : request.headers,
        body: request.body ?? null,
        idempotent: method === 'GET',
        // The signal is the only deadline: it covers the whole exchange.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        onRequestStart(controller) {
          abort = (reason) => controller.abort(reason);
          if (signal.aborted) return controller.abort(asError(signal.reason));
          if (mayStart && !mayStart()) return controller.abort(new Error('it was too late to send'));
          started = true;
        },
        onResponseStart(_controller, statusCode, received) {
          status = statusCode;
          headers = flat(received);
        },
        onResponseData(controller, chunk) {
          bytes += chunk.length;
          if (bytes > bodyBytesMax) controller.abort(tooLong(bodyBytesMax));
          else chunks.push(chunk);
        },
        onResponseEnd() {
          signal.removeEventListener('abort', stop);
          unpacked(Buffer.concat(chunks), headers['content-encoding'], bodyBytesMax).then(
            (body) => resolve({ status, headers, body }),
            reject,
          );
        },
        onResponseError(_controller, error) {
          fail(error);
        },
      },
    );
  });
}

async function unpacked(body: Buffer, encoding: string | undefined, bodyBytesMax: number): Promise<string> {
  if (encoding !== 'gzip' || body.length === 0) return body.toString('utf8');
  if (body.length <= gunzippedAtOnceMax) return gunzipSync(body, { maxOutputLength: bodyBytesMax }).toString('utf8');
  return new Promise((resolve, reject) => {
    gunzip(body, { maxOutputLength: bodyBytesMax }, (error, plain) =>
      error ? reject(error) : resolve(plain.toString('utf8')),
    );
  });
}

function flat(received: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

function tooLong(bodyBytesMax: number): Error {
  return new Error(`the answer is longer than ${bodyBytesMax} bytes`);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function inWords(error: unknown): string {
  const { code, message } = asError(error) as NodeJS.ErrnoException;
  return code && !message.includes(code) ? `${message} (${code})` : message;
}
