import { expect, it } from '@jest/globals';
import { mentions, type Theirs } from '../../../src/acts/erasing/theirs.js';

const vale: Theirs = {
  ...{ companyId: 'ash', connectionId: 'c', tags: new Set(), paying: new Set(), until: '2025-04-05', everybody: false },
  ...{
    names: ['Ed Vale'],
    others: ['Vale Road Ltd', 'Tom Vale'],
    paths: new Set(['/v2/users/2']),
    stay: new Set(),
    haveAllLeft: true,
  },
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
  ['Vale Road Ltd: 3 runs held', false],
  ['Tom Vale left', false],
  ['Tom Vale left, as Vale did', true],
])('whether "%s" is about Ed Vale, user 2: %s', (words, is) => {
  expect(mentions(vale, words)).toBe(is);
});

const called = (...names: readonly string[]): Theirs => ({ ...vale, names });

it.each([
  ['Ann May', 'paid in May, as we may', false],
  ['Ann May', 'ann may rang', true],
  ['Ann May', 'Mrs May rang', true],
  ['Jo Will', 'it will be posted', false],
  ['Yan He', 'He rang', false],
  ['Zo\u00eb M\u00fcller', 'Mu\u0308ller rang', true],
  ['Zo\u00eb Mu\u0308ller', 'agreed with M\u00dcLLER', true],
  ['Pat O\u2019Brien', "O'Brien rang", true],
  ["Pat O'Brien", 'o\u2019brien\u2019s pay', true],
  ['Kim Smith-Jones', 'Smith\u2011Jones rang', true],
  ['Kim Smith-Jones', 'Smith Ltd rang', false],
  ['Cher', 'cher rang', true],
  ['Ines de la Cruz', 'Cruz, I.', true],
])('%s is in "%s": %s', (name, words, is) => {
  expect(mentions(called(name), words)).toBe(is);
});
