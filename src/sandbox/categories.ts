import { invalid, notFound, type Reply } from './answer.js';
import { type CompanyCall, Level, type Route } from './call.js';
import { kindOf } from './chart.js';
import type { Category, Group } from './chart-defaults.js';
import { rootOf, type JsonObject } from './request-body.js';
import { taxNamesFor } from './tax-names.js';

const level = Level.myMoney;
const path = '/v2/categories';

export const categoryRoutes: readonly Route[] = [
  { method: 'GET', path, scope: 'company', level, act: list },
  { method: 'POST', path, scope: 'company', level, act: create },
  { method: 'GET', path: `${path}/:code`, scope: 'company', level, act: read },
];

const GROUPS: readonly Group[] = [
  'admin_expenses_categories',
  'cost_of_sales_categories',
  'income_categories',
  'general_categories',
];

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

/** What may be created: the groups of a create payload and their nominal ranges. */
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

function list(call: CompanyCall): Reply {
  const withSubAccounts = call.query.get('sub_accounts') === 'true';
  const groups = Object.fromEntries(GROUPS.map((group) => [group, [] as JsonObject[]]));
  for (const category of call.company.chart.all()) {
    const subAccounts = withSubAccounts ? subAccountsOf(call, category) : [];
    groups[category.group]!.push(...(subAccounts.length > 0 ? subAccounts : [renderCategory(call, category)]));
  }
  return { json: groups };
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
  const sent = rootOf(call.body, 'category');
  const rule = CREATABLE[String(sent['category_group'])];
  if (!rule) throw invalid([`category_group must be one of ${Object.keys(CREATABLE).join(', ')}`]);
  const messages = faultsOf(call, sent, rule);
  if (messages.length > 0) throw invalid(messages);
  const category: Category = {
    code: String(sent['nominal_code']),
    description: String(sent['description']),
    group: rule.group,
    ...(rule.groupDescription && { groupDescription: rule.groupDescription }),
    ...(rule.named && { taxReportingName: String(sent['tax_reporting_name']) }),
    ...(rule.spending && {
      allowableForTax: String(sent['allowable_for_tax'] ?? true) === 'true',
      autoSalesTaxRate: String(sent['auto_sales_tax_rate'] ?? 'Standard rate'),
    }),
  };
  call.company.chart.set(category);
  const record = renderCategory(call, category);
  return { status: 201, headers: { location: String(record['url']) }, json: { [category.group]: record } };
}

function faultsOf(call: CompanyCall, sent: JsonObject, rule: GroupRule): string[] {
  const messages: string[] = [];
  const code = String(sent['nominal_code'] ?? '');
  if (String(sent['description'] ?? '').trim() === '') messages.push("description can't be blank");
  if (!/^\d{3}$/.test(code) || code < rule.from || code > rule.to) {
    messages.push(`nominal_code must be between ${rule.from} and ${rule.to}`);
  } else if (call.company.chart.get(code)) messages.push('nominal_code has already been taken');
  if (rule.named) {
    const names = taxNamesFor(call.company, String(sent['category_group']));
    const name = sent['tax_reporting_name'];
    if (name === undefined || name === null || name === '') messages.push("tax_reporting_name can't be blank");
    else if (!names.includes(String(name)))
      messages.push('tax_reporting_name is not one of those of this company type');
  }
  return messages;
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

/** One per user for the user categories, one per bank account for 750, one per type for capital assets. */
function subAccountsOf(call: CompanyCall, category: Category): JsonObject[] {
  const sub = (suffix: string | number, name: string, of: JsonObject): JsonObject => ({
    ...renderCategory(call, category),
    url: `${call.base}${path}/${category.code}-${suffix}`,
    description: `${category.description}: ${name}`,
    nominal_code: `${category.code}-${suffix}`,
    ...of,
  });
  const { company } = call;
  switch (kindOf(category.code)) {
    case 'user':
      return [...company.users.keys()].map((key) =>
        sub(company.chart.suffixOf(key), company.nameOf(key), { user: `${call.base}/v2/users/${key}` }),
      );
    case 'bank':
      return (company.ledger.opening?.opening?.bankAccounts ?? []).map((account) =>
        sub(account.url.split('/').pop()!, account.description, { bank_account: `${call.base}${account.url}` }),
      );
    case 'capital_asset':
      return [...company.capitalAssetTypes.values()].map((type) =>
        sub(type.key, String(type.values['name']), {
          capital_asset_type: `${call.base}/v2/capital_asset_types/${type.key}`,
        }),
      );
    default:
      return [];
  }
}
