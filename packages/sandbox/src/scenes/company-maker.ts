import { addDays, addYears, dateOf, lastDayOfPeriod } from '../engine/calendar.js';
import { Chart } from '../accounting/chart.js';
import { DEFAULT_CHART, type Category, type Group } from '../accounting/chart-defaults.js';
import { Company } from '../company/company.js';
import type { OpeningItem } from '../accounting/journal-set-input.js';
import { journalSets } from '../accounting/journal-sets.js';
import { SYSTEM_ASSET_TYPES } from '../assets/capital-asset-types.js';
import { bankAccounts } from '../banking/bank-accounts.js';
import { companyFields } from '../company/company-routes.js';
import { users } from '../company/users.js';
import { Level, type Act } from '../engine/call.js';
import { changeRow, createRow } from '../engine/records.js';
import { RESOURCES } from '../registry.js';
import { Payroll, type PayrollSource } from '../payroll/payroll.js';
import { profileFields } from '../payroll/payroll-routes.js';
import { wholePayslip } from '../payroll/payslip-fields.js';
import { parsePence } from '../engine/pence.js';
import { isObject, type JsonObject } from '../engine/json.js';
import type { Fields } from '../engine/field.js';
import { type Row, timestamp } from '../engine/table.js';
import { type CompanyScenario, ScenarioError } from '../scenario.js';

const CURRENT_RATES = ['20.0', '5.0', '0.0'];
const ID = { type: 'integer' } as const;
/** Fields of a company that its record does not show. */
const OWN_FIELDS: Fields = { free_trial: { type: 'boolean' } };
const FILING_MONTHS_AFTER_YEAR_END_DAYS = 275;

export interface Making {
  /** Counted from 0 in the order of the scenario. */
  readonly number: number;
  readonly practiceManaged: boolean;
  readonly now: number;
  /** Payroll that is generated instead of written in the scenario. */
  readonly payroll?: PayrollSource;
}

export function makeCompany(scenario: CompanyScenario, making: Making): Company {
  const { now } = making;
  refuseUnknown(scenario);
  const company = new Company({
    number: making.number,
    subdomain: scenario.subdomain,
    practiceManaged: making.practiceManaged,
    record: recordOf(scenario, making),
    chart: chartOf(scenario),
    payroll: new Payroll(making.payroll ?? writtenPayroll(scenario), now, scenario.small_employer),
  });
  const act: Act = { company, now, level: Level.full, unguarded: true };
  for (const user of scenario.users) addUser(act, user);
  for (const name of SYSTEM_ASSET_TYPES) seed(scenario, act, 'capital_asset_types', { name, system_default: true });
  for (const report of scenario.final_accounts_reports) {
    seed(scenario, act, 'final_accounts_reports', reportValues(report));
  }
  company.locks = [
    ...scenario.locked_periods,
    ...(scenario.locked_until === undefined ? [] : [{ to: scenario.locked_until }]),
  ];
  addOpening(act, scenario);
  addRecords(act, scenario);
  for (const set of scenario.journal_sets) addSet(act, scenario, set);
  return company;
}

/** Unchecked, a misspelt key would quietly leave the default in place. Periods and payslips take any key. */
function refuseUnknown({ name, fields, payroll }: CompanyScenario): void {
  const mistakes = unknownIn({ ...companyFields, ...OWN_FIELDS }, fields).map((each) => `fields: ${each}`);
  for (const [year, { profiles }] of Object.entries(payroll))
    for (const profile of profiles)
      mistakes.push(...unknownIn(profileFields, profile).map((each) => `payroll ${year}: profiles: ${each}`));
  if (mistakes.length > 0) throw new ScenarioError(`${name}: ${mistakes.join('; ')}`);
}

/** The keys, also inside parts, that belong to no field. */
function unknownIn(fields: Fields, values: JsonObject, place = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = fields[name];
    if (!field) return [`${place}${name} is not known`];
    const parts = Array.isArray(value) ? (value as unknown[]) : [value];
    return field.parts
      ? parts.flatMap((part) => (isObject(part) ? unknownIn(field.parts!, part, `${place}${name}.`) : []))
      : [];
  });
}

