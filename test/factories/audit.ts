import type { Database } from '../../src/ground/database.js';
import { Money } from '../../src/journal/nouns/money.js';
import { AuditRecord } from '../../src/record/audit.entity.js';

const user = 'https://books.example/v2/users/1';

/** A year in which the employment allowance of October was left out; `left` is how much. */
export async function insertAudit(
  database: Database,
  companyId: string,
  { left: amount = '437.50', ...given }: Partial<AuditRecord> & { readonly left?: string } = {},
): Promise<void> {
  const out = [
    { account: '402', amount },
    { account: '814', amount: `-${amount}` },
  ];
  const left = { cause: 'allowance_missing', amount, accounts: out } as const;
  const should = [
    { account: '401', amount: '2000.00' },
    { account: '814', amount: '-442.96' },
    { account: '902', user, amount: '-1557.04' },
  ];
  const run = { year: 2026, period: 6, datedOn: '2025-10-31', sets: ['https://books.example/v2/journal_sets/7'] };
  const answer: AuditRecord['answer'] = {
    year: given.year ?? 2026,
    runs: [{ ...run, verdict: 'wrong', amount, causes: [{ ...left, accounts: [...out] }] }],
    other: [
      {
        set: 'https://books.example/v2/journal_sets/9',
        datedOn: '2025-09-12',
        accounts: [{ account: '401', user, amount: '12.34' }],
      },
    ],
    accounts: [{ account: '814', should: '-442.96', found: '-880.46', moved: '-880.46', difference: '-437.50' }],
    causes: [{ cause: 'allowance_missing', runs: 1, amount, corrected: '0.00' }],
  };
  const row = { companyId, year: 2026, readAt: new Date('2025-11-06T05:40:00Z'), wrong: 2, answer };
  const kept = { misstated: Money.parse('449.84'), should: { runs: [should], people: { [user]: 'Employee One' } } };
  await database.work((rows) => rows.insert(AuditRecord, { ...row, ...kept, ...given }));
}
