import { expect, it } from '@jest/globals';
import { clientsNamed, eraseClientNames } from '../../../src/acts/erasing/client-names.js';
import type { Theirs } from '../../../src/acts/erasing/theirs.js';
import type { Rows } from '../../../src/ground/rows.js';
import { Actor } from '../../../src/record/actor.entity.js';
import { ClientApproval } from '../../../src/record/client-approval.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { openFresh } from '../../harness/databases.js';
import { companyOn, ops } from '../rules/on-rows.js';

const march = new Date('2025-03-10T10:00:00Z');
const may = new Date('2025-05-10T10:00:00Z');

const theirs = (over: Partial<Theirs> = {}): Theirs => ({
  ...{ companyId: 'elm', connectionId: 'c', tags: new Set(), paying: new Set(), paths: new Set(), stay: new Set() },
  ...{ names: ['Ed Vale'], others: [], until: '2025-04-05', everybody: false, haveAllLeft: false },
  ...over,
});

async function answered(rows: Rows, companyId: string, answers: readonly (readonly [string | null, Date])[]) {
  for (const [at, [answeredBy, askedAt]] of answers.entries()) {
    const id = `${companyId} ${at}`;
    const asked = { companyId, year: 2025, period: 11, fingerprint: 'f', askedBy: 'ann', askedThrough: 'page' };
    await rows.insert(ClientApproval, { id, codeHash: id, ...asked, askedAt, expiresAt: may, answeredBy } as never);
  }
}

const answers = [
  ['Ed Vale', march],
  ['E. Vale', may],
  ['Bea Fir', march],
  [null, march],
] as const;

it.each([
  ['him', theirs(), ['Ed Vale']],
  ['him, who left', theirs({ haveAllLeft: true }), ['Ed Vale', 'E. Vale']],
  ['everyone', theirs({ everybody: true }), ['Ed Vale', 'Bea Fir']],
])('of clients’ names those of %s are named, as far as what they answered is erased', async (_, of, names) => {
  const { database } = await companyOn((clock) => openFresh('sqlite', clock));
  await database.work((rows) => answered(rows, 'elm', answers));
  expect([...(await database.read((rows) => clientsNamed(rows, of)))]).toEqual(names);
});

it('a name under which someone answered another client, or since, stays in the log', async () => {
  const { database, log } = await companyOn((clock) => openFresh('sqlite', clock));
  await insertCompany(database, { name: 'Oak Ltd', id: 'oak' });
  const names = ['Ed Vale', 'Tom Oak'];
  for (const name of names) {
    const line = {
      companyId: 'elm',
      trigger: 'page',
      actor: `client: ${name}`,
      act: 'approve',
      outcome: 'done',
    } as const;
    await database.work((rows) => log.append(rows, line as never));
  }
  const named = async () =>
    (await database.read((rows) => rows.find(Actor)))
      .flatMap(({ name }) => names.filter((one) => name?.includes(one)))
      .sort();
  expect(await named()).toEqual(names);
  await database.work(async (rows) => {
    await answered(rows, 'oak', [['Tom Oak', march]]);
    await eraseClientNames(database, rows, new Set(names), ops);
  });
  expect(await named()).toEqual(['Tom Oak']);
});
