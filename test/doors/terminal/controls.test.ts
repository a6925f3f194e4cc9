import { readFileSync } from 'node:fs';
import { type Running, startRunning } from '../../browser/running.js';
import { elm } from '../../sync/rig.js';

/** The built `controls` command, and the API: two companies that pay Ann 1,000.00, Ed 1,733.64 and HMRC 578.81. */

interface Answered {
  readonly company: string;
  readonly state: string;
  readonly causes: readonly { readonly what: string }[];
  readonly accounts: readonly {
    readonly account: string;
    readonly user?: string;
    readonly name: string;
    readonly balance: string;
    readonly notDue: string;
    readonly known: string;
    readonly open: readonly { readonly item: string; readonly amount: string; readonly state: string }[];
  }[];
  readonly readAt: string;
  readonly asOn: string;
}
interface YearAnswered {
  readonly company?: string;
  readonly year: string;
  readonly from: string;
  readonly to: string;
  readonly payRuns: number;
  readonly agrees: boolean;
  readonly costs: readonly { readonly account: string; readonly payslips: string; readonly books: string }[];
}

let running: Running;
let reviewer: string;
beforeAll(async () => {
  const fields = { id: 5, freeagent_start_date: '2020-01-01', first_accounting_year_end: '2020-12-31' };
  const oak = { name: 'Oak Ltd', subdomain: 'oak', fields: { ...fields, id: 6 } };
  const companies = [elm({ fields }), elm(oak)].flatMap((one) => (one as { companies: never[] }).companies);
  running = await startRunning(undefined, { companies });
  for (const { name, accessToken, refreshToken } of running.sandbox.credentials().companies) {
    const tokens = ['--access-token', accessToken, '--refresh-token', refreshToken];
    await running.command('connect', '--name', name, '--mode', 'auto', '--post-from', '2025-04-06', ...tokens);
  }
  const token = await running.command('tokens', 'create', '--name', 'looker', '--role', 'reviewer', '--pay', '--json');
  reviewer = token.json<{ token: string }>().token;
}, 240_000);
afterAll(() => running?.stop());

const controls = (...args: readonly string[]) => running.command('controls', ...args);
const api = async <T>(query: string): Promise<{ status: number; body: T }> => {
  const answer = await fetch(`${running.url}/api/control-accounts${query}`, {
    headers: { authorization: `Bearer ${reviewer}` },
  });
  return { status: answer.status, body: (await answer.json()) as T };
};
/** Reads pages as a browser that has signed in. */
async function signedIn(role: 'viewer' | 'reviewer', ...more: readonly string[]) {
  const answer = await fetch(await running.link(role, ...more), { redirect: 'manual' });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  return async (path: string) => {
    const page = await fetch(`${running.url}${path}`, { headers: { cookie } });
    return { status: page.status, text: await page.text() };
  };
}
async function pay(company: string, dated_on: string, amount: string, category: string, user?: number): Promise<void> {
  await running.control('POST', `companies/${company}/payments`, { dated_on, amount, category, user });
}
async function payMonth(company: string, day: string, hmrcOn: string): Promise<void> {
  await pay(company, day, '1000.00', '902', 1);
  await pay(company, day, '1733.64', '902', 2);
  await pay(company, hmrcOn, '578.81', '814');
}
const inShort = (rows: readonly Answered[]) =>
  rows.flatMap(({ company, state, accounts }) => [
    `${company} ${state}`,
    ...accounts.flatMap(({ account, name, open }) =>
      open.map((one) => `${account} ${name}: ${one.item} ${one.state} ${one.amount}`),
    ),
  ]);

test('before payroll is known there is nothing to compare', async () => {
  const text = await controls('--on', '2025-04-30');
  expect([text.code, text.stdout]).toEqual([0, 'No payroll is known yet: `counterfoil sync` reads it.\n']);
  expect((await controls('--on', '2025-04-30', '--json')).json()).toEqual([]);
  expect((await controls('--year', '2025/26', '--json')).json()).toEqual([]);
});

test('wrong usage is refused', async () => {
  const wrong = await Promise.all([
    controls('--on', '31/10/2025'),
    controls('--company', 'No one'),
    controls('--year', '2025/27'),
    controls('--year', '2026', '--on', '2025-11-10'),
  ]);
  expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
  expect(wrong[0]?.stderr).toContain('A date is YYYY-MM-DD.');
  expect(wrong[1]?.stderr).toContain('No one');
});

