import { taxYearInWords } from '../journal/nouns/dates.js';
import type { Chapter } from './chapter.js';
import { decisionsChapter } from './chapters/decisions.js';
import { journalsChapter } from './chapters/journals.js';
import { payrollChapter } from './chapters/payroll.js';
import { reconciliationChapter } from './chapters/reconciliation.js';
import { recordChapter } from './chapters/record.js';
import { summaryChapter } from './chapters/summary.js';
import type { Seen } from './month-facts.js';
import { taxMonthInWords } from './words.js';

/** What a month file is about: the heading of every page, and signed with the rest. */
export interface About {
  readonly company: string;
  readonly month: string;
  readonly taxYear: string;
  readonly year: string;
  readonly period: string;
  /** When the last thing in it was recorded. */
  readonly asAt: string;
  readonly shows: 'pay of each person' | 'no amounts';
}

/** The pages of the record, in reading order. */
export const pageNames = ['summary', 'payroll', 'journals', 'reconciliation', 'decisions', 'record'] as const;
export type PageName = (typeof pageNames)[number];

export interface MonthFile {
  readonly about: About;
  readonly pages: Readonly<Record<PageName, Chapter>>;
}

/** Made from what is recorded and nothing else: the same record gives the same file, whenever it is made. */
export function monthFile(facts: Seen): MonthFile {
  const { company, year, period, end, pay } = facts;
  return {
    about: {
      company: company.name,
      month: taxMonthInWords(year, period),
      taxYear: taxYearInWords(year),
      year: String(year),
      period: String(period),
      asAt: end.at.toISOString(),
      shows: pay ? 'pay of each person' : 'no amounts',
    },
    pages: {
      summary: summaryChapter(facts),
      payroll: payrollChapter(facts),
      journals: journalsChapter(facts),
      reconciliation: reconciliationChapter(facts),
      decisions: decisionsChapter(facts),
      record: recordChapter(facts),
    },
  };
}
