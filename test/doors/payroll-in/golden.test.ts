import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox';
import { AppModule } from '../../../src/app/app.module.js';
import { Connecting } from '../../../src/companies/connecting.js';
import { systemClock } from '../../../src/ground/clock.js';
import { PayPeriodRecord } from '../../../src/record/runs/pay-period.entity.js';
import { PayrollFile } from '../../../src/record/runs/payroll-file.entity.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { runHere } from '../../harness/here.js';
import {
  badFiles,
  type Entry,
  goldenPath,
  mappedOffline,
  nets,
  type Story,
  stories,
} from '../../payrolls/files/golden-stories.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { MovableClock } from '../../sync/rig.js';
import { type Door, openDoor } from '../api/door.js';

/** Where files come in: a program's request, or the form of a page. */
const ways = ['api', 'page'] as const;
type Way = (typeof ways)[number];

const userIds = { D1: 1, E1: 2, E2: 3, E3: 4, E4: 5, E5: 6, E9: 7 } as const;
const names = [...stories.map(([name]) => name), 'bad', 'difference'].flatMap((name) =>
  ways.map((way) => `${name}-${way}`),
);
const scenario: SandboxOptions['scenario'] = {
  companies: names.map((name, index) => ({
    ...{ name, subdomain: name.replaceAll('_', '-') },
    fields: { id: index + 1, company_start_date: '2020-01-01', freeagent_start_date: '2020-01-01' },
    // Each company's users have ids of their own.
    users: Object.entries(userIds).map(([payId, id]) => ({
      ...{ id: index * 10 + id, first_name: payId, last_name: 'Golden' },
      ...(payId === 'D1' ? { role: 'Director', permission_level: 8 } : { role: 'Employee' }),
    })),
    payroll: {},
  })),
};

let temp: TempDatabase;
let sandbox: Sandbox;
let baseUrl: string;
let door: Door;
let admin: Readonly<Record<string, string>>;
beforeAll(async () => {
  // After the months of all cases.
  const clock = new MovableClock('2025-12-08T09:00:00Z');
  temp = await tempDatabase(clock);
  sandbox = createSandbox({ scenario, limits: false, clock: () => clock.now() });
  ({ baseUrl } = await sandbox.listen(0));
  const { clientId, clientSecret } = sandbox.credentials();
  const service = {
    ...{ ACCOUNTING_BASE_URL: baseUrl, ACCOUNTING_CLIENT_ID: clientId, ACCOUNTING_CLIENT_SECRET: clientSecret },
    ...{ RATE_PER_MINUTE: '100000', RATE_PER_HOUR: '1000000' },
  };
  door = await openDoor(temp.database, [AppModule], service, 'all');
  admin = { Authorization: `Bearer ${await door.token({ role: 'admin' })}` };
});
afterAll(async () => {
  await door.close();
  await sandbox.close();
  await temp.remove();
});

/** A client of its own for each case and way: all files are of one PAYE scheme, and reach tells whose they are. */
interface Client {
  readonly id: string;
  readonly way: Way;
  /** The url of a payroll id's person in the books. */
  readonly user: (payId: string) => string;
  readonly books: Readonly<Record<string, string>>;
}

async function clientOf(name: string, way: Way): Promise<Client> {
  const index = names.indexOf(`${name}-${way}`);
  const credentials = sandbox.credentials().companies[index];
  if (credentials === undefined) throw new Error(`The scenario has no ${name}.`);
  const { accessToken, refreshToken } = credentials;
  const details = { name: `${name}-${way}`, mode: 'auto', postFrom: '2025-04-06' } as const;
  const connected = await door.app.get(Connecting).byTokens(details, { accessToken, refreshToken }, 'tester');
  if (connected.kind !== 'company') throw new Error('A company was expected.');
  return {
    ...{ id: connected.company.id, way },
    user: (payId) => `${baseUrl}/v2/users/${index * 10 + userIds[payId as keyof typeof userIds]}`,
    books: { Authorization: `Bearer ${accessToken}`, 'User-Agent': 'test' },
  };
}

