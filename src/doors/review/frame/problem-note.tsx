import type { Problem } from '../../../ground/problem.js';

export function ProblemNote({ problem }: { readonly problem: Pick<Problem, 'title' | 'detail' | 'todo'> }) {
  return (
    <div class="problem" role="alert">
      <h2>{problem.title}</h2>
      <p>{withCode(problem.detail)}</p>
      <p>{withCode(problem.todo)}</p>
    </div>
  );
}

/** Text between backticks is for typing: terminals and the API show it like that, pages as code. */
export const withCode = (words: string) =>
  words.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
