import { Module } from '@nestjs/common';
import { Board } from './month/board.js';
import { CompanyNames } from './lists/company-names.js';
import { EmployeeYears } from './year/employee-year.js';
import { Finder } from './find/finder.js';
import { LogViews } from './log/log-view.js';
import { PeoplePaidYears } from './year/people-paid.js';
import { RunViews } from './run/run-view.js';
import { YearEnds } from './year/year-end.js';

/** The reads that programs and people share. */
@Module({
  providers: [Board, CompanyNames, EmployeeYears, Finder, LogViews, PeoplePaidYears, RunViews, YearEnds],
  exports: [Board, CompanyNames, EmployeeYears, Finder, LogViews, PeoplePaidYears, RunViews, YearEnds],
})
export class ViewsModule {}
