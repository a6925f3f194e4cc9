import { Inject, Injectable } from '@nestjs/common';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import type { Config } from '../../ground/config.js';
import { configKey } from '../../ground/config.module.js';
import { Database } from '../../ground/database.js';
import { logAccess } from '../access-log.js';
import { failuresMax, failureWindowSeconds, isWithin, refusalsLogged, scopeOf } from '../failed-attempts.js';
import { tooManyFailures } from '../refusals.js';
import { randomSecret, secretHash } from '../secret.js';
import type { Claims } from './claims.js';
import { Issuer, type OidcConfig } from './issuer.js';
import { notBegunHere, refusedThere } from './oidc-refusals.js';
import { SignInBegun } from './sign-in-begun.entity.js';

export const signInMinutes = 10;
const begunPerAddressMax = 100;
export const callbackPath = '/sign-in/issuer/callback';

export interface SignedInThere {
  readonly claims: Claims;
  readonly idToken: string;
  /** The hash of the session in which it was begun, to add it to that person. */
  readonly session: string | undefined;
}

/** Sends a browser to the issuer and takes it back: each state is valid once, in the browser it was made for. */
@Injectable()
export class OidcSignIn {
  readonly #issuer: Issuer | undefined;
  readonly config: OidcConfig | undefined;

  constructor(
    private readonly database: Database,
    @Inject(configKey) { oidc, publicUrl }: Config,
  ) {
    this.config = oidc;
    this.#issuer = oidc && new Issuer(oidc, `${publicUrl}${callbackPath}`, database.clock);
  }

  get isOffered(): boolean {
    return this.#issuer !== undefined;
  }

  /** The issuer's address to redirect the browser to. `session`: the sign-in is added to the person signed in there. */
  async begin(browser: string, session: string | undefined, from: string): Promise<string> {
    await this.#mustBeWithin(from);
    const begun = { state: randomSecret(), nonce: randomSecret(), verifier: randomSecret() };
    const address = await this.#there().addressFor(begun);
    const now = this.database.clock.now();
    await this.database.work(async (rows) => {
      await rows.delete(SignInBegun, { expiresAt: LessThanOrEqual(now) });
      await rows.insert(SignInBegun, {
        stateHash: secretHash(begun.state),
        browserHash: secretHash(browser),
        nonce: begun.nonce,
        verifier: begun.verifier,
        sessionHash: session === undefined ? null : secretHash(session),
        expiresAt: new Date(now.getTime() + signInMinutes * 60_000),
      });
    });
    return address;
  }

  /** `query` as the issuer sent it, with its question mark; `session` is the browser's, where it has one. */
  async finish(query: string, browser: string | undefined, session: string | undefined): Promise<SignedInThere> {
    const issuer = this.#there();
    const given = new URLSearchParams(query);
    const state = given.get('state') ?? '';
    const stateHash = secretHash(state);
    const begun = await this.database.work(async (rows) => {
      const mine = {
        stateHash,
        browserHash: secretHash(browser ?? ''),
        expiresAt: MoreThan(this.database.clock.now()),
      };
      const found = await rows.findOneBy(SignInBegun, mine);
      // The delete decides: of two answers with the same state, only one deletes the row.
      return found && (await rows.delete(SignInBegun, { stateHash })) === 1 ? found : undefined;
    });
    if (!begun || browser === undefined) throw notBegunHere();
    const { sessionHash } = begun;
    if (sessionHash !== null && sessionHash !== secretHash(session ?? '')) throw notBegunHere();
    const word = given.get('error');
    if (word !== null) throw refusedThere(/^[\w.-]{1,60}$/.test(word) ? word : 'error');
    const finished = await issuer.finish(query, { state, nonce: begun.nonce, verifier: begun.verifier });
    return { ...finished, session: sessionHash ?? undefined };
  }

  /**
   * A browser that is sent to the issuer is no one yet: one address, perhaps an office, begins a hundred in a window.
   */
  async #mustBeWithin(from: string): Promise<void> {
    const now = this.database.clock.now();
    const counted = { scope: `sign-in from ${scopeOf(from)}`, most: begunPerAddressMax, now };
    if (!(await this.database.work((rows) => isWithin(rows, counted)))) throw tooManyFailures(failureWindowSeconds);
  }

  /** Logs the short word for why, a limited number in a window: the log is kept for ever. */
  async noteRefused(word: string, from: string): Promise<void> {
    const entry = { actor: 'no one', trigger: 'page', act: 'refuse', outcome: 'refused' } as const;
    const now = this.database.clock.now();
    await this.database.work(async (rows) => {
      const counted = { scope: `refused at the issuer from ${scopeOf(from)}`, most: failuresMax, now };
      if (!(await isWithin(rows, counted)) || !(await isWithin(rows, { ...refusalsLogged, now }))) return;
      await logAccess(this.database, rows, { ...entry, answer: word });
    });
  }

  async signOutAddress(idToken: string, back: string): Promise<string | undefined> {
    return this.#issuer?.signOutAddress(idToken, back);
  }

  #there(): Issuer {
    if (this.#issuer === undefined) throw notBegunHere();
    return this.#issuer;
  }
}
