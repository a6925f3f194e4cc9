import { asProblem, Problem, problemDetails } from '../../src/ground/problem.js';

const init = { title: 'Held', detail: 'Ash Ltd waits.', todo: 'Decide.', status: 409, exitCode: 3 } as const;

test('a problem has a text for people, and a status and an exit code for programs', () => {
  const problem = new Problem(init);
  expect(problem).toMatchObject(init);
  expect(problem.message).toBe('Held: Ash Ltd waits.');
});

test('its HTTP form has the members of RFC 9457 and what to do', () => {
  expect(problemDetails(new Problem(init))).toEqual({
    type: 'about:blank',
    title: 'Held',
    status: 409,
    detail: 'Ash Ltd waits.',
    todo: 'Decide.',
  });
});

test('a problem stays as it is; a bug becomes a problem that keeps its cause', () => {
  const problem = new Problem(init);
  expect(asProblem(problem)).toBe(problem);
  const bug = new TypeError('x is undefined');
  expect(asProblem(bug)).toMatchObject({ detail: 'x is undefined', cause: bug, exitCode: 1, status: 500 });
});
