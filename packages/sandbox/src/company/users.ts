import { notFound, type Reply } from '../answer.js';
import { dateOf, taxYearOf } from '../engine/calendar.js';
import { type Call, type CompanyCall, Level } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import type { Fields } from '../engine/field.js';
import type { Resource } from '../engine/resource.js';
import { read, routesOf, shownFields, update } from '../engine/resource-routes.js';
import type { Row } from '../engine/table.js';
import { currentProfileOf } from '../payroll/payroll.js';

const STAFF_ROLES = ['Owner', 'Director', 'Partner', 'Company Secretary', 'Employee', 'Shareholder'];
const ROLES = [...STAFF_ROLES, 'Accountant'];
const ROLES_NO_SOLE_TRADER_HAS = ['Director', 'Partner', 'Company Secretary', 'Shareholder'];
const PERMISSION_LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const isStaff = (row: Row) => STAFF_ROLES.includes(String(row.values['role']));
const isHidden = (row: Row) => row.values['hidden'] === true;

const profileFields: Fields = {
  total_pay_in_previous_employment: { type: 'decimal' },
  total_tax_in_previous_employment: { type: 'decimal' },
};

export const users: Resource = {
  plural: 'users',
  singular: 'user',
  section: '4.6',
  scope: 'company',
  level: Level.taxAccountingAndUsers,
  operations: ['list', 'read', 'create', 'update', 'delete'],
  rootless: true,
  fields: {
    email: { type: 'string', required: true },
    first_name: { type: 'string', required: true },
    last_name: { type: 'string', required: true },
    ni_number: { type: 'string' },
    unique_tax_reference: { type: 'string', pattern: /^\d{10}$/ },
    role: { type: 'string', required: true, values: ROLES },
    opening_mileage: { type: 'decimal', required: true },
    send_invitation: { type: 'boolean', writeOnly: true },
    permission_level: { type: 'integer', values: PERMISSION_LEVELS },
    hidden: { type: 'boolean', initially: false },
    current_payroll_profile: { type: 'object', parts: profileFields, computed: profileOf },
  },
  views: {
    staff: isStaff,
    active_staff: (row) => isStaff(row) && !isHidden(row),
    advisors: (row) => !isStaff(row),
    active_advisors: (row) => !isStaff(row) && !isHidden(row),
  },
  check: ({ company, unguarded }, values) =>
    !unguarded && company.record['type'] === 'UkSoleTrader' && ROLES_NO_SOLE_TRADER_HAS.includes(String(values['role']))
      ? [`role cannot be ${String(values['role'])} in a sole trader business`]
      : [],
  kept: ({ company }, row) =>
    company.ledger.knows({ sub: `/v2/users/${row.key}` })
      ? 'The user has journal entries and cannot be deleted.'
      : undefined,
  follows: ({ company }, row) => {
    if (row) company.chart.suffixOf(`/v2/users/${row.key}`);
  },
};

const answers: Fields = { user: { type: 'object', parts: shownFields(users) } };

export const userRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v2/users/me',
    scope: 'company',
    level: Level.time,
    doc: { section: '4.6', summary: "Reads the caller's own user", answers },
    act: (call) => read(users, call, me(call)),
  },
  {
    method: 'PUT',
    path: '/v2/users/me',
    scope: 'company',
    level: Level.time,
    doc: { section: '4.6', summary: "Changes the caller's own user", takes: answers, answers },
    act: (call): Reply => update(call.level < users.level ? ofOneself : users, call, me(call)),
  },
  ...routesOf(users),
];

/** Someone who may not change users may still change their own record, except for the fields that give access. */
const ACCESS = ['role', 'permission_level', 'hidden'];
const ofOneself: Resource = {
  ...users,
  fields: Object.fromEntries(
    Object.entries(users.fields).map(([name, field]) => [
      name,
      ACCESS.includes(name) ? { ...field, readOnly: true } : field,
    ]),
  ),
};

function me(call: CompanyCall): Row {
  const { login } = call;
  const row = login.kind === 'user' ? call.company.users.get(String(login.userId)) : undefined;
  if (!row) throw notFound();
  return row;
}

function profileOf(call: Call, row: Row): unknown {
  const { company } = call as CompanyCall;
  return currentProfileOf(row, company.payroll.profiles(taxYearOf(dateOf(new Date(call.now)))));
}
