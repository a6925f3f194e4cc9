import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { ACCESS, type Access, EVERYWHERE, type SignedInRequest } from './access.js';
import { ApiTokens } from './api-tokens.js';
import { FailedAttempts } from './failed-attempts.js';
import { isFromElsewhere } from './from-elsewhere.js';
import { PayReads, type PayShown, READS_PAY } from './pay-reads.js';
import { hasRole, type Principal, sameRights } from './principal.js';
import {
  forgeryRefused,
  notHere,
  reachRefused,
  roleRefused,
  SignInNeeded,
  tokenRefused,
  tooManyFailures,
} from './refusals.js';
import { sameSecret } from './secret.js';
import { sessionIdIn } from './session-cookie.js';
import { Sessions } from './sessions.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Checks every route of the app; a route that names no access refuses everyone. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: ApiTokens,
    private readonly sessions: Sessions,
    private readonly failures: FailedAttempts,
    private readonly payReads: PayReads,
    @Inject(configKey) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === undefined) throw notHere('such page');

    const http = context.switchToHttp();
    const request = http.getRequest<SignedInRequest>();
    const unsafe = !safeMethods.has(request.method);
    if (unsafe && isFromElsewhere(request, this.config)) throw forgeryRefused();
    if (access === 'public') {
      request.principal = await this.#bySession(request);
      return true;
    }

    const principal = (await this.#byToken(request, http.getResponse())) ?? (await this.#bySession(request));
    if (!principal) throw new SignInNeeded();
    if (unsafe && principal.csrf !== undefined && !provesOrigin(request, principal.csrf)) throw forgeryRefused();
    if (!hasRole(principal, access)) throw roleRefused(principal, access);
    const everywhere = this.reflector.getAllAndOverride<boolean | undefined>(EVERYWHERE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (everywhere && principal.companies !== null) throw reachRefused(principal);
    request.principal = principal;
    const shown = this.reflector.get<PayShown | undefined>(READS_PAY, context.getHandler());
    if (shown !== undefined) await this.payReads.note(principal, request, shown);
    return true;
  }

  async #byToken(request: SignedInRequest, response: Response): Promise<Principal | undefined> {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    const token = tokenIn(request);
    const rights = token === undefined ? undefined : await this.tokens.rightsOf(token);
    if (token !== undefined && rights) {
      const { token: _, ...allowed } = rights;
      request.isStillIn = () => this.tokens.stillAllows(token, allowed);
      return { ...allowed, via: 'token' };
    }
    const wait = await this.failures.count(request.ip ?? 'unknown');
    if (wait === undefined) throw tokenRefused();
    response.setHeader('Retry-After', String(wait));
    throw tooManyFailures(wait);
  }

  async #bySession(request: SignedInRequest): Promise<Principal | undefined> {
    const id = sessionIdIn(request, this.config);
    if (id === undefined) return undefined;
    const principal = await this.sessions.use(id);
    request.isStillIn = async () => {
      const now = await this.sessions.find(id);
      return now !== undefined && principal !== undefined && sameRights(now, principal);
    };
    return principal;
  }
}

export const tokenIn = ({ headers }: Request): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

export function provesOrigin(request: Request, csrf: string): boolean {
  const given: unknown = request.get('X-CSRF-Token') ?? (request.body as { csrf?: unknown } | undefined)?.csrf;
  return typeof given === 'string' && sameSecret(given, csrf);
}
