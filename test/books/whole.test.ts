import { ServicePayroll } from '../../src/payrolls/service/service-payroll.js';
import { expect, test } from '@jest/globals';
import type { Books } from '../../src/books/books.js';
import { LookupFailed, WireError } from '../../src/books/errors.js';
import { jsonOf } from '../../src/books/answer.js';
import { isNestedTooDeeply } from '../../src/books/nesting.js';
import { readJson } from '../../src/books/wire-reading.js';
import { type Page, perPage, whole } from '../../src/books/paging.js';
import { wordsOf } from '../../src/books/words.js';
import { connectFirst, newTokens, rigOn } from '../companies/rig.js';
import { openFresh } from '../harness/databases.js';

const page = (first: number, count: number, total?: number): Page<{ url: string }> => ({
  records: Array.from({ length: count }, (_, at) => ({ url: `/${first + at}` })),
  total,
});

test.each([
  ['whole', [page(0, 2, 2)], undefined],
  ['one page without a count', [page(0, 2)], undefined],
  ['a full page without a count or a link', [page(0, perPage)], 'so no one knows whether there is more'],
  ['a full page with its count', [page(0, perPage, perPage)], undefined],
  ['two pages', [page(0, 2, 3), page(2, 1, 3)], undefined],
  ['several pages without a count', [page(0, 2), page(2, 1)], 'no X-Total-Count, so its length is not known'],
  ['no link to the rest', [page(0, 2, 3)], 'the list has 3 records, and only 2 were sent without a link to the rest'],
  ['a count that moved', [page(0, 2, 4), page(2, 2, 5)], 'the list changed while it was read'],
  ['a record that moved', [page(0, 2, 4), page(1, 2, 4)], 'names a record twice'],
  ['one that is missing', [page(0, 2, 4), page(2, 1, 4)], 'the list changed while it was read'],
])('a list: %s', (_name, pages, trouble) => {
  const read = () => whole(pages, 'Ash Ltd: journal sets');
  if (trouble === undefined) expect(read()).toHaveLength(pages.flatMap((one) => one.records).length);
  else expect(read).toThrow(trouble);
});

test('an answer of millions of brackets is refused before it costs memory', () => {
  const bytes = 16 * 1024 * 1024;
  const deep = '['.repeat(bytes);
  const before = process.memoryUsage().heapUsed;
  const endings = [deep, `{"period":${deep}`, `{"a":"\\\\\\"",\n"b":${deep}`];
  for (const body of endings) expect(isNestedTooDeeply(body)).toBe(true);
  expect(() => readJson('Ash', 'payroll', deep)).toThrow(/nested too deeply/);
  expect(jsonOf(deep)).toBeUndefined();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(bytes * 4);
  for (const flat of [
    '[[1],[2]]'.repeat(100),
    `["${deep}"]`,
    '<p>{{{{</p>',
    '',
    `{"a":"\\\\","b":"${'['.repeat(100)}"}`,
  ])
    expect(isNestedTooDeeply(flat)).toBe(false);
});

test('JSON that is nested too deeply to read is reported as such', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  let body = '';
  const rig = await rigOn({
    database: await openFresh('sqlite'),
    around: (send) => async (request) => (body === '' ? send(request) : { status: 200, headers: {}, body }),
  });
  const books: Books = await rig.companies.booksToWrite(await connectFirst(rig));
  body = `{"period":{"period":6,"dated_on":"2025-10-31","status":"filed","payslips":[],"more":${deep}}}`;
  await expect(payrollOf(books).period(2026, 6)).rejects.toThrow(/nested too deeply/);
  await expect(payrollOf(books).period(2026, 6)).rejects.toBeInstanceOf(WireError);
  expect(wordsOf(422, `{"errors":${deep}}`)).not.toContain('stack');
});

test('tokens that could not be tried: nothing was connected, and nothing tries again by itself', async () => {
  let broken = false;
  const rig = await rigOn({
    database: await openFresh('sqlite'),
    around: (send) => async (request) => {
      if (broken && request.url.endsWith('/v2/company')) return { status: 404, headers: {}, body: '<html>' };
      return send(request);
    },
  });
  const { accessToken, refreshToken } = await newTokens(rig);
  broken = true;
  const connecting = rig.connecting.byTokens({ name: 'Ash', mode: 'auto' }, { accessToken, refreshToken }, 'test');
  const problem = await connecting.catch((error: unknown) => error);
  expect(problem).not.toBeInstanceOf(LookupFailed);
  expect(problem).toMatchObject({ todo: expect.stringMatching(/^Nothing was connected/) });
});

const payrollOf = ({ reader }: Pick<Books, 'reader'>) => new ServicePayroll(reader);
