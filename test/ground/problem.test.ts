import { asProblem, isProblem, Problem, problem, problemDetails } from '../../src/ground/problem.js';

const words = { detail: 'Ash Ltd waits.', todo: 'Wait for the next sync.' };
const one = problem('still-being-settled', words);

test('a problem has a text for people, and a status and an exit code for programs', () => {
  expect(one).toMatchObject({ ...words, title: 'Something is still being settled', status: 409, exitCode: 3 });
  expect(one.message).toBe('Something is still being settled: Ash Ltd waits.');
});

test('its HTTP form has the members of RFC 9457 and what to do', () => {
  expect(problemDetails(one)).toEqual({
    ...words,
    type: '/problems/still-being-settled',
    title: 'Something is still being settled',
    status: 409,
  });
});

test('it is known by its kind, never by its words', () => {
  expect(isProblem(one, 'still-being-settled')).toBe(true);
  expect(isProblem(problem('not-now', words), 'still-being-settled')).toBe(false);
  expect(isProblem(new Error(one.message), 'still-being-settled')).toBe(false);
});

test('only a name of the table compiles, and only the table says title, status and exit code', () => {
  // @ts-expect-error No such name.
  expect(() => problem('nobody-knows', words)).toThrow(TypeError);
  // @ts-expect-error Made by `problem`, or as a class of its own.
  expect(new Problem('not-now', words).status).toBe(409);
  // @ts-expect-error Not for the place to say.
  expect(problem('not-now', { ...words, status: 500 }).status).toBe(409);
});

test('a problem stays as it is; a bug becomes a problem that keeps its cause', () => {
  expect(asProblem(one)).toBe(one);
  const bug = new TypeError('x is undefined');
  expect(asProblem(bug)).toMatchObject({ detail: 'x is undefined', cause: bug, exitCode: 1, status: 500 });
});
