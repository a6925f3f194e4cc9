import { Module } from '@nestjs/common';
import { declaredRows } from '../../answers/answers.js';
import { AccessModule } from '../../access/access.module.js';
import { ActsModule } from '../../acts/acts.module.js';
import { EvidenceModule } from '../../evidence/evidence.module.js';
import { RunnerModule } from '../../runner/runner.module.js';
import { ViewsModule } from '../../views/views.module.js';
import { EventsController } from './events.controller.js';
import { routesOf } from './declared-routes.js';
import { JournalsController } from './journals.controller.js';
import { LogController } from './log.controller.js';
import { MonthFilesController } from './month-files.controller.js';
import { PayrollsController } from './payrolls.controller.js';
import { SignInModule } from './sign-in.module.js';
import { SigningKeyController } from './signing-key.controller.js';
import { SyncsController } from './syncs.controller.js';

/** The doors for programs. */
@Module({
  imports: [AccessModule, ActsModule, EvidenceModule, RunnerModule, SignInModule, ViewsModule],
  controllers: [
    SyncsController,
    EventsController,
    PayrollsController,
    LogController,
    JournalsController,
    MonthFilesController,
    // Each in its place: the first route that fits is taken.
    routesOf('Declared', declaredRows),
    SigningKeyController,
  ],
})
export class ApiModule {}
