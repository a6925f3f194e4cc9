import { Person } from '../../src/access/person.entity.js';
import type { Database } from '../../src/ground/database.js';

/** Two people who may review the runs of every company, as a table has them: nothing of them is in the log. */
export const insertTwoReviewers = (database: Database): Promise<void> =>
  database.work(async (rows) => {
    for (const name of ['Rae', 'Rob']) {
      const nothing = { email: null, login: null, issuer: null, subject: null, salt: null };
      const may = { role: 'reviewer', pay: true, companies: null, active: true, digest: 'never' } as const;
      await rows.insert(Person, { id: name, name, ...nothing, ...may, createdAt: new Date('2025-01-01T00:00:00Z') });
    }
  });
