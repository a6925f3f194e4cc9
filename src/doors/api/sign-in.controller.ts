import { Body, Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import * as z from 'zod';
import type { Config } from '../../ground/config.js';
import { configKey } from '../../ground/config.module.js';
import { Allow, Public, Who } from '../../access/access.js';
import { notBegunHere, SignInRefused } from '../../access/oidc/oidc-refusals.js';
import { OidcSignIn, signInMinutes } from '../../access/oidc/oidc-sign-in.js';
import type { Principal } from '../../access/principal.js';
import { randomSecret } from '../../access/secret.js';
import { askForLink } from '../../acts/people/ask-for-link.js';
import { signInByIssuer } from '../../acts/people/sign-in-by-issuer.js';
import { secretsOf } from '../../companies/secrets.js';
import { Database } from '../../ground/database.js';
import { ApiTokens } from '../../access/api-tokens.js';
import { FailedAttempts } from '../../access/failed-attempts.js';
import { isLinkedFromElsewhere } from '../../access/from-elsewhere.js';
import { linkRefused, tokenRefused, tooManyFailures } from '../../access/refusals.js';
import {
  clearSessionCookie,
  cookieAttributes,
  cookieIn,
  ownCookie,
  sessionIdIn,
  setSessionCookie,
} from '../../access/session-cookie.js';
import { type SessionOf, Sessions } from '../../access/sessions.js';
import { SignInLinks } from '../../access/sign-in-links.js';

const signInForm = z.object({ token: z.string().trim().min(1).max(200) });
const mailForm = z.object({ email: z.string().trim().min(3).max(200) });
const code = z.string().max(200);

const addressOf = (request: Request) => request.ip ?? 'unknown';

/** A token moved to another session's row does not open. */
const placeOf = (session: string) => `sessions/${session}/id_token`;

/** Starts and ends a browser's session. The sign-in form itself is one of the pages. */
@ApiExcludeController()
@Controller()
export class SignInController {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly links: SignInLinks,
    private readonly sessions: Sessions,
    private readonly failures: FailedAttempts,
    private readonly oidc: OidcSignIn,
    private readonly database: Database,
    @Inject(configKey) private readonly config: Config,
  ) {}

  get #browserCookie(): string {
    return ownCookie('counterfoil-browser', this.config);
  }

  get #secrets() {
    return secretsOf(this.config);
  }

  /**
   * A link on any site may lead here, so someone who is signed in is asked first whether to add this way to sign in.
   */
  @Public()
  @Get('sign-in/issuer')
  async toIssuer(@Who() principal: Principal | undefined, @Req() request: Request, @Res() response: Response) {
    if (request.method === 'HEAD') return response.status(204).end();
    if (principal?.person !== undefined) return response.redirect(303, '/sign-in/issuer/connect');
    return this.#begin(undefined, request, response);
  }

  /** Only our own page's form leads here, and the sign-in is added to the person who is signed in. */
  @Allow('viewer')
  @Post('sign-in/issuer')
  async connect(@Who() principal: Principal, @Req() request: Request, @Res() response: Response) {
    const isPersons = principal.via === 'session' && principal.person !== undefined;
    return this.#begin(isPersons ? sessionIdIn(request, this.config) : undefined, request, response);
  }

  async #begin(session: string | undefined, request: Request, response: Response) {
    // An existing value is kept: several sign-ins may be under way in one browser.
    const browser = cookieIn(request, this.#browserCookie) ?? randomSecret();
    response.cookie(this.#browserCookie, browser, { ...cookieAttributes(this.config), maxAge: signInMinutes * 60_000 });
    const address = await this.oidc
      .begin(browser, session, addressOf(request))
      .catch((error) => this.#refused(error, request));
    response.redirect(303, address);
  }

  @Public()
  @Get('sign-in/issuer/callback')
  async fromIssuer(@Req() request: Request, @Res() response: Response) {
    if (request.method === 'HEAD') return response.status(204).end();
    const query = new URL(request.url, this.config.publicUrl).search;
    const browser = cookieIn(request, this.#browserCookie);
    try {
      const { oidc } = this.config;
      const there = await this.oidc.finish(query, browser, sessionIdIn(request, this.config));
      if (oidc === undefined) throw notBegunHere();
      const { id: person } = await signInByIssuer({ database: this.database }, there, oidc);
      const sealedIdToken = (session: string) => this.#secrets.seal(there.idToken, placeOf(session));
      // Added to someone who is signed in: they keep the session they have, so that a session that was just revoked is
      // not followed by another.
      if (there.session === undefined) return await this.#enter({ person, sealedIdToken }, request, response);
      await this.sessions.keepIdToken(there.session, sealedIdToken);
      return response.redirect(303, '/');
    } catch (error) {
      const tooMany =
        error instanceof SignInRefused && error.word === 'state' && (await this.#limit(request, response));
      if (tooMany) throw tooMany;
      return this.#refused(error, request);
    }
  }

  @Public()
  @Get('sign-in/:code')
  async byLink(@Param('code', { schema: code }) given: string, @Req() request: Request, @Res() response: Response) {
    // Express answers HEAD by the GET route: a preview of the link must not use it up.
    if (request.method === 'HEAD') return response.status(204).end();
    // Another site could lead people here to sign in as someone else, and to work in that name: so they are asked.
    if (isLinkedFromElsewhere(request, this.config))
      return response.redirect(303, `/sign-in/link/${encodeURIComponent(given)}`);
    return this.#redeem(given, false, request, response);
  }

  /** The button of the page that asks. */
  @Public()
  @Post('sign-in/link/:code')
  async byLinkAsked(
    @Param('code', { schema: code }) given: string,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    return this.#redeem(given, false, request, response);
  }

  /** Answers the same for every address, so that no one learns which are known. */
  @Public()
  @Post('sign-in/mail')
  async askForMail(
    @Body({ schema: mailForm }) { email }: z.infer<typeof mailForm>,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    if (this.config.mail) await askForLink({ database: this.database }, email, addressOf(request));
    response.redirect(303, '/sign-in?sent=yes');
  }

  @Public()
  @Post('sign-in/mail/:code')
  async byMailedLink(
    @Param('code', { schema: code }) given: string,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    return this.#redeem(given, true, request, response);
  }

  @Public()
  @Post('sign-in')
  async byToken(
    @Body({ schema: signInForm }) { token }: z.infer<typeof signInForm>,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const rights = await this.tokens.rightsOf(token);
    if (!rights) throw (await this.#limit(request, response)) ?? tokenRefused();
    return this.#enter({ token: rights.token }, request, response);
  }

  @Allow('viewer')
  @Post('sign-out')
  async signOut(@Req() request: Request, @Res() response: Response) {
    const kept = await this.#endOld(request);
    clearSessionCookie(response, this.config);
    response.redirect(303, (kept && (await this.#signOutAddress(kept))) ?? '/sign-in');
  }

  async #signOutAddress({ idToken, session }: { idToken: string; session: string }): Promise<string | undefined> {
    const back = `${this.config.publicUrl}/sign-in`;
    return this.oidc.signOutAddress(this.#secrets.open(idToken, placeOf(session)), back);
  }

  /** Logs the short word for why, and shows the problem as a page. */
  async #refused(error: unknown, request: Request): Promise<never> {
    if (error instanceof SignInRefused && error.word !== 'state')
      await this.oidc.noteRefused(error.word, addressOf(request));
    throw error;
  }

  async #redeem(given: string, mailed: boolean, request: Request, response: Response) {
    const rights = await this.links.redeem(given, mailed);
    if (!rights) throw (await this.#limit(request, response)) ?? linkRefused();
    return this.#enter({ person: rights.person }, request, response);
  }

  async #enter(of: SessionOf, request: Request, response: Response) {
    await this.#endOld(request);
    setSessionCookie(response, this.config, await this.sessions.start(of));
    response.redirect(303, '/');
  }

  async #endOld(request: Request) {
    const id = sessionIdIn(request, this.config);
    return id === undefined ? undefined : this.sessions.end(id);
  }

  async #limit(request: Request, response: Response) {
    const wait = await this.failures.count(addressOf(request));
    if (wait === undefined) return undefined;
    response.setHeader('Retry-After', String(wait));
    return tooManyFailures(wait);
  }
}
