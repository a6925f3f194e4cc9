import { addDays, addYears, dateOf, lastDayOfPeriod } from './calendar.js';
import { Chart } from './chart.js';
import { DEFAULT_CHART, type Category, type Group } from './chart-defaults.js';
import { Company } from './company.js';
import { readSet } from './journal-set-input.js';
import { Ledger, type JournalSet, type OpeningItem } from './ledger.js';
import { Payroll, type PayrollSource } from './payroll.js';
import { wholePayslip } from './payslip-fields.js';
import { parsePence } from './pence.js';
import type { JsonObject } from './request-body.js';
import { timestamp, type Row } from './row.js';
import { type CompanyScenario, ScenarioError } from './scenario.js';

const SYSTEM_ASSET_TYPES = ['Computer Equipment', 'Fixtures and Fittings', 'Motor Vehicles', 'Other Capital Asset'];
const FILING_MONTHS_AFTER_YEAR_END_DAYS = 275;

export interface Making {
  /** From 0, in the order of the scenario. */
  readonly number: number;
  readonly practiceManaged: boolean;
  readonly now: number;
  /** Payroll that is worked out rather than written down. */
  readonly payroll?: PayrollSource;
}

export function makeCompany(scenario: CompanyScenario, making: Making): Company {
  const { now } = making;
  const company = new Company({
    number: making.number,
    subdomain: scenario.subdomain,
    practiceManaged: making.practiceManaged,
    record: recordOf(scenario, making),
    chart: chartOf(scenario),
    ledger: new Ledger(),
    payroll: new Payroll(making.payroll ?? writtenPayroll(scenario), now),
  });
  for (const user of scenario.users) addUser(company, user, now);
  SYSTEM_ASSET_TYPES.forEach((name, index) => {
    const key = String(index + 1);
    company.capitalAssetTypes.set(key, { key, values: { name, system_default: true }, createdAt: now, updatedAt: now });
  });
  for (const report of scenario.final_accounts_reports)
    company.finalAccounts.set(report.period_ends_on, reportRow(report, now));
  company.locks = [
    ...scenario.locked_periods,
    ...(scenario.locked_until === undefined ? [] : [{ to: scenario.locked_until }]),
  ];
  addSets(company, scenario, now);
  return company;
}

function recordOf(scenario: CompanyScenario, { number, now }: Making): JsonObject {
  const fields = scenario.fields;
  const start = String(fields['company_start_date'] ?? '2021-04-01');
  const firstEnd = String(fields['first_accounting_year_end'] ?? addDays(addYears(start, 1), -1));
  return {
    id: number + 1,
    name: scenario.name,
    subdomain: scenario.subdomain,
    type: 'UkLimitedCompany',
    currency: 'GBP',
    mileage_units: 'miles',
    company_start_date: start,
    freeagent_start_date: start,
    first_accounting_year_end: firstEnd,
    annual_accounting_periods: accountingPeriods(start, firstEnd, dateOf(new Date(now))),
    address1: '1 Market Street',
    town: 'Ludlow',
    postcode: 'SY8 1AA',
    country: 'United Kingdom',
    business_type: 'Joinery and design',
    business_category: 'Design',
    short_date_format: 'dd mmm yy',
    sales_tax_name: 'VAT',
    sales_tax_registration_status: 'Not Registered',
    sales_tax_is_value_added: true,
    cis_enabled: false,
    locked_attributes: ['freeagent_start_date'],
    created_at: timestamp(now),
    updated_at: timestamp(now),
    ...fields,
  };
}

function accountingPeriods(start: string, firstEnd: string, today: string): { starts_on: string; ends_on: string }[] {
  const periods: { starts_on: string; ends_on: string }[] = [];
  let from = start;
  let to = firstEnd;
  for (;;) {
    periods.push({ starts_on: from, ends_on: to });
    if (to >= today) return periods;
    from = addDays(to, 1);
    to = addYears(to, 1);
  }
}

function chartOf(scenario: CompanyScenario): Chart {
  const chart = new Chart(DEFAULT_CHART.filter((category) => !scenario.chart.remove.includes(category.code)));
  for (const { nominal_code: code, description } of scenario.chart.add) chart.set(addedCategory(code, description));
  return chart;
}

