import type { Service } from '../../src/books/service.js';
import { type Clock, systemClock } from '../../src/ground/clock.js';
import { checkClock } from '../../src/companies/clock-check.js';
import { examine, type Finding } from '../../src/companies/doctor.js';
import { HastyClock } from '../books/hasty-clock.js';
import { openFresh } from '../harness/databases.js';
import { connectFirst, processOn, type RigOptions, rigOn } from './rig.js';

async function connected(scenario: RigOptions['scenario'] = 'demo') {
  const rig = await rigOn({ database: await openFresh('sqlite', new HastyClock()), scenario });
  const company = await connectFirst(rig);
  const findings = async () => {
    const found: Finding[] = [];
    for await (const finding of examine(await rig.companies.find(company.id), rig.companies)) found.push(finding);
    return found;
  };
  return { rig, company, findings };
}

const company = (more: object) => ({
  companies: [
    {
      name: 'Ash Ltd',
      subdomain: 'ash',
      users: [{ first_name: 'O', last_name: 'W', role: 'Director' as const, permission_level: 8 }],
      ...more,
    },
  ],
});

const bad = (findings: readonly Finding[]) => findings.filter(({ ok }) => !ok);

test('a healthy company is well, from the token to the users on its latest payslips', async () => {
  const { findings } = await connected();
  const found = await findings();
  expect(bad(found)).toEqual([]);
  expect(found.map(({ check }) => check)).toEqual(['token', 'access level', 'payroll', 'accounts', 'users']);
  expect(found.at(-1)?.detail).toContain('everyone on the payslips of 2027/6 is a user of the company');
});

test('of the periods those are counted that the policy posts', async () => {
  const { rig, company: connectedCompany, findings } = await connected();
  const payroll = async () => (await findings()).find(({ check }) => check === 'payroll')?.detail;
  expect(await payroll()).toMatch(/[1-9]\d* periods, [1-9]\d* of them filed$/);
  const { id, policy } = connectedCompany;
  const statuses = ['rejected', 'pending'];
  await rig.companies.setPolicy(id, { policy: { ...policy, statuses }, actor: 'test', reason: 'test' });
  expect(await payroll()).toMatch(/ 0 of them rejected or pending$/);
});

test('where payroll comes as files, asks the service for none, and names the reference that the files need', async () => {
  const { rig, company: connectedCompany, findings } = await connected();
  const { id, policy } = connectedCompany;
  const given = { ...policy, payroll: { ...policy.payroll, from: 'files' as const } };
  await rig.companies.setPolicy(id, { policy: given, actor: 'test', reason: 'test' });
  expect(bad(await findings())).toMatchObject([{ check: 'payroll', todo: expect.stringContaining('payeReference') }]);
  const named = { ...given, controls: { ...given.controls, payeReference: '123/AB456' } };
  await rig.companies.setPolicy(id, { policy: named, actor: 'test', reason: 'test' });
  expect(bad(await findings())).toEqual([]);
});

test('a revoked token: names the one thing to do, and leaves out checks that depend on it', async () => {
  const { rig, company, findings } = await connected();
  await rig.control('POST', 'tokens/expire', {});
  await rig.control('POST', 'faults', { kind: 'drop_after', match: { path: '/v2/token_endpoint' } });
  expect(await findings()).toMatchObject([
    { check: 'token', company: company.name, ok: false, todo: expect.stringContaining('Connect again') },
  ]);
});

test.each([
  [1, 'accounts, payroll, users'],
  [6, 'payroll, users'],
])('level %d is too low: it names the level that is missing', async (access_level, what) => {
  const { findings } = await connected(company({ access_level }));
  const [level] = (await findings()).filter(({ check }) => check === 'access level');
  expect(level).toMatchObject({ ok: false, todo: expect.stringContaining('7, Tax, Accounting & Users') });
  expect(level?.detail).toContain(what);
});

test('an account of the policy that is not in the chart is named', async () => {
  const { findings } = await connected(company({ chart: { remove: ['815'] } }));
  expect(bad(await findings())).toMatchObject([{ check: 'accounts', detail: expect.stringContaining(': 815.') }]);
});

