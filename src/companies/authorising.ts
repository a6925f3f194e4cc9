import { createHash, randomBytes } from 'node:crypto';
import { LessThan } from 'typeorm';
import type { Config } from '../ground/config.js';
import type { Database } from '../ground/database.js';
import { type Problem, problem } from '../ground/problem.js';
import { callbackPath, type ConnectDetails } from './connect-details.js';
import type { Alongside, Connected, Connecting } from './connecting.js';
import { ConnectionRequest } from './connection-request.entity.js';
import type { Connections } from './connections.js';
import type { Secrets } from './secrets.js';

const randomBytesEach = 32;
const requestMinutes = 30;

/** Connects by browser: OAuth's authorisation code, with `state` and PKCE. */
export class Authorising {
  constructor(
    private readonly database: Database,
    private readonly connections: Connections,
    private readonly connecting: Connecting,
    private readonly secrets: Secrets,
    private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /**
   * The address where a person authorises us; valid once, for half an hour, and no longer than the session in which it
   * was asked for, where there is one.
   */
  async begin(
    details: ConnectDetails,
    actor: string,
    sessionHash?: string,
  ): Promise<{ authorizeUrl: string; expiresAt: Date }> {
    const state = random();
    const verifier = random();
    const stateHash = sha256(state).toString('hex');
    const createdAt = this.database.clock.now();
    const expiresAt = new Date(createdAt.getTime() + requestMinutes * 60_000);
    const authorizeUrl = this.connections.service.endpoint.authorizeUrl({
      redirectUri: this.#redirectUri(),
      state,
      challenge: sha256(verifier).toString('base64url'),
    });
    const sealed = this.secrets.seal(verifier, place(stateHash));
    await this.database.work(async (rows) => {
      await rows.delete(ConnectionRequest, { expiresAt: LessThan(createdAt) });
      await rows.insert(ConnectionRequest, {
        stateHash,
        verifier: sealed,
        details,
        actor,
        sessionHash: sessionHash ?? null,
        createdAt,
        expiresAt,
      });
    });
    return { authorizeUrl, expiresAt };
  }

  /** Handles the service's callback. The first callback uses the request up, whatever it contains. */
  async finish(callback: { state?: string; code?: string; error?: string }, alongside?: Alongside): Promise<Connected> {
    const request = await this.#take(callback.state ?? '');
    if (!request) throw unknownRequest();
    if (!callback.code) throw notAuthorised(request.details.name, callback.error ?? 'no code was sent');
    const verifier = this.secrets.open(request.verifier, place(request.stateHash));
    const answer = await this.connections.service.endpoint.exchange(callback.code, this.#redirectUri(), verifier);
    if (answer.kind === 'limited') throw notAuthorised(request.details.name, 'too many requests for tokens');
    if (answer.kind === 'refused') throw notAuthorised(request.details.name, answer.words);
    const { accessToken, refreshToken, expiresAt: accessExpiresAt } = answer.pair;
    const { details, actor } = request;
    return this.connecting.byTokens(details, { accessToken, refreshToken, accessExpiresAt }, actor, alongside);
  }

  async #take(state: string): Promise<ConnectionRequest | undefined> {
    const stateHash = sha256(state).toString('hex');
    return this.database.work(async (rows) => {
      const request = await rows.findOneBy(ConnectionRequest, { stateHash });
      const deleted = await rows.delete(ConnectionRequest, { stateHash });
      const usable = request && deleted === 1 && request.expiresAt > this.database.clock.now();
      return usable ? request : undefined;
    });
  }

  #redirectUri(): string {
    return `${this.config.publicUrl}${callbackPath}`;
  }
}

function place(stateHash: string): string {
  return `connection_requests/${stateHash}/verifier`;
}

function random(): string {
  return randomBytes(randomBytesEach).toString('base64url');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function unknownRequest(): Problem {
  return problem('authorisation-not-begun-here', {
    detail: `The address was used already, is older than ${requestMinutes} minutes, or was not made by this service.`,
    todo: 'Begin again: under Clients, or with `counterfoil connect --name NAME`.',
  });
}

function notAuthorised(name: string, words: string): Problem {
  return problem('authorisation-declined', {
    detail: `${name}: ${words}.`,
    todo: 'Begin again, and allow access when the accounting service asks.',
  });
}