/** What a case says of its people and its program, as the settings of a company. */
async function settle(client: Client, { people = {}, answers = {}, map }: Story): Promise<void> {
  const path = `/api/companies/${client.id}/policy`;
  const { body, headers } = await door.http.get(path).set(admin).expect(200);
  const { relief_at_source_in_deductions: relief, employer_pension: employerPensions = {} } = answers;
  const policy = {
    ...body.policy,
    payroll: {
      ...{ from: 'files', levyAccount: '405' },
      ...(relief !== undefined && { reliefInDeductions: relief ? 'yes' : 'no' }),
    },
    controls: { payeReference: '123/AB456', cisSuffered: '820' },
    payrollPeople: Object.fromEntries(Object.keys(people).map((payId) => [payId, client.user(payId)])),
    ...{ employerPensions, payrollColumns: map ?? null },
  };
  const change = door.http.put(path).set(admin).set('If-Match', String(headers['etag']));
  await change.send({ policy, reason: 'As the case says' }).expect(200);
}

interface Outcome {
  readonly status: number;
  readonly type?: string;
  readonly text: string;
}

async function give(
  client: Client,
  file: string,
  paidOn = '2025-10-31',
  bytes = readFileSync(goldenPath(file)),
): Promise<Outcome> {
  const name = basename(file);
  const isReport = name.endsWith('.csv');
  const rights = { role: 'reviewer', companies: [client.id] } as const;
  if (client.way === 'api') {
    const path = isReport ? `/api/payrolls/${client.id}/reports?paid=${paidOn}&` : '/api/payrolls/files?';
    const request = door.http.post(`${path}name=${name}`).set('Authorization', `Bearer ${await door.token(rights)}`);
    const { status, body } = await request.type(isReport ? 'text/csv' : 'application/xml').send(bytes);
    return { status, type: body.type, text: [body.outcome, body.detail].join(' ') };
  }
  const { cookie, csrf } = await door.browser(rights);
  const form = door.http.post(isReport ? `/clients/${client.id}/payroll-in/reports` : '/payroll-in');
  const { status, text } = await form
    .set('Cookie', cookie)
    .field({ csrf, ...(isReport && { paid: paidOn }) })
    .attach('file', bytes, { filename: name, contentType: isReport ? 'text/csv' : 'text/xml' });
  return { status, text: wordsIn(text) };
}

