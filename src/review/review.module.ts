import { Module } from '@nestjs/common';
import { ApiModule } from '../api/api.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { Board } from '../postings/board.js';
import { LogViews } from '../postings/log-view.js';
import { PostingsModule } from '../postings/postings.module.js';
import { RunViews } from '../postings/run-view.js';
import { YearEnds } from '../postings/year-end.js';
import { SyncModule } from '../sync/sync.module.js';
import { AssetsController } from './assets.controller.js';
import { BoardController } from './board.controller.js';
import { ClientImports } from './client-imports.js';
import { CompaniesPageController } from './companies.controller.js';
import { LogPageController } from './log.controller.js';
import { PolicyController } from './policy.controller.js';
import { PolicyPreview } from './policy-preview.js';
import { PostManyController } from './post-many.controller.js';
import { RunController } from './run.controller.js';
import { SignInPageController } from './sign-in.controller.js';
import { SyncPageController } from './sync.controller.js';
import { YearEndController } from './year-end.controller.js';

/** The doors for people. */
@Module({
  imports: [ApiModule, CompaniesModule, PostingsModule, SyncModule],
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