test('what is paid is clear: exit 0, as JSON, as a line and by the API alike', async () => {
  expect((await running.command('sync', '--year', '2026', '--json')).code).toBe(0);
  for (const company of ['elm', 'oak']) {
    await payMonth(company, '2025-08-29', '2025-09-22');
    await payMonth(company, '2025-09-30', '2025-10-22');
    await payMonth(company, '2025-10-31', '2025-11-21');
  }
  const all = await controls('--on', '2025-12-01', '--json');
  expect([all.code, inShort(all.json())]).toEqual([0, ['Elm Ltd clear', 'Oak Ltd clear']]);
  const [elms] = all.json<Answered[]>();
  expect(Object.keys(elms ?? {})).toEqual(['company', 'companyId', 'state', 'causes', 'accounts', 'readAt', 'asOn']);
  const [paye, ann] = elms?.accounts ?? [];
  expect(paye).toMatchObject({ account: '814', balance: '0.00', notDue: '0.00', known: '0.00', open: [] });
  expect(ann).toMatchObject({ user: expect.stringMatching(/\/v2\/users\/1$/), name: 'Ann Elm', balance: '0.00' });
  const text = await controls('--on', '2025-12-01');
  expect(text.stdout).toBe('Elm Ltd: clear on 1 Dec 2025\nOak Ltd: clear on 1 Dec 2025\n');
  const { body } = await api<{ items: Answered[] }>('?company=Elm Ltd&on=2025-12-01');
  expect(body.items.map(({ accounts }) => accounts)).toEqual([elms?.accounts]);
});

test('the log is shown in words to people and in codes to programs', async () => {
  const table = (await running.command('log', '--company', 'elm')).stdout;
  expect(table).toMatch(/^At +Company +What +Reason +By +Paid +Month +Journal set\n/);
  expect(table).toMatch(/Elm Ltd +Posted · command +\S+ +31 Oct 2025 +October 2025 +\d+/);
  expect(table).toContain('Control accounts read');
  expect(table).not.toMatch(/_|counterfoil:/);
  const [first] = (await running.command('log', '--company', 'elm', '--json')).json<{
    items: { act: string; outcome: string }[];
  }>().items;
  expect(first).toMatchObject({ act: 'controls', outcome: 'done' });
  const csv = (await running.command('log', '--company', 'elm', '--format', 'csv')).stdout;
  expect(csv).toMatch(/^\uFEFFEntry,At,Company,Act,[^\n]+,Decided,In words,Policy version\r\n/);
  expect(csv).toMatch(/,post,done,[^\n]+,Posted · command,1\r\n/);
});

test('the API can be asked about an earlier day, and otherwise answers for the last', async () => {
  const earlier = await api<{ items: Answered[] }>('?company=elm&on=2025-10-01');
  expect(earlier.body.items).toMatchObject([{ asOn: '2025-10-01', state: 'clear' }]);
  expect(earlier.body.items[0]?.accounts[0]).toMatchObject({ account: '814', balance: '578.81', notDue: '578.81' });
  const last = await api<{ items: Answered[] }>('?company=elm');
  expect(last.body.items).toMatchObject([{ asOn: '2025-12-01' }]);
  const all = await api<{ items: Answered[] }>('');
  expect(all.body.items.map(({ company }) => company)).toEqual(['Elm Ltd', 'Oak Ltd']);
});

test('an open item: exit 3, with its account, when it was due and what may be behind it', async () => {
  const before = await controls('--company', 'elm', '--on', '2025-09-10', '--json');
  expect([before.code, inShort(before.json())]).toEqual([0, ['Elm Ltd clear']]);
  await pay('elm', '2025-08-28', '-40.00', '902', 2);
  await pay('elm', '2025-09-16', '3.00', '300');
  const answer = await controls('--company', 'elm', '--on', '2025-09-12', '--json');
  expect([answer.code, inShort(answer.json())]).toEqual([
    3,
    ['Elm Ltd open', '902 Ed Employee: Net pay of 29 August 2025 part_paid 40.00'],
  ]);
  const text = await controls('--company', 'elm', '--on', '2025-09-12');
  expect([text.code, text.stdout]).toEqual([
    3,
    'Elm Ltd: open on 12 Sep 2025\n        £40.00  902 Ed Employee: Net pay of 29 August 2025, due 29 Aug 2025: part paid\n',
  ]);
  await pay('elm', '2025-08-28', '40.00', '902', 2);
});

test('a refused trial balance: exit 1 with the reason, and the other company is still shown', async () => {
  const refuse = () =>
    running.control('POST', 'faults', {
      kind: 'status',
      status: 403,
      match: { path: '/v2/accounting/trial_balance/summary' },
      count: 1,
    });
  await refuse();
  const answer = await controls('--on', '2025-12-01', '--json');
  expect(answer.code).toBe(1);
  expect(answer.stderr).toMatch(/^Elm Ltd: The accounting service refused access\n {2}\S/);
  // Anyone who could not be read comes last.
  expect(inShort(answer.json())).toEqual(['Oak Ltd clear', 'Elm Ltd cannot_tell']);
  await refuse();
  const year = await controls('--year', '2026', '--json');
  expect([year.code, year.json<YearAnswered[]>().map(({ company }) => company)]).toEqual([1, ['Oak Ltd', 'Oak Ltd']]);
  await refuse();
  const { status, body } = await api<{ title: string }>('?company=elm&on=2025-12-02');
  expect([status >= 400, body.title]).toEqual([true, 'The accounting service refused access']);
});