test('accounts that only a treatment or a layout names are checked as well', async () => {
  const { rig, company: connectedCompany, findings } = await connected(company({}));
  const { id, policy } = connectedCompany;
  const treatments = { ...policy.treatments, other_deductions: { as: 'deduct' as const, account: '698' } };
  const layout = { merged: { liabilityCategory: '699' } };
  await rig.companies.setPolicy(id, { policy: { ...policy, treatments, layout }, actor: 'test', reason: 'test' });
  expect(bad(await findings())).toMatchObject([{ detail: expect.stringContaining('698, 699') }]);
});

describe('a company whose requests wait because a page asked for it until 2099', () => {
  const far = { match: { path: '/v2/company' }, kind: 'rate_limit', retryAfter: 73 * 365 * 24 * 3600 };
  const asked = async () => {
    const opened = await connected();
    const { rig, company, findings } = opened;
    const books = await rig.companies.books(company);
    await rig.control('POST', 'faults', far);
    await expect(books.company()).rejects.toMatchObject({ retryAfterSeconds: 3600 });
    return { ...opened, waiting: async () => (await findings()).filter(({ check }) => check === 'waits') };
  };

  test('is named: until when, and who asked', async () => {
    const { company, waiting } = await asked();
    expect(await waiting()).toMatchObject([
      {
        company: company.name,
        ok: false,
        detail: expect.stringMatching(
          /^nothing is sent until .+: the accounting service, or a proxy in front of it, answered 429 on .+ and asked to wait\.$/,
        ),
      },
    ]);
  });

  test('goes on once it is connected again', async () => {
    const { rig, waiting } = await asked();
    await connectFirst(rig);
    expect(await waiting()).toEqual([]);
  });

  test('waits for nothing once it was left', async () => {
    const { rig, company } = await asked();
    await rig.companies.leave(company.id);
    expect(await rig.companies.waiting(company)).toEqual([]);
  });
});

test('a real service’s clock must agree with ours', async () => {
  const { rig } = await connected();
  expect(await checkClock(rig.service)).toMatchObject({ ok: true, detail: 'agrees with the accounting service' });

  const inTwoHours: Clock = {
    now: () => new Date(Date.now() + 7_200_000),
    monotonicMs: () => performance.now(),
    sleep: () => new Promise(() => {}),
  };
  const ahead = { ...rig.service, clock: inTwoHours };
  expect(await checkClock(ahead)).toMatchObject({ ok: true, detail: expect.stringContaining('sandbox') });
  const far = {
    ...ahead,
    baseUrl: 'https://books.example',
    transport: async () => ({ status: 401, headers: { date: new Date().toUTCString() }, body: '' }),
  };
  expect(await checkClock(far)).toMatchObject({ ok: false, todo: expect.stringContaining('NTP') });
});

test('a service that does not answer', async () => {
  const { rig } = await connected();
  await rig.sandbox.close();
  const { service } = processOn(rig.baseUrl, { database: await openFresh('sqlite', new HastyClock()) });
  expect(await checkClock(service)).toMatchObject({
    check: 'clock',
    ok: false,
    todo: expect.stringContaining('ACCOUNTING_BASE_URL'),
  });
});

test.each([
  [31_217_998, '361 days ahead of'],
  [90_000, '25 hours ahead of'],
  [-300, '5 minutes behind'],
  [90, '90 seconds ahead of'],
])('a clock that is %i seconds off says by how much in words', async (seconds, words) => {
  const now = new Date('2026-11-28T09:00:00Z');
  const date = new Date(now.getTime() - seconds * 1000).toUTCString();
  const service = {
    baseUrl: 'https://books.example',
    clock: { ...systemClock, now: () => now },
    deadlineSeconds: 30,
    transport: async () => ({ status: 401, headers: { date }, text: '' }),
  } as unknown as Service;
  expect(await checkClock(service)).toMatchObject({
    ok: false,
    detail: `This machine's clock is ${words} the accounting service.`,
  });
});
