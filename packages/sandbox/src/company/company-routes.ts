import type { Reply } from '../answer.js';
import { addDays, dateOf } from '../engine/calendar.js';
import { type CompanyCall, Level } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import type { Fields } from '../engine/field.js';
import { BUSINESS_CATEGORIES } from './business-categories.js';

const text = { type: 'string' } as const;
const date = { type: 'date' } as const;
const flag = { type: 'boolean' } as const;

export const companyFields: Fields = {
  url: { type: 'uri' },
  id: { type: 'integer' },
  name: text,
  subdomain: text,
  type: text,
  currency: text,
  mileage_units: { type: 'string', values: ['miles', 'kilometers'] },
  company_start_date: date,
  trading_start_date: date,
  first_accounting_year_end: date,
  annual_accounting_periods: { type: 'array', parts: { starts_on: date, ends_on: date } },
  freeagent_start_date: date,
  address1: text,
  address2: text,
  address3: text,
  town: text,
  region: text,
  postcode: text,
  country: text,
  company_registration_number: text,
  contact_email: text,
  contact_phone: text,
  website: text,
  business_type: text,
  business_category: { type: 'string', values: BUSINESS_CATEGORIES },
  short_date_format: { type: 'string', values: ['dd mmm yy', 'dd-mm-yyyy', 'mm/dd/yyyy', 'yyyy-mm-dd'] },
  sales_tax_name: text,
  sales_tax_registration_status: text,
  sales_tax_registration_number: text,
  sales_tax_effective_date: date,
  sales_tax_rates: { type: 'array' },
  sales_tax_is_value_added: flag,
  cis_enabled: flag,
  cis_subcontractor: flag,
  cis_contractor: flag,
  ec_vat_reporting_enabled: flag,
  locale: text,
  locked_attributes: { type: 'array' },
  vat_first_return_period_ends_on: date,
  initial_vat_basis: { type: 'string', values: ['Invoice', 'Cash'] },
  initially_on_frs: flag,
  initial_vat_frs_type: text,
  sales_tax_deregistration_effective_date: date,
  second_sales_tax_name: text,
  second_sales_tax_rates: { type: 'array' },
  second_sales_tax_is_compound: flag,
  created_at: { type: 'timestamp' },
  updated_at: { type: 'timestamp' },
};

const timelineFields: Fields = {
  description: text,
  nature: text,
  dated_on: date,
  amount_due: { type: 'decimal' },
  is_personal: flag,
};

export const companyRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v2/company',
    scope: 'company',
    level: Level.time,
    doc: {
      section: '4.7',
      summary: 'Reads the company',
      answers: { company: { type: 'object', parts: companyFields } },
    },
    act: readCompany,
  },
  {
    method: 'GET',
    path: '/v2/company/business_categories',
    scope: 'company',
    level: Level.time,
    doc: { section: '4.7', summary: 'Lists business categories', answers: { business_categories: { type: 'array' } } },
    act: () => ({ json: { business_categories: BUSINESS_CATEGORIES } }),
  },
  {
    method: 'GET',
    path: '/v2/company/tax_timeline',
    scope: 'company',
    level: Level.taxAccountingAndUsers,
    doc: {
      section: '4.7',
      summary: 'Reads the tax timeline',
      answers: { timeline_items: { type: 'array', parts: timelineFields } },
    },
    act: readTimeline,
  },
];

function readCompany(call: CompanyCall): Reply {
  return { json: { company: { url: `${call.base}/v2/company`, ...call.company.record } } };
}

interface Item {
  readonly description: string;
  readonly nature: string;
  readonly dated_on: string;
  readonly amount_due?: string;
  readonly is_personal: boolean;
}

/** What is due: payroll, final accounts to be filed, corporation tax nine months after them, VAT returns. */
function readTimeline(call: CompanyCall): Reply {
  const items = [...payrollItems(call), ...accountsItems(call), ...vatItems(call)];
  return {
    json: { timeline_items: items.sort((a, b) => (a.dated_on < b.dated_on ? -1 : a.dated_on > b.dated_on ? 1 : 0)) },
  };
}

/** For the years in which a client has payroll. */
function payrollItems(call: CompanyCall): Item[] {
  const thisYear = new Date(call.now).getUTCFullYear();
  return [thisYear, thisYear + 1].flatMap((year) =>
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
}

const FILED = ['filed', 'marked_as_filed'];
const TAX_DUE_AFTER_YEAR_END_DAYS = 275;

function accountsItems({ company }: CompanyCall): Item[] {
  return [...company.table('final_accounts_reports').values()]
    .filter(({ values }) => !FILED.includes(String(values['filing_status'])))
    .flatMap(({ values }) => {
      const endsOn = String(values['period_ends_on']);
      const named = (what: string, nature: string, dated_on: string): Item => ({
        description: `${what}, year ending ${endsOn}`,
        nature,
        dated_on,
        is_personal: false,
      });
      return [
        named('Accounts to Companies House', 'Filing due', String(values['filing_due_on'])),
        named('Corporation Tax', 'Payment due', addDays(endsOn, TAX_DUE_AFTER_YEAR_END_DAYS)),
      ];
    });
}

const VAT_DUE_AFTER_DAYS = 37;
const VAT_RETURN_DAYS = 91;

/** The next VAT return of a registered company. */
function vatItems({ company, now }: CompanyCall): Item[] {
  const first = company.record['vat_first_return_period_ends_on'];
  if (typeof first !== 'string' || company.record['sales_tax_registration_status'] !== 'Registered') return [];
  const today = dateOf(new Date(now));
  let endsOn = first;
  while (addDays(endsOn, VAT_DUE_AFTER_DAYS) < today) endsOn = addDays(endsOn, VAT_RETURN_DAYS);
  return [
    {
      description: `VAT return, period ending ${endsOn}`,
      nature: 'Filing due',
      dated_on: addDays(endsOn, VAT_DUE_AFTER_DAYS),
      is_personal: false,
    },
  ];
}
