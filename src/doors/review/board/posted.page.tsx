import type { Problem } from '../../../ground/problem.js';

interface PostedProps {
  readonly words: string;
  readonly troubled: readonly { readonly company: string; readonly problem: Problem }[];
  readonly back: string;
}

/** After posting many at once: which were not posted, and why. */
export function PostedPage({ words, troubled, back }: PostedProps) {
  return (
    <>
      <header class="page-heading">
        <h1>{words}</h1>
      </header>
      <section aria-label="Left as they were">
        <ul>
          {troubled.map(({ company, problem }, index) => (
            <li key={index} class="row">
              <span class="row-who">{company}</span>
              <span class="row-when" />
              <span class="row-what">
                <span class="state is-held">{problem.title}</span>
                {problem.detail} {problem.todo}
              </span>
            </li>
          ))}
        </ul>
        <p class="more">
          <a href={back} class="button">
            To the month
          </a>
        </p>
      </section>
    </>
  );
}
