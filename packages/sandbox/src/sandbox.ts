import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, SandboxRequest } from './answer.js';
import { SandboxClock } from './engine/clock.js';
import { CONTROL_PREFIX, respondControl } from './controls/controls.js';
import { respondUnder, type Sleep } from './controls/fault-acts.js';
import { localCertificate } from './tls/certificate.js';
import { booksPage } from './controls/page.js';
import { addFaults, type FaultState, stateOf } from './controls/faults.js';
import type { FaultInput } from './controls/fault-options.js';
import type { RequestFilter, SentRequest } from './controls/request-log.js';
import { type Act, type Beginning, type History, Kept } from './kept.js';
import { handlerOf } from './serve.js';
import { answerTo, callOf, respond } from './engine/respond.js';
import { type ScenarioChoice, sceneOf } from './scenes/scenes.js';
import { CLIENT_ID, CLIENT_SECRET, type CompanyCredentials, type EntryUrls, type Settings, World } from './world.js';

const HOST_DEFAULT = '127.0.0.1';
/** Long, so that an idle client rarely sends a request on a connection just as it is closed. */
const KEEP_ALIVE_MS = 60_000;

export interface SandboxOptions {
  /** `demo` (the default), `practice:N[:MONTHS[:PAYSLIPS]]`, a file's path, or a scenario itself. */
  readonly scenario?: ScenarioChoice;
  /** A moment from which its clock runs on, or a clock of the caller's; the machine's by default. */
  readonly clock?: Date | (() => Date);
  /** `false` lifts every limit on requests. */
  readonly limits?: boolean;
  /** `Link` headers as the service's documentation shows them, `rel="next"`; the live service sends `rel='next'`. */
  readonly doubleQuotedLinks?: boolean;
  /** A refresh token can be used again, and a refresh answers the same one; by default each works once. */
  readonly keepRefreshTokens?: boolean;
  /** The token endpoint takes requests without User-Agent; by default it refuses them, as every address does. */
  readonly tokensWithoutUserAgent?: boolean;
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
  /** Everything as it was at the start: books, tokens and clock; faults and requests are forgotten. */
  reset(): void;
  /** Remembers books, tokens and clock under a name, until the sandbox is closed. */
  snapshot(name: string): void;
  /** Brings them back, as often as it is called; faults and requests are forgotten. */
  restore(name: string): void;
  /** The latest requests, oldest first, as they arrived, each with the status it was answered. */
  requests(filter?: RequestFilter): readonly SentRequest[];
  readonly faults: {
    /** Adds all of them, or none if one is wrong (FaultError). */
    add(...faults: FaultInput[]): readonly FaultState[];
    /** Each with how many requests it matched (`seen`) and acted on. */
    all(): readonly FaultState[];
    /** Takes away one, or all. */
    clear(id?: number): void;
  };
}

/** No snapshot has this name. */
export class SnapshotError extends Error {
  constructor(name: string, known: readonly string[]) {
    super(`There is no snapshot ${name}; there ${known.length === 0 ? 'are none' : `is ${known.join(', ')}`}.`);
  }
}

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const clock = new SandboxClock(clockOf(options.clock));
  const sleep: Sleep = options.sleep ?? ((ms) => pause(ms));
  const kept = options.file === undefined ? undefined : new Kept(options.file);
  const snapshots = new Map<string, History>();
  const asked = (): Beginning => ({ scenario: options.scenario ?? 'demo', bornAt: clock.ms() });
  const makeWorld = ({ scenario, bornAt }: Beginning) => {
    const scene = sceneOf(scenario, new Date(bornAt));
    const settings: Settings = {
      limits: options.limits ?? true,
      doubleQuotedLinks: options.doubleQuotedLinks ?? false,
      keepRefreshTokens: options.keepRefreshTokens ?? false,
      tokensWithoutUserAgent: options.tokensWithoutUserAgent ?? false,
      entryUrls: options.entryUrls ?? scene.entryUrls ?? 'nested',
    };
    return new World(clock, settings, scene);
  };
  let past: { readonly beginning: Beginning; readonly acts: Act[] };
  let world: World;

  /** Makes the world of a history again: as it began, then every request that changed it at its own time. */
  const relive = ({ beginning, acts, clock: moved }: History): void => {
    clock.state = { offsetMs: 0, stoppedAt: beginning.bornAt };
    const made = makeWorld(beginning);
    for (const { at, request } of acts) {
      clock.state = { offsetMs: 0, stoppedAt: at };
      if (request.path.startsWith(CONTROL_PREFIX)) respondControl(made, request);
      else respond(made, request);
    }
    clock.state = moved;
    past = { beginning, acts: [...acts] };
    made.keep = (request) => {
      const act = { at: clock.ms(), request };
      past.acts.push(act);
      kept?.add(act);
    };
    world = made;
  };
  relive(kept?.begin(asked()) ?? { beginning: asked(), acts: [], clock: clock.state });
  let server: Server | undefined;
  let baseUrl = `http://${HOST_DEFAULT}`;
  let certificate: string | undefined;

  const beginAgain = (history: History): void => {
    kept?.replace(history);
    relive(history);
  };
  const reset = (): void => {
    clock.reset();
    beginAgain({ beginning: asked(), acts: [], clock: clock.state });
  };
  const snapshot = (name: string): void => {
    snapshots.set(name, { ...past, acts: [...past.acts], clock: clock.state });
  };
  const restore = (name: string): void => {
    const found = snapshots.get(name);
    if (!found) throw new SnapshotError(name, [...snapshots.keys()]);
    beginAgain(found);
  };
  /** The controls that make another world; all others work on the one there is. */
  const worldControl = ({ method, path }: SandboxRequest): (() => void) | undefined => {
    const [, name = '', again] = /^\/_sandbox\/snapshots\/([^/?]+)(\/restore)?$/.exec(path) ?? [];
    if (method === 'POST' && path === '/_sandbox/reset') return reset;
    if (method === 'PUT' && name !== '' && again === undefined) return () => snapshot(name);
    if (method === 'POST' && again !== undefined && snapshots.has(name)) return () => restore(name);
    return undefined;
  };

  const handle = async (sent: SandboxRequest): Promise<Answer> => {
    const request = { ...sent, method: sent.method.toUpperCase(), headers: lowerCased(sent.headers) };
    const [path = '/', query = ''] = request.path.split('?', 2);
    world.faults.commitLate();
    const makeAnother = worldControl(request);
    if (makeAnother) {
      makeAnother();
      return answerTo(world, () => ({ json: { now: clock.now().toISOString() } }));
    }
    if (path.startsWith(CONTROL_PREFIX)) {
      const answer = respondControl(world, request);
      if (kept && path === '/_sandbox/clock') kept.clock = clock.state;
      return answer;
    }
    if (path === '/') return answerTo(world, () => booksPage(callOf(world, request, {})));
    const entry = world.requests.add(clock.now(), request, world.companyAskedFor(request));
    const answer = await respondUnder(world, request, world.faults.take(request, path, query), sleep);
    entry.status = answer.status;
    return answer;
  };

  const handler = handlerOf(handle);

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
    reset,
    snapshot,
    restore,
    requests: (filter) => world.requests.sent(filter),
    faults: {
      add: (...faults) => addFaults(world.faults, faults),
      all: () => world.faults.all().map(stateOf),
      clear: (id) => world.faults.clear(id),
    },
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

function lowerCased(headers: SandboxRequest['headers']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
