import type { ProblemDetails } from '../../ground/problem.js';
import { ProblemNote } from '../frame/problem-note.js';

/** A token, for those who have no link; neither is ever sent by mail from here. */
interface SignInProps {
  readonly problem?: ProblemDetails;
  /** Where an issuer knows who people are. */
  readonly byIssuer: boolean;
}

export function SignInPage({ problem, byIssuer }: SignInProps) {
  return (
    <div class="sign-in">
      <section>
        <h1>Sign in</h1>
        {problem === undefined ? null : <ProblemNote problem={problem} />}
        {byIssuer ? (
          <p>
            <a href="/sign-in/issuer" class="button">
              Sign in with your organisation
            </a>
          </p>
        ) : null}
        <form method="post" action="/sign-in" class="stacked">
          <label>
            Token
            <input type="password" name="token" required autocomplete="current-password" maxLength={200} />
          </label>
          <button type="submit">Sign in</button>
        </form>
        <p class="muted">
          No token? Whoever runs this service makes a link that works once: <code>counterfoil sign-in-link</code>
        </p>
      </section>
    </div>
  );
}
