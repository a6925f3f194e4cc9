import { expect, it } from '@jest/globals';
import type { Database } from '../../src/ground/database.js';
import { Money } from '../../src/journal/nouns/money.js';
import { generationTag } from '../../src/journal/nouns/identity.js';
import { readRows } from '../../src/record/log/carried.js';
import { figuresNow } from '../../src/record/log/log-figures.js';
import { LogFigures } from '../../src/record/log/log-figures.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { StillClock } from '../doors/api/door.js';
import { insertCompany } from '../factories/companies.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { describeOnDatabases, type OpenDatabase } from '../harness/databases.js';

const of = (basic: string) => payrollOf([{ id: 1, name: 'Ann', basic, tax: '10.00', ni: '5.00', employerNi: '7.00' }]);
const datedOn = '2025-10-31';
const line = { companyId: 'elm', trigger: 'page', actor: 'ann' } as const;

/** October of Elm, which pays 100.00, and of Oak, under the same tag, which pays 900.00. */
async function begun(open: OpenDatabase) {
  const db = await open(new StillClock());
  for (const name of ['Elm', 'Oak']) await insertCompany(db, { name });
  await insertRun(db, 'oak', of('900.00'), { state: 'posted', datedOn });
  const { tag } = await insertRun(db, 'elm', of('100.00'), { state: 'posted', datedOn });
  const log = new PostingLog(db);
  const write = async (
    act: 'post' | 'amend' | 'hold' | 'reverse',
    about: string,
    outcome = 'done',
    companyId = 'elm',
  ) => {
    await db.work((rows) => log.append(rows, { ...line, companyId, act, outcome, tag: about }));
    const kept = await db.read((rows) =>
      rows.find(LogFigures, { where: { companyId }, order: { seq: 'DESC' }, take: 1 }),
    );
    return kept[0]?.tag === about
      ? `${kept[0].gross} ${kept[0].net} ${kept[0].taxAuthority} of ${kept[0].payslips}`
      : 'none';
  };
  return { db, tag, write };
}

const pays = (db: Database, gross: string) =>
  db.work((rows) => rows.update(PayRunRecord, { companyId: 'elm' }, { gross: Money.parse(gross) }));

describeOnDatabases('figures of the log', (open) => {
  it('a line keeps what its run pays when it is written, and of no other client', async () => {
    const { db, tag, write } = await begun(open);
    expect(await write('post', tag)).toBe('100.00 85.00 22.00 of 1');
    await pays(db, '120.00');
    expect(await write('hold', tag, 'held')).toBe('120.00 85.00 22.00 of 1');
    expect(await write('post', 'counterfoil:2026-05:2025-09-30')).toBe('none');
  });

  it('a reversal takes back what was last written to the books, whatever payroll has since', async () => {
    const { db, tag, write } = await begun(open);
    const reversal = generationTag(tag, 'reversal', 1);
    await write('post', tag, 'done', 'oak');
    await write('post', tag);
    await pays(db, '130.00');
    await write('amend', tag);
    await pays(db, '170.00');
    // Neither was written to the books: what waits, and what was refused.
    await write('hold', tag, 'held');
    await write('amend', tag, 'refused');
    expect(await write('reverse', reversal, 'asked')).toBe('none');
    expect(await write('reverse', reversal)).toBe('-130.00 -85.00 -22.00 of 1');
  });

  it('a reversal of what the log has no posting of takes back what the run pays', async () => {
    const { tag, write } = await begun(open);
    expect(await write('reverse', generationTag(tag, 'reversal', 1))).toBe('-100.00 -85.00 -22.00 of 1');
  });

  it('an adjustment pays no one: its line keeps no figures', async () => {
    const { db, write } = await begun(open);
    const tag = 'counterfoil:2026-06:levy-1';
    await insertRun(db, 'elm', of('100.00'), { state: 'posted', datedOn, tag });
    expect(await write('post', tag)).toBe('none');
  });

  it('what was just read for the line is not read again', async () => {
    const { db, tag } = await begun(open);
    const read = await db.read((rows) => readRows(rows, 'elm', 'run', [tag]));
    await pays(db, '500.00');
    const figures = await db.read((rows) => figuresNow(rows, 'elm', tag, read));
    expect(figures?.gross.toString()).toBe('100.00');
  });
});