/** A category a scenario or a control adds; its number tells its group. */
export function addedCategory(code: string, description: string): Category {
  const group: Group =
    code < '096'
      ? 'income_categories'
      : code < '200'
        ? 'cost_of_sales_categories'
        : code < '400'
          ? 'admin_expenses_categories'
          : 'general_categories';
  return { code, description, group };
}

export function addUser(company: Company, user: JsonObject & { id?: number }, now: number): Row {
  const { id, ...values } = user;
  const email = `${String(values['first_name'])}.${String(values['last_name'])}@${company.subdomain}.example`;
  const known = Object.fromEntries(
    Object.entries({ email: email.toLowerCase(), opening_mileage: '0.0', ...values }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return company.addUser(known, now, id);
}

export function reportRow(report: JsonObject & { period_ends_on: string }, now: number): Row {
  const endsOn = report.period_ends_on;
  const values = {
    period_starts_on: addDays(addYears(endsOn, -1), 1),
    filing_due_on: addDays(endsOn, FILING_MONTHS_AFTER_YEAR_END_DAYS),
    filing_status: 'unfiled',
    ...report,
  };
  return { key: endsOn, values, createdAt: now, updatedAt: now };
}

function userPath(ref: unknown): unknown {
  return typeof ref === 'number' ? `/v2/users/${ref}` : ref;
}

function categoryPath(ref: unknown): unknown {
  return typeof ref === 'string' && /^\d{3}(-\d+)?$/.test(ref) ? `/v2/categories/${ref}` : ref;
}

/** The payroll a scenario writes down, its gaps filled. */
function writtenPayroll(scenario: CompanyScenario): PayrollSource {
  const yearOf = (year: number) => scenario.payroll[String(year)];
  return {
    period(year, number) {
      const period = yearOf(year)?.periods.find((candidate) => candidate.period === number);
      if (!period) return undefined;
      const datedOn = period.dated_on ?? lastDayOfPeriod(year, number);
      const payslips = period.payslips.map((payslip) =>
        wholePayslip({ dated_on: datedOn, ...payslip, user: userPath(payslip.user) }),
      );
      return { ...period, dated_on: datedOn, payslips };
    },
    profiles: (year) => (yearOf(year)?.profiles ?? []).map((profile) => ({ ...profile, user: userPath(profile.user) })),
    payments: (year) => yearOf(year)?.payments,
  };
}

function addSets(company: Company, scenario: CompanyScenario, now: number): void {
  const opening = scenario.opening_balances;
  if (opening) {
    const itemsOf = (plural: string, items: typeof opening.bank_accounts): OpeningItem[] =>
      items.map((item, index) => ({
        url: `/v2/${plural}/${index + 1}`,
        description: item.description,
        debit: parsePence(item.debit_value)!,
      }));
    const set: JournalSet = {
      id: company.nextId('journal_set'),
      description: opening.description,
      entries: [],
      createdAt: now,
      updatedAt: now,
      opening: {
        bankAccounts: itemsOf('bank_accounts', opening.bank_accounts),
        stockItems: itemsOf('stock_items', opening.stock_items),
      },
    };
    company.ledger.add(checked(company, scenario, set, opening, now));
  }
  for (const sent of scenario.journal_sets) {
    company.ledger.add(checked(company, scenario, undefined, sent, now));
  }
}

/** A scenario's own sets obey the rules of the books too. */
function checked(
  company: Company,
  scenario: CompanyScenario,
  before: JournalSet | undefined,
  sent: JsonObject,
  now: number,
): JournalSet {
  const entries = (sent['journal_entries'] as JsonObject[]).map((entry) => ({
    ...entry,
    category: categoryPath(entry['category']),
    ...(entry['user'] !== undefined && { user: userPath(entry['user']) }),
  }));
  try {
    const content = readSet(company, { ...sent, journal_entries: entries }, before);
    return { id: before?.id ?? company.nextId('journal_set'), createdAt: now, updatedAt: now, ...content };
  } catch (error) {
    throw new ScenarioError(`${scenario.name}: "${String(sent['description'])}": ${(error as Error).message}`);
  }
}
