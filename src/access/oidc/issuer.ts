import * as client from 'openid-client';
import type { Clock } from '../../ground/clock.js';
import type { Config } from '../../ground/config.js';
import { claimRefused, type Claims, claimsOf } from './claims.js';
import { issuerAway, notAccepted } from './oidc-refusals.js';

export type OidcConfig = NonNullable<Config['oidc']>;

const answerWithinSeconds = 10;
/** The issuer's metadata is read again after an hour. */
const knownForMs = 3_600_000;
const scope = 'openid profile email';

export interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * One OpenID Connect issuer. It is first asked when someone signs in, because it may be down when the service starts.
 */
export class Issuer {
  #known: { readonly config: Promise<client.Configuration>; readonly until: number } | undefined;

  constructor(
    private readonly config: OidcConfig,
    private readonly redirectUri: string,
    private readonly clock: Clock,
  ) {}

  /** Throws when the issuer cannot be reached or is not the one in the configuration. */
  async check(): Promise<void> {
    await this.#configuration();
  }

  async addressFor({ state, nonce, verifier }: Begun): Promise<string> {
    const config = await this.#configuration();
    const code_challenge = await client.calculatePKCECodeChallenge(verifier);
    const asked = {
      scope,
      state,
      nonce,
      code_challenge,
      code_challenge_method: 'S256',
      redirect_uri: this.redirectUri,
    };
    return client.buildAuthorizationUrl(config, asked).href;
  }

  /** Throws a Problem unless the id token is signed by this issuer, made for this sign-in and still valid. */
  async finish(query: string, { state, nonce, verifier }: Begun): Promise<{ claims: Claims; idToken: string }> {
    const config = await this.#configuration();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    try {
      const answer = await client.authorizationCodeGrant(config, new URL(`${this.redirectUri}${query}`), checks);
      const token = answer.claims();
      if (token === undefined || answer.id_token === undefined) throw new Error('there is no id token');
      const refused = claimRefused(token, this.config.clientId);
      if (refused !== undefined) throw new Error(`unexpected "${refused}"`);
      return { claims: claimsOf(token), idToken: answer.id_token };
    } catch (error) {
      throw isAway(error) ? issuerAway(error) : notAccepted(error);
    }
  }

  /** Where the browser signs out at the issuer too; undefined when there is no such address, or no answer. */
  async signOutAddress(idToken: string, back: string): Promise<string | undefined> {
    const config = await this.#configuration().catch(() => undefined);
    if (config?.serverMetadata().end_session_endpoint === undefined) return undefined;
    return client.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: back }).href;
  }

  async #configuration(): Promise<client.Configuration> {
    const now = this.clock.monotonicMs();
    if (!this.#known || this.#known.until <= now) this.#known = { config: this.#discover(), until: now + knownForMs };
    const { config } = this.#known;
    try {
      return await config;
    } catch (error) {
      // Forgotten, so that the next sign-in asks the issuer again.
      this.#known = undefined;
      throw issuerAway(error);
    }
  }

  #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.config;
    const server = new URL(issuer);
    const skew = Math.round((this.clock.now().getTime() - Date.now()) / 1000);
    const metadata = { client_secret: clientSecret, [client.clockSkew]: skew };
    const secret = clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret);
    // The standard does not require a signature on a token that came straight from the issuer; we do.
    const execute = [
      client.enableNonRepudiationChecks,
      ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ];
    return client.discovery(server, clientId, metadata, secret, { execute, timeout: answerWithinSeconds });
  }
}

/** No connection, no answer in time, or a server error. */
function isAway(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  const status = cause instanceof Response ? cause.status : undefined;
  return code === 'OAUTH_TIMEOUT' || (status !== undefined && status >= 500);
}
