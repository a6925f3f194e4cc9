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
import { LogPageController } from './log.controller.js';
import { RunController } from './run.controller.js';

/** The pages. */
@Module({
  imports: [ApiModule, CompaniesModule, PostingsModule, SyncModule],
  controllers: [AssetsController, BoardController, LogPageController, RunController],
  providers: [Board, LogViews, RunViews, YearEnds],
})
export class ReviewModule {}
