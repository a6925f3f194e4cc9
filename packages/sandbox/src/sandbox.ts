import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type Answer, ConnectionDropped, type SandboxRequest } from './answer.js';
import { SandboxClock } from './engine/clock.js';
import { CONTROL_PREFIX, respondControl } from './controls/controls.js';
import { respondUnder, type Sleep } from './controls/fault-acts.js';
import { localCertificate } from './tls/certificate.js';
import { booksPage } from './controls/page.js';
import { type Beginning, Kept } from './kept.js';
import { answerTo, callOf, respond } from './engine/respond.js';
import { type ScenarioChoice, sceneOf } from './scenes/scenes.js';
import { CLIENT_ID, CLIENT_SECRET, type CompanyCredentials, type EntryUrls, type Settings, World } from './world.js';

const HOST_DEFAULT = '127.0.0.1';
/** Long, so that an idle client rarely sends a request on a connection just as it is closed. */
const KEEP_ALIVE_MS = 60_000;
const BODY_BYTES_MAX = 32 * 1024 * 1024;

export interface SandboxOptions {
  /** `demo` (the default), `practice:N[:MONTHS[:PAYSLIPS]]`, a file's path, or a scenario itself. */
  readonly scenario?: ScenarioChoice;
  /** A moment from which its clock runs on, or a clock of the caller's; the machine's by default. */
  readonly clock?: Date | (() => Date);
  /** `false` lifts every limit on requests. */
  readonly limits?: boolean;
  /** `Link` headers as the service's documentation shows them, `rel="next"`; the live service sends `rel='next'`. */
  readonly doubleQuotedLinks?: boolean;
  /** How entries write their own URL; a scenario may choose it too. */
  readonly entryUrls?: EntryUrls;
  /** A file that keeps the state, so that it survives a restart; made when it is not there. */
  readonly file?: string;
  /** Waits for the delays of faults; a simulation passes its own, which takes no time. */
  readonly sleep?: Sleep;
}

export interface ListenOptions {
  /** The address to listen on: 127.0.0.1 by default, which only this machine reaches. */
  readonly host?: string;
  /** HTTPS, with a certificate made for localhost and this host; `credentials()` then has it, for clients to trust. */
  readonly tls?: boolean;
}

export interface SandboxCredentials {
  /** Without `/v2`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly companies: readonly CompanyCredentials[];
  /** With TLS: the certificate to trust, as PEM. */
  readonly certificate?: string;
}

export interface Sandbox extends AsyncDisposable {
  /** Answers a request without a socket; rejects with ConnectionDropped when a fault drops the connection. */
  handle(request: SandboxRequest): Promise<Answer>;
  /** Answers a request of Node's own server, for a caller who listens by other means. */
  handler(request: IncomingMessage, response: ServerResponse): void;
  /** Listens on a port, 0 for a free one, until `close` or the end of an `await using`. */
  listen(port: number, options?: ListenOptions): Promise<{ baseUrl: string }>;
  close(): Promise<void>;
  /** The application, and a pair of tokens for each company. */
  credentials(): SandboxCredentials;
  /** The sandbox's own time, for a simulation to move. */
  readonly clock: SandboxClock;
}

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const clock = new SandboxClock(clockOf(options.clock));
  const sleep: Sleep = options.sleep ?? ((ms) => pause(ms));
  const kept = options.file === undefined ? undefined : new Kept(options.file);
  const asked = () => ({ scenario: options.scenario ?? 'demo', bornAt: clock.ms() });
  const makeWorld = ({ scenario, bornAt }: Beginning) => {
    const scene = sceneOf(scenario, new Date(bornAt));
    const settings: Settings = {
      limits: options.limits ?? true,
      doubleQuotedLinks: options.doubleQuotedLinks ?? false,
      entryUrls: options.entryUrls ?? scene.entryUrls ?? 'nested',
    };
    return new World(clock, settings, scene);
  };
  let world = kept ? restored(kept, clock, makeWorld, asked()) : makeWorld(asked());
  let server: Server | undefined;
  let baseUrl = `http://${HOST_DEFAULT}`;
  let certificate: string | undefined;

  const reset = (): Answer => {
    clock.reset();
    kept?.clear(asked());
    world = kept ? restored(kept, clock, makeWorld, asked()) : makeWorld(asked());
    return answerTo(world, () => ({ json: { now: clock.now().toISOString() } }));
  };

  const handle = async (sent: SandboxRequest): Promise<Answer> => {
    const request = { ...sent, method: sent.method.toUpperCase(), headers: lowerCased(sent.headers) };
    const [path = '/', query = ''] = request.path.split('?', 2);
    world.faults.commitLate();
    if (path === '/_sandbox/reset' && request.method === 'POST') return reset();
    if (path.startsWith(CONTROL_PREFIX)) {
      const answer = respondControl(world, request);
      if (kept && path === '/_sandbox/clock') kept.clock = clock.state;
      return answer;
    }
    if (path === '/') return answerTo(world, () => booksPage(callOf(world, request, {})));
    world.requests.add(request.method, path);
    return respondUnder(world, request, world.faults.take(request, path, query), sleep);
  };

  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    serve(handle, request, response).catch((error: unknown) => {
      // A connection that a fault dropped is intended; any other error is a bug in the sandbox and is printed.
      if (!(error instanceof ConnectionDropped)) process.stderr.write(`${inspect(error)}\n`);
      request.socket.destroy();
    });
  };

  const close = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    kept?.close();
    if (!closing) return;
    closing.closeAllConnections();
    await new Promise<void>((resolve) => closing.close(() => resolve()));
  };

  return {
    clock,
    handle,
    handler,
    close,
    [Symbol.asyncDispose]: close,
    async listen(port, { host = HOST_DEFAULT, tls = false } = {}) {
      const pair = tls ? localCertificate(host) : undefined;
      const opening = pair
        ? createTlsServer({ key: pair.key, cert: pair.certificate }, handler)
        : createServer(handler);
      opening.keepAliveTimeout = KEEP_ALIVE_MS;
      server = opening;
      await new Promise<void>((resolve, reject) => opening.once('error', reject).listen(port, host, resolve));
      certificate = pair?.certificate;
      baseUrl = addressOf(host, (opening.address() as AddressInfo).port, tls);
      return { baseUrl };
    },
    credentials: () => ({
      baseUrl,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      companies: world.credentials,
      ...(certificate !== undefined && { certificate }),
    }),
  };
}

