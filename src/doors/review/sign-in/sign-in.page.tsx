import type { ProblemDetails } from '../../../ground/problem.js';
import { ProblemNote } from '../kit/section.js';
import { ActForm, Field } from '../kit/act-form.js';

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
        <ProblemNote problem={problem} />
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
          <ActForm to="/sign-in/mail" class="stacked" act="Send me a link">
            <Field name="email" label="E-mail" type="email" required autocomplete="email" maxLength={200} />
          </ActForm>
        ) : null}
        <ActForm to="/sign-in" class="stacked" act="Sign in">
          <Field name="token" label="Token" type="password" required autocomplete="current-password" maxLength={200} />
        </ActForm>
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
        <ActForm to={action} class="stacked" act="Sign in" />
      </section>
    </div>
  );
}

/** Only this button adds the sign-in: a link alone could be opened in a browser where someone else is signed in. */
export function ConnectSignInPage({ name }: { readonly name: string }) {
  return (
    <div class="sign-in">
      <section>
        <h1>Your organisation’s sign-in</h1>
        <p>
          You are signed in as {name}. The account you now use at your organisation will sign in as {name} from then on.
        </p>
        <ActForm to="/sign-in/issuer" class="stacked" act="Make it mine" />
        <p class="muted">You are not {name}? Sign out first, then sign in.</p>
      </section>
    </div>
  );
}
