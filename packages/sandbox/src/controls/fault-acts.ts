import { type Answer, ConnectionDropped, type SandboxRequest } from '../answer.js';
import type { Fault } from './faults.js';
import { respondControl } from './controls.js';
import { respond } from '../engine/respond.js';
import { bearerOf } from '../oauth/tokens.js';
import type { World } from '../world.js';

const GARBAGE = '<<<\u0000 this is not JSON {';
const GATEWAY_TIMEOUT_HTML =
  '<html><head><title>504 Gateway Time-out</title></head><body><h1>504 Gateway Time-out</h1></body></html>';
const SLOW_BYTE_MS_DEFAULT = 20;
const LATE_MS_DEFAULT = 65_000;
const HIDE_SECONDS_DEFAULT = 60;
const KEPT_BYTES_DEFAULT = 20;

export type Sleep = (ms: number) => Promise<void>;

/** Answers a request under the faults that match it: those before the act, the act itself, then those after. */
export async function respondUnder(
  world: World,
  request: SandboxRequest,
  faults: readonly Fault[],
  sleep: Sleep,
): Promise<Answer> {
  for (const fault of faults) {
    const instead = await before(world, request, fault, sleep);
    if (instead) return instead;
  }
  const answer = respond(world, request, hiddenSince(world, faults));
  for (const fault of faults) await after(fault, answer, sleep);
  return answer;
}

async function before(world: World, request: SandboxRequest, fault: Fault, sleep: Sleep): Promise<Answer | undefined> {
  const { options } = fault;
  switch (fault.kind) {
    case 'drop_before':
      throw new ConnectionDropped();
    case 'delay_before':
      await sleep(Number(options['delayMs'] ?? 0));
      return undefined;
    case 'status':
      return options['acts'] === true ? undefined : stated(world, fault);
    case 'rate_limit':
      return limited(world, fault);
    case 'late_commit': {
      world.faults.later(lateMs(fault), () => respond(world, request));
      return { status: 504, headers: headersOf(world, 'text/html; charset=utf-8'), body: GATEWAY_TIMEOUT_HTML };
    }
    case 'repeat':
      respond(world, request);
      return undefined;
    case 'expire_token': {
      const body = JSON.stringify({ accessToken: bearerOf(request.headers) });
      respondControl(world, { method: 'POST', path: '/_sandbox/tokens/expire', headers: {}, body });
      return undefined;
    }
    default:
      return undefined;
  }
}

async function after(fault: Fault, answer: Answer, sleep: Sleep): Promise<void> {
  const { options } = fault;
  switch (fault.kind) {
    case 'drop_after':
      throw new ConnectionDropped();
    case 'delay_after':
      await sleep(Number(options['delayMs'] ?? 0));
      break;
    case 'status':
      Object.assign(answer, {
        status: statusOf(fault),
        headers: { date: answer.headers['date']!, 'content-type': contentTypeOf(fault) },
        body: bodyOf(fault),
      });
      break;
    case 'slow_body':
      answer.byteMs = Number(options['byteMs'] ?? SLOW_BYTE_MS_DEFAULT);
      break;
    case 'truncate':
      answer.headers['content-length'] = String(Buffer.byteLength(answer.body));
      answer.body = answer.body.slice(0, Number(options['bytes'] ?? KEPT_BYTES_DEFAULT));
      if (options['clean'] === true) delete answer.headers['content-length'];
      else answer.broken = true;
      break;
    case 'empty':
      answer.body = '';
      break;
    case 'garbage':
      answer.body = typeof options['body'] === 'string' ? options['body'] : GARBAGE;
      break;
    case 'miscount': {
      const total = answer.headers['x-total-count'];
      if (total !== undefined) answer.headers['x-total-count'] = String(Number(total) + Number(options['by'] ?? 1));
      break;
    }
    default:
  }
  for (const name of withoutHeaders(fault)) delete answer.headers[name];
}

/** Headers that a fault takes off the answer, whatever else it does: a 201 without its Location. */
function withoutHeaders({ options }: Fault): string[] {
  const names = options['withoutHeaders'];
  return Array.isArray(names) ? names.map((name) => String(name).toLowerCase()) : [];
}

function lateMs({ options }: Fault): number {
  if (options['afterMs'] !== undefined) return Number(options['afterMs']);
  return options['afterSeconds'] === undefined ? LATE_MS_DEFAULT : Number(options['afterSeconds']) * 1_000;
}

function hiddenSince(world: World, faults: readonly Fault[]): number | undefined {
  const hiding = faults.filter((fault) => fault.kind === 'hide_new');
  if (hiding.length === 0) return undefined;
  const seconds = Math.max(...hiding.map((fault) => Number(fault.options['seconds'] ?? HIDE_SECONDS_DEFAULT)));
  return world.clock.ms() - seconds * 1_000 + 1;
}

function headersOf(world: World, contentType: string): Record<string, string> {
  return { date: world.clock.now().toUTCString(), 'content-type': contentType };
}

function stated(world: World, fault: Fault): Answer {
  const headers = headersOf(world, contentTypeOf(fault));
  const retryAfter = fault.options['retryAfter'];
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  return { status: statusOf(fault), headers, body: bodyOf(fault) };
}

/** 429 with Retry-After; `retryAfter: null` leaves the header out. */
function limited(world: World, { options }: Fault): Answer {
  const headers = headersOf(world, 'text/plain; charset=utf-8');
  if (options['retryAfter'] !== null) headers['retry-after'] = String(options['retryAfter'] ?? 60);
  return { status: 429, headers, body: 'Rate limit exceeded' };
}

function statusOf(fault: Fault): number {
  return Number(fault.options['status'] ?? 500);
}

/** Text is sent unchanged, anything else as JSON. */
function bodyOf({ options }: Fault): string {
  const { body } = options;
  if (body === undefined) return '<html><body><h1>Something went wrong</h1></body></html>';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function contentTypeOf({ options }: Fault): string {
  if (options['contentType'] !== undefined) return String(options['contentType']);
  if (options['body'] !== undefined && typeof options['body'] !== 'string') return 'application/json; charset=utf-8';
  const looksLikeHtml = options['body'] === undefined || /^\s*</.test(String(options['body']));
  return looksLikeHtml ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
}
