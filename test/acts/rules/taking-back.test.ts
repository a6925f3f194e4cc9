import { expect, test } from '@jest/globals';
import { type TakenFrom, whyItStays } from '../../../src/acts/payrolls/taking-back.js';

const nothing: TakenFrom = { inBooks: 'no', onItsWay: 'no', isLatest: true, bringsMore: true };

test.each<[string, Partial<TakenFrom>, ReturnType<typeof whyItStays>]>([
  ['nothing of its date is posted', {}, undefined],
  ['nothing of its date is posted, and another came since', { isLatest: false }, undefined],
  ['it is posted', { inBooks: 'with it' }, 'is in the books'],
  ['it is posted, and a correction came since', { inBooks: 'with it', isLatest: false }, 'is in the books'],
  ['its own amendment is not posted', { inBooks: 'without it' }, undefined],
  [
    'neither its amendment nor that of a later file is posted',
    { inBooks: 'without it', isLatest: false },
    'has a later file',
  ],
  ['its post is on its way', { onItsWay: 'with it' }, 'is on its way'],
  ['its amendment is on its way', { inBooks: 'without it', onItsWay: 'with it' }, 'is on its way'],
  ['it came while the post before it was on its way', { onItsWay: 'without it' }, undefined],
  ['the same, and a later one came', { onItsWay: 'without it', isLatest: false }, 'has a later file'],
  ['an amendment on its way would take it out', { inBooks: 'with it', onItsWay: 'without it' }, 'is in the books'],
  ['another file says all of it', { inBooks: 'with it', onItsWay: 'with it', bringsMore: false }, undefined],
])('%s', (_, over, stays) => {
  expect(whyItStays({ ...nothing, ...over })).toBe(stays);
});
