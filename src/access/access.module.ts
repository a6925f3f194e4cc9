import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { ApiTokens } from './api-tokens.js';
import { FailedAttempts } from './failed-attempts.js';
import { Sessions } from './sessions.js';
import { SignInController } from '../api/sign-in.controller.js';
import { SignInLinks } from './sign-in-links.js';

/** Who may come in: for every route of the app, the pages' too. */
@Module({
  controllers: [SignInController],
  providers: [ApiTokens, Sessions, SignInLinks, FailedAttempts, { provide: APP_GUARD, useClass: AccessGuard }],
  exports: [ApiTokens, Sessions, SignInLinks],
})
export class AccessModule {}
