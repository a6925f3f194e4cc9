import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { AccessModule } from '../../access/access.module.js';
import { ActsModule } from '../../acts/acts.module.js';
import { EvidenceModule } from '../../evidence/evidence.module.js';
import { RunnerModule } from '../../runner/runner.module.js';
import { ViewsModule } from '../../views/views.module.js';
import { AdjustmentsController } from './adjustments/adjustments.controller.js';
import { AllocationsPageController } from './allocations/allocations.controller.js';
import { AssetsController } from './frame/assets.controller.js';
import { BoardController } from './board/board.controller.js';
import { ClientImports } from './clients/client-imports.js';
import { ClientAnswersController } from './client-answers/client-answers.controller.js';
import { ClientController } from './client/client.controller.js';
import { ManySettingsController } from './clients/many-settings.controller.js';
import { ClientsController } from './clients/clients.controller.js';
import { ClientRunsController } from './clients/runs.controller.js';
import { ConnectionController } from './clients/connection.controller.js';
import { FindController } from './find/find.controller.js';
import { HmrcDueController } from './hmrc-due/hmrc-due.controller.js';
import { PeoplePaidController } from './people-paid/people-paid.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditsController } from './audit/audits.controller.js';
import { TaxYearController } from './tax-year/tax-year.controller.js';
import { FirstRun } from './first-run/first-run.js';
import { FirstRunController } from './first-run/first-run.controller.js';
import { LogPageController } from './log/log.controller.js';
import { PolicyController } from './policy/policy.controller.js';
import { PeoplePageController } from './people/people.controller.js';
import { MonthFilesOfAllController } from './month-files/month-files.controller.js';
import { ReadyController } from './posting/ready.controller.js';
import { SignOffController } from './sign-off/sign-off.controller.js';
import { RunsAtWork } from './frame/runs-at-work.js';
import { RunWorkController } from './run/run-work.controller.js';
import { ClientFilesController } from './payroll-in/client-files.controller.js';
import { PayrollMoveController } from './payroll-move/payroll-move.controller.js';
import { PensionsController } from './payroll-in/pensions.controller.js';
import { PayrollInController } from './payroll-in/payroll-in.controller.js';
import { TakesFiles } from './payroll-in/takes-files.js';
import { ProblemsController } from './problems/problems.controller.js';
import { ReconciliationFormsController } from './reconciliation/reconciliation-forms.controller.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { RunController } from './run/run.controller.js';
import { SignInPageController } from './sign-in/sign-in.controller.js';
import { DryRunController } from './sync/dry-run.controller.js';
import { SyncPageController } from './sync/sync.controller.js';

/** The doors for people. */
@Module({
  imports: [AccessModule, ActsModule, EvidenceModule, RunnerModule, ViewsModule],
  controllers: [
    AssetsController,
    SignInPageController,
    ProblemsController,
    FindController,
    BoardController,
    MonthFilesOfAllController,
    FirstRunController,
    ReadyController,
    SignOffController,
    RunWorkController,
    RunController,
    LogPageController,
    ManySettingsController,
    ClientsController,
    ClientRunsController,
    ConnectionController,
    PayrollInController,
    ClientFilesController,
    PayrollMoveController,
    PensionsController,
    PeoplePaidController,
    TaxYearController,
    AuditController,
    AuditsController,
    PeoplePageController,
    PolicyController,
    AllocationsPageController,
    AdjustmentsController,
    SyncPageController,
    DryRunController,
    ClientController,
    ClientAnswersController,
    ReconciliationController,
    ReconciliationFormsController,
    HmrcDueController,
  ],
  providers: [ClientImports, FirstRun, RunsAtWork],
})
export class ReviewModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(TakesFiles)
      .forRoutes(
        { path: 'payroll-in', method: RequestMethod.POST },
        { path: 'clients/:company/payroll-in/reports', method: RequestMethod.POST },
      );
  }
}
