import { refuse } from '../answer.js';
import { kindOf } from '../accounting/chart.js';
import type { Line, Posting } from '../accounting/ledger.js';
import { SALES_TAX_FIELDS, salesTaxFaults, withSalesTax } from '../accounting/sales-tax.js';
import { ASSET_LIVES, followAsset } from '../assets/capital-assets.js';
import { attachmentField } from '../engine/attachment.js';
import { addDays, dateOf } from '../engine/calendar.js';
import { Level, type Act } from '../engine/call.js';
import { parsePence } from '../engine/pence.js';
import type { Resource } from '../engine/resource.js';
import type { Row, Values } from '../engine/table.js';
import { idIn } from '../engine/uri.js';
import { inHomeCurrency } from './currencies.js';
import { isMileage, MILEAGE, MILEAGE_FIELDS, mileageFaults, withMileage } from './mileage.js';
import { FREQUENCIES, nextOccurrence } from './recurrence.js';

const RECENT_DAYS = 60;
const CLAIMANTS = '905';
const SALES_TAX = '817';
/** Mileage claims are posted to this category. */
const MILEAGE_CLAIMS = '249';
const LANDLORD = 'UkUnincorporatedLandlord';

const buysAsset = (values: Values) => codeOf(values) === '602';
const isRebilled = (values: Values) => ['markup', 'price'].includes(String(values['rebill_type']));

export const expenses: Resource = {
  plural: 'expenses',
  singular: 'expense',
  section: '4.8',
  scope: 'company',
  level: Level.myMoney,
  operations: ['list', 'read', 'create', 'update', 'delete'],
  batch: true,
  fields: {
    user: { type: 'uri', required: true, to: 'users' },
    type: { type: 'string', computed: (_call, row) => (isMileage(row.values) ? MILEAGE : 'Expense') },
    category: { type: 'uri', required: true, to: 'categories', words: [MILEAGE] },
    dated_on: { type: 'date', required: true },
    currency: { type: 'string', pattern: /^[A-Z]{3}$/ },
    gross_value: { type: 'decimal', required: (values) => !isMileage(values), means: 'Negative for money spent.' },
    native_gross_value: { type: 'decimal' },
    ...SALES_TAX_FIELDS,
    native_sales_tax_value: { type: 'decimal', readOnly: true },
    second_sales_tax_rate: { type: 'decimal', means: 'Universal accounts only.' },
    second_sales_tax_status: { type: 'string', values: ['TAXABLE', 'EXEMPT', 'OUT_OF_SCOPE'] },
    description: { type: 'string', required: true },
    receipt_reference: { type: 'string' },
    project: { type: 'uri', to: 'projects' },
    rebill_type: { type: 'string', values: ['cost', 'markup', 'price'] },
    rebill_factor: { type: 'decimal', required: isRebilled },
    rebill_to_project: { type: 'uri', to: 'projects', means: 'The same as project.' },
    rebilled_on_invoice: { type: 'uri', readOnly: true },
    property: { type: 'uri', required: (values, act) => isLandlord(act) && !buysAsset(values) },
    recurring: { type: 'string', values: Object.keys(FREQUENCIES) },
    next_recurs_on: { type: 'date', computed: (call, row) => nextOccurrence(row.values, today(call)) },
    recurring_end_date: { type: 'date' },
    attachment: attachmentField,
    asset_life_years: { type: 'integer', values: ASSET_LIVES, required: buysAsset },
    capital_asset: { type: 'uri', readOnly: true },
    ...MILEAGE_FIELDS,
  },
  views: {
    recent: { live: (row, call) => String(row.values['dated_on']) >= addDays(today(call), -RECENT_DAYS) },
    recurring: (row) => row.values['recurring'] !== undefined,
  },
  datedBy: 'dated_on',
  filters: { project: { field: 'project', to: 'projects' } },
  settle: settled,
  check: faults,
  fixed: (_act, row) => (row.values['rebilled_on_invoice'] === undefined ? undefined : refuse(409, REBILLED)),
  kept: (_act, row) => (row.values['rebilled_on_invoice'] === undefined ? undefined : REBILLED),
  posts: (act, row) => [postingOf(act, row.values)],
  follows: (act, row, before) => followAsset(act, expenses, row, before, row && assetType(act, row.values)),
};

