import { expect, it, test } from '@jest/globals';
import { Person } from '../../src/access/person.entity.js';
import { SignInLinks } from '../../src/access/sign-in-links.js';
import { Sessions } from '../../src/access/sessions.js';
import { hashesOf, plain } from '../../src/record/log/carried.js';
import { installation } from '../../src/record/log/log-entry.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { StillClock } from '../doors/api/door.js';
import { insertCompany } from '../factories/companies.js';
import { insertWrite } from '../factories/writes.js';
import { describeOnDatabases, type OpenDatabase } from '../harness/databases.js';

const decision = {
  ...{ id: 'd', companyId: 'ash', scope: 'company', kind: 'treatment', field: 'bonus', reason: 'as agreed' },
  ...{ actor: 'ann', at: new Date('2025-11-07T09:00:00Z') },
};

/** One decision, which the log carries as it was when the line was written. */
async function carried(open: OpenDatabase, isThere: boolean) {
  const db = await open(new StillClock());
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

describeOnDatabases('what a line carries', (open) => {
  it('a row that a line carries is found where it was changed or removed', async () => {
    const { query, broken } = await carried(open, true);
    await query(`UPDATE decisions SET reason = 'otherwise' WHERE id = 'd'`);
    expect(await broken()).toEqual([expect.stringMatching(/^1 carries .*, which was changed$/)]);
    await query(`DELETE FROM decisions WHERE id = 'd'`);
    expect(await broken()).toEqual([expect.stringMatching(/^1 carries .*, which is not there any more$/)]);
  });

  it('a row that was gone when its line was written is found where it is there again', async () => {
    const { insert, broken } = await carried(open, false);
    await insert();
    expect(await broken()).toEqual([expect.stringMatching(/^1 carries .*, which was not there and is$/)]);
  });

  it('a write whose outcome is not known is in no line yet', async () => {
    const db = await open(new StillClock());
    const log = new PostingLog(db);
    await insertCompany(db, { name: 'Ash' });
    const { runTag } = await insertWrite(db, 'ash', { state: 'done' });
    const line = { companyId: 'ash', trigger: 'page', actor: 'ann', act: 'verify', outcome: 'done' } as const;
    const carries = [['company', 'ash'] as const, ['policy', '1'] as const, ['writes', runTag] as const];
    await db.work((rows) => log.append(rows, { ...line, carries }));
    const broken = async () => (await log.verifyChain(['ash'])).map(({ detail }) => detail);
    await insertWrite(db, 'ash', { state: 'sending' });
    expect(await broken()).toEqual([]);
    await insertWrite(db, 'ash', { state: 'refused' });
    expect(await broken()).toEqual([expect.stringMatching(/^carries the writes of .*, which was changed$/)]);
  });

  it('a session and a link may go, and not change; a person may not be slipped in', async () => {
    const db = await open(new StillClock());
    const log = new PostingLog(db);
    const rights = { name: 'Ann', role: 'admin', pay: true, companies: null } as const;
    await new SignInLinks(db, { publicUrl: 'http://x' }).make(rights);
    const query = (sql: string) => db.work((rows) => rows.query<{ id: string }[]>(sql));
    const [ann] = await query('SELECT id FROM people');
    await new Sessions(db).start({ person: ann?.id ?? '' });
    const broken = async () => (await log.verifyChain([installation])).map(({ detail }) => detail);
    expect(await broken()).toEqual([]);
    await query(`UPDATE sessions SET expires_at = created_at`);
    await query(`UPDATE sign_in_links SET mailed = NOT mailed`);
    expect(await broken()).toEqual([
      expect.stringMatching(/^carries sign-in link .*, which was changed$/),
      expect.stringMatching(/^carries session .*, which was changed$/),
    ]);
    await query('DELETE FROM sessions');
    await query('DELETE FROM sign_in_links');
    expect(await broken()).toEqual([]);
    await db.work(async (rows) => {
      const [person] = await rows.find(Person, {});
      await rows.insert(Person, { ...person, id: 'another', name: 'Mallory' } as never);
    });
    expect(await broken()).toEqual(['no entry mentions person another']);
  });
});

test('a row is hashed alike whatever its database answers, and no one known is not no one', () => {
  const given = [null, undefined, new Date(0), true, false, 5, '5'];
  expect(given.map(plain)).toEqual([null, null, '1970-01-01T00:00:00.000Z', '1', '0', '5', '5']);
  const hashOf = (person: string | null, hashes = new Map<string, string>()) =>
    hashesOf('run', ['x'], [{ key: 'x', values: ['1'], people: [person] }], hashes)[0]?.[2];
  expect(new Set([hashOf(null), hashOf('mallory'), hashOf('ann', new Map([['ann', 'h']]))]).size).toBe(3);
  expect(hashesOf('run', ['y'], [], new Map())).toEqual([['run', 'y', null]]);
});
