import type { Reply } from '../answer.js';
import { type CompanyCall, Level, type Act } from '../engine/call.js';
import type { Route } from '../engine/router.js';
import { decimalText, parsePence } from '../engine/pence.js';
import type { Resource } from '../engine/resource.js';
import { routesOf, rowAsked } from '../engine/resource-routes.js';
import { removeRow } from '../engine/records.js';
import { changed, type Row } from '../engine/table.js';
import { idIn } from '../engine/uri.js';
import { fullDescription } from './statement-types.js';
import { entryType, typeOf } from './entry-type.js';

const unexplained = (row: Row) => parsePence(row.values['unexplained_amount']) ?? 0n;

/** Statements create transactions; these endpoints only read and remove them. */
export const bankTransactions: Resource = {
  plural: 'bank_transactions',
  singular: 'bank_transaction',
  section: '4.15',
  scope: 'company',
  level: Level.banking,
  operations: ['list', 'read', 'delete'],
  fields: {
    amount: { type: 'decimal', readOnly: true, required: true },
    bank_account: { type: 'uri', readOnly: true, required: true, to: 'bank_accounts' },
    dated_on: { type: 'date', readOnly: true, required: true },
    description: { type: 'string', readOnly: true, initially: '' },
    full_description: { type: 'string', readOnly: true, means: 'With amount and type.' },
    uploaded_at: { type: 'timestamp', readOnly: true },
    unexplained_amount: { type: 'decimal', readOnly: true },
    is_manual: { type: 'boolean', readOnly: true, initially: false },
    transaction_id: { type: 'string', readOnly: true, means: 'Unique within a bank; also called fit_id.' },
    matching_transactions_count: { type: 'integer', computed: (call, row) => matching(call as CompanyCall, row) },
    bank_transaction_explanations: {
      type: 'array',
      computed: (call, row) => embedded(call as CompanyCall, row),
      parts: {
        url: { type: 'uri' },
        bank_transaction: { type: 'uri' },
        bank_account: { type: 'uri' },
        dated_on: { type: 'date' },
        description: { type: 'string' },
        type: { type: 'string' },
        entry_type: { type: 'string' },
        gross_value: { type: 'decimal' },
        is_deletable: { type: 'boolean' },
      },
    },
  },
  datedBy: 'dated_on',
  needs: ['bank_account'],
  filters: {
    bank_account: { field: 'bank_account', to: 'bank_accounts' },
    last_uploaded: { keeps: lastUploaded },
  },
  views: {
    unexplained: (row) => unexplained(row) !== 0n,
    explained: (row) => unexplained(row) === 0n,
    manual: (row) => row.values['is_manual'] === true,
    imported: (row) => row.values['is_manual'] !== true,
    marked_for_review: (row) => row.values['marked_for_review'] === true,
  },
  settle: (_act, values) => ({
    ...values,
    unexplained_amount: values['unexplained_amount'] ?? values['amount'],
    full_description:
      values['full_description'] ?? fullDescription(String(values['description'] ?? ''), parsePence(values['amount'])!),
  }),
  kept: (act, row) =>
    explanationsOf(act, row).length > 0 && unexplained(row) !== parsePence(row.values['amount'])
      ? 'The transaction is explained: delete its explanations first.'
      : undefined,
};

export function transactionPath(row: Row): string {
  return `/v2/bank_transactions/${row.key}`;
}

function explanationsOf(act: Pick<Act, 'company'>, row: Row): Row[] {
  return [...act.company.table('bank_transaction_explanations').having('bank_transaction', transactionPath(row))];
}

function embedded(call: CompanyCall, row: Row): unknown[] {
  return explanationsOf(call, row).map((each) => ({
    url: `/v2/bank_transaction_explanations/${each.key}`,
    ...each.values,
    type: typeOf(call.company, each.values),
    entry_type: entryType(call.company, each.values),
    is_deletable: !call.company.locked(String(each.values['dated_on'])),
  }));
}

/** Other transactions of the account with the same description. */
function matching(call: CompanyCall, row: Row): number {
  let count = -1;
  for (const other of call.company.table('bank_transactions').having('description', row.values['description'])) {
    if (other.values['bank_account'] === row.values['bank_account']) count += 1;
  }
  return count;
}

function lastUploaded(call: CompanyCall | (Act & { query: URLSearchParams }), asked: string): (row: Row) => boolean {
  if (asked !== 'true') return () => true;
  const account = idIn(call.query.get('bank_account'), 'bank_accounts');
  const last = call.company.table('bank_accounts').get(account ?? '')?.values['last_upload'];
  return (row) => last !== undefined && row.values['upload'] === last;
}

/** Works out what is left to explain of a transaction after one of its explanations changed. */
export function recount(act: Act, path: unknown): void {
  const table = act.company.table('bank_transactions');
  const row = table.get(idIn(path, 'bank_transactions') ?? '');
  if (!row) return;
  const rows = explanationsOf(act, row);
  const explained = rows.reduce((sum, { values }) => sum + parsePence(values['gross_value'])!, 0n);
  const values = {
    ...row.values,
    unexplained_amount: decimalText(parsePence(row.values['amount'])! - explained),
    marked_for_review: rows.some((each) => each.values['marked_for_review'] === true),
  };
  table.put(changed(row, values, act.now));
}

/** The specification lists deletion under the singular path. */
export const bankTransactionRoutes: readonly Route[] = [
  ...routesOf(bankTransactions),
  {
    method: 'DELETE',
    path: '/v2/bank_transaction/:id',
    scope: 'company',
    level: Level.banking,
    doc: { section: '4.15', summary: 'Removes a transaction that is not explained' },
    act: (call): Reply => {
      removeRow(bankTransactions, call, rowAsked(bankTransactions, call));
      return {};
    },
  },
];
