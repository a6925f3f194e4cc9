import { decimalText, parsePence } from '../engine/pence.js';
import type { Act } from '../engine/call.js';
import type { Row } from '../engine/table.js';
import { idIn } from '../engine/uri.js';
import { bankTransactions, recount, transactionPath } from './bank-transactions.js';
import { createRow } from '../engine/records.js';

const PLURAL = 'bank_transaction_explanations';
const pathOf = (row: Row) => `/v2/${PLURAL}/${row.key}`;

/** A transfer shows in both accounts: the other account gets an explanation too, which posts nothing itself. */
export function followTransfer(act: Act, row: Row | undefined, before: Row | undefined): void {
  if (row?.values['mirrors'] === true || before?.values['mirrors'] === true) {
    if (!row && before) removeOther(act, before);
    return;
  }
  if (before) removeOther(act, before);
  if (!row) return;
  if (row.values['transfer_bank_account'] !== undefined) addMirror(act, row);
  else if (row.values['linked_transfer_explanation'] !== undefined) {
    const { linked_transfer_explanation: _, ...values } = row.values;
    act.company.table(PLURAL).put({ ...row, values });
  }
}

function addMirror(act: Act, row: Row): void {
  const { company, now } = act;
  const { values } = row;
  const gross = decimalText(-parsePence(values['gross_value'])!);
  const account = String(values['transfer_bank_account']);
  const transaction =
    unexplained(act, account, gross, String(values['dated_on'])) ?? madeTransaction(act, row, account, gross);
  const table = company.table(PLURAL);
  const mirror = table.put({
    key: String(company.nextId('bank_transaction_explanation')),
    createdAt: now,
    updatedAt: now,
    values: {
      ...values,
      bank_transaction: transactionPath(transaction),
      bank_account: account,
      transfer_bank_account: values['bank_account'],
      gross_value: gross,
      linked_transfer_explanation: pathOf(row),
      mirrors: true,
    },
  });
  table.put({ ...row, values: { ...values, linked_transfer_explanation: pathOf(mirror) } });
  recount(act, mirror.values['bank_transaction']);
}

/** A transaction of the same day and amount that no one has explained yet. */
function unexplained(act: Act, account: string, amount: string, datedOn: string): Row | undefined {
  for (const row of act.company.table('bank_transactions').having('dated_on', datedOn)) {
    const { values } = row;
    if (values['bank_account'] === account && values['amount'] === amount && values['unexplained_amount'] === amount) {
      return row;
    }
  }
  return undefined;
}

function madeTransaction(act: Act, row: Row, account: string, amount: string): Row {
  const { dated_on, description = '' } = row.values;
  const sent = { bank_account: account, dated_on, description, amount, is_manual: true };
  return createRow(bankTransactions, act, sent, { seeding: true });
}

/** Removing either side of a transfer removes the other, along with what it posted. */
function removeOther(act: Act, row: Row): void {
  const { company } = act;
  const table = company.table(PLURAL);
  const other = table.get(idIn(row.values['linked_transfer_explanation'], PLURAL) ?? '');
  if (!other) return;
  table.delete(other.key);
  company.ledger.post(`${PLURAL}/${other.key}`, []);
  const transactions = company.table('bank_transactions');
  const transaction = transactions.get(idIn(other.values['bank_transaction'], 'bank_transactions') ?? '');
  if (transaction?.values['is_manual'] === true) transactions.delete(transaction.key);
  else recount(act, other.values['bank_transaction']);
}
