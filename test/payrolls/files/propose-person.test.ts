import { proposals, sameName } from '../../../src/payrolls/files/propose-person.js';

test.each([
  ['Ada Ash', 'ADA ASH'],
  ['Ash, Ada', 'Ada Ash'],
  ['Ash Ada', 'Ada Ash'],
  ['Ada M. Ash', 'Ada Ash'],
  ['Ada M Ash', 'Ada Mary Ash'],
  ['Ash, Ada Mary', 'Ada M Ash'],
  ['José Núñez', 'Jose Nunez'],
  ['Zoe O’Neil', "Zoë O'NEIL"],
  ['Ann Smith-Jones', 'Ann Smith Jones'],
  ['van Dyk, Piet', 'Piet van Dyk'],
  ['Łucja Żak', 'łucja żak'],
])('%s may be %s', (one, other) => {
  expect([sameName(one, other), sameName(other, one)]).toEqual([true, true]);
});

test.each([
  ['A Ash', 'Ada Ash'],
  ['Ada Ash', 'Ada Ashe'],
  ['Ada M Ash', 'Ada Jane Ash'],
  ['Ada', 'Ada'],
  ['', ''],
  ['Ash, Ada', 'Ada, Ash'],
])('%s is not %s', (one, other) => {
  expect([sameName(one, other), sameName(other, one)]).toEqual([false, false]);
});

const people = ['Ada Ash', 'John Ash', 'Bob Birch', 'Bob B Birch'].map((name) => ({ name }));
test.each([
  ['exactly one agrees', ['Ash, Ada'], ['Ada Ash']],
  ['no one agrees', ['Cy Cole'], [undefined]],
  ['two people have the name', ['Bob Birch'], [undefined]],
  ['two of the files have the name', ['John Ash', 'Ash, John K.', 'Ada Ash'], [undefined, undefined, 'Ada Ash']],
])('where %s', (_, names, expected) => {
  expect(proposals(names, people).map((person) => person?.name)).toEqual(expected);
});
