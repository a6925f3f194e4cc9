import { expect, test } from '@jest/globals';
import {
  bounded,
  covers,
  hasRole,
  reaches,
  type Rights,
  sameRights,
  seesFingerprint,
  seesPayByDefault,
} from '../../src/access/principal.js';
test('a fingerprint is for who may see pay, or decides', () => {
  const sees = (role: Rights['role'], pay: boolean) => seesFingerprint({ role, pay });
  expect([sees('viewer', false), sees('reviewer', false), sees('admin', false), sees('viewer', true)]).toEqual([
    ...[false, true, true, true],
  ]);
});

const rights = (over: Partial<Rights> = {}) => ({ role: 'reviewer', pay: true, companies: null, ...over }) as const;
test('a role holds the lower ones, and no one reaches more than they were given', () => {
  const order = (['viewer', 'reviewer', 'admin'] as const).map((role) => hasRole({ role }, 'reviewer'));
  expect(order).toEqual([false, true, true]);
  expect([reaches({ companies: null }, 'ash'), reaches({ companies: ['ash'] }, 'ash')]).toEqual([true, true]);
  expect([reaches({ companies: ['elm'] }, 'ash'), reaches({ companies: [] }, 'ash')]).toEqual([false, false]);
  expect((['viewer', 'reviewer', 'admin'] as const).map(seesPayByDefault)).toEqual([false, true, true]);
});

test.each([
  ['all of it', {}, {}, rights()],
  ['the lower role', { role: 'admin' }, {}, rights()],
  ['the lower role of the token', {}, { role: 'admin' }, rights()],
  ['no pay by the token', { pay: false }, {}, rights({ pay: false })],
  ['no pay by the person', {}, { pay: false }, rights({ pay: false })],
  ['the person’s clients', {}, { companies: ['ash'] }, rights({ companies: ['ash'] })],
  ['the clients of both', { companies: ['ash', 'elm'] }, { companies: ['elm', 'oak'] }, rights({ companies: ['elm'] })],
] as const)('a token and its person allow %s', (_, token, person, both) => {
  expect(bounded(rights(token as never), rights(person as never))).toEqual(both);
});

test('rights are the same whatever the order of clients, and cover what they hold', () => {
  const some = rights({ companies: ['ash', 'elm'] });
  expect(sameRights(some, rights({ companies: ['elm', 'ash'] }))).toBe(true);
  for (const over of [{ role: 'viewer' }, { pay: false }, { companies: ['ash'] }, { companies: null }] as const)
    expect(sameRights(some, { ...some, ...over })).toBe(false);
  expect([covers(rights(), some), covers(some, rights()), covers(some, some)]).toEqual([true, false, true]);
});
