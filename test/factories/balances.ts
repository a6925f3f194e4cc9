import { countOpen, stateOf, type AccountAnswer, type Cause } from '../../src/record/control-answer.js';
import type { Database } from '../../src/ground/database.js';
import { addDays, taxMonthOf, taxMonthRange, taxYearOf } from '../../src/journal/nouns/dates.js';
import { ControlReading, KeptBalances } from '../../src/record/controls.entity.js';

export const readOn = '2025-11-05';

export const account = (code: string, over: Partial<AccountAnswer> = {}): AccountAnswer => ({
  ...{ account: code, name: `Account ${code}`, balance: '0.00', notDue: '0.00', known: '0.00', open: [] },
  ...over,
});

/** An account with one thing open, of which nothing is not due. */
export function openAccount(code: string, amount: string, over: Partial<AccountAnswer> = {}): AccountAnswer {
  const part = { id: `paye ${code}`, item: 'PAYE 2025/26 month 6', due: '2025-10-22', hints: [] };
  return account(code, { balance: amount, open: [{ ...part, amount, state: 'no_payment_posted' }], ...over });
}

/** With the balances at the end of the tax month before: none. */
export async function insertReading(
  database: Database,
  companyId: string,
  accounts: readonly AccountAnswer[],
  over: { readonly causes?: readonly Cause[]; readonly asOn?: string; readonly logSeq?: number } = {},
): Promise<void> {
  const { causes = [], asOn = readOn, logSeq = 0 } = over;
  const found = { causes, accounts, state: stateOf(causes, accounts), exceptions: countOpen({ causes, accounts }) };
  const row = { companyId, asOn, readAt: new Date(`${asOn}T05:00:00Z`), problem: null, logSeq, ...found };
  await database.work(async (rows) => {
    await rows.insert(ControlReading, row);
    const day = addDays(taxMonthRange(taxYearOf(asOn), taxMonthOf(asOn)).from, -1);
    await rows.upsert(KeptBalances, { companyId, day, readAt: row.readAt, lines: [] }, ['companyId', 'day']);
  });
}

/** A settled balance of one person on a day. */
export const insertBalance = (database: Database, companyId: string, name: string): Promise<void> =>
  insertReading(database, companyId, [account('902', { user: '/v2/users/1', name })]);
