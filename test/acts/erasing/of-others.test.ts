import { expect, it } from '@jest/globals';
import { eraseControlNotes } from '../../../src/acts/erasing/erase-kept.js';
import { eraseDecisions } from '../../../src/acts/erasing/erase-words.js';
import type { Theirs } from '../../../src/acts/erasing/theirs.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { ControlNoteRow } from '../../../src/record/controls.entity.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { Decisions } from '../../../src/record/runs/decisions.js';
import { openFresh } from '../../harness/databases.js';
import { companyOn } from '../rules/on-rows.js';

const at = new Date('2025-01-10T10:00:00Z');

/** Ed Vale, who is paid today as well, erased from the year that ended in April 2025. */
async function erasedFrom() {
  const { database: db, company } = await companyOn((clock) => openFresh('sqlite', clock));
  const paths = new Set(['/v2/users/2']);
  const theirs: Theirs = {
    ...{ companyId: company.id, connectionId: company.connectionId, tags: new Set(), paying: new Set() },
    ...{ names: ['Ed Vale'], others: ['Tom Vale'], paths, stay: paths },
    ...{ until: '2025-04-05', everybody: false, haveAllLeft: false },
  };
  return { db, company, theirs };
}

it('of another person’s control account no more than the name goes', async () => {
  const { db, company, theirs } = await erasedFrom();
  const note = (id: string, userPath: string, reason: string) => ({
    ...({
      id,
      companyId: company.id,
      account: '902',
      userPath,
      kind: 'accepted',
      item: 'net',
      namedAs: 'timing',
      reason,
    } as const),
    ...{ amount: Money.parse('5.00'), dueOn: null, actor: 'ann', createdAt: at, endedAt: null, endedWhy: null },
  });
  await db.work(async (rows) => {
    await rows.insert(ControlNoteRow, note('his', '/v2/users/2', 'paid twice') as never);
    await rows.insert(ControlNoteRow, note('tom', '/v2/users/3', 'Tom Vale pays it back') as never);
    await rows.insert(ControlNoteRow, note('all', '', 'lent by Ed Vale') as never);
    await eraseControlNotes(rows, theirs);
  });
  const left = await db.read((rows) => rows.find(ControlNoteRow, { order: { id: 'ASC' } }));
  expect(left.map(({ id, reason }) => `${id}: ${reason}`)).toEqual(['all: erased', 'tom: Tom Vale pays it back']);
});

it('a practice’s decision that is over loses the reason that names them, and one in force keeps it', async () => {
  const { db, company, theirs } = await erasedFrom();
  const decisions = new Decisions(db);
  await db.work(async (rows) => {
    for (const [field, isOver] of [
      ['over', true],
      ['in force', false],
    ] as const) {
      const about = { scope: 'practice', connectionId: company.connectionId, kind: 'eyes', actor: 'ann' } as const;
      const { id } = await decisions.record(rows, { ...about, field, reason: 'Ed Vale asked for it' });
      await rows.update(Decision, { id }, { at, ...(isOver && { endedAt: at }) });
    }
    await eraseDecisions(rows, theirs);
  });
  const left = await db.read((rows) => rows.find(Decision, { order: { field: 'ASC' } }));
  expect(left.map(({ field, reason }) => `${field}: ${reason}`)).toEqual([
    'in force: Ed Vale asked for it',
    'over: erased',
  ]);
});
