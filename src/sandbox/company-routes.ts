import { forbidden, notFound, type Reply } from './answer.js';
import { BUSINESS_CATEGORIES } from './business-categories.js';
import { type CompanyCall, Level, type Route } from './call.js';
import { render, routesOf, update } from './engine.js';
import { type Row, touch } from './row.js';
import { capitalAssetTypes, finalAccountsReports, users } from './tables.js';

export const companyRoutes: readonly Route[] = [
  { method: 'GET', path: '/v2/company', scope: 'company', level: Level.time, act: readCompany },
  {
    method: 'GET',
    path: '/v2/company/business_categories',
    scope: 'company',
    level: Level.time,
    act: () => ({ json: { business_categories: BUSINESS_CATEGORIES } }),
  },
  {
    method: 'GET',
    path: '/v2/company/tax_timeline',
    scope: 'company',
    level: Level.taxAccountingAndUsers,
    act: readTimeline,
  },
  { method: 'GET', path: '/v2/users/me', scope: 'company', level: Level.time, act: readMe },
  {
    method: 'PUT',
    path: '/v2/users/me',
    scope: 'company',
    level: Level.time,
    act: (call) => update(users, call, me(call)),
  },
  ...routesOf(users),
  ...routesOf(capitalAssetTypes),
  ...routesOf(finalAccountsReports),
  {
    method: 'PUT',
    path: '/v2/final_accounts_reports/:id/mark_as_filed',
    scope: 'company',
    level: Level.full,
    act: (call) => markReport(call, 'marked_as_filed'),
  },
  {
    method: 'PUT',
    path: '/v2/final_accounts_reports/:id/mark_as_unfiled',
    scope: 'company',
    level: Level.full,
    act: (call) => markReport(call, 'unfiled'),
  },
];

function readCompany(call: CompanyCall): Reply {
  return { json: { company: { url: `${call.base}/v2/company`, ...call.company.record } } };
}

/** What is due to the tax authority for payroll, of the years a client has payroll in. */
function readTimeline(call: CompanyCall): Reply {
  const thisYear = new Date(call.now).getUTCFullYear();
  const items = [thisYear, thisYear + 1].flatMap((year) =>
    call.company.payroll
      .payments(year)
      .filter((payment) => payment.status === 'unpaid')
      .map((payment) => ({
        description: 'PAYE and National Insurance',
        nature: 'Payment due',
        dated_on: payment.due_on,
        amount_due: payment.amount_due,
        is_personal: false,
      })),
  );
  return { json: { timeline_items: items } };
}

function me(call: CompanyCall): Row {
  const { login } = call;
  const row = login.kind === 'user' ? call.company.users.get(String(login.userId)) : undefined;
  if (!row) throw notFound();
  return row;
}

function readMe(call: CompanyCall): Reply {
  return { json: { user: render(users, call, me(call)) } };
}

/** Full access to a company that manages itself, an account manager for one of a practice: both come as level 8. */
function markReport(call: CompanyCall, status: 'marked_as_filed' | 'unfiled'): Reply {
  const row = call.company.finalAccounts.get(call.params['id']!);
  if (!row) throw notFound();
  if (call.company.practiceManaged && call.login.kind !== 'manager') {
    throw forbidden();
  }
  row.values['filing_status'] = status;
  touch(row, call.now);
  return { json: { final_accounts_report: render(finalAccountsReports, call, row) } };
}
