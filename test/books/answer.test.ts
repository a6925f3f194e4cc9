import { retryAfterOf } from '../../src/books/answer.js';

const now = new Date('2025-11-06T07:00:00Z');

test.each([
  ['47', 47],
  ['0', 1],
  ['3600', 3600],
  ['3601', 3600],
  ['9'.repeat(400), 3600],
  ['Thu, 06 Nov 2025 07:10:00 GMT', 600],
  ['Thu, 01 Jan 2099 00:00:00 GMT', 3600],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 1],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After: %s is a wait of %s seconds, an hour at most', (header, seconds) => {
  const headers: Readonly<Record<string, string>> = header === undefined ? {} : { 'retry-after': header };
  expect(retryAfterOf({ status: 429, headers, body: '' }, now)).toBe(seconds);
});