/** A clock that begins at a given moment runs on from there, even if the machine's clock is changed. */
function clockOf(clock: SandboxOptions['clock']): () => Date {
  if (typeof clock === 'function') return clock;
  if (clock === undefined) return () => new Date();
  const startedAt = performance.now();
  return () => new Date(clock.getTime() + Math.round(performance.now() - startedAt));
}

/** Where clients on this machine reach it. They cannot connect to 0.0.0.0 or ::, which mean every address. */
function addressOf(host: string, port: number, tls: boolean): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${tls ? 'https' : 'http'}://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/** The world of a kept file: made as it began, then every request that changed it is replayed at its own time. */
function restored(kept: Kept, clock: SandboxClock, make: (beginning: Beginning) => World, asked: Beginning): World {
  const beginning = kept.begin(asked);
  clock.state = { offsetMs: 0, stoppedAt: beginning.bornAt };
  const world = make(beginning);
  for (const { at, request } of kept.acts()) {
    clock.state = { offsetMs: 0, stoppedAt: at };
    if (request.path.startsWith(CONTROL_PREFIX)) respondControl(world, request);
    else respond(world, request);
  }
  clock.state = kept.clock ?? { offsetMs: 0 };
  world.keep = (request) => kept.add(clock.ms(), request);
  return world;
}

function lowerCased(headers: SandboxRequest['headers']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function serve(handle: Sandbox['handle'], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  const body = await bodyOf(request);
  const secure = 'encrypted' in request.socket;
  const answer = await handle({
    method: request.method!,
    path: request.url!,
    headers,
    body,
    ...(secure && { secure }),
  });
  await send(response, zipped(request, answer));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new ConnectionDropped();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const ZIPPED_FROM_BYTES = 1_024;

/** Compresses a body that is large enough for a client that accepts it, but not one that a fault has changed. */
function zipped(request: IncomingMessage, answer: Answer): Answer {
  const wanted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const bytes = answer.bytes ?? Buffer.from(answer.body);
  const touched =
    answer.broken === true || answer.byteMs !== undefined || answer.headers['content-length'] !== undefined;
  if (!wanted || touched || bytes.length < ZIPPED_FROM_BYTES) return answer;
  const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' };
  return { ...answer, headers, bytes: gzipSync(bytes, { level: 1 }) };
}

async function send(response: ServerResponse, answer: Answer): Promise<void> {
  response.sendDate = false;
  const bytes = answer.bytes ?? Buffer.from(answer.body);
  response.writeHead(answer.status, { 'content-length': String(bytes.length), ...answer.headers });
  if (answer.byteMs !== undefined) {
    for (const byte of bytes) {
      if (response.destroyed) return;
      response.write(Buffer.of(byte));
      await pause(answer.byteMs);
    }
    response.end();
  } else if (answer.broken) response.write(bytes, () => response.destroy());
  else response.end(bytes);
}
