import type { Problem } from '../../ground/problem.js';

interface PostedProps {
  readonly posted: number;
  readonly asked: number;
  readonly troubled: readonly { readonly company: string; readonly problem: Problem }[];
  readonly back: string;
}

/** After many were posted at once: which were not, and why. */
export function PostedPage({ posted, asked, troubled, back }: PostedProps) {
  return (
    <>
      <header class="page-heading">
        <h1>
          {posted} of {asked} posted
        </h1>
      </header>
      <section aria-label="Not posted">
        <ul class="rows">
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
            To the board
          </a>
        </p>
      </section>
    </>
  );
}
