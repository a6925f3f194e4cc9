import type { Database } from '../../src/ground/database.js';
import { Money } from '../../src/journal/money.js';
import { ControlAccount } from '../../src/record/controls.entity.js';

export const readOn = '2025-11-05';

/** A settled balance of one person on a day. */
export async function insertBalance(database: Database, companyId: string, name: string): Promise<void> {
  const nil = { balance: Money.zero, charged: Money.zero, owed: Money.zero, difference: Money.zero };
  await database.work((rows) =>
    rows.insert(ControlAccount, {
      ...{ companyId, asOn: readOn, account: '902', userPath: '/v2/users/1', name, ...nil },
      ...{ state: 'settled', because: [], alternatives: null },
    }),
  );
}
