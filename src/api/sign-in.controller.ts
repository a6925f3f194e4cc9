import { Body, Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Allow, Public } from '../access/access.js';
import { ApiTokens } from '../access/api-tokens.js';
import { FailedAttempts } from '../access/failed-attempts.js';
import { linkRefused, tokenRefused, tooManyFailures } from '../access/refusals.js';
import { clearSessionCookie, sessionIdIn, setSessionCookie } from '../access/session-cookie.js';
import { type SessionOf, Sessions } from '../access/sessions.js';
import { SignInLinks } from '../access/sign-in-links.js';

const signInForm = z.object({ token: z.string().trim().min(1).max(200) });
const code = z.string().max(200);

/** How a browser comes by its session, and gives it back. The page with the form is one of the pages. */
@ApiExcludeController()
@Controller()
export class SignInController {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly links: SignInLinks,
    private readonly sessions: Sessions,
    private readonly failures: FailedAttempts,
    @Inject(configKey) private readonly config: Config,
  ) {}

  @Public()
  @Get('sign-in/:code')
  async byLink(@Param('code', { schema: code }) given: string, @Req() request: Request, @Res() response: Response) {
    // Express answers HEAD by the GET route: a preview of the link must not use it up.
    if (request.method === 'HEAD') return response.status(204).end();
    const rights = await this.links.redeem(given);
    if (!rights) throw (await this.#limit(request, response)) ?? linkRefused();
    return this.#enter({ person: rights.person }, request, response);
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
    await this.#endOld(request);
    clearSessionCookie(response, this.config);
    response.redirect(303, '/sign-in');
  }

  async #enter(of: SessionOf, request: Request, response: Response) {
    await this.#endOld(request);
    setSessionCookie(response, this.config, await this.sessions.start(of));
    response.redirect(303, '/');
  }

  async #endOld(request: Request) {
    const id = sessionIdIn(request, this.config);
    if (id !== undefined) await this.sessions.end(id);
  }

  async #limit(request: Request, response: Response) {
    const wait = await this.failures.count(request.ip ?? 'unknown');
    if (wait === undefined) return undefined;
    response.setHeader('Retry-After', String(wait));
    return tooManyFailures(wait);
  }
}
