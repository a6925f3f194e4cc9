import { type Call, Level, type PracticeCall } from '../engine/call.js';
import { PER_PAGE_MAX } from '../engine/paging.js';
import type { Resource } from '../engine/resource.js';
import type { Row } from '../engine/table.js';

const hasStatus = (word: string) => (row: Row) => String(row.values['status']).toLowerCase().includes(word);

const PER_PAGE_MAX_MINIMAL = 500;
const isMinimal = (call: Call) => call.query.get('minimal_data') === 'true';

export const clients: Resource = {
  plural: 'clients',
  singular: 'client',
  section: '4.23',
  scope: 'practice',
  level: Level.none,
  operations: ['list'],
  fields: {
    id: { type: 'integer' },
    name: { type: 'string' },
    subdomain: { type: 'string' },
    type: { type: 'string' },
    status: { type: 'string' },
    account_manager: { type: 'uri' },
    account_owner: {
      type: 'object',
      parts: {
        first_name: { type: 'string' },
        last_name: { type: 'string' },
        last_logged_in_at: { type: 'timestamp' },
      },
    },
    company_start_date: { type: 'date' },
    freeagent_start_date: { type: 'date' },
    first_accounting_year_end: { type: 'date' },
    company_registration_number: { type: 'string' },
    address1: { type: 'string' },
    address2: { type: 'string' },
    town: { type: 'string' },
    region: { type: 'string' },
    postcode: { type: 'string' },
    country: { type: 'string' },
    contact_email: { type: 'string' },
    contact_phone: { type: 'string' },
    website: { type: 'string' },
    sales_tax_name: { type: 'string' },
    sales_tax_registration_status: { type: 'string' },
    sales_tax_registration_number: { type: 'string' },
    sales_tax_effective_date: { type: 'date' },
    sales_tax_is_value_added: { type: 'boolean' },
    initial_vat_basis: { type: 'string' },
    vat_frs_type: { type: 'string' },
    ec_vat_reporting_enabled: { type: 'boolean' },
    cis_enabled: { type: 'boolean' },
  },
  views: {
    active: (row) => hasStatus('active')(row) && !hasStatus('inactive')(row),
    inactive: hasStatus('inactive'),
    closed: hasStatus('closed'),
    practice: (row) => !hasStatus('linked')(row),
    linked: hasStatus('linked'),
    demo: hasStatus('demo'),
  },
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  datedBy: 'created_at',
  perPageMax: (call) => (isMinimal(call) ? PER_PAGE_MAX_MINIMAL : PER_PAGE_MAX),
  reduced: (call) => (isMinimal(call) ? ['id', 'name', 'subdomain'] : undefined),
  visible: (call, row) => call.world.practice!.sees((call as PracticeCall).login.managerId, row),
  table: (call) => call.world.practice!.clients,
};

export const accountManagers: Resource = {
  plural: 'account_managers',
  singular: 'account_manager',
  section: '4.23',
  scope: 'practice',
  level: Level.none,
  operations: ['list', 'read'],
  fields: { name: { type: 'string' }, email: { type: 'string' } },
  unstamped: true,
  table: (call) => call.world.practice!.managers,
};
