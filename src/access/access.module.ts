import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { ApiTokens } from './api-tokens.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { FailedAttempts } from './failed-attempts.js';
import { PayReads } from './pay-reads.js';
import { Reach } from './reach.js';
import { Sessions } from './sessions.js';
import { SignInLinks } from './sign-in-links.js';

/** Who may come in: for every route of the app, the pages' too. */
@Module({
  imports: [CompaniesModule],
  providers: [
    ApiTokens,
    Sessions,
    SignInLinks,
    FailedAttempts,
    PayReads,
    Reach,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [ApiTokens, Sessions, SignInLinks, FailedAttempts, Reach],
})
export class AccessModule {}