/** What a browser shows of a page. */
const wordsIn = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(x?)([\da-f]+);/gi, (_, hex, digits) => String.fromCodePoint(parseInt(digits, hex ? 16 : 10)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const taken = (client: Client): Promise<number> =>
  temp.database.read((rows) => rows.countBy(PayrollFile, { companyId: client.id }));

async function sync({ id }: Client): Promise<void> {
  const started = await door.http.post('/api/syncs').set(admin).send({ company: id }).expect(202);
  for (;;) {
    const { body } = await door.http.get(`/api/syncs/${started.body.id}`).set(admin).expect(200);
    if (body.state === 'done') return;
    expect(body.state).not.toBe('failed');
    await systemClock.sleep(10);
  }
}

interface Run {
  readonly kind: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly state: string;
  readonly holds: readonly Remark[];
  readonly warnings: readonly Remark[];
}

interface Remark {
  readonly code: string;
}

async function runsOf({ id }: Client): Promise<readonly Run[]> {
  const { body } = await door.http.get(`/api/pay-runs?company=${id}`).set(admin).expect(200);
  return body.items;
}

async function booksOf(client: Client): Promise<readonly Entry[]> {
  const answer = await fetch(`${baseUrl}/v2/journal_sets?per_page=100`, { headers: client.books });
  const { journal_sets: sets } = (await answer.json()) as {
    journal_sets: { tag?: string; dated_on: string; journal_entries: Entry[] }[];
  };
  return sets.flatMap(({ tag, dated_on, journal_entries: entries }) =>
    tag === undefined
      ? []
      : entries.map((entry) => ({ ...entry, dated_on, category: entry.category.replace(/.*\//, '') })),
  );
}

/** The case with the people of these books. */
const inBooks = ({ user }: Client, entries: readonly Entry[]): readonly Entry[] =>
  entries.map((entry) => (entry.user === undefined ? entry : { ...entry, user: user(basename(entry.user)) }));

/** Whatever a case says of deductions is decided as a person does it, on the run that asks. */
async function decideDeductions(client: Client, decisions: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [payId, as] of Object.entries(decisions)) {
    const [run] = await runsOf(client);
    const path = `/api/pay-runs/${client.id}/${run?.year}/${run?.period}/${run?.datedOn}/decide`;
    const decision = { field: 'other_deductions', as, for: 'person', user: client.user(payId), reason: 'A union' };
    await door.http.post(path).set(admin).send(decision).expect(200);
  }
}

const cases = stories.flatMap(([name, story]) =>
  story.kind === 'eps' ? [] : ways.map((way) => [name, way, story] as const),
);

test.each(cases)('%s by the %s', async (name, way, story) => {
  const client = await clientOf(name, way);
  await settle(client, story);
  for (const file of story.files) {
    const { status } = await give(client, file, story.pay_date);
    expect(status).toBe(story.kind === 'columns' && way === 'page' ? 303 : 200);
  }
  expect(await taken(client)).toBe(story.files.length);
  await sync(client);
  await decideDeductions(client, story.answers?.other_deductions ?? {});
  await sync(client);
  const { holds, entries = [] } = story.expected;
  const runs = await runsOf(client);
  expect(runs.map(({ state }) => state)).toEqual([holds === undefined ? 'posted' : 'held']);
  const [run] = runs;
  expect(codesOf(run?.holds)).toEqual(expect.arrayContaining([...(holds ?? [])]));
  const { answer } = await mappedOffline(name, story);
  expect([codesOf(run?.holds), codesOf(run?.warnings)]).toEqual([codesOf(answer.holds), codesOf(answer.warnings)]);
  expect(nets(await booksOf(client))).toEqual(nets(inBooks(client, entries)));
});

const codesOf = (remarks: readonly Remark[] = []): readonly string[] => remarks.map(({ code }) => code).sort();

const returns = stories.flatMap(([name, story]) =>
  story.kind === 'eps' ? ways.map((way) => [name, way, story] as const) : [],
);

test.each(returns)('%s by the %s', async (name, way, { files, expected }) => {
  const client = await clientOf(name, way);
  await settle(client, { kind: 'eps', files, expected, people: noRoles(['E1', 'D1']) });
  // What a return has is a month's only where the first payment is not after it.
  for (const file of ['p01_monthly.xml', ...files]) expect((await give(client, file)).status).toBe(200);
  await sync(client);
  const [month, levy, cis] = [Number(expected['month']), String(expected['levy']), expected['cis_suffered']];
  const amounts = { recovered: expected['recovered'], compensation: expected['compensation'] };
  expect(await returnedIn(client, month)).toMatchObject({ ...amounts, cisSuffered: cis, levy });
  const lastDay = '2025-12-05';
  const posted = (await booksOf(client)).filter(({ dated_on }) => dated_on === lastDay);
  const entry = (category: string, debit_value: string) => ({ dated_on: lastDay, category, debit_value });
  const suffered = `-${String(cis)}`;
  expect(nets(posted.filter(({ category }) => category !== '814'))).toEqual(
    nets([entry('405', levy), entry('820', suffered)]),
  );
});

const noRoles = (payIds: readonly string[]) =>
  Object.fromEntries(payIds.map((payId) => [payId, { user: '', role: '' }]));

async function returnedIn({ id: companyId }: Client, month: number): Promise<unknown> {
  const at = { companyId, year: 2026, period: month - 1 };
  const { document } = await temp.database.read((rows) => rows.findOneByOrFail(PayPeriodRecord, at));
  return JSON.parse(document?.text ?? '{}').returned;
}

describe.each(ways)('by the %s', (way) => {
  let client: Client;
  beforeAll(async () => {
    client = await clientOf('bad', way);
    await settle(client, {
      kind: 'columns',
      files: [],
      expected: {},
      map: { person: 'Ref', fields: { Pay: 'basic_pay' } },
    });
  });

  test.each(badFiles)('%s is refused in the words of `journal`, and nothing of it is kept', async (file) => {
    const { stdout } = await runHere(['journal', goldenPath(`bad/${file}`), '--json']);
    const { error } = JSON.parse(stdout) as { error: { detail: string } };
    const { status, type, text } = await give(client, `bad/${file}`);
    expect(text).toContain(error.detail);
    if (way === 'api') expect([status, type]).toEqual([422, '/problems/refused-payroll-file']);
    else expect(status).toBe(200);
    expect(await taken(client)).toBe(0);
  });
});

/** 50.00 of October was forgotten, with its NI, and stands in November's year to date alone. */
const forgotten = [
  { paidOn: '2025-10-31', toDate: '2600.00', employerToDate: '327.45' },
  { paidOn: '2025-11-28', toDate: '5250.00', employerToDate: '662.40' },
].map(({ paidOn, toDate, employerToDate }) =>
  Buffer.from(
    fpsFile([
      {
        ...{ paidOn, period: `<MonthNo>${Number(paidOn.slice(5, 7)) - 3}</MonthNo>`, taxable: '2600.00', tax: '0.00' },
        toDate: { taxable: toDate, tax: '0.00' },
        ni: [{ earnings: '2600.00', earningsToDate: toDate, employer: '327.45', employerToDate }],
      },
    ]),
  ),
);

test.each(ways)('the difference to a year to date is posted by the %s, once', async (way) => {
  const client = await clientOf('difference', way);
  const answers = { employer_pension: { '*': '0.00' } };
  await settle(client, { kind: 'fps', files: [], expected: {}, people: noRoles(['E1']), answers });
  for (const [at, bytes] of forgotten.entries())
    expect((await give(client, `fps-${at}.xml`, undefined, bytes)).status).toBe(200);
  await sync(client);
  const held = (await runsOf(client)).find(({ state }) => state === 'held');
  expect(codesOf(held?.holds)).toEqual(['year_to_date_differs']);
  const approve = { hold: 'year_to_date_differs', reason: 'October’s overtime, says the client' };
  const { cookie, csrf } = await door.browser({ role: 'reviewer', companies: [client.id] });
  const page = await door.http.get(`/runs/${client.id}/2026/7/2025-11-28`).set('Cookie', cookie).expect(200);
  expect(wordsIn(page.text)).toContain('Post the difference too');
  if (way === 'api') {
    const path = `/api/pay-runs/${client.id}/2026/7/2025-11-28/approve`;
    await door.http
      .post(path)
      .set(admin)
      .send({ ...approve, hold: 'net_pay_differs', difference: true })
      .expect(409);
    const { body } = await door.http
      .post(path)
      .set(admin)
      .send({ ...approve, difference: true })
      .expect(200);
    expect(body.run).toMatchObject({ state: 'posted' });
  } else {
    const [, action] = /action="([^"]+\/approve)"/.exec(page.text) ?? [];
    const form = door.http.post(String(action)).set('Cookie', cookie).type('form');
    await form.send({ csrf, ...approve, difference: 'yes' }).expect(303);
  }
  await sync(client);
  const gross = (await booksOf(client)).filter(({ category }) => category === '401');
  expect(nets(gross.map(({ dated_on, category, debit_value }) => ({ dated_on, category, debit_value })))).toEqual({
    '2025-10-31 401 ': '2600.00',
    '2025-11-28 401 ': '2650.00',
  });
  const log = await door.http.get(`/api/log?company=${client.id}&act=approve`).set(admin).expect(200);
  expect(log.body.items).toMatchObject([{ reason: approve.reason }]);
  expect((await door.http.get(`/clients/${client.id}/payroll-in`).set('Cookie', cookie)).text).toContain(
    'Difference to the year to date',
  );
});
