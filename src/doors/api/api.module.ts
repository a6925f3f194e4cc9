import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module.js';
import { ActsModule } from '../../acts/acts.module.js';
import { EvidenceModule } from '../../evidence/evidence.module.js';
import { RunnerModule } from '../../runner/runner.module.js';
import { ViewsModule } from '../../views/views.module.js';
import { ActsController } from './acts.controller.js';
import { ControlAccountsController } from './control-accounts.controller.js';
import { AllocationsController } from './allocations.controller.js';
import { ClientLinksController } from './client-links.controller.js';
import { AdjustmentsController } from './adjustments.controller.js';
import { CompaniesController } from './companies.controller.js';
import { EventsController } from './events.controller.js';
import { ErasureController } from './erasure.controller.js';
import { JournalsController } from './journals.controller.js';
import { LogController } from './log.controller.js';
import { MonthFilesController } from './month-files.controller.js';
import { PayrollsController } from './payrolls.controller.js';
import { PayRunsController } from './pay-runs.controller.js';
import { PeopleController } from './people.controller.js';
import { SignInModule } from './sign-in.module.js';
import { SigningKeyController } from './signing-key.controller.js';
import { WorkController } from './work.controller.js';
import { SyncsController } from './syncs.controller.js';

/** The doors for programs. */
@Module({
  imports: [AccessModule, ActsModule, EvidenceModule, RunnerModule, SignInModule, ViewsModule],
  controllers: [
    SyncsController,
    PayRunsController,
    PayrollsController,
    ActsController,
    CompaniesController,
    ControlAccountsController,
    AllocationsController,
    AdjustmentsController,
    EventsController,
    LogController,
    JournalsController,
    MonthFilesController,
    ClientLinksController,
    ErasureController,
    PeopleController,
    WorkController,
    SigningKeyController,
  ],
})
export class ApiModule {}
