import type { Posting } from '../accounting/ledger.js';
import { accountingYearEnd } from '../accounting/trial-balance.js';
import type { Company } from '../company/company.js';
import { Level, type Act } from '../engine/call.js';
import { decimalText, parsePence } from '../engine/pence.js';
import { changeRow, createRow, removeRow } from '../engine/records.js';
import type { Resource } from '../engine/resource.js';
import type { Row, Values } from '../engine/table.js';

export const ASSET_LIVES = [2, 3, 4, 5, 7];
const MONTHS_PER_YEAR = 12;
/** Accounts of the recorded chart: the year's charge in 460 and 606-x; a disposal in 604-x and 607-x, its gain or loss in 461. */
const DEPRECIATION = '460';
const LOST_ON_DISPOSAL = '461';
const COST = '602';
const COST_OF_DISPOSED = '604';
const DEPRECIATED = '606';
const DEPRECIATED_OF_DISPOSED = '607';
/** The other side of a purchase when the scenario does not say who paid. */
const SUSPENSE = '999';

/** Bought by an expense or a bank transaction on 602; read-only here. */
export const capitalAssets: Resource = {
  plural: 'capital_assets',
  singular: 'capital_asset',
  section: '4.13',
  scope: 'company',
  level: Level.banking,
  operations: ['list', 'read'],
  fields: {
    description: { type: 'string', readOnly: true, required: true },
    asset_life_years: { type: 'integer', readOnly: true, required: true, values: ASSET_LIVES },
    asset_type: {
      type: 'string',
      computed: (call, row) => `${typeName((call as unknown as Act).company, row.values)} Purchase`,
    },
    purchased_on: { type: 'date', readOnly: true, required: true },
    disposed_on: { type: 'date', readOnly: true },
    capital_asset_type: { type: 'uri', readOnly: true, writeOnly: true, required: true, to: 'capital_asset_types' },
    cost: { type: 'decimal', readOnly: true, writeOnly: true, required: true },
    bought_by: { type: 'string', readOnly: true, writeOnly: true },
  },
  views: {
    disposed: (row) => row.values['disposed_on'] !== undefined,
    disposable: (row) => row.values['disposed_on'] === undefined,
  },
  check: (_act, { purchased_on: from, disposed_on: to }) =>
    to !== undefined && String(to) < String(from) ? ['disposed_on must not be before purchased_on'] : [],
  posts: (act, row) => life(act.company, row.values),
};

function typeName(company: Company, values: Values): string {
  const type = company.find('capital_asset_types', values['capital_asset_type']) as Row | undefined;
  return String(type?.values['name'] ?? 'Other Capital Asset');
}

/** The purchase unless another record posted it, straight-line depreciation at year ends, and the disposal. */
function life(company: Company, values: Values): Posting[] {
  const sub = String(values['capital_asset_type']);
  const cost = parsePence(values['cost'])!;
  const bought = String(values['purchased_on']);
  const sold = values['disposed_on'] as string | undefined;
  const charges = depreciation(company, values, cost, bought, sold);
  const depreciated = charges.reduce((sum, { amount }) => sum + amount, 0n);
  const postings: Posting[] = charges.map(({ on, amount }) => ({
    datedOn: on,
    lines: [
      { category: DEPRECIATION, debit: amount },
      { category: DEPRECIATED, sub, debit: -amount },
    ],
  }));
  if (values['bought_by'] === undefined) {
    postings.unshift({
      datedOn: bought,
      lines: [
        { category: COST, sub, debit: cost },
        { category: SUSPENSE, debit: -cost },
      ],
    });
  }
  if (sold !== undefined) {
    postings.push({
      datedOn: sold,
      lines: [
        { category: COST_OF_DISPOSED, sub, debit: -cost },
        { category: DEPRECIATED_OF_DISPOSED, sub, debit: depreciated },
        { category: LOST_ON_DISPOSAL, debit: cost - depreciated },
      ],
    });
  }
  return postings;
}

/** Charges whole months from the month of purchase at year ends; the last charge takes the odd pennies. */
function depreciation(company: Company, values: Values, cost: bigint, bought: string, sold: string | undefined) {
  const months = Number(values['asset_life_years']) * MONTHS_PER_YEAR;
  const charges: { on: string; amount: bigint }[] = [];
  let charged = 0n;
  for (let end = accountingYearEnd(company, bought); charged < cost; end = accountingYearEnd(company, end, 1)) {
    if (sold !== undefined && end >= sold) break;
    const used = Math.min(months, monthsBetween(bought, end));
    const total = (cost * BigInt(used)) / BigInt(months);
    if (total > charged) charges.push({ on: end, amount: total - charged });
    charged = total;
    if (used === months) break;
  }
  return charges;
}

function monthsBetween(from: string, to: string): number {
  const month = (date: string) => Number(date.slice(0, 4)) * MONTHS_PER_YEAR + Number(date.slice(5, 7));
  return month(to) - month(from) + 1;
}

/** Creates, changes or removes the asset together with the record that buys it. */
export function followAsset(
  act: Act,
  buyer: Resource,
  row: Row | undefined,
  before: Row | undefined,
  capitalAssetType: string | undefined,
): void {
  const { company } = act;
  const known = company.find('capital_assets', (row ?? before)?.values['capital_asset']) as Row | undefined;
  if (!row || capitalAssetType === undefined) {
    if (!known) return;
    removeRow(capitalAssets, { ...act, unguarded: true }, known);
    if (row) company.table(buyer.plural).put({ ...row, values: { ...row.values, capital_asset: undefined } });
    return;
  }
  const { dated_on, description, asset_life_years } = row.values;
  const gross = parsePence(row.values['native_gross_value'] ?? row.values['gross_value'])!;
  const tax = parsePence(row.values['native_sales_tax_value'] ?? row.values['sales_tax_value']) ?? 0n;
  const net = gross - tax;
  const sent = {
    description: description ?? typeName(company, { capital_asset_type: capitalAssetType }),
    asset_life_years,
    purchased_on: dated_on,
    capital_asset_type: capitalAssetType,
    cost: decimalText(net < 0n ? -net : net),
    bought_by: `/v2/${buyer.plural}/${row.key}`,
  };
  const seeding = { seeding: true } as const;
  if (known) changeRow(capitalAssets, act, known, sent, seeding);
  else {
    const asset = createRow(capitalAssets, { ...act, unguarded: true }, sent, seeding);
    company
      .table(buyer.plural)
      .put({ ...row, values: { ...row.values, capital_asset: `/v2/capital_assets/${asset.key}` } });
  }
}

/** Whether any asset has this type. */
export function hasAssets(company: Company, typeKey: string): boolean {
  for (const _ of company.table('capital_assets').having('capital_asset_type', `/v2/capital_asset_types/${typeKey}`))
    return true;
  return false;
}
