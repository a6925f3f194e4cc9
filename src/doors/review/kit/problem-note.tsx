import type { Problem } from '../../../ground/problem.js';
import { Said } from '../frame/marks.js';

/** Why what was asked is refused, if it is. */
export function ProblemNote({ problem }: { readonly problem?: Pick<Problem, 'title' | 'detail' | 'todo'> }) {
  if (problem === undefined) return null;
  return (
    <div class="problem" role="alert">
      <h2>{problem.title}</h2>
      <p>
        <Said>{withCode(problem.detail)}</Said>
      </p>
      <p>
        <Said>{withCode(problem.todo)}</Said>
      </p>
    </div>
  );
}

/** Text between backticks is for typing: terminals and the API show it like that, pages as code. */
export const withCode = (words: string) =>
  words.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