/** Made in the order of the registry, so that a record may refer to earlier ones. */
function addRecords(act: Act, scenario: CompanyScenario): void {
  const unknown = Object.keys(scenario.records).filter((plural) => !RESOURCES.some((each) => each.plural === plural));
  if (unknown.length > 0) {
    const known = RESOURCES.map(({ plural }) => plural).join(', ');
    throw new ScenarioError(`${scenario.name}: records of ${unknown.join(', ')} are not known. Known are ${known}.`);
  }
  for (const { plural } of RESOURCES) {
    for (const values of scenario.records[plural] ?? []) seed(scenario, act, plural, values);
  }
}

/** A scenario's record must obey the rules of its resource; if it does not, the sandbox does not start. */
function seed(scenario: CompanyScenario, act: Act, plural: string, values: JsonObject): Row {
  const resource = RESOURCES.find((candidate) => candidate.plural === plural)!;
  try {
    const mistakes = unknownIn({ id: ID, ...resource.fields }, values);
    if (mistakes.length > 0) throw new ScenarioError(mistakes.join('; '));
    return createRow(resource, act, values, { seeding: true });
  } catch (error) {
    throw new ScenarioError(
      `${scenario.name}: ${resource.singular} ${JSON.stringify(values)}: ${(error as Error).message}`,
    );
  }
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
    sales_tax_rates: CURRENT_RATES,
    sales_tax_is_value_added: true,
    cis_enabled: false,
    cis_subcontractor: false,
    cis_contractor: false,
    ec_vat_reporting_enabled: false,
    locale: 'en',
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

/** A category that a scenario or a control adds; its group follows from its number. */
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

export function addUser(act: Act, user: JsonObject & { id?: number }): Row {
  const email = `${String(user['first_name'])}.${String(user['last_name'])}@${act.company.subdomain}.example`;
  const given = Object.fromEntries(Object.entries(user).filter(([, value]) => value !== undefined));
  return createRow(users, act, { email: email.toLowerCase(), opening_mileage: '0.0', ...given }, { seeding: true });
}

/** A report with its dates worked out from its last day. */
export function reportValues(report: JsonObject & { period_ends_on: string }): JsonObject {
  const endsOn = report.period_ends_on;
  return {
    period_starts_on: addDays(addYears(endsOn, -1), 1),
    filing_due_on: addDays(endsOn, FILING_MONTHS_AFTER_YEAR_END_DAYS),
    ...report,
  };
}

export function userPath(ref: unknown): unknown {
  return typeof ref === 'number' ? `/v2/users/${ref}` : ref;
}

export function categoryPath(ref: unknown): unknown {
  return typeof ref === 'string' && /^\d{3}(-\d+)?$/.test(ref) ? `/v2/categories/${ref}` : ref;
}

/** The payroll written in a scenario, with defaults for what it leaves out. */
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

/** Adds the opening balances set, with its bank accounts and stock. */
function addOpening(act: Act, scenario: CompanyScenario): void {
  const opening = scenario.opening_balances;
  if (!opening) return;
  const { company, now } = act;
  const itemOf = (
    url: string,
    category: OpeningItem['category'],
    item: { description: string; debit_value: unknown },
  ) => ({
    url,
    category,
    description: item.description,
    debit: parsePence(item.debit_value)!,
  });
  const banks = opening.bank_accounts.map((item, index) => {
    const account = createRow(
      bankAccounts,
      act,
      { name: item.description, is_primary: index === 0 },
      { seeding: true },
    );
    return itemOf(`/v2/bank_accounts/${account.key}`, '750', item);
  });
  const stock = opening.stock_items.map((item, index) => itemOf(`/v2/stock_items/${index + 1}`, '609', item));
  const before: Row = {
    key: String(company.nextId('journal_set')),
    values: {
      description: opening.description,
      journal_entries: [],
      opening: { bankAccounts: banks, stockItems: stock },
    },
    createdAt: now,
    updatedAt: now,
  };
  addSet(act, scenario, opening, before);
}

/** A scenario's journal sets must obey the rules of the service too. */
function addSet(act: Act, scenario: CompanyScenario, sent: JsonObject, before?: Row): void {
  const entries = (sent['journal_entries'] as JsonObject[]).map((entry) => ({
    ...entry,
    category: categoryPath(entry['category']),
    ...(entry['user'] !== undefined && { user: userPath(entry['user']) }),
  }));
  try {
    const content = { ...sent, journal_entries: entries };
    if (before) changeRow(journalSets, act, before, content);
    else createRow(journalSets, act, content);
  } catch (error) {
    throw new ScenarioError(`${scenario.name}: "${String(sent['description'])}": ${(error as Error).message}`);
  }
}
