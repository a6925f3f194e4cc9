import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { LogViews } from '../views/log-view.js';
import { RecordModule } from '../record/record.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { ActsController } from './acts.controller.js';
import { CompaniesController } from './companies.controller.js';
import { CompanyNames } from '../views/company-names.js';
import { JournalsController } from './journals.controller.js';
import { LogController } from './log.controller.js';
import { PayRunsController } from './pay-runs.controller.js';
import { PolicyChanges } from '../acts/policy-changes.js';
import { Reach } from '../access/reach.js';
import { SyncsController } from './syncs.controller.js';

/** The doors for programs. */
@Module({
  imports: [CompaniesModule, RecordModule, SyncModule],
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
