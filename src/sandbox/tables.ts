import { dateOf, taxYearOf } from './calendar.js';
import { type Call, type CompanyCall, Level } from './call.js';
import { currentProfileOf } from './payroll.js';
import { PER_PAGE_MAX } from './paging.js';
import type { Resource } from './resource.js';
import type { Row } from './row.js';

/** The plain records of the service, as data. A resource not served yet is one more table here. */
const companyOf = (call: Call) => (call as CompanyCall).company;

const STAFF_ROLES = ['Owner', 'Director', 'Partner', 'Company Secretary', 'Employee', 'Shareholder'];
const ROLES = [...STAFF_ROLES, 'Accountant'];
const ROLES_NO_SOLE_TRADER_HAS = ['Director', 'Partner', 'Company Secretary', 'Shareholder'];
const PERMISSION_LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const isStaff = (row: Row) => STAFF_ROLES.includes(String(row.values['role']));
const isHidden = (row: Row) => row.values['hidden'] === true;

export const users: Resource = {
  plural: 'users',
  singular: 'user',
  scope: 'company',
  level: Level.taxAccountingAndUsers,
  operations: ['list', 'read', 'create', 'update', 'delete'],
  fields: {
    email: { type: 'string', required: true },
    first_name: { type: 'string', required: true },
    last_name: { type: 'string', required: true },
    ni_number: { type: 'string' },
    unique_tax_reference: { type: 'string' },
    role: { type: 'string', required: true, values: ROLES },
    opening_mileage: { type: 'decimal', required: true },
    send_invitation: { type: 'boolean', writeOnly: true },
    permission_level: { type: 'integer', values: PERMISSION_LEVELS },
    hidden: { type: 'boolean' },
  },
  views: {
    staff: isStaff,
    active_staff: (row) => isStaff(row) && !isHidden(row),
    advisors: (row) => !isStaff(row),
    active_advisors: (row) => !isStaff(row) && !isHidden(row),
  },
  extra: (call, row) => {
    const profiles = companyOf(call).payroll.profiles(taxYearOf(dateOf(new Date(call.now))));
    const profile = currentProfileOf(row, profiles);
    return profile ? { current_payroll_profile: profile } : {};
  },
  check: (call, values) =>
    call.company.record['type'] === 'UkSoleTrader' && ROLES_NO_SOLE_TRADER_HAS.includes(String(values['role']))
      ? [`role cannot be ${String(values['role'])} in a sole trader business`]
      : [],
  kept: (call, row) => {
    const inBooks = call.company.ledger.dated().some((set) => set.entries.some((entry) => entry.userKey === row.key));
    return inBooks ? 'The user has journal entries and cannot be deleted.' : undefined;
  },
  table: (call) => companyOf(call).users,
};

export const capitalAssetTypes: Resource = {
  plural: 'capital_asset_types',
  singular: 'capital_asset_type',
  scope: 'company',
  level: Level.full,
  operations: ['list', 'read'],
  fields: { name: { type: 'string', required: true }, system_default: { type: 'boolean', readOnly: true } },
  table: (call) => companyOf(call).capitalAssetTypes,
};

export const finalAccountsReports: Resource = {
  plural: 'final_accounts_reports',
  singular: 'final_accounts_report',
  scope: 'company',
  level: Level.taxAccountingAndUsers,
  operations: ['list', 'read'],
  fields: {
    period_ends_on: { type: 'date' },
    period_starts_on: { type: 'date' },
    filing_due_on: { type: 'date' },
    filing_status: {
      type: 'string',
      values: ['draft', 'unfiled', 'pending', 'rejected', 'filed', 'marked_as_filed'],
    },
    filed_at: { type: 'timestamp' },
    filed_reference: { type: 'string' },
  },
  unstamped: true,
  table: (call) => companyOf(call).finalAccounts,
};

const hasStatus = (word: string) => (row: Row) => String(row.values['status']).toLowerCase().includes(word);

const PER_PAGE_MAX_MINIMAL = 500;
const isMinimal = (call: Call) => call.query.get('minimal_data') === 'true';

export const clients: Resource = {
  plural: 'clients',
  singular: 'client',
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
    account_owner: { type: 'object' },
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
  sorts: ['created_at', 'updated_at'],
  datedBy: 'created_at',
  perPageMax: (call) => (isMinimal(call) ? PER_PAGE_MAX_MINIMAL : PER_PAGE_MAX),
  reduced: (call) => (isMinimal(call) ? ['id', 'name', 'subdomain'] : undefined),
  visible: (call, row) => call.world.practice!.maySee(call, row),
  table: (call) => call.world.practice!.clients,
};

export const accountManagers: Resource = {
  plural: 'account_managers',
  singular: 'account_manager',
  scope: 'practice',
  level: Level.none,
  operations: ['list', 'read'],
  fields: { name: { type: 'string' }, email: { type: 'string' } },
  unstamped: true,
  table: (call) => call.world.practice!.managers,
};
