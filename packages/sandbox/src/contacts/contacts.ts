import type { Entry } from '../accounting/journal-set-input.js';
import { type Call, type CompanyCall, Level, type Act } from '../engine/call.js';
import type { Field, Fields } from '../engine/field.js';
import { decimalText } from '../engine/pence.js';
import type { Resource } from '../engine/resource.js';
import type { Row, Values } from '../engine/table.js';

const BILLING_EMAILS_ON_TRIAL = 2;
const CIS_ONLY = ['unique_tax_reference', 'subcontractor_verification_number'];

const text: Field = { type: 'string', level: Level.contactsAndProjects };
const flag: Field = { type: 'boolean', level: Level.contactsAndProjects };
const hasNoOrganisation = (values: Values) => values['organisation_name'] === undefined;

const detailFields: Fields = {
  email: text,
  billing_email: { ...text, means: 'At most 2 addresses during a free trial.' },
  phone_number: text,
  mobile: text,
  address1: text,
  address2: text,
  address3: text,
  town: text,
  region: text,
  postcode: text,
  country: text,
  uses_contact_invoice_sequence: { ...flag, initially: false },
  contact_name_on_invoices: { ...flag, initially: true },
  charge_sales_tax: { ...text, values: ['Always', 'Never', 'Auto'], initially: 'Auto' },
  sales_tax_registration_number: text,
  status: { ...text, values: ['Active', 'Hidden'], initially: 'Active' },
  default_payment_terms_in_days: { ...text, type: 'integer' },
  locale: { ...text, initially: 'en' },
  is_cis_subcontractor: { ...flag, initially: false },
  cis_deduction_rate: {
    ...text,
    values: ['cis_gross', 'cis_standard', 'cis_higher'],
    required: (values) => values['is_cis_subcontractor'] === true,
  },
  unique_tax_reference: { ...text, pattern: /^\d{10}$/ },
  subcontractor_verification_number: { ...text, pattern: /^V\d{10}[A-Za-z]{0,2}$/ },
};

export const contacts: Resource = {
  plural: 'contacts',
  singular: 'contact',
  section: '4.2',
  scope: 'company',
  level: Level.time,
  operations: ['list', 'read', 'create', 'update', 'delete'],
  rootless: true,
  fields: {
    first_name: { type: 'string', required: hasNoOrganisation },
    last_name: { type: 'string', required: hasNoOrganisation },
    organisation_name: { type: 'string', means: 'Required if first_name and last_name are absent.' },
    active_projects_count: { type: 'integer', computed: (call, row) => projectsIn(call, row, 'Active').length },
    direct_debit_mandate_state: { type: 'string', readOnly: true },
    direct_debit_mandate: {
      type: 'object',
      readOnly: true,
      single: true,
      parts: {
        currency: { type: 'string' },
        max_amount: { type: 'decimal' },
        remaining_amount: { type: 'decimal' },
        next_interval_starts_on: { type: 'date' },
      },
    },
    account_balance: { type: 'decimal', computed: (call, row) => decimalText(balance(call, row)) },
    ...detailFields,
  },
  views: {
    all: () => true,
    active: isActive,
    hidden: (row) => !isActive(row),
    clients: { live: (row, call) => isActive(row) && isClient(call, row) },
    suppliers: { live: (row, call) => isActive(row) && isSupplier(call, row) },
    active_projects: { live: (row, call) => projectsIn(call, row, 'Active').length > 0 },
    completed_projects: { live: (row, call) => projectsIn(call, row, 'Completed').length > 0 },
    open_clients: { live: (row, call) => isActive(row) && balance(call, row) > 0n },
    open_suppliers: { live: (row, call) => isActive(row) && balance(call, row) < 0n },
  },
  defaultView: 'active',
  sorts: { name: sortName, created_at: 'created_at', updated_at: 'updated_at' },
  settle: ({ company }, values) =>
    company.record['cis_enabled'] === true
      ? values
      : Object.fromEntries(Object.entries(values).filter(([name]) => !CIS_ONLY.includes(name))),
  check: ({ company }, values) => {
    const emails = String(values['billing_email'] ?? '').split(/[,;]/);
    return company.freeTrial && emails.length > BILLING_EMAILS_ON_TRIAL
      ? [`billing_email takes at most ${BILLING_EMAILS_ON_TRIAL} addresses during a free trial`]
      : [];
  },
  kept: (act, row) => {
    for (const plural of ['projects', 'recurring_invoices']) {
      for (const _ of act.company.table(plural).having('contact', pathTo(row))) {
        return `The contact has ${plural.replaceAll('_', ' ')} and cannot be deleted.`;
      }
    }
    return undefined;
  },
};

function isActive(row: Row): boolean {
  return row.values['status'] === 'Active';
}

const pathTo = (row: Row) => `/v2/contacts/${row.key}`;

/** The order of section 4.2: organisation_name, last_name, first_name. */
function sortName({ values }: Row): string {
  return ['organisation_name', 'last_name', 'first_name']
    .map((name) => String(values[name] ?? ''))
    .join('')
    .toLowerCase();
}

/** The name that lists and projects show. */
export function contactName({ values }: Pick<Row, 'values'>): string {
  const person = [values['first_name'], values['last_name']].filter((name) => name !== undefined).join(' ');
  return String(values['organisation_name'] ?? person);
}

/** The order of section 4.3: organisation_name, first_name, last_name. */
export function displayName({ values }: Row): string {
  return ['organisation_name', 'first_name', 'last_name']
    .map((name) => String(values[name] ?? ''))
    .join('')
    .toLowerCase();
}

function projectsIn(call: Call | Act, row: Row, status: string): Row[] {
  const projects = (call as CompanyCall).company.table('projects').having('contact', pathTo(row));
  return [...projects].filter(({ values }) => values['status'] === status);
}

function isClient(call: Act, row: Row): boolean {
  if (balance(call, row) > 0n) return true;
  for (const plural of ['projects', 'recurring_invoices']) {
    for (const _ of call.company.table(plural).having('contact', pathTo(row))) return true;
  }
  return false;
}

function isSupplier(call: Act, row: Row): boolean {
  return row.values['is_cis_subcontractor'] === true || balance(call, row) < 0n;
}

/** What the contact owes less what it is owed. Only the opening balances hold amounts by contact. */
function balance(call: Call | Act, row: Row): bigint {
  let sum = 0n;
  for (const set of (call as CompanyCall).company.table('journal_sets').having('dated_on', undefined)) {
    for (const { debit, others } of set.values['journal_entries'] as readonly Entry[]) {
      if (others?.['contact'] === pathTo(row)) sum += debit;
    }
  }
  return sum;
}
