import { createHash } from 'node:crypto';
import type { SandboxRequest } from '../answer.js';
import type { SandboxClock } from '../engine/clock.js';
import type { Login } from './logins.js';

const ACCESS_SECONDS = 3_600;
const REFRESH_SECONDS = 630_720_000;
const CODE_SECONDS = 900;

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

interface Grant {
  readonly login: Login;
  expiresAt: number;
}

/** What a client promised to prove when it asked for a code (RFC 7636). */
export interface Challenge {
  readonly method: 'plain' | 'S256';
  readonly challenge: string;
}

function answers({ method, challenge }: Challenge, verifier: string | undefined): boolean {
  if (verifier === undefined) return false;
  return (method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')) === challenge;
}

/** The access token that a request carries. */
export function bearerOf(headers: SandboxRequest['headers']): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(headers['authorization'] ?? '')?.[1];
}

/** Access tokens, and refresh tokens and authorisation codes that work only once; refresh tokens can be kept. */
export class Tokens {
  #access = new Map<string, Grant>();
  #refresh = new Map<string, Grant>();
  #codes = new Map<string, Grant & { redirectUri: string; challenge: Challenge | undefined }>();
  #issued = 0;
  #clock: SandboxClock;

  constructor(clock: SandboxClock) {
    this.#clock = clock;
  }

  issue(login: Login, refreshToken?: string): TokenPair {
    this.#issued += 1;
    const pair = {
      accessToken: `sandbox-access-${login.key}-${this.#issued}`,
      refreshToken: refreshToken ?? `sandbox-refresh-${login.key}-${this.#issued}`,
    };
    this.#access.set(pair.accessToken, { login, expiresAt: this.#after(ACCESS_SECONDS) });
    this.#refresh.set(pair.refreshToken, { login, expiresAt: this.#after(REFRESH_SECONDS) });
    return pair;
  }

  /** The body of a token answer. */
  static body(pair: TokenPair): Record<string, unknown> {
    return {
      access_token: pair.accessToken,
      token_type: 'bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token: pair.refreshToken,
      refresh_token_expires_in: REFRESH_SECONDS,
    };
  }

  login(accessToken: string): Login | undefined {
    return this.#current(this.#access.get(accessToken))?.login;
  }

  refreshLogin(refreshToken: string): Login | undefined {
    return this.#current(this.#refresh.get(refreshToken))?.login;
  }

  /** Undefined for an unknown, expired or used refresh token. One that is kept comes back, and can be used again. */
  refresh(refreshToken: string, isKept: boolean): TokenPair | undefined {
    const login = this.refreshLogin(refreshToken);
    if (!login) return undefined;
    if (isKept) return this.issue(login, refreshToken);
    this.#refresh.delete(refreshToken);
    return this.issue(login);
  }

  code(login: Login, redirectUri: string, challenge?: Challenge): string {
    this.#issued += 1;
    const code = `sandbox-code-${login.key}-${this.#issued}`;
    this.#codes.set(code, { login, redirectUri, challenge, expiresAt: this.#after(CODE_SECONDS) });
    return code;
  }

  exchange(code: string, redirectUri: string | undefined, verifier: string | undefined): TokenPair | undefined {
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    if (!grant || !this.#current(grant) || grant.redirectUri !== redirectUri) return undefined;
    if (grant.challenge && !answers(grant.challenge, verifier)) return undefined;
    return this.issue(grant.login);
  }

  /** Ends one access token, or all of them. */
  expire(accessToken?: string): void {
    for (const [token, grant] of this.#access) {
      if (accessToken === undefined || token === accessToken) grant.expiresAt = this.#clock.ms();
    }
  }

  #current<G extends Grant>(grant: G | undefined): G | undefined {
    return grant && grant.expiresAt > this.#clock.ms() ? grant : undefined;
  }

  #after(seconds: number): number {
    return this.#clock.ms() + seconds * 1_000;
  }
}
