import { isRegistered } from '../accounting/sales-tax.js';
import { contactName } from '../contacts/contacts.js';
import { type CompanyCall, Level, type Act } from '../engine/call.js';
import type { Fields } from '../engine/field.js';
import { decimalText, parsePence } from '../engine/pence.js';
import type { Resource } from '../engine/resource.js';
import type { Row, Values } from '../engine/table.js';

const PLACES = 6;
const UNITS = 10n ** BigInt(PLACES);
const UK_VAT_AREA = ['United Kingdom', 'Isle of Man', undefined];

const itemFields: Fields = {
  url: { type: 'uri' },
  position: { type: 'integer' },
  description: { type: 'string' },
  item_type: { type: 'string', initially: 'Hours' },
  price: { type: 'decimal', places: PLACES, initially: '0.0' },
  quantity: { type: 'decimal', places: PLACES, initially: '1.0' },
  sales_tax_rate: { type: 'decimal' },
  sales_tax_status: { type: 'string', values: ['EXEMPT'] },
  category: { type: 'uri', to: 'categories' },
};

/** In the live service they are made in the application, not through the API: here a scenario file lists them. */
export const recurringInvoices: Resource = {
  plural: 'recurring_invoices',
  singular: 'recurring_invoice',
  section: '4.16',
  scope: 'company',
  level: Level.invoices,
  operations: ['list', 'read'],
  fields: {
    contact: { type: 'uri', readOnly: true, required: true, to: 'contacts' },
    contact_name: { type: 'string', computed: (call, row) => contactName(contactOf(call as CompanyCall, row.values)!) },
    frequency: { type: 'string', readOnly: true, initially: 'Monthly' },
    recurring_status: { type: 'string', readOnly: true, values: ['Draft', 'Active', 'Inactive'], initially: 'Draft' },
    recurring_end_date: { type: 'date', readOnly: true },
    next_recurs_on: { type: 'date', readOnly: true },
    dated_on: { type: 'date', readOnly: true, required: true },
    reference: { type: 'string', readOnly: true },
    currency: { type: 'string', readOnly: true },
    exchange_rate: { type: 'decimal', readOnly: true, places: PLACES, initially: '1.0' },
    net_value: { type: 'decimal', readOnly: true },
    sales_tax_value: { type: 'decimal', readOnly: true },
    total_value: { type: 'decimal', readOnly: true },
    omit_header: { type: 'boolean', readOnly: true, initially: false },
    always_show_bic_and_iban: { type: 'boolean', readOnly: true, initially: false },
    payment_terms_in_days: { type: 'integer', readOnly: true },
    payment_methods: { type: 'object', readOnly: true },
    invoice_items: { type: 'array', readOnly: true, single: true, parts: itemFields },
  },
  views: {
    draft: hasStatus('Draft'),
    active: hasStatus('Active'),
    inactive: hasStatus('Inactive'),
  },
  filters: { contact: { field: 'contact', to: 'contacts' } },
  settle: totalled,
};

function hasStatus(status: string): (row: Row) => boolean {
  return (row) => row.values['recurring_status'] === status;
}

function contactOf(act: Pick<Act, 'company'>, values: Values): Row | undefined {
  return act.company.find('contacts', values['contact']) as Row | undefined;
}

/** Section 2.8.7: each item has its own tax; an item without a rate follows the contact's charge_sales_tax. */
function totalled(act: Act, values: Values): Values {
  const contact = contactOf(act, values);
  const items = ((values['invoice_items'] ?? []) as Values[]).map((item, index) => ({
    ...item,
    url: `/v2/invoice_items/${act.company.nextId('invoice_item')}`,
    position: index + 1,
    sales_tax_rate: item['sales_tax_status'] === 'EXEMPT' ? '0.0' : (item['sales_tax_rate'] ?? usualRate(act, contact)),
  }));
  let [net, tax] = [0n, 0n];
  for (const item of items as Values[]) {
    const amount = rounded(units(item['price']) * units(item['quantity']), (UNITS * UNITS) / 100n);
    net += amount;
    tax += rounded(amount * parsePence(item['sales_tax_rate'])!, 10_000n);
  }
  return {
    ...values,
    currency: values['currency'] ?? act.company.record['currency'],
    invoice_items: items,
    net_value: decimalText(net),
    sales_tax_value: decimalText(tax),
    total_value: decimalText(net + tax),
  };
}

/** `Auto` charges tax only when the contact is in the UK's VAT area too. */
function usualRate({ company }: Act, contact: Row | undefined): string {
  const charge = contact?.values['charge_sales_tax'];
  const isInArea = UK_VAT_AREA.includes(contact?.values['country'] as string | undefined);
  const charges = charge === 'Always' || (charge === 'Auto' && isRegistered(company) && isInArea);
  return charges ? '20.0' : '0.0';
}

/** A decimal in millionths. */
function units(value: unknown): bigint {
  const [whole = '0', fraction = ''] = String(value ?? '0')
    .replace('-', '')
    .split('.');
  const size = BigInt(whole) * UNITS + BigInt(fraction.padEnd(PLACES, '0'));
  return String(value).startsWith('-') ? -size : size;
}

function rounded(value: bigint, by: bigint): bigint {
  return value < 0n ? -rounded(-value, by) : (2n * value + by) / (2n * by);
}
