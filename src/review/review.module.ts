import { Module } from '@nestjs/common';
import { ApiModule } from '../api/api.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { Board } from '../views/board.js';
import { LogViews } from '../views/log-view.js';
import { RecordModule } from '../record/record.module.js';
import { RunViews } from '../views/run-view.js';
import { YearEnds } from '../views/year-end.js';
import { SyncModule } from '../sync/sync.module.js';
import { AssetsController } from './frame/assets.controller.js';
import { BoardController } from './board/board.controller.js';
import { ClientImports } from './companies/client-imports.js';
import { CompaniesPageController } from './companies/companies.controller.js';
import { LogPageController } from './log/log.controller.js';
import { PolicyController } from './policy/policy.controller.js';
import { PolicyPreview } from './policy/policy-preview.js';
import { PostManyController } from './board/post-many.controller.js';
import { RunController } from './run/run.controller.js';
import { SignInPageController } from './sign-in/sign-in.controller.js';
import { SyncPageController } from './sync/sync.controller.js';
import { YearEndController } from './year-end/year-end.controller.js';

/** The doors for people. */
@Module({
  imports: [ApiModule, CompaniesModule, RecordModule, SyncModule],
  controllers: [
    AssetsController,
    SignInPageController,
    BoardController,
    PostManyController,
    RunController,
    LogPageController,
    CompaniesPageController,
    PolicyController,
    SyncPageController,
    YearEndController,
  ],
  providers: [Board, LogViews, RunViews, YearEnds, ClientImports, PolicyPreview],
})
export class ReviewModule {}
