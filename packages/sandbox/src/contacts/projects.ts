import { type CompanyCall, Level, type Act } from '../engine/call.js';
import { render, shownFields } from '../engine/resource-routes.js';
import type { Resource } from '../engine/resource.js';
import type { Row } from '../engine/table.js';
import { contactName, contacts, displayName } from './contacts.js';

/** A project cannot be deleted while it has any of these. */
const OF_PROJECT = ['tasks', 'expenses', 'bank_transaction_explanations'];

export const projects: Resource = {
  plural: 'projects',
  singular: 'project',
  section: '4.3',
  scope: 'company',
  level: Level.contactsAndProjects,
  operations: ['list', 'read', 'create', 'update', 'delete'],
  fields: {
    contact: { type: 'uri', required: true, to: 'contacts', whole: shownFields(contacts) },
    contact_name: { type: 'string', computed: (call, row) => nameOf(call as CompanyCall, row) },
    name: { type: 'string', required: true },
    status: { type: 'string', values: ['Active', 'Completed', 'Cancelled', 'Hidden'], initially: 'Active' },
    contract_po_reference: { type: 'string' },
    uses_project_invoice_sequence: { type: 'boolean', initially: false },
    currency: { type: 'string', pattern: /^[A-Z]{3}$/ },
    budget: { type: 'decimal', bare: true, initially: '0.0', means: 'Zero means no budget.' },
    budget_units: { type: 'string', values: ['Hours', 'Days', 'Monetary'], initially: 'Hours' },
    hours_per_day: { type: 'decimal', initially: '8.0' },
    normal_billing_rate: { type: 'decimal', initially: '0.0' },
    billing_period: { type: 'string', values: ['hour', 'day'], initially: 'hour' },
    is_ir35: { type: 'boolean', initially: false },
    starts_on: { type: 'date' },
    ends_on: { type: 'date' },
    include_unbilled_time_in_profitability: { type: 'boolean', initially: true },
    is_deletable: {
      type: 'boolean',
      single: true,
      computed: (call, row) => inUse(call as CompanyCall, row) === undefined,
    },
  },
  views: {
    active: hasStatus('Active'),
    completed: hasStatus('Completed'),
    cancelled: hasStatus('Cancelled'),
    hidden: hasStatus('Hidden'),
  },
  sorts: {
    name: 'name',
    contact_name: { live: (row, call) => nameOf(call, row).toLowerCase() },
    contact_display_name: { live: (row, call) => (contactOf(call, row) ? displayName(contactOf(call, row)!) : '') },
    created_at: 'created_at',
    updated_at: 'updated_at',
  },
  filters: { contact: { field: 'contact', to: 'contacts' } },
  settle: ({ company }, values) => ({ ...values, currency: values['currency'] ?? company.record['currency'] }),
  check: (_act, { starts_on: from, ends_on: to }) =>
    from !== undefined && to !== undefined && String(to) < String(from) ? ['ends_on must not be before starts_on'] : [],
  kept: inUse,
  extra: (call, row) => {
    const contact = call.query.get('nested') === 'true' ? contactOf(call, row) : undefined;
    return contact ? { contact: render(contacts, call, contact, false) } : {};
  },
};

function hasStatus(status: string): (row: Row) => boolean {
  return (row) => row.values['status'] === status;
}

function contactOf(act: Pick<Act, 'company'>, row: Row): Row | undefined {
  return act.company.find('contacts', row.values['contact']) as Row | undefined;
}

function nameOf(act: Pick<Act, 'company'>, row: Row): string {
  const contact = contactOf(act, row);
  return contact ? contactName(contact) : '';
}

function inUse({ company }: Pick<Act, 'company'>, row: Row): string | undefined {
  for (const plural of OF_PROJECT) {
    for (const _ of company.table(plural).having('project', `/v2/projects/${row.key}`)) {
      return `The project has ${plural.replaceAll('_', ' ')} and cannot be deleted.`;
    }
  }
  return undefined;
}
