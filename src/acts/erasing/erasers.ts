import type { Rows } from '../../ground/rows.js';
import type { columns } from '../../record/columns.js';
import type { Carried } from '../../record/log/carried.js';
import {
  eraseAnswers,
  eraseBalances,
  eraseControlNotes,
  eraseReadings,
  eraseFigures,
  eraseMessages,
  eraseProblems,
  eraseRequests,
  eraseSyncs,
  eraseUsers,
  eraseAudits,
  eraseYears,
} from './erase-kept.js';
import { eraseFiles } from './erase-files.js';
import { erasePeriods, erasePostings, eraseRuns, eraseWrites } from './erase-payroll.js';
import { eraseClientMails, eraseClients, eraseDecisions, eraseNotes, erasePolicies } from './erase-words.js';
import type { Theirs } from './theirs.js';

type PersonalTable = {
  [Table in keyof typeof columns]: (typeof columns)[Table] extends { readonly personal: readonly string[] }
    ? Table
    : never;
}[keyof typeof columns];

/** Erases from one table, and returns what the log has to carry of it. A person already erased is not found again. */
type Eraser = (rows: Rows, theirs: Theirs) => Promise<readonly Carried[]>;

/** For each table that the register calls personal, so that none can be forgotten. */
const erasers: Readonly<Record<PersonalTable, Eraser>> = {
  payroll_files: eraseFiles,
  pay_periods: erasePeriods,
  pay_runs: eraseRuns,
  postings: erasePostings,
  writes: eraseWrites,
  decisions: eraseDecisions,
  notes: eraseNotes,
  client_approvals: eraseClients,
  client_mails: eraseClientMails,
  policies: erasePolicies,
  log_figures: eraseFigures,
  control_readings: eraseReadings,
  control_balances: eraseBalances,
  control_notes: eraseControlNotes,
  years_in_books: eraseYears,
  audits: eraseAudits,
  facts: eraseUsers,
  companies: eraseProblems,
  // With the company's own.
  connections: async () => [],
  syncs: eraseSyncs,
  kept_answers: eraseAnswers,
  notifications: eraseMessages,
  connection_requests: eraseRequests,
};

/** Erases them from every table. Returns what the log has to carry. */
export async function eraseThem(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const carries: Carried[] = [];
  for (const erase of Object.values(erasers)) carries.push(...(await erase(rows, theirs)));
  return [...new Map(carries.map((carried) => [carried.join(' '), carried])).values()];
}
