import { invalid, notFound, refuse, type Reply } from './answer.js';
import { type CompanyCall, Level, type Route } from './call.js';
import type { Period } from './payroll.js';
import { pageOf } from './paging.js';
import type { JsonObject } from './request-body.js';
import { timestamp } from './row.js';
import { pathOf } from './uri.js';

/** "Tax and Limited Accounting" is no level of the list in section 5: read as level 7 (docs/sandbox.md). */
const level = Level.taxAccountingAndUsers;

export const payrollRoutes: readonly Route[] = [
  { method: 'GET', path: '/v2/payroll/:year', scope: 'company', level, act: readYear },
  { method: 'GET', path: '/v2/payroll/:year/:period', scope: 'company', level, act: readPeriod },
  {
    method: 'PUT',
    path: '/v2/payroll/:year/payments/:due_on/mark_as_paid',
    scope: 'company',
    level,
    act: (call) => mark(call, 'marked_as_paid'),
  },
  {
    method: 'PUT',
    path: '/v2/payroll/:year/payments/:due_on/mark_as_unpaid',
    scope: 'company',
    level,
    act: (call) => mark(call, 'unpaid'),
  },
  { method: 'GET', path: '/v2/payroll_profiles/:year', scope: 'company', level, act: readProfiles },
];

/** The year of the path; payroll is for companies of the United Kingdom. */
function yearOf(call: CompanyCall): number {
  if (!call.company.isUk()) throw refuse(403, 'Payroll is available to UK companies only.');
  if (!/^\d{4}$/.test(call.params['year']!)) throw notFound();
  return Number(call.params['year']);
}

function readYear(call: CompanyCall): Reply {
  const year = yearOf(call);
  const { payroll } = call.company;
  const periods = payroll.headers(year).map((header) => renderHeader(call, year, header));
  return { json: { periods, payments: payroll.payments(year) } };
}

function readPeriod(call: CompanyCall): Reply {
  const year = yearOf(call);
  const number = call.params['period']!;
  const period = /^\d{1,2}$/.test(number) ? call.company.payroll.period(year, Number(number)) : undefined;
  if (!period) throw notFound();
  return { json: { period: renderPeriod(call, year, period) } };
}

function mark(call: CompanyCall, status: 'unpaid' | 'marked_as_paid'): Reply {
  const year = yearOf(call);
  const { payroll } = call.company;
  const find = () => payroll.payments(year).find((payment) => payment.due_on === call.params['due_on']);
  const payment = find();
  if (!payment) throw notFound();
  if (payment.status === undefined) throw invalid(['there is no payment to be made on this date']);
  if (payment.status === status) throw refuse(409, `The payment is already ${status.replaceAll('_', ' ')}.`);
  payroll.marked.set(payment.due_on, status);
  return { json: { payment: find() } };
}

function readProfiles(call: CompanyCall): Reply {
  const year = yearOf(call);
  const user = call.query.get('user');
  const profiles = call.company.payroll
    .profiles(year)
    .filter((profile) => user === null || profile['user'] === pathOf(user));
  const page = pageOf(call, profiles);
  return {
    headers: page.headers,
    json: { profiles: page.records.map((profile) => ({ ...profile, user: `${call.base}${String(profile['user'])}` })) },
  };
}

function renderHeader(call: { base: string }, year: number, period: Omit<Period, 'payslips'>): JsonObject {
  return {
    url: `${call.base}/v2/payroll/${year}/${period.period}`,
    ...period.fields,
    created_at: timestamp(period.createdAt),
    updated_at: timestamp(period.updatedAt),
  };
}

export function renderPeriod(call: { base: string }, year: number, period: Period): JsonObject {
  const times = { created_at: timestamp(period.createdAt), updated_at: timestamp(period.updatedAt) };
  return {
    ...renderHeader(call, year, period),
    payslips: period.payslips.map((payslip) => ({
      ...payslip,
      ...(typeof payslip['user'] === 'string' && { user: `${call.base}${payslip['user']}` }),
      created_at: payslip['created_at'] ?? times.created_at,
      updated_at: payslip['updated_at'] ?? times.updated_at,
    })),
  };
}
