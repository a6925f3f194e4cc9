import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { problem } from '../ground/problem.js';
import { tokenIn } from './access.guard.js';
import { ApiTokens } from './api-tokens.js';
import { FailedAttempts } from './failed-attempts.js';
import { tooManyFailures } from './refusals.js';
import { sessionIdIn } from './session-cookie.js';
import { Sessions } from './sessions.js';

/** What a stranger sends is a token, or a client's answer. */
const bytesMax = 16 * 1024;
const parsedTypes = ['application/json', 'application/x-www-form-urlencoded'];

/**
 * Asked before a body is parsed, which holds everyone up. What has no length, or is packed, may be any size. Files are
 * not parsed so, and are read for those who may bring them.
 */
@Injectable()
export class Strangers {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly sessions: Sessions,
    private readonly failures: FailedAttempts,
    @Inject(configKey) private readonly config: Config,
  ) {}

  async mayBeParsed(request: Request): Promise<void> {
    const { 'content-length': length = Infinity, 'content-encoding': encoding = 'identity' } = request.headers;
    const isLittle = Number(length) <= bytesMax && encoding === 'identity';
    if (isLittle || !request.is(parsedTypes)) return;
    const token = tokenIn(request);
    const id = sessionIdIn(request, this.config);
    if (token === undefined) {
      if (id === undefined || (await this.sessions.find(id)) === undefined) throw tooMuch();
    } else if ((await this.tokens.rightsOf(token)) === undefined) {
      // A guess, as the guard counts them.
      const wait = await this.failures.count(request.ip ?? 'unknown');
      throw wait === undefined ? tooMuch() : tooManyFailures(wait);
    }
  }
}

const tooMuch = () =>
  problem('body-too-large', {
    detail: `Without a session or a token that is accepted, a body has a length, which is at most ${bytesMax / 1024} KiB. Nothing was done.`,
    todo: 'Sign in, or send a token; your session may have ended.',
  });