test('the year: payslips and books agree, for the tax year and for the company’s own', async () => {
  const year = await controls('--company', 'elm', '--year', '2025/26', '--json');
  expect([year.code, year.stderr]).toEqual([0, '']);
  expect(
    year.json<YearAnswered[]>().map(({ company, year: kind, from, to, payRuns, agrees, costs }) => ({
      ...{ company, kind, from, to, payRuns, agrees },
      costs: costs.map(({ account, payslips, books }) => `${account} ${payslips} ${books}`),
    })),
  ).toEqual([
    {
      ...{ company: 'Elm Ltd', kind: 'tax_year', from: '2025-04-06', to: '2026-04-05', payRuns: 3, agrees: true },
      costs: ['401 6000.00 6000.00', '402 712.35 712.35', '407 3000.00 3000.00', '408 225.00 225.00'],
    },
    {
      ...{
        company: 'Elm Ltd',
        kind: 'accounting_year',
        from: '2025-01-01',
        to: '2025-12-31',
        payRuns: 3,
        agrees: true,
      },
      costs: ['401 6000.00 6000.00', '402 712.35 712.35', '407 3000.00 3000.00', '408 225.00 225.00'],
    },
  ]);
  const { body } = await api<{ items: YearAnswered[] }>('/year?company=elm&year=2026');
  expect(body.items).toEqual(year.json<YearAnswered[]>().map(({ company: _, ...rest }) => rest));
  const text = await controls('--company', 'elm', '--year', '2026');
  expect(text.stdout).toContain(
    'Elm Ltd, accounting year 1 January 2025 to 31 December 2025, 3 pay runs: payslips and books agree',
  );
});

test('the year: wages posted by hand are named, exit 3', async () => {
  const entry = (code: string, debit_value: string) => ({
    category: `${running.sandboxUrl}/v2/categories/${code}`,
    ...{ debit_value, description: 'Casual work' },
  });
  const entries = [entry('401', '60.00'), entry('300', '-60.00')];
  const set = { dated_on: '2026-02-01', description: 'Casual work', journal_entries: entries };
  await running.control('POST', 'companies/elm/journal_sets', { journal_set: set });
  const year = await controls('--company', 'elm', '--year', '2026', '--json');
  expect([year.code, year.json<YearAnswered[]>().map(({ agrees }) => agrees)]).toEqual([3, [false, true]]);
  const text = await controls('--company', 'elm', '--year', '2026');
  expect([text.code, text.stdout]).toEqual([3, expect.stringContaining('  £60.00  Not from these payslips')]);
  expect(text.stdout).toContain('3 pay runs: payslips and books do not agree');
});

test('the pages: from the roll-forward to the sets and to each person, and the year', async () => {
  const page = await signedIn('reviewer', '--pay');
  const path = '/clients/elm/reconciliation';
  const shown = await page(path);
  expect(shown.text).toContain('Payslips and books');
  const links = [...shown.text.matchAll(/href="([^"]*movement[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const last = links.filter((href) => href.endsWith('from=2025-10-06'));
  expect(last.map((href) => /account=(\d+)/.exec(href)?.[1])).toEqual(['814', '902']);
  const paye = await page(last[0] ?? '');
  expect(paye.text).toMatch(/href="\/runs\/[^"]+\/2026\/6\/2025-10-31"/);
  expect(paye.text.match(/journal set \d+ ↗/g)?.length).toBeGreaterThanOrEqual(1);
  const people = await page(last[1] ?? '');
  expect(people.text).toMatch(/Ann Elm[^]*Ed Employee[^]*All/);
  // Of a month that was not read: all that is known of the account.
  expect((await page(`${path}/movement?account=814&from=2020-01-06`)).text).toContain('control accounts as at');
  const year = await page(`${path}/year?year=2026`);
  expect(year.text.replaceAll(/<[^>]*>/g, '')).toMatch(
    /Tax year, 6 Apr 2025 to 5 Apr 2026[^]*Does not agree[^]*60\.00 Not from these payslips/,
  );
  expect(year.text).toMatch(/accounting year, 1 Jan 2025 to 31 Dec 2025[^]*Agrees/);
  expect((await page(`${path}/year?year=2018`)).text).toContain('not read yet');
  const totals = await signedIn('viewer');
  expect([(await totals(`${path}/year`)).status, (await totals(last[0] ?? '')).status]).toEqual([403, 403]);
});

test('the API needs a company for a given day, and the right to see pay for so few people', async () => {
  expect((await api('?on=2025-12-01')).status).toBe(400);
  expect((await api('?company=no one')).status).toBe(404);
  expect((await api('/year?company=elm')).status).toBe(400);
  const token = (await running.command('tokens', 'create', '--name', 'totals', '--role', 'viewer', '--json')).json<{
    token: string;
  }>().token;
  const answer = await fetch(`${running.url}/api/control-accounts/year?company=elm&year=2026`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(403);
});

test('docs/controls.md names the exit codes of these tests', () => {
  const words = readFileSync('docs/controls.md', 'utf8');
  expect(words).toContain('exits 3 when anything is open past its days');
});
