import { expect, test } from '@jest/globals';
import { personIn } from '../../../src/acts/erasing/erase-person.js';
import { onlyRun } from '../../../src/acts/runs/run-found.js';
import { company } from '../../factories/facts.js';
import { outcomeOf, payRun } from './refused.js';

const ref = { company, year: 2026, period: 6 };
const refused = { exitCode: 2 };

test('a pay run is meant where it is the only one', () => {
  const run = payRun();
  expect(onlyRun(ref, [run])).toBe(run);
  const runs = ['2025-10-31', '2025-10-15'].map((datedOn) => payRun({ datedOn }));
  expect(outcomeOf(() => onlyRun(ref, runs))).toStrictEqual({
    ...refused,
    title: 'Several pay runs',
    detail: 'Elm Ltd has 2 pay runs in October 2025: paid 15 Oct 2025, 31 Oct 2025.',
    todo: 'Give the pay date of one: --paid 2025-10-15.',
    status: 409,
  });
});

test.each([
  [undefined, ''],
  ['2025-10-31', ' paid 31 Oct 2025'],
])('there is no pay run: of %s', (paid, words) => {
  expect(outcomeOf(() => onlyRun({ ...ref, paid }, []))).toStrictEqual({
    ...refused,
    title: 'No such pay run',
    detail: `Elm Ltd has no pay run in October 2025${words}.`,
    todo: '`counterfoil runs` lists them; `counterfoil sync` fetches what is new.',
    status: 404,
  });
});

const url = (id: number) => `https://books.test/v2/users/${id}`;
const kept = (at: readonly string[], ...names: readonly string[]) => ({ paths: new Set(at), names, paidOn: [] });
const ann = kept(['/v2/users/1', 'payroll:E1'], 'Ann Ash', 'Anna Ash-Elm');
const ben = kept(['/v2/users/2'], 'Ben Birch');
const otherBen = kept(['/v2/users/3', 'payroll:E3'], 'Ben Birch');
const people = [ann, ben, otherBen];

test.each([
  ['a name', 'Ann Ash', ann],
  ['another name', 'anna ash-elm', ann],
  ['a url', url(3), otherBen],
  ['a path', '/v2/users/2', ben],
  ['a payroll id', 'payroll:E3', otherBen],
])('who is erased is found by %s', (_, person, whom) => {
  expect(personIn(company, people, person)).toBe(whom);
});

test('of namesakes the address decides, and no one is erased who was not paid', () => {
  expect(outcomeOf(() => personIn(company, people, 'Ben Birch'))).toStrictEqual({
    ...refused,
    title: 'Several people have that name',
    detail: 'Elm Ltd: /v2/users/2, /v2/users/3 or payroll:E3 are paid under it.',
    todo: 'Name the person by the address in the books.',
    status: 409,
  });
  expect(outcomeOf(() => personIn(company, people, 'Cat'))).toStrictEqual({
    ...refused,
    title: 'No one of that name was paid',
    detail: 'Elm Ltd: no pay run of a closed tax year pays that person.',
    todo: 'Give the name as payslips or files have it, or the address of the person in the books. What is not closed yet stays as payroll has it.',
    status: 404,
  });
});
