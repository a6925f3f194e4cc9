import { insertCompany } from '../factories/companies.js';
import { tempDatabase } from '../factories/database.js';
import { runCounterfoil } from '../harness/counterfoil.js';
import { secretKey } from '../harness/secret-key.js';
import { withSettings } from '../../src/commands/company/policy-settings.js';
import { defaultPolicy, parsePolicy } from '../../src/journal/policy.js';

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
  const answer = await runCounterfoil(['policy', 'Ash', '--set', 'expectedWarnings=["negativ_tax"]'], { env });
  await temp.remove();
  expect(answer.code).toBe(2);
  expect(answer.stderr).toContain('"negativ_tax" is no warning; did you mean "negative_tax"?');
});
