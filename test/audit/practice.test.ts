import { expect, test } from '@jest/globals';
import { createSandbox, type SandboxOptions } from '#sandbox';
import type { AuditAnswer } from '../../src/audit/answer.js';
import { auditOf } from '../../src/doors/terminal/audit/audit-document.js';
import { random } from '../controls/years.js';
import { migratedUrl } from '../harness/databases.js';
import { runHere } from '../harness/here.js';
import { secretKey } from '../harness/secret-key.js';
import { told } from './told.js';
import { type Drawn, type Fault, faults, type LayoutName, layouts, yearOf } from './years.js';

/**
 * Practices whose clients' journals strangers made, five clients in each of eight layouts, audited by the command over
 * HTTP. Of three clients two have one fault, from the table in its order; the third has none.
 */

const clients = 40;
/** The sandbox numbers the people of its companies so far apart. */
const idsPerCompany = 1_000_000;
/** It comes between no run drawn and its journal: that would be told, truly, as dated in another accounting year. */
const accountingYearEnd = '04-05';

type Scenario = Exclude<SandboxOptions['scenario'], string | undefined>;
type Input = Scenario['companies'][number];

interface Client {
  readonly subdomain: string;
  readonly name: string;
  readonly drawn: Drawn;
}

/**
 * Years of this layout are drawn until the fault finds something to be wrong with. Some never do: wages that are one
 * liability have no person’s net pay on another’s account.
 */
function drawnWith(seed: number, layout: LayoutName, fault: Fault | undefined): Drawn | undefined {
  for (let tries = 0; tries < 40; tries++) {
    const next = random((seed + clients * tries) * 7919);
    // The first numbers of neighbouring seeds are alike.
    for (let at = 0; at < 3; at++) next();
    const drawn = yearOf(next, layout, fault === undefined ? [] : [fault]);
    if (fault === undefined || drawn.faults.length === 1) return drawn;
  }
  return undefined;
}

function practiceOf(number: number): readonly Client[] {
  let next = 5 * number;
  return Array.from({ length: clients }, (_, index) => {
    const layout = layouts[index % layouts.length] as LayoutName;
    let drawn: Drawn | undefined;
    while (drawn === undefined)
      drawn = drawnWith(number * 1_000 + index, layout, index % 3 === 2 ? undefined : faults[next++ % faults.length]);
    return { subdomain: `client-${index}`, name: `Client ${index}`, drawn };
  });
}

interface Document {
  readonly users: readonly { url: string; role: 'Director' | 'Employee'; first_name: string; last_name: string }[];
  readonly periods: readonly { url: string; period: number; payslips: { user: string }[] }[];
  readonly sets: readonly { dated_on: string; description: string; journal_entries: readonly Entry[] }[];
}
interface Entry {
  readonly category: string;
  readonly user?: string;
  readonly debit_value: string;
}

const documentOf = (drawn: Drawn) => drawn.document as unknown as Document;

/** What was drawn, as a company of the sandbox. */
function companyOf({ subdomain, name, drawn }: Client, number: number): Input {
  const { users, periods, sets } = documentOf(drawn);
  const idOf = (user: string) => number * idsPerCompany + Number(last(user));
  return {
    name,
    subdomain,
    users: users.map(({ url: _url, ...user }, at) => ({ ...user, permission_level: at === 0 ? 8 : 1 })),
    fields: { company_start_date: '2021-04-06', first_accounting_year_end: `2022-${accountingYearEnd}` },
    chart: { add: [{ nominal_code: '731', description: 'Wages control' }] },
    payroll: {
      '2026': {
        periods: periods.map(({ url: _url, payslips, ...period }) => ({
          ...period,
          payslips: payslips.map((slip) => ({ ...slip, user: idOf(slip.user) })),
        })),
      },
    },
    journal_sets: sets.map(({ dated_on, description, journal_entries: entries }) => ({
      dated_on,
      description,
      journal_entries: entries.map(({ category, user, debit_value }) => ({
        category: last(category),
        debit_value,
        ...(user !== undefined && { user: idOf(user) }),
      })),
    })),
  };
}

const last = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

async function connected(all: readonly Client[], mode: string) {
  const sandbox = createSandbox({
    scenario: {
      practice: {
        name: 'Practice',
        subdomain: 'practice',
        account_managers: [{ name: 'Mary Manager', email: 'mary@practice.example', senior: true }],
      },
      companies: all.map(companyOf),
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
  [1, 'check'],
  [2, 'approve'],
  [3, 'auto'],
] as const;

test.each(practices)('forty clients, practice %i, %s: told as drawn, and nothing is written', async (number, mode) => {
  const all = practiceOf(number);
  const { sandbox, run } = await connected(all, mode);
  try {
    const refused = ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, path: '/v2/*' }));
    for (const match of refused) sandbox.faults.add({ kind: 'status', status: 403, count: 'always', match });
    const imported = sandbox.requests().length;
    const { code, json } = await run('audit', '--all', '--year', '2025/26');
    expect(code).toBe(3);
    const { items } = json<{ items: readonly (AuditAnswer & { readonly company: string })[] }>();
    const asked = sandbox.requests().slice(imported);
    const missed = all.flatMap((client) => {
      const { name, drawn } = client;
      const answer = items.find(({ company }) => company === name);
      if (answer === undefined) return [[name, 'no answer']];
      expect([name, said(answer)]).toEqual([name, said(auditOf({ ...drawn.document, accountingYearEnd }))]);
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
    expect(sandbox.faults.all().map(({ seen }) => seen)).toEqual(refused.map(() => 0));
    expect((await run('runs')).json()).toEqual([]);
  } finally {
    await sandbox.close();
  }
});
