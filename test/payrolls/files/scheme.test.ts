import { expect, test } from '@jest/globals';
import { isSameScheme } from '../../../src/payrolls/files/hmrc-return.js';

const scheme = { officeNo: '123', payeRef: 'AB456', aoRef: '123PA00012345' };

/** Tax offices number their employers apart: 123/AB456 and 124/AB456 are two. */
test.each([
  ['the same', scheme, true],
  ['its reference in small letters', { ...scheme, payeRef: 'ab456' }, true],
  ['another Accounts Office reference', { ...scheme, aoRef: '999PA00012345' }, true],
  ['another tax office', { ...scheme, officeNo: '124' }, false],
  ['another employer of that office', { ...scheme, payeRef: 'AB457' }, false],
])('a return with %s is of the same scheme: %s', (_, other, is) => {
  expect([isSameScheme(scheme, other), isSameScheme(other, scheme)]).toEqual([is, is]);
});
