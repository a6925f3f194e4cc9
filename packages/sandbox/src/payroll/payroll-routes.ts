import { invalid, notFound, refuse, type Reply } from '../answer.js';
import { type CompanyCall, Level } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import type { Fields } from '../engine/field.js';
import type { Period } from './payroll.js';
import { PAYSLIP_FIELDS } from './payslip-fields.js';
import { pageOf } from '../engine/paging.js';
import type { JsonObject } from '../engine/json.js';
import { timestamp } from '../engine/table.js';
import { pathOf } from '../engine/uri.js';

/** The specification asks for "Tax and Limited Accounting", not a level it lists: we take 7 (docs/readings.md). */
const level = Level.taxAccountingAndUsers;

const stamps: Fields = { created_at: { type: 'timestamp' }, updated_at: { type: 'timestamp' } };

const periodFields: Fields = {
  url: { type: 'uri' },
  period: { type: 'integer', means: '0 to 11' },
  frequency: { type: 'string', values: ['Monthly', 'Weekly'] },
  dated_on: { type: 'date' },
  status: { type: 'string', values: ['unfiled', 'pending', 'rejected', 'partially_filed', 'filed'] },
  employment_allowance_claimed: { type: 'boolean' },
  employment_allowance_amount: { type: 'decimal' },
  construction_industry_scheme_deduction: { type: 'decimal' },
  ...stamps,
};

const paymentFields: Fields = {
  due_on: { type: 'date' },
  amount_due: { type: 'decimal' },
  status: { type: 'string', values: ['unpaid', 'marked_as_paid'], means: 'Left out when there is nothing to pay.' },
};

const text = { type: 'string' } as const;
export const profileFields: Fields = {
  user: { type: 'uri' },
  payroll_reference: text,
  address_line_1: text,
  address_line_2: text,
  address_line_3: text,
  address_line_4: text,
  postcode: text,
  country: text,
  title: text,
  gender: text,
  date_of_birth: { type: 'date' },
  total_pay_in_previous_employment: { type: 'decimal' },
  total_tax_in_previous_employment: { type: 'decimal' },
  employment_starts_on: { type: 'date' },
  employment_ends_on: { type: 'date' },
  ...stamps,
};

export const payrollRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v2/payroll/:year',
    scope: 'company',
    level,
    doc: {
      section: '4.18',
      summary: 'Reads the payroll of a tax year',
      answers: {
        periods: { type: 'array', open: true, parts: periodFields },
        payments: { type: 'array', parts: paymentFields },
      },
    },
    act: readYear,
  },
  {
    method: 'GET',
    path: '/v2/payroll/:year/:period',
    scope: 'company',
    level,
    doc: {
      section: '4.18',
      summary: 'Reads a period with its payslips',
      answers: {
        period: {
          type: 'object',
          open: true,
          parts: {
            ...periodFields,
            payslips: { type: 'array', open: true, parts: { ...PAYSLIP_FIELDS, ...stamps } },
          },
        },
      },
    },
    act: readPeriod,
  },
  marking('mark_as_paid', 'marked_as_paid'),
  marking('mark_as_unpaid', 'unpaid'),
  {
    method: 'GET',
    path: '/v2/payroll_profiles/:year',
    scope: 'company',
    level,
    doc: {
      section: '4.18',
      summary: 'Lists payroll profiles',
      query: ['user'],
      answers: { profiles: { type: 'array', parts: profileFields } },
      paged: true,
    },
    act: readProfiles,
  },
];

function marking(last: string, status: 'unpaid' | 'marked_as_paid'): Route {
  return {
    method: 'PUT',
    path: `/v2/payroll/:year/payments/:due_on/${last}`,
    scope: 'company',
    level,
    doc: {
      section: 'beyond',
      summary: `Marks a payment ${status.replaceAll('_', ' ')}`,
      answers: { payment: { type: 'object', parts: paymentFields } },
    },
    act: (call) => mark(call, status),
  };
}

/** The year in the path. Only companies in the United Kingdom have payroll. */
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
