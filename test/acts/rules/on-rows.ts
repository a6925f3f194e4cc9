import { accountingService } from '../../../src/books/service.js';
import { Companies } from '../../../src/companies/companies.js';
import { Connections } from '../../../src/companies/connections.js';
import { Secrets } from '../../../src/companies/secrets.js';
import type { Who } from '../../../src/acts/act.js';
import { readConfig } from '../../../src/ground/config.js';
import type { Policy } from '../../../src/journal/policy/policy.js';
import { PostingLog } from '../../../src/record/log/posting-log.js';
import { StillClock } from '../../doors/api/door.js';
import { insertCompany } from '../../factories/companies.js';
import { secretKey } from '../../harness/secret-key.js';
import type { OpenDatabase } from '../../harness/databases.js';

export const ops: Who = { actor: 'ops', trigger: 'command', companies: null };

/** One company that no one has synced: rules that read rows need no accounting service. */
export async function companyOn(open: OpenDatabase, policy: Partial<Policy> = {}) {
  const clock = new StillClock();
  const database = await open(clock);
  const config = readConfig({ SECRET_KEY: secretKey, ACCOUNTING_BASE_URL: 'http://127.0.0.1:9' });
  const transport = () => Promise.reject(new Error('nothing is asked here'));
  const service = accountingService({ config, database, clock, random: () => 0, transport });
  const companies = new Companies(database, new Connections(database, new Secrets(secretKey), service));
  await insertCompany(database, { id: 'elm', name: 'Elm Ltd' }, policy);
  const log = new PostingLog(database);
  const lines = async () =>
    (await log.page({}, 20))
      .map(({ act, outcome, actor, answer }) => [act, outcome, actor, answer].join(' '))
      .reverse();
  /** Rows of this kind that the log vouches for wrongly, or not at all. */
  const unvouched = async (kind: string) =>
    (await log.verifyChain(['elm'])).filter(({ detail }) => detail.includes(` ${kind} `));
  return { clock, database, companies, log, lines, unvouched, company: await companies.find('elm') };
}