const REBILLED = 'The expense was rebilled on an invoice: it can be neither changed nor deleted.';

const today = (call: { readonly now: number }) => dateOf(new Date(call.now));
const isLandlord = ({ company }: Pick<Act, 'company'>) => company.record['type'] === LANDLORD;

function codeOf(values: Values): string | undefined {
  return idIn(values['category'], 'categories')?.split('-', 1)[0];
}

/** The kind of asset bought, by the suffix of a category 602-x. */
function assetType({ company }: Act, values: Values): string | undefined {
  const suffix = idIn(values['category'], 'categories')?.split('-')[1];
  return buysAsset(values) && suffix !== undefined ? company.chart.subOf('capital_asset_types', suffix) : undefined;
}

/** Section 2.7: the values that follow from others: project and rebilling, mileage, sales tax, native currency. */
function settled(act: Act, values: Values, sent: Values, before: Row | undefined): Values {
  const { company } = act;
  const project = sent['project'] ?? sent['rebill_to_project'] ?? values['project'];
  const named = project === undefined ? {} : { project: values['project'] ?? values['rebill_to_project'] };
  const currency = values['currency'] ?? company.record['currency'];
  const claim = withMileage(act, { ...values, ...named, currency }, before);
  const taxed = withSalesTax(company, claim);
  const isForeign = currency !== company.record['currency'];
  const stays =
    sent['native_gross_value'] !== undefined ||
    (before && sent['gross_value'] === undefined && sent['currency'] === undefined);
  const native =
    isForeign && stays && values['native_gross_value'] !== undefined
      ? values['native_gross_value']
      : inHomeCurrency(taxed['gross_value'], String(currency), String(company.record['currency']));
  const universal = String(company.record['type']).startsWith('Uk')
    ? ['second_sales_tax_rate', 'second_sales_tax_status']
    : [];
  return {
    ...Object.fromEntries(Object.entries(taxed).filter(([name]) => !universal.includes(name))),
    ...('project' in named && { rebill_to_project: named.project }),
    native_gross_value: native,
    native_sales_tax_value: taxed['sales_tax_value'],
  };
}

function faults(act: Act, values: Values): string[] {
  const { company } = act;
  const code = codeOf(values);
  const messages = [...salesTaxFaults(company, values), ...mileageFaults(values)];
  if (!isMileage(values) && parsePence(values['gross_value']) === 0n) messages.push('gross_value must not be zero');
  if (values['rebill_type'] !== undefined && values['project'] === undefined) {
    messages.push("project can't be blank when rebilling");
  }
  if (values['property'] !== undefined && !isLandlord(act))
    messages.push('property is for unincorporated landlords only');
  if (values['recurring_end_date'] !== undefined && values['recurring'] === undefined) {
    messages.push("recurring can't be blank with recurring_end_date");
  }
  if (code !== undefined && kindOf(code) === 'bank') messages.push('category is a bank account');
  if (code !== undefined && kindOf(code) === 'capital_asset' && assetType(act, values) === undefined) {
    messages.push(`category ${code} must be a sub account of 602`);
  }
  return messages;
}

/** The claimant is owed the gross amount; the category is charged the rest after reclaimable tax. */
function postingOf(act: Act, values: Values): Posting {
  const gross = parsePence(values['native_gross_value'])!;
  const tax = parsePence(values['native_sales_tax_value']) ?? 0n;
  const category = isMileage(values) ? MILEAGE_CLAIMS : codeOf(values)!;
  const sub = kindOf(category) === 'user' ? String(values['user']) : assetType(act, values);
  const cost: Line = { category, ...(sub !== undefined && { sub }), debit: tax - gross };
  const owed: Line = { category: CLAIMANTS, sub: String(values['user']), debit: gross };
  const reclaimed: Line[] = tax === 0n ? [] : [{ category: SALES_TAX, debit: -tax }];
  return { datedOn: String(values['dated_on']), lines: [cost, owed, ...reclaimed] };
}
