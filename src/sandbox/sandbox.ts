import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type Answer, ConnectionDropped, type SandboxRequest } from './answer.js';
import { SandboxClock } from './engine/clock.js';
import { CONTROL_PREFIX, respondControl } from './controls/controls.js';
import { respondUnder, type Sleep } from './controls/fault-acts.js';
import { booksPage } from './controls/page.js';
import { answerTo, callOf } from './engine/respond.js';
import { type ScenarioChoice, sceneOf } from './scenes/scenes.js';
import { CLIENT_ID, CLIENT_SECRET, type CompanyCredentials, type EntryUrls, type Settings, World } from './world.js';

const HOST = '127.0.0.1';
/** Long enough that an idle client does not meet a connection just being closed. */
const KEEP_ALIVE_MS = 60_000;
const BODY_BYTES_MAX = 32 * 1024 * 1024;

export interface SandboxOptions {
  /** `demo`, `practice:N[:MONTHS[:PAYSLIPS]]`, a file's path, or a scenario itself. */
  readonly scenario: ScenarioChoice;
  readonly clock?: () => Date;
  readonly limits?: boolean;
  readonly doubleQuotedLinks?: boolean;
  /** How entries name themselves; a scenario may say it too. */
  readonly entryUrls?: EntryUrls;
  /** What waits in the delays of faults; a simulation brings its own. */
  readonly sleep?: Sleep;
}

export interface SandboxCredentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly companies: readonly CompanyCredentials[];
}

export interface Sandbox {
  /** One request without a socket; a dropped connection is a rejection with ConnectionDropped. */
  handle(request: SandboxRequest): Promise<Answer>;
  handler(request: IncomingMessage, response: ServerResponse): void;
  listen(port: number): Promise<{ baseUrl: string }>;
  close(): Promise<void>;
  credentials(): SandboxCredentials;
  /** The sandbox's own time, for a simulation to move. */
  readonly clock: SandboxClock;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const clock = new SandboxClock(options.clock ?? (() => new Date()));
  const sleep: Sleep = options.sleep ?? ((ms) => pause(ms));
  const makeWorld = () => {
    const scene = sceneOf(options.scenario, clock.now());
    const settings: Settings = {
      limits: options.limits ?? true,
      doubleQuotedLinks: options.doubleQuotedLinks ?? false,
      entryUrls: options.entryUrls ?? scene.entryUrls ?? 'absolute',
    };
    return new World(clock, settings, scene);
  };
  let world = makeWorld();
  let server: Server | undefined;
  let baseUrl = `http://${HOST}`;

  const reset = (): Answer => {
    clock.reset();
    world = makeWorld();
    return answerTo(world, () => ({ json: { now: clock.now().toISOString() } }));
  };

  const handle = async (sent: SandboxRequest): Promise<Answer> => {
    const request = { ...sent, method: sent.method.toUpperCase(), headers: lowerCased(sent.headers) };
    const [path = '/', query = ''] = request.path.split('?', 2);
    world.faults.commitLate();
    if (path === '/_sandbox/reset' && request.method === 'POST') return reset();
    if (path.startsWith(CONTROL_PREFIX)) return respondControl(world, request);
    if (path === '/') return answerTo(world, () => booksPage(callOf(world, request, {})));
    world.requests.add(request.method, path);
    return respondUnder(world, request, world.faults.take(request, path, query), sleep);
  };

  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    serve(handle, request, response).catch((error: unknown) => {
      // A fault's drop is silent; a mistake of the sandbox's own is not.
      if (!(error instanceof ConnectionDropped)) process.stderr.write(`${inspect(error)}\n`);
      request.socket.destroy();
    });
  };

  return {
    clock,
    handle,
    handler,
    async listen(port) {
      server = createServer(handler);
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      await new Promise<void>((resolve, reject) => server!.once('error', reject).listen(port, HOST, resolve));
      baseUrl = `http://${HOST}:${(server.address() as AddressInfo).port}`;
      return { baseUrl };
    },
    async close() {
      const closing = server;
      server = undefined;
      if (!closing) return;
      closing.closeAllConnections();
      await new Promise<void>((resolve) => closing.close(() => resolve()));
    },
    credentials: () => ({ baseUrl, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, companies: world.credentials }),
  };
}

function lowerCased(headers: SandboxRequest['headers']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function serve(handle: Sandbox['handle'], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  const body = await bodyOf(request);
  const answer = await handle({ method: request.method!, path: request.url!, headers, body });
  await send(response, answer);
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
