import type { ProblemDetails } from '../../../ground/problem.js';
import { Csrf } from '../frame/marks.js';
import { ProblemNote } from '../frame/problem-note.js';

interface SignInProps {
  readonly problem?: ProblemDetails;
  /** People may sign in at an issuer. */
  readonly byIssuer: boolean;
  /** Links can be e-mailed. */
  readonly byMail?: boolean;
  /** Someone has just asked for a link. */
  readonly sent?: boolean;
}

export function SignInPage({ problem, byIssuer, byMail, sent }: SignInProps) {
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
        {sent ? (
          <p role="status">If that address is known here, a link is on its way. It works for 15 minutes.</p>
        ) : null}
        {byMail ? (
          <form method="post" action="/sign-in/mail" class="stacked">
            <label>
              E-mail
              <input type="email" name="email" required autocomplete="email" maxLength={200} />
            </label>
            <button type="submit">Send me a link</button>
          </form>
        ) : null}
        <form method="post" action="/sign-in" class="stacked">
          <label>
            Token
            <input type="password" name="token" required autocomplete="current-password" maxLength={200} />
          </label>
          <button type="submit">Sign in</button>
        </form>
        {problem === undefined ? null : (
          <p>
            <a href="/sign-in">All ways to sign in</a>
          </p>
        )}
        <p class="muted">
          No token? The person who runs this service can make a link that works once:{' '}
          <code>counterfoil sign-in-link</code>
        </p>
      </section>
    </div>
  );
}

interface AskedLinkProps {
  readonly action: string;
  readonly from?: 'another site';
  /** Who is signed in at present. */
  readonly name?: string;
}

/** A link alone signs no one in, since a mail scanner or another site may have opened it. */
export function AskedLinkPage({ action, from, name }: AskedLinkProps) {
  return (
    <div class="sign-in">
      <section>
        <h1>Sign in</h1>
        {from === undefined ? null : (
          <p>
            This link was opened on another site. Sign in with it only if it was made for you: what you do is then
            recorded in that person’s name{name === undefined ? '' : `, and no longer in that of ${name}`}.
          </p>
        )}
        <form method="post" action={action} class="stacked">
          <button type="submit">Sign in</button>
        </form>
      </section>
    </div>
  );
}

interface ConnectProps {
  readonly name: string;
  readonly csrf?: string;
}

/** Only this button adds the sign-in: a link alone could be opened in a browser where someone else is signed in. */
export function ConnectSignInPage({ name, csrf }: ConnectProps) {
  return (
    <div class="sign-in">
      <section>
        <h1>Your organisation’s sign-in</h1>
        <p>
          You are signed in as {name}. The account you now use at your organisation will sign in as {name} from then on.
        </p>
        <form method="post" action="/sign-in/issuer" class="stacked">
          <Csrf token={csrf} />
          <button type="submit">Make it mine</button>
        </form>
        <p class="muted">You are not {name}? Sign out first, then sign in.</p>
      </section>
    </div>
  );
}
