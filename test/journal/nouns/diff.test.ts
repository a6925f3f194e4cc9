import { diff, sameTotals } from '../../../src/journal/nouns/diff.js';
import type { Line } from '../../../src/journal/nouns/identity.js';
import { Money } from '../../../src/journal/nouns/money.js';

const line = (category: string, debit: string, user?: string): Line => ({
  category,
  debit: Money.parse(debit),
  ...(user === undefined ? {} : { user }),
});
const dated = (...lines: Line[]) => ({ datedOn: '2025-10-31', lines });
const shown = (lines: readonly Line[]) => lines.map(({ category, user, debit }) => [category, user, `${debit}`]);

const books = [line('401', '2000.00'), line('814', '-266.36'), line('902', '-1733.64', 'https://a.test/v2/users/1')];

test('the same lines in any order, host and sub account are the same', () => {
  const again = [line('902-17', '-1733.64', '/v2/users/1'), line('814', '-266.36'), line('401', '2000.00')];
  expect(diff(dated(...books), dated(...again))).toEqual({ same: true, added: [], removed: [], byAccount: [] });
});

test('what changed is listed by line and by account', () => {
  const changed = diff(
    dated(...books),
    dated(line('401', '2100.00'), books[1]!, line('902', '-1833.64', '/v2/users/1')),
  );
  expect(changed.same).toBe(false);
  expect(changed.datedOn).toBeUndefined();
  expect(shown(changed.removed)).toEqual([
    ['401', undefined, '2000.00'],
    ['902', 'https://a.test/v2/users/1', '-1733.64'],
  ]);
  expect(shown(changed.added)).toEqual([
    ['401', undefined, '2100.00'],
    ['902', '/v2/users/1', '-1833.64'],
  ]);
  expect(JSON.parse(JSON.stringify(changed.byAccount))).toEqual([
    { code: '401', before: '2000.00', after: '2100.00' },
    { code: '902', user: 'https://a.test/v2/users/1', before: '-1733.64', after: '-1833.64' },
  ]);
});

test('lines are counted: one of two equal lines may be gone', () => {
  const twice = [line('401', '10.00'), line('401', '10.00'), line('815', '-20.00')];
  const once = [line('401', '10.00'), line('815', '-20.00')];
  expect(shown(diff(dated(...twice), dated(...once)).removed)).toEqual([['401', undefined, '10.00']]);
  expect(shown(diff(dated(...once), dated(...twice)).added)).toEqual([['401', undefined, '10.00']]);
  expect(diff(dated(...twice), dated(...once))).toMatchObject({ same: false, added: [] });
  expect(diff(dated(...once), dated(...twice))).toMatchObject({ same: false, removed: [] });
});

test('another date alone is a change', () => {
  expect(diff(dated(...books), { ...dated(...books), datedOn: '2025-10-30' })).toEqual({
    same: false,
    datedOn: { before: '2025-10-31', after: '2025-10-30' },
    added: [],
    removed: [],
    byAccount: [],
  });
});

test('a line with a user is not the line without one, nor another user’s', () => {
  expect(sameTotals([line('902', '5.00', '/v2/users/1')], [line('902', '5.00')])).toBe(false);
  expect(sameTotals([line('902', '5.00', '/v2/users/1')], [line('902', '5.00', '/v2/users/2')])).toBe(false);
});

test('accounts are listed in order', () => {
  const changes = diff(
    dated(),
    dated(
      line('902', '1.00', '/v2/users/1'),
      line('401', '1.00'),
      line('902', '2.00', '/v2/users/2'),
      line('815', '1'),
    ),
  );
  expect(changes.byAccount.map(({ code, user }) => [code, user])).toEqual([
    ['401', undefined],
    ['815', undefined],
    ['902', '/v2/users/1'],
    ['902', '/v2/users/2'],
  ]);
});

test('another layout has the same totals and other lines', () => {
  const split = [line('401', '1500.00'), line('401', '500.00'), ...books.slice(1)];
  expect(sameTotals(books, split)).toBe(true);
  expect(diff(dated(...books), dated(...split)).same).toBe(false);
  expect(diff(dated(...books), dated(...split)).byAccount).toEqual([]);
  expect(sameTotals(books, books.slice(1))).toBe(false);
  expect(sameTotals(books, [...books, line('815', '5.00'), line('815', '-5.00')])).toBe(true);
});
