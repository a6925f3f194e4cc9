import { Module } from '@nestjs/common';
import { Board } from './board/board.js';
import { CompanyNames } from './company-names.js';
import { EmployeeYears } from './employee-year.js';
import { Finder } from './finder.js';
import { LogViews } from './log/log-view.js';
import { PeoplePaidYears } from './people-paid.js';
import { RunViews } from './run/run-view.js';
import { YearEnds } from './year-end.js';

/** The reads that programs and people share. */
@Module({
  providers: [Board, CompanyNames, EmployeeYears, Finder, LogViews, PeoplePaidYears, RunViews, YearEnds],
  exports: [Board, CompanyNames, EmployeeYears, Finder, LogViews, PeoplePaidYears, RunViews, YearEnds],
})
export class ViewsModule {}
