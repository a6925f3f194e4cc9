import { expect } from '@jest/globals';
import { eraseThem } from '../../../src/acts/erasing/erasers.js';
import type { Theirs } from '../../../src/acts/erasing/theirs.js';
import { surroundingsFact } from '../../../src/companies/surroundings.js';
import type { Database } from '../../../src/ground/database.js';
import { writeFact } from '../../../src/ground/facts.js';
import type { Rows } from '../../../src/ground/rows.js';
import { insertCompany } from '../../factories/companies.js';
import { openFresh } from '../../harness/databases.js';
import { companyOn } from '../rules/on-rows.js';

export const [ed, tom] = ['/v2/users/2', '/v2/users/3'];
const url = (path: string) => `https://books.test${path}`;
export const [edUrl, tomUrl] = [url(ed), url(tom)];

/**
 * March pays Ed and Tom, February Tom alone, January and December no one; all are of the year that is closed. May is of
 * the open one.
 */
export const tags = {
  ...{ march: 'x:2025-11:2025-03-31', february: 'x:2025-10:2025-02-28', may: 'x:2026-01:2025-05-31' },
  ...{ january: 'x:2025-09:2025-01-31', december: 'x:2025-08:2024-12-31' },
};

/** Whose rows are erased: Ed's, who is paid today as well; Ed's, who has left; or everyone's of the closed years. */
export type Extent = 'Ed' | 'Ed, who left' | 'everyone';
export const extents: readonly Extent[] = ['Ed', 'Ed, who left', 'everyone'];

const theirsOf = (extent: Extent): Theirs => {
  const everybody = extent === 'everyone';
  const haveAllLeft = extent === 'Ed, who left';
  const paths = new Set(everybody ? [ed, tom, 'payroll:E1', 'payroll:T1'] : [ed, 'payroll:E1']);
  return {
    ...{ companyId: 'elm', connectionId: 'connection-elm', paths, everybody, haveAllLeft, until: '2025-04-05' },
    ...{ tags: new Set([tags.march, tags.february, tags.january, tags.december]), paying: new Set([tags.march]) },
    ...{ names: everybody ? ['Ed Vale', 'Tom Oak'] : ['Ed Vale'], others: everybody ? [] : ['Tom Oak'] },
    stay: haveAllLeft ? new Set() : paths,
  };
};

/** Fills the rows of two clients with the same, and erases from the first. `carried`: what the log has to vouch for anew. */
export async function erasedFrom(
  extent: Extent,
  fill: (rows: Rows, companyId: string, database: Database) => Promise<void>,
): Promise<{ readonly db: Database; readonly carried: readonly string[] }> {
  const { database } = await companyOn((clock) => openFresh('sqlite', clock));
  await insertCompany(database, { name: 'Oak Ltd', id: 'oak' });
  const carries = await database.work(async (rows) => {
    for (const companyId of ['elm', 'oak']) {
      await writeFact(rows, surroundingsFact(companyId), surroundings);
      await fill(rows, companyId, database);
    }
    const erased = await eraseThem(rows, theirsOf(extent));
    // What is erased already is not found again.
    expect(await eraseThem(rows, theirsOf(extent))).toEqual([]);
    return erased;
  });
  return { db: database, carried: carries.map((one) => one.join(' ')).sort() };
}

const surroundings = JSON.stringify({
  at: '2025-03-31',
  people: [
    { url: edUrl, firstName: 'Ed', lastName: 'Vale', role: 'Employee' },
    { url: tomUrl, firstName: 'Tom', lastName: 'Oak', role: 'Employee' },
  ],
  accounts: [{ code: '401' }, { code: '902-2', userPath: ed }, { code: '902-3', userPath: tom }],
  closed: [],
});
