import { SyncRecord } from '../../../src/record/runs/sync-record.entity.js';
import { dryRunOf } from '../../../src/views/words/dry-run.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { booksOn } from '../../sync/rig.js';

const pay = { pay: true };

describeOnDatabases('what a dry run found', (open) => {
  test('says of each run what would be done and why, by month, and names no one without the right to', async () => {
    const books = await booksOn(open);
    const october = await books.period(2026, 6);
    const [payslip, ...others] = october.payslips;
    const held = { ...payslip, other_deductions: '40.0' } as never;
    await books.setPeriod(2026, 6, { ...october, payslips: [held, ...others] });
    await books.sync({ dryRun: true });
    const [sync] = await books.db.read((rows) => rows.find(SyncRecord, {}));
    const of = { companyId: books.company.id, id: sync?.id ?? '' };
    const found = await books.db.read((rows) => dryRunOf(rows, pay, of));
    expect(found?.lines.map(({ datedOn, wouldWords }) => [datedOn, wouldWords])).toEqual([
      ['2025-08-29', 'Would be posted'],
      ['2025-09-30', 'Would be posted'],
      ['2025-10-31', 'Would be held'],
    ]);
    expect(found?.lines[2]?.why).toContain('£40.00');
    expect(found?.others).toEqual([]);
    const hidden = await books.db.read((rows) => dryRunOf(rows, { pay: false }, of));
    expect(hidden?.lines[2]?.why).toBe('Pay item needs coding');
    // Another company's page does not show it, nor is a sync that posts one.
    expect(await books.db.read((rows) => dryRunOf(rows, pay, { ...of, companyId: 'other' }))).toBeUndefined();
    await books.sync();
    const posting = await books.db.read((rows) => rows.find(SyncRecord, { order: { queuedAt: 'DESC' } }));
    expect(await books.db.read((rows) => dryRunOf(rows, pay, { ...of, id: posting[0]?.id ?? '' }))).toBeUndefined();
  });
});
