import { forbidden, invalid, notFound, refuse, type Reply } from '../answer.js';
import { type CompanyCall, Level } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import { kindOf } from './chart.js';
import type { Category, Group } from './chart-defaults.js';
import { rootOf } from '../engine/body.js';
import type { JsonObject } from '../engine/json.js';
import { taxNamesFor } from './tax-names.js';
import { type Fields, readField } from '../engine/field.js';
import { subName } from './trial-balance.js';

const level = Level.myMoney;
const path = '/v2/categories';

const GROUPS: readonly Group[] = [
  'admin_expenses_categories',
  'cost_of_sales_categories',
  'income_categories',
  'general_categories',
];

const STANDARD_RATE = 'Standard rate';

interface GroupRule {
  readonly group: Group;
  readonly from: string;
  readonly to: string;
  readonly groupDescription?: string;
  /** Needs a tax_reporting_name. */
  readonly named: boolean;
  /** Takes allowable_for_tax and auto_sales_tax_rate. */
  readonly spending: boolean;
}

/** The groups in which a category may be created, and their nominal ranges. */
const CREATABLE: Readonly<Record<string, GroupRule>> = {
  income: {
    group: 'income_categories',
    from: '001',
    to: '049',
    groupDescription: 'Income',
    named: false,
    spending: false,
  },
  cost_of_sales: {
    group: 'cost_of_sales_categories',
    from: '096',
    to: '199',
    groupDescription: 'Cost of Sales',
    named: true,
    spending: true,
  },
  admin_expenses: {
    group: 'admin_expenses_categories',
    from: '200',
    to: '399',
    groupDescription: 'Admin Expenses',
    named: true,
    spending: true,
  },
  current_assets: { group: 'general_categories', from: '671', to: '720', named: true, spending: false },
};

const fields: Fields = {
  url: { type: 'uri', readOnly: true },
  description: { type: 'string', required: true },
  nominal_code: { type: 'string', required: true, pattern: /^\d{3}$/ },
  category_group: { type: 'string', required: true, writeOnly: true, values: Object.keys(CREATABLE) },
  group_description: { type: 'string', readOnly: true },
  auto_sales_tax_rate: { type: 'string', initially: STANDARD_RATE },
  allowable_for_tax: { type: 'boolean' },
  tax_reporting_name: { type: 'string' },
  bank_account: { type: 'uri', readOnly: true },
  capital_asset_type: { type: 'uri', readOnly: true },
  stock_item: { type: 'uri', readOnly: true },
  hire_purchase: { type: 'uri', readOnly: true },
  user: { type: 'uri', readOnly: true },
};
const takes: Fields = { category: { type: 'object', parts: fields } };
/** In an answer the code may be a sub account's: 602-1. */
const shown: Fields = { ...fields, nominal_code: { type: 'string', example: '285' } };
const groupsOf = (type: 'array' | 'object'): Fields =>
  Object.fromEntries(GROUPS.map((group) => [group, { type, element: 'category', parts: shown }]));

export const categoryRoutes: readonly Route[] = [
  {
    method: 'GET',
    path,
    scope: 'company',
    level,
    doc: { section: '4.11', summary: 'Lists categories', query: ['sub_accounts'], answers: groupsOf('array') },
    act: list,
  },
  {
    method: 'POST',
    path,
    scope: 'company',
    level,
    doc: { section: '4.11', summary: 'Makes a category', takes, answers: groupsOf('object'), status: 201 },
    act: create,
  },
  {
    method: 'GET',
    path: `${path}/:code`,
    scope: 'company',
    level,
    doc: { section: '4.11', summary: 'Reads a category', answers: groupsOf('object') },
    act: read,
  },
  {
    method: 'PUT',
    path: `${path}/:code`,
    scope: 'company',
    level,
    doc: { section: 'beyond', summary: 'Changes a category', takes, answers: groupsOf('object') },
    act: change,
  },
  {
    method: 'DELETE',
    path: `${path}/:code`,
    scope: 'company',
    level,
    doc: { section: 'beyond', summary: 'Removes a category', answers: groupsOf('object') },
    act: remove,
  },
];

