import type { ProblemPage } from '../../../access/problem.filter.js';
import { Layout } from './layout.js';
import { withCode } from '../kit/section.js';
import { wholePage } from './page.interceptor.js';
import { SignInPage } from '../sign-in/sign-in.page.js';

/** An error as a page in the usual frame; a refused sign-in shows the sign-in form again. */
export const problemPage: ProblemPage = (problem, { path, principal }) => {
  const signsIn = principal === undefined && /^\/sign-in(\/|$)/.test(path);
  return wholePage(
    <Layout page={{ title: problem.title }} principal={principal}>
      {signsIn ? (
        <SignInPage problem={problem} byIssuer={path.startsWith('/sign-in/issuer')} />
      ) : (
        <>
          <header class="page-heading">
            <h1>{problem.title}</h1>
          </header>
          <p>
            {withCode(problem.detail)} {withCode(problem.todo)}
          </p>
          {principal === undefined ? null : (
            <p>
              <a href="/">To the month</a>
            </p>
          )}
        </>
      )}
    </Layout>,
  );
};
