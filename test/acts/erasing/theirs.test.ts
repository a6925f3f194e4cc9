import { expect, it } from '@jest/globals';
import { mentions, type Theirs } from '../../../src/acts/erasing/theirs.js';

const vale: Theirs = {
  ...{ companyId: 'ash', connectionId: 'c', tags: new Set(), paying: new Set(), until: '2025-04-05', everybody: false },
  ...{ names: ['Ed Vale'], paths: new Set(['/v2/users/2']), stay: new Set(), haveAllLeft: true },
};

it.each([
  ['Ed Vale was overpaid', true],
  ['VALE rang', true],
  ['Vale’s pay', true],
  ['Valerie rang', false],
  ['prevale', false],
  ['Ed rang', false],
  ['https://api.x/v2/users/2', true],
  ['{"user":"/v2/users/2"}', true],
  ['/v2/users/21', false],
  ['', false],
])('whether "%s" is about Ed Vale, user 2: %s', (words, is) => {
  expect(mentions(vale, words)).toBe(is);
});
