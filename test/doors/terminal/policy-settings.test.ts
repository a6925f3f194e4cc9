import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase } from '../../factories/database.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';
import { withSettings } from '../../../src/acts/companies/with-settings.js';
import { defaultPolicy, parsePolicy } from '../../../src/journal/policy/policy.js';

const set = (...settings: string[]) => parsePolicy(withSettings(defaultPolicy, settings));

test('one setting changes, the others stay', () => {
  expect(set('mode=approve', 'accounts.payeNi=816')).toEqual({
    ...defaultPolicy,
    mode: 'approve',
    accounts: { ...defaultPolicy.accounts, payeNi: '816' },
  });
});

test('a user’s url is one key, dots and all', () => {
  expect(set('roles.https://api.example/v2/users/7=director').roles).toEqual({
    'https://api.example/v2/users/7': 'director',
  });
});

test('objects are written as JSON', () => {
  expect(set('treatments.bonus={"as":"deduct","account":"816"}').treatments.bonus).toEqual({
    as: 'deduct',
    account: '816',
  });
  expect(set('layout.merged.liabilityCategory=731').layout).toEqual({ merged: { liabilityCategory: '731' } });
  expect(set('statuses=["filed","pending"]').statuses).toEqual(['filed', 'pending']);
});

test('null removes a role or a treatment, and unsets the cut-over', () => {
  const before = withSettings(defaultPolicy, ['treatments.bonus=pay', 'postFrom=2025-10-06']);
  expect(parsePolicy(withSettings(before, ['treatments.bonus=null', 'postFrom=null']))).toEqual(defaultPolicy);
});

test.each(['mode', '=auto', 'treatments.bonus={"as"'])('"%s" is not a setting', (setting) => {
  expect(() => withSettings(defaultPolicy, [setting])).toThrow('not a setting');
});

test('an unknown warning is wrong usage, and a similar one is suggested', async () => {
  const temp = await tempDatabase();
  await insertCompany(temp.database, { name: 'Ash' });
  const env = { DATABASE_URL: temp.url, SECRET_KEY: secretKey, LOG_LEVEL: 'error' };
  const answer = await runHere(['policy', 'Ash', '--set', 'expectedWarnings=["negativ_tax"]'], { env });
  await temp.remove();
  expect(answer.code).toBe(2);
  expect(answer.stderr).toContain('"negativ_tax" is not a warning; did you mean "negative_tax"?');
});

test('a change answers what it changed, in words', async () => {
  const temp = await tempDatabase();
  await insertCompany(temp.database, { name: 'Ash' });
  const env = { DATABASE_URL: temp.url, SECRET_KEY: secretKey, LOG_LEVEL: 'error' };
  const set = async (...settings: readonly string[]) =>
    (await runHere(['policy', 'Ash', ...settings.flatMap((one) => ['--set', one])], { env })).stdout;
  expect(await set('mode=check', 'accounts.payeNi=825')).toBe(
    'Ash, policy version 2\n  Mode: Post automatically → Check only\n  Accounts, PAYE/NI: 814 → 825\n',
  );
  expect(await set('mode=check')).toMatch(/^Ash, policy version \d\n {2}Nothing changed\.\n$/);
  await temp.remove();
});

test('settings of many companies are shown from a list, and changed with a reason', async () => {
  const temp = await tempDatabase();
  for (const name of ['Ash', 'Elm']) await insertCompany(temp.database, { name });
  const env = { DATABASE_URL: temp.url, SECRET_KEY: secretKey, LOG_LEVEL: 'error' };
  const input = 'company,controls.accountsOffice\nAsh,123PA00012345\nElm,\n';
  const list = (...args: readonly string[]) => runHere(['clients', 'settings', '-', ...args], { env, input });
  const shown = await list();
  expect([shown.code, shown.stdout]).toEqual([
    0,
    [
      'Ash\n  Control accounts, Accounts Office reference: None → 123PA00012345\nElm\n  nothing changes\n',
      '1 of 2 companies would change. Nothing is changed yet: give --reason.\n',
    ].join(''),
  ]);
  expect((await list('--json')).json()).toMatchObject({ items: [{ company: 'Ash' }, { company: 'Elm', changes: [] }] });
  const changed = await list('--reason', 'From HMRC’s letters');
  expect([changed.code, changed.stdout]).toEqual([0, 'Changed 1 of 2 companies.\n']);
  expect((await list()).stdout).toContain('0 of 2 companies would change.');
  await temp.remove();
});

describe('a policy that has moved on since it was read', () => {
  let folder: string;
  let temp: Awaited<ReturnType<typeof tempDatabase>>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'counterfoil-policy-'));
    temp = await tempDatabase();
    await insertCompany(temp.database, { name: 'Ash' });
  });
  afterEach(async () => {
    await temp.remove();
    await rm(folder, { recursive: true, force: true });
  });
  const run = (...args: readonly string[]) =>
    runHere(args, { env: { DATABASE_URL: temp.url, SECRET_KEY: secretKey, LOG_LEVEL: 'error' } });
  interface Shown {
    readonly policyVersion: number;
    readonly error?: { readonly title: string };
  }

  test('is not overwritten by anyone who names the version that they read', async () => {
    const exported = await run('policy', 'Ash', '--export');
    expect(exported.stderr).toContain('Ash, policy version 1');
    const file = join(folder, 'policy.json');
    await writeFile(file, exported.stdout);
    expect((await run('policy', 'Ash', '--set', 'mode=approve', '--if-version', '1', '--json')).json()).toMatchObject({
      policyVersion: 2,
      policy: { mode: 'approve' },
    });

    const late = await run('policy', 'Ash', '--file', file, '--if-version', '1', '--json');
    expect([late.code, late.json<Shown>().error?.title]).toEqual([1, 'The policy has changed since you opened it']);
    const list = await run('allocations', 'Ash', '--export');
    expect(list.stderr).toContain('Ash, policy version 2');
    const csv = join(folder, 'allocations.csv');
    await writeFile(csv, list.stdout);
    const alsoLate = await run('allocations', 'Ash', '--csv', csv, '--if-version', '1', '--json');
    expect([alsoLate.code, alsoLate.json<Shown>().error?.title]).toEqual([
      1,
      'The policy has changed since you opened it',
    ]);
    expect((await run('policy', 'Ash', '--json')).json()).toMatchObject({
      policyVersion: 2,
      policy: { mode: 'approve' },
    });
  });

  test.each([
    ['policy', 'Ash', '--if-version', '1'],
    ['allocations', 'Ash', '--if-version', '1'],
    ['policy', 'Ash', '--set', 'mode=check', '--if-version', 'one'],
  ])('%s %s %s %s %s is wrong usage', async (...args) => {
    expect((await run(...args)).code).toBe(2);
  });

  test('approval for a practice needs a reason, and a policy needs none', async () => {
    const approval = await run('policy', 'Ash', '--practice-approval', 'two', '--json');
    expect([approval.code, approval.json<Shown>().error?.title]).toEqual([2, 'A reason is needed']);
    expect((await run('policy', 'Ash', '--set', 'mode=check')).code).toBe(0);
  });
});
