import * as z from 'zod';
import type { Clock } from '../ground/clock.js';
import { type Problem, problem } from '../ground/problem.js';
import { isOwnError, jsonOf, retryAfterOf } from './answer.js';
import { withDeadline } from './deadline.js';
import { LookupFailed } from './errors.js';
import type { Transport } from './http.js';
import { formsOf } from './struck-out.js';
import { cleaned, wordsOf } from './words.js';

export interface TokenPair {
  readonly accessToken: string;
  /** Absent if the one that was used stays valid. */
  readonly refreshToken?: string;
  readonly expiresAt: Date;
}

/** Every possible outcome of a request for tokens. */
export type TokenAnswer =
  | { readonly kind: 'granted'; readonly pair: TokenPair }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'limited'; readonly retryAfterSeconds?: number };

export interface OAuthClient {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly userAgent: string;
  readonly deadlineSeconds: number;
}

const expiresInDefault = 3600;
const tokenWire = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().default(expiresInDefault),
});

/** The service's OAuth token endpoint. */
export class TokenEndpoint {
  constructor(
    private readonly client: OAuthClient,
    private readonly transport: Transport,
    private readonly clock: Clock,
  ) {}

  /** Where a person is sent to authorise. */
  authorizeUrl(ask: { redirectUri: string; state: string; challenge: string }): string {
    const url = new URL(this.client.authorizeUrl);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: this.#credentials().clientId,
      redirect_uri: ask.redirectUri,
      state: ask.state,
      code_challenge: ask.challenge,
      code_challenge_method: 'S256',
    }).toString();
    return url.href;
  }

  exchange(code: string, redirectUri: string, verifier: string): Promise<TokenAnswer> {
    return this.#ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier });
  }

  /** LookupFailed if the answer was lost: the service may have rotated the token anyway. */
  refresh(refreshToken: string): Promise<TokenAnswer> {
    return this.#ask({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  async #ask(form: Record<string, string>): Promise<TokenAnswer> {
    const { clientId, clientSecret } = this.#credentials();
    const basic = Buffer.from([clientId, clientSecret].map(encodeURIComponent).join(':')).toString('base64');
    const { refresh_token, code, code_verifier } = form;
    const secrets = [clientSecret, basic, refresh_token, code, code_verifier].filter((secret) => secret !== undefined);
    const answer = await withDeadline(this.clock, this.client.deadlineSeconds, (signal) =>
      this.transport({
        method: 'POST',
        url: this.client.tokenUrl,
        headers: {
          authorization: `Basic ${basic}`,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          'user-agent': this.client.userAgent,
        },
        body: new URLSearchParams(form).toString(),
        signal,
      }),
    ).catch((error: unknown) => {
      throw new LookupFailed('The token endpoint did not answer.', error);
    });
    if (answer.status === 200) return { kind: 'granted', pair: this.#pair(answer.body) };
    const { status, body } = cleaned(answer, formsOf(secrets));
    if (status === 429) return { kind: 'limited', retryAfterSeconds: retryAfterOf(answer, this.clock.now()) };
    if (status === 401 && !isInvalidGrant(body)) throw wrongClient(wordsOf(status, body));
    // A page in between answers 400 as well: only the service's own words end a connection.
    const isRefusal = isInvalidGrant(body) || (status === 400 && isOwnError(body));
    if (isRefusal && (status === 400 || status === 401)) return { kind: 'refused', words: wordsOf(status, body) };
    throw new LookupFailed(`The token endpoint answered ${status}: ${wordsOf(status, body)}.`);
  }

  #pair(body: string): TokenPair {
    const read = tokenWire.safeParse(jsonOf(body));
    // The schema's issues are left out of the message.
    if (!read.success) throw new LookupFailed('The token endpoint answered in an unknown shape.');
    const { access_token, refresh_token, expires_in } = read.data;
    const expiresAt = new Date(this.clock.now().getTime() + expires_in * 1000);
    return { accessToken: access_token, refreshToken: refresh_token, expiresAt };
  }

  #credentials(): { clientId: string; clientSecret: string } {
    const { clientId, clientSecret } = this.client;
    if (clientId && clientSecret) return { clientId, clientSecret };
    throw problem('incomplete-configuration', {
      detail:
        'ACCOUNTING_CLIENT_ID and ACCOUNTING_CLIENT_SECRET are not set: tokens can be neither asked for nor refreshed.',
      todo: 'Set both as the accounting service shows them for your app, in the environment or in .env.',
    });
  }
}

function isInvalidGrant(body: string): boolean {
  return /invalid_grant/.test(body);
}

function wrongClient(words: string): Problem {
  return problem('unknown-app', {
    detail: `The token endpoint answered: ${words}.`,
    todo: 'Correct ACCOUNTING_CLIENT_ID and ACCOUNTING_CLIENT_SECRET, as the accounting service shows them for your app.',
  });
}
