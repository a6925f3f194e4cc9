import type { Problem } from '../../ground/problem.js';

export function ProblemNote({ problem }: { readonly problem: Pick<Problem, 'title' | 'detail' | 'todo'> }) {
  return (
    <div class="problem" role="alert">
      <h2>{problem.title}</h2>
      <p>{problem.detail}</p>
      <p>{problem.todo}</p>
    </div>
  );
}
