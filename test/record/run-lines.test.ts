import { expect, it } from '@jest/globals';
import type { StoredMapping } from '../../src/record/runs/pay-run.entity.js';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { withLines } from '../../src/record/runs/run-lines.js';
import { describeOnDatabases } from '../harness/databases.js';
import { recorded } from './recorded.js';

const mapped = (over: Partial<StoredMapping>): StoredMapping => ({
  ...{ outcome: 'post', datedOn: '2025-10-31', description: 'Payroll', lines: [], holds: [], warnings: [], paid: [] },
  ...over,
});
const own = { category: '401', debit: '1.00', description: 'as it is mapped' };

describeOnDatabases('the lines of a pay run', (open) => {
  it('are kept in its posting when they are posted as mapped, otherwise with the run', async () => {
    const { db } = await recorded(open);
    const posting = await db.read((rows) => rows.findOneByOrFail(Posting, { companyId: 'ash' }));
    const run = { companyId: 'ash', journalSet: posting.journalSet };
    const found = await db.read((rows) =>
      withLines(rows, [
        { ...run, mapped: mapped({ inPosting: true }) },
        { ...run, mapped: mapped({ lines: [own] }) },
        { ...run, companyId: 'birch', mapped: mapped({ inPosting: true }) },
        { ...run, mapped: null },
      ]),
    );
    expect(posting.lines).not.toEqual([]);
    expect(found.map((one) => one.mapped?.lines)).toEqual([posting.lines, [own], [], undefined]);
  });
});
