import { Module } from '@nestjs/common';
import { Board } from './board.js';
import { CompanyNames } from './company-names.js';
import { EmployeeYears } from './employee-year.js';
import { LogViews } from './log-view.js';
import { RunViews } from './run-view.js';
import { YearEnds } from './year-end.js';

/** What is read: the same for programs and for people. */
@Module({
  providers: [Board, CompanyNames, EmployeeYears, LogViews, RunViews, YearEnds],
  exports: [Board, CompanyNames, EmployeeYears, LogViews, RunViews, YearEnds],
})
export class ViewsModule {}
