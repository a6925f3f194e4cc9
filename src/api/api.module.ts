import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { LogViews } from '../postings/log-view.js';
import { PostingsModule } from '../postings/postings.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { ActsController } from './acts.controller.js';
import { CompaniesController } from './companies.controller.js';
import { CompanyNames } from './company-names.js';
import { JournalsController } from './journals.controller.js';
import { LogController } from './log.controller.js';
import { PayRunsController } from './pay-runs.controller.js';
import { PolicyChanges } from './policy-changes.js';
import { Reach } from './reach.js';
import { SyncsController } from './syncs.controller.js';

/** The doors for programs. */
@Module({
  imports: [CompaniesModule, PostingsModule, SyncModule],
  controllers: [
    SyncsController,
    PayRunsController,
    ActsController,
    CompaniesController,
    LogController,
    JournalsController,
  ],
  providers: [CompanyNames, LogViews, PolicyChanges, Reach],
  exports: [CompanyNames, PolicyChanges, Reach],
})
export class ApiModule {}
