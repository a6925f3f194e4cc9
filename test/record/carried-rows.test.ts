import { expect, it } from '@jest/globals';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { StillClock } from '../doors/api/door.js';
import { insertCompany } from '../factories/companies.js';
import { openFresh } from '../harness/databases.js';

const decision = {
  ...{ id: 'd', companyId: 'ash', scope: 'company', kind: 'treatment', field: 'bonus', reason: 'as agreed' },
  ...{ actor: 'ann', at: new Date('2025-11-07T09:00:00Z') },
};

/** One decision, which the log carries as it was when the line was written. */
async function carried(isThere: boolean) {
  const db = await openFresh('sqlite', new StillClock());
  const log = new PostingLog(db);
  await insertCompany(db, { name: 'Ash' });
  const insert = () => db.work((rows) => rows.insert(Decision, decision as never));
  if (isThere) await insert();
  const line = { companyId: 'ash', trigger: 'page', actor: 'ann', act: 'decide', outcome: 'done' } as const;
  await db.work((rows) =>
    log.append(rows, {
      ...line,
      carries: [
        ['decision', 'd'],
        ['company', 'ash'],
        ['policy', '1'],
      ],
    }),
  );
  const query = (sql: string) => db.work((rows) => rows.query(sql));
  const broken = async () => (await log.verifyChain(['ash'])).map(({ seq, detail }) => `${seq} ${detail}`);
  expect(await broken()).toEqual([]);
  return { insert, query, broken };
}

it('a row that a line carries is found where it was changed or removed', async () => {
  const { query, broken } = await carried(true);
  await query(`UPDATE decisions SET reason = 'otherwise' WHERE id = 'd'`);
  expect(await broken()).toEqual([expect.stringMatching(/^1 carries .*, which was changed$/)]);
  await query(`DELETE FROM decisions WHERE id = 'd'`);
  expect(await broken()).toEqual([expect.stringMatching(/^1 carries .*, which is not there any more$/)]);
});

it('a row that was gone when its line was written is found where it is there again', async () => {
  const { insert, broken } = await carried(false);
  await insert();
  expect(await broken()).toEqual([expect.stringMatching(/^1 carries .*, which was not there and is$/)]);
});
