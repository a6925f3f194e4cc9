import { nearest } from '../../../src/journal/nouns/nearest.js';

const fields = [
  'Basic pay',
  'Bonus',
  'Overtime',
  'Commission',
  'Employee NI',
  'Employer NI',
  'Employer pension',
  'Christmas bonus',
];

test.each([
  ['a letter too few', 'overtme', ['Overtime']],
  ['a letter too many', 'overtimes', ['Overtime']],
  ['three letters of nine wrong', 'xxxmission', ['Commission']],
  ['one letter of a name wrong, and of the end of a longer one', 'bonos', ['Bonus']],
  ['two letters of five wrong', 'bxnxs', ['Bonus']],
  ['three letters of five wrong', 'bxxxs', []],
  ['four letters of ten wrong', 'xxxxission', []],
  ['a part of it', 'employer', ['Employer NI', 'Employer pension']],
  ['capital letters', 'EMPLOYEE', ['Employee NI']],
  ['the name itself, and one like it', 'Employer NI', ['Employer NI', 'Employee NI']],
  ['nothing like it', 'mileage', []],
])('%s', (_, typed, expected) => {
  expect(nearest(typed, fields)).toEqual(expected);
});

test('at most three names are shown, the nearest first, then by the alphabet', () => {
  const people = ['Ann Lee', 'Ann Leigh', 'Anna Lee', 'Ann Le', 'Dan Lee'];
  expect(nearest('Ann Lee', people)).toEqual(['Ann Lee', 'Ann Le', 'Anna Lee']);
});
