import { forbidden, type Reply } from '../answer.js';
import { type CompanyCall, Level } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import { changeRow } from '../engine/records.js';
import type { Resource } from '../engine/resource.js';
import { read, routesOf, rowAsked, shownFields } from '../engine/resource-routes.js';

export const finalAccountsReports: Resource = {
  plural: 'final_accounts_reports',
  singular: 'final_accounts_report',
  section: '4.19',
  scope: 'company',
  level: Level.taxAccountingAndUsers,
  operations: ['list', 'read'],
  fields: {
    period_ends_on: { type: 'date', required: true },
    period_starts_on: { type: 'date' },
    filing_due_on: { type: 'date' },
    filing_status: {
      type: 'string',
      values: ['draft', 'unfiled', 'pending', 'rejected', 'filed', 'marked_as_filed'],
      initially: 'unfiled',
    },
    filed_at: { type: 'timestamp', means: 'For returns filed online.' },
    filed_reference: { type: 'string', means: 'For returns filed online.' },
  },
  sorts: { period_ends_on: 'period_ends_on' },
  unstamped: true,
  keyOf: (values) => String(values['period_ends_on']),
};

export const finalAccountsRoutes: readonly Route[] = [
  ...routesOf(finalAccountsReports),
  marking('mark_as_filed', 'marked_as_filed'),
  marking('mark_as_unfiled', 'unfiled'),
];

/** Level 8 is full access to one's own company or an account manager's to a client: `mark` checks which. */
function marking(last: string, status: string): Route {
  return {
    method: 'PUT',
    path: `/v2/final_accounts_reports/:id/${last}`,
    scope: 'company',
    level: Level.full,
    doc: {
      section: '3',
      summary: `Marks final accounts ${status.replaceAll('_', ' ')}`,
      answers: { final_accounts_report: { type: 'object', parts: shownFields(finalAccountsReports) } },
    },
    act: (call) => mark(call, status),
  };
}

function mark(call: CompanyCall, status: string): Reply {
  const row = rowAsked(finalAccountsReports, call);
  if (call.company.practiceManaged && call.login.kind !== 'manager') throw forbidden();
  return read(finalAccountsReports, call, changeRow(finalAccountsReports, call, row, { filing_status: status }));
}