function list(call: CompanyCall): Reply {
  const withSubAccounts = call.query.get('sub_accounts') === 'true';
  const groups = Object.fromEntries(GROUPS.map((group) => [group, [] as JsonObject[]]));
  for (const category of call.company.chart.all()) {
    const subAccounts = withSubAccounts ? subAccountsOf(call, category) : [];
    const records = subAccounts.length > 0 ? subAccounts : [renderCategory(call, category)];
    groups[category.group]!.push(...records.map(inWords));
  }
  return { json: groups };
}

/** The live service shows a tax reporting name in words in its lists, and as sent in a single category. */
function inWords(record: JsonObject): JsonObject {
  const name = record['tax_reporting_name'];
  if (typeof name !== 'string') return record;
  const words = name.replaceAll('_', ' ');
  return { ...record, tax_reporting_name: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}` };
}

function read(call: CompanyCall): Reply {
  const [code = '', suffix] = call.params['code']!.split('-');
  const category = call.company.chart.get(code);
  if (!category) throw notFound();
  if (suffix === undefined) return { json: { [category.group]: renderCategory(call, category) } };
  const wanted = `${call.base}${path}/${code}-${suffix}`;
  const subAccount = subAccountsOf(call, category).find((candidate) => candidate['url'] === wanted);
  if (!subAccount) throw notFound();
  return { json: { [category.group]: subAccount } };
}

function create(call: CompanyCall): Reply {
  const sent = rootOf(call, 'category');
  const category = categoryFrom(call, sent, undefined);
  call.company.chart.set(category);
  const record = renderCategory(call, category);
  return { status: 201, headers: { location: String(record['url']) }, json: { [category.group]: record } };
}

/** Whatever a category was created with may be changed, except its group. */
function change(call: CompanyCall): Reply {
  const before = topLevelOf(call);
  const rule = Object.entries(CREATABLE).find(([, { from, to }]) => before.code >= from && before.code <= to);
  if (!rule) throw forbidden();
  const category = categoryFrom(
    call,
    { ...sentOf(before), ...rootOf(call, 'category'), category_group: rule[0] },
    before,
  );
  if (category.code !== before.code) {
    if (call.company.ledger.knows({ code: before.code }))
      throw refuse(409, 'The category is in use: its nominal_code stays.');
    call.company.chart.remove(before.code);
  }
  call.company.chart.set(category);
  return { json: { [category.group]: renderCategory(call, category) } };
}

function remove(call: CompanyCall): Reply {
  const category = topLevelOf(call);
  if (!Object.values(CREATABLE).some(({ from, to }) => category.code >= from && category.code <= to)) throw forbidden();
  if (call.company.ledger.knows({ code: category.code })) {
    throw refuse(409, 'The category is in use and cannot be deleted.');
  }
  call.company.chart.remove(category.code);
  return { json: { [category.group]: renderCategory(call, category) } };
}

function topLevelOf(call: CompanyCall): Category {
  const category = call.company.chart.get(call.params['code']!);
  if (!category) throw notFound();
  return category;
}

function sentOf(category: Category): JsonObject {
  return {
    description: category.description,
    nominal_code: category.code,
    ...(category.taxReportingName !== undefined && { tax_reporting_name: category.taxReportingName }),
    ...(category.allowableForTax !== undefined && { allowable_for_tax: category.allowableForTax }),
    ...(category.autoSalesTaxRate !== undefined && { auto_sales_tax_rate: category.autoSalesTaxRate }),
  };
}

function categoryFrom(call: CompanyCall, sent: JsonObject, before: Category | undefined): Category {
  const rule = CREATABLE[String(sent['category_group'])];
  if (!rule) throw invalid([`category_group must be one of ${Object.keys(CREATABLE).join(', ')}`]);
  const messages = faultsOf(call, sent, rule, before);
  if (messages.length > 0) throw invalid(messages);
  return {
    code: String(sent['nominal_code']),
    description: String(sent['description']),
    group: rule.group,
    ...(rule.groupDescription && { groupDescription: rule.groupDescription }),
    ...(rule.named && { taxReportingName: snakeCased(sent['tax_reporting_name']) }),
    ...(rule.group === 'income_categories' && { autoSalesTaxRate: STANDARD_RATE }),
    ...(rule.spending && {
      allowableForTax:
        (readField(fields['allowable_for_tax']!, sent['allowable_for_tax'] ?? true) as boolean | undefined) ?? true,
      autoSalesTaxRate: String(sent['auto_sales_tax_rate'] ?? STANDARD_RATE),
    }),
  };
}

function faultsOf(call: CompanyCall, sent: JsonObject, rule: GroupRule, before: Category | undefined): string[] {
  const messages: string[] = [];
  const code = String(sent['nominal_code'] ?? '');
  if (String(sent['description'] ?? '').trim() === '') messages.push("description can't be blank");
  if (!/^\d{3}$/.test(code) || code < rule.from || code > rule.to) {
    messages.push(`nominal_code must be between ${rule.from} and ${rule.to}`);
  } else if (code !== before?.code && call.company.chart.get(code))
    messages.push('nominal_code has already been taken');
  if (rule.named) messages.push(...taxNameFaults(call, sent, before));
  const allowable = sent['allowable_for_tax'];
  if (rule.spending && allowable !== undefined && readField(fields['allowable_for_tax']!, allowable) === undefined) {
    messages.push('allowable_for_tax is invalid');
  }
  return messages;
}

function taxNameFaults(call: CompanyCall, sent: JsonObject, before: Category | undefined): string[] {
  const name = sent['tax_reporting_name'];
  if (name === undefined || name === null || name === '') return ["tax_reporting_name can't be blank"];
  const names = taxNamesFor(call.company, String(sent['category_group']));
  const isKnown = name === before?.taxReportingName || names.includes(snakeCased(name));
  return isKnown ? [] : ['tax_reporting_name is not one of those of this company type'];
}

/** The live service also takes a name copied from one of its lists, which show it in words. */
function snakeCased(name: unknown): string {
  return String(name).toLowerCase().replaceAll(' ', '_');
}

function renderCategory(call: CompanyCall, category: Category): JsonObject {
  return {
    url: `${call.base}${path}/${category.code}`,
    description: category.description,
    nominal_code: category.code,
    ...(category.groupDescription !== undefined && { group_description: category.groupDescription }),
    ...(category.taxReportingName !== undefined && { tax_reporting_name: category.taxReportingName }),
    ...(category.allowableForTax !== undefined && { allowable_for_tax: category.allowableForTax }),
    ...(category.autoSalesTaxRate !== undefined && { auto_sales_tax_rate: category.autoSalesTaxRate }),
  };
}

/** The kinds of record that get a sub account under a category, and the field that holds their URI. */
const SUB_RECORDS: Readonly<Partial<Record<ReturnType<typeof kindOf>, { plural: string; field: string }>>> = {
  user: { plural: 'users', field: 'user' },
  bank: { plural: 'bank_accounts', field: 'bank_account' },
  capital_asset: { plural: 'capital_asset_types', field: 'capital_asset_type' },
  stock: { plural: 'stock_items', field: 'stock_item' },
  hire_purchase: { plural: 'hire_purchases', field: 'hire_purchase' },
};

function subAccountsOf(call: CompanyCall, category: Category): JsonObject[] {
  const of = SUB_RECORDS[kindOf(category.code)];
  if (!of) return [];
  const { company } = call;
  return [...company.table(of.plural).keys()].map((key) => {
    const record = `/v2/${of.plural}/${key}`;
    const code = `${category.code}-${company.chart.suffixOf(record)}`;
    return {
      ...renderCategory(call, category),
      url: `${call.base}${path}/${code}`,
      description: `${category.description}: ${subName(company, record)}`,
      nominal_code: code,
      [of.field]: `${call.base}${record}`,
    };
  });
}
