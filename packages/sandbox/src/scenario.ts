import * as z from 'zod';
import { isDate } from './engine/calendar.js';

/** The JSON form of a scenario; docs/scenarios.md describes it. */
const date = z.string().refine(isDate, 'must be a date, YYYY-MM-DD');
const amount = z.union([z.string().regex(/^-?\d+(\.\d{1,2})?$/, 'must be an amount, "12.34"'), z.number()]);
const userRef = z.union([z.number().int().positive(), z.string()]);

const profile = z.looseObject({ user: userRef });
const payslip = z.looseObject({ user: userRef, dated_on: date.optional() });
const period = z.looseObject({
  period: z.number().int().min(0).max(11),
  dated_on: date.optional(),
  status: z.string().optional(),
  payslips: z.array(payslip).default([]),
});
const payment = z.strictObject({ due_on: date, amount_due: z.string(), status: z.string().optional() });

const user = z.strictObject({
  id: z.number().int().positive().max(999_999).optional(),
  first_name: z.string(),
  last_name: z.string(),
  role: z
    .enum(['Owner', 'Director', 'Partner', 'Company Secretary', 'Employee', 'Shareholder', 'Accountant'])
    .default('Employee'),
  email: z.string().optional(),
  ni_number: z.string().optional(),
  unique_tax_reference: z.string().optional(),
  opening_mileage: z.string().default('0.0'),
  permission_level: z.number().int().min(0).max(8).optional(),
  hidden: z.boolean().optional(),
});

const entry = z.strictObject({
  category: z.string(),
  debit_value: amount,
  description: z.string().optional(),
  user: userRef.optional(),
  contact: z.string().optional(),
  capital_asset_type: z.string().optional(),
  stock_item: z.string().optional(),
  stock_altering_quantity: z.union([z.string(), z.number()]).optional(),
  property: z.string().optional(),
});
const journalSet = z.strictObject({
  dated_on: date,
  description: z.string(),
  tag: z.string().optional(),
  journal_entries: z.array(entry),
});
const openingItem = z.strictObject({ description: z.string(), debit_value: amount });

const company = z.strictObject({
  name: z.string(),
  subdomain: z.string().regex(/^[a-z0-9-]+$/, 'must be of small letters, digits and hyphens'),
  /** Any other field of the company record. */
  fields: z.record(z.string(), z.unknown()).default({}),
  users: z.array(user).default([]),
  /** The access level of the token, when it differs from its user's. */
  access_level: z.number().int().min(0).max(8).optional(),
  chart: z
    .strictObject({
      add: z.array(z.strictObject({ nominal_code: z.string().regex(/^\d{3}$/), description: z.string() })).default([]),
      remove: z.array(z.string()).default([]),
    })
    .default({ add: [], remove: [] }),
  payroll: z
    .record(
      z.string().regex(/^\d{4}$/, 'must be the year a tax year ends in'),
      z.strictObject({
        periods: z.array(period).default([]),
        payments: z.array(payment).optional(),
        profiles: z.array(profile).default([]),
      }),
    )
    .default({}),
  /** Whether payroll reclaims statutory parental pay, at the small employers' rate. If not, it reclaims nothing. */
  small_employer: z.boolean().default(true),
  journal_sets: z.array(journalSet).default([]),
  opening_balances: z
    .strictObject({
      description: z.string().default('Opening balances'),
      journal_entries: z.array(entry).default([]),
      bank_accounts: z.array(openingItem).default([]),
      stock_items: z.array(openingItem).default([]),
    })
    .optional(),
  locked_until: date.optional(),
  locked_periods: z.array(z.strictObject({ from: date, to: date })).default([]),
  final_accounts_reports: z
    .array(
      z.looseObject({
        period_ends_on: date,
        period_starts_on: date.optional(),
        filing_status: z
          .enum(['draft', 'unfiled', 'pending', 'rejected', 'filed', 'marked_as_filed'])
          .default('unfiled'),
      }),
    )
    .default([]),
  /** Records of any other resource, under its plural, with the fields of the API and, if wanted, an id. */
  records: z.record(z.string(), z.array(z.looseObject({ id: z.number().int().positive().optional() }))).default({}),
  /** In a practice: its account manager, counted from 1, and its status. */
  account_manager: z.number().int().positive().default(1),
  client_status: z.string().default('Active Licence'),
});

export const scenarioSchema = z.strictObject({
  practice: z
    .strictObject({
      name: z.string(),
      subdomain: z.string(),
      account_managers: z
        .array(z.strictObject({ name: z.string(), email: z.string(), senior: z.boolean().default(false) }))
        .min(1),
    })
    .optional(),
  entry_urls: z.enum(['absolute', 'relative', 'nested', 'nested_relative']).optional(),
  companies: z.array(company).min(1),
});

export type Scenario = z.output<typeof scenarioSchema>;
export type ScenarioInput = z.input<typeof scenarioSchema>;
export type CompanyScenario = Scenario['companies'][number];
export type CompanyInput = ScenarioInput['companies'][number];

/** A scenario that cannot be used; the message names what is wrong and where. */
export class ScenarioError extends Error {}

export function readScenario(document: unknown): Scenario {
  const result = scenarioSchema.safeParse(document);
  if (result.success) return result.data;
  throw new ScenarioError(z.prettifyError(result.error));
}

export function readCompany(input: CompanyInput): CompanyScenario {
  return company.parse(input);
}
