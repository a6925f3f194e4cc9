import { expect, test } from '@jest/globals';
import { createSandbox } from '#sandbox';
import type { AuditAnswer } from '../../src/audit/answer.js';
import { auditOf } from '../../src/doors/terminal/audit/audit-document.js';
import { migratedUrl } from '../harness/databases.js';
import { runHere } from '../harness/here.js';
import { secretKey } from '../harness/secret-key.js';
import { type Client, clients, companyOf, documentOf, idsPerCompany, last, practiceOf } from './practice.js';
import { told } from './told.js';

/**
 * Practices whose clients' journals strangers made, five clients in each of eight layouts, audited by the command over
 * HTTP. Of three clients two have one fault, from the table in its order; the third has none.
 */

async function connected(all: readonly Client[], mode: string, yearEnd: string) {
  const sandbox = createSandbox({
    scenario: {
      practice: {
        name: 'Practice',
        subdomain: 'practice',
        account_managers: [{ name: 'Mary Manager', email: 'mary@practice.example', senior: true }],
      },
      companies: all.map((client, number) => companyOf(client, number, yearEnd)),
    },
    limits: false,
  });
  const { baseUrl } = await sandbox.listen(0);
  const { clientId, clientSecret, companies } = sandbox.credentials();
  const [tokens = { accessToken: '', refreshToken: '' }] = companies;
  const env = {
    DATABASE_URL: await migratedUrl('sqlite'),
    SECRET_KEY: secretKey,
    ACCOUNTING_BASE_URL: baseUrl,
    ACCOUNTING_CLIENT_ID: clientId,
    ACCOUNTING_CLIENT_SECRET: clientSecret,
    RATE_PER_MINUTE: '1000000',
    RATE_PER_HOUR: '1000000',
    LOG_LEVEL: 'error',
  };
  const run = (...args: readonly string[]) => runHere([...args, '--json'], { env });
  const given = ['--access-token', tokens.accessToken, '--refresh-token', tokens.refreshToken];
  await run('connect', '--practice', '--name', 'Practice', ...given);
  await run('clients', 'import', '--mode', mode, '--post-from', '2025-04-06');
  return { sandbox, run };
}

/** What was asked for of each client's payroll: the year, and its months. */
const payrolls = 13;
const pageSize = 100;

/** A client's requests: whose books these are, payroll's, and three more; one for each further page of journal sets. */
const due = ({ drawn }: Client): readonly string[] => [
  '/v2/company',
  ...Array.from({ length: payrolls }, () => '/v2/payroll'),
  '/v2/users',
  ...Array.from({ length: Math.ceil(documentOf(drawn).sets.length / pageSize) }, () => '/v2/journal_sets'),
  '/v2/accounting',
];

/** What is said of each run, with people by their number in their company, as it was drawn. */
const said = ({ runs, other }: AuditAnswer): unknown => {
  const people = (accounts: AuditAnswer['other'][number]['accounts']) =>
    accounts.map(({ user, ...rest }) => ({ ...rest, user: user && Number(last(user)) % idsPerCompany }));
  return {
    runs: runs.map(({ datedOn, verdict, amount, causes }) => ({
      ...{ datedOn, verdict, amount },
      causes: causes.map(({ cause, amount: of, accounts }) => ({ cause, of, accounts: people(accounts) })),
    })),
    other: other.map(({ datedOn, accounts }) => ({ datedOn, accounts: people(accounts) })),
  };
};

const practices = [
  { number: 1, mode: 'check', yearEnd: '04-05' },
  { number: 2, mode: 'approve', yearEnd: '04-05' },
  { number: 8, mode: 'auto', yearEnd: '03-31' },
];

test.each(practices)(
  'forty clients, $mode: told as drawn, and nothing is written',
  async ({ number, mode, yearEnd }) => {
    const all = practiceOf(number, yearEnd);
    const { sandbox, run } = await connected(all, mode, yearEnd);
    try {
      const refused = ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, path: '/v2/*' }));
      for (const match of refused) sandbox.faults.add({ kind: 'status', status: 403, count: 'always', match });
      const imported = sandbox.requests().length;
      const { code, json } = await run('audit', '--all', '--year', '2025/26');
      expect(sandbox.faults.all().map(({ seen }) => seen)).toEqual(refused.map(() => 0));
      expect(code).toBe(3);
      const { items } = json<{ items: readonly (AuditAnswer & { readonly company: string })[] }>();
      const asked = sandbox.requests().slice(imported);
      const missed = all.flatMap((client) => {
        const { name, drawn } = client;
        const answer = items.find(({ company }) => company === name);
        if (answer === undefined) return [[name, 'no answer']];
        expect([name, said(answer)]).toEqual([name, said(auditOf({ ...drawn.document, accountingYearEnd: yearEnd }))]);
        const { ok, why } = told(answer, drawn);
        return ok ? [] : [[name, drawn.layout, drawn.faults, why]];
      });
      for (const client of all.filter(({ drawn }) => drawn.faults.length === 0)) {
        const { runs = [] } = items.find(({ company }) => company === client.name) ?? {};
        expect(new Set(runs.map(({ verdict }) => verdict))).toEqual(new Set(['right']));
        const own = asked.filter(({ company }) => company === client.subdomain);
        const paths = own.map(({ path }) => path.split('/', 3).join('/'));
        expect([client.name, paths.sort()]).toEqual([client.name, [...due(client)].sort()]);
      }
      expect({ told: all.length - missed.length, missed }).toEqual({ told: clients, missed: [] });
      expect((await run('runs')).json()).toEqual([]);
    } finally {
      await sandbox.close();
    }
  },
);
