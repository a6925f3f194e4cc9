import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { ApiTokens } from './api-tokens.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { FailedAttempts } from './failed-attempts.js';
import { OidcSignIn } from './oidc/oidc-sign-in.js';
import { People } from './people.js';
import { PayReads } from './pay-reads.js';
import { ReachModule } from './reach.module.js';
import { Sessions } from './sessions.js';
import { SignInLinks } from './sign-in-links.js';
import { Strangers } from './strangers.js';
import { Uploads } from './uploads.js';

/** Guards every route of the app, pages included. */
@Module({
  imports: [CompaniesModule, ReachModule],
  providers: [
    ApiTokens,
    Sessions,
    SignInLinks,
    FailedAttempts,
    OidcSignIn,
    PayReads,
    People,
    Strangers,
    Uploads,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [ApiTokens, Sessions, SignInLinks, FailedAttempts, OidcSignIn, People, ReachModule, Uploads],
})
export class AccessModule {}
