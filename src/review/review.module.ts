import { Module } from '@nestjs/common';
import { Board } from '../postings/board.js';
import { LogViews } from '../postings/log-view.js';
import { RunViews } from '../postings/run-view.js';
import { YearEnds } from '../postings/year-end.js';
import { AssetsController } from './assets.controller.js';
import { BoardController } from './board.controller.js';

/** The pages. */
@Module({
  controllers: [AssetsController, BoardController],
  providers: [Board, LogViews, RunViews, YearEnds],
})
export class ReviewModule {}
