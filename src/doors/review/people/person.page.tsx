import { identityOf, type Person } from '../../../access/person.entity.js';
import type { Principal } from '../../../access/principal.js';
import type { OpenSession } from '../../../access/sessions.js';
import type { Problem } from '../../../ground/problem.js';
import { reasonCharactersMax } from '../../../acts/reason.js';
import { Csrf } from '../frame/marks.js';
import { personPath } from '../frame/paths.js';
import { ProblemNote } from '../frame/problem-note.js';
import { moment } from '../frame/words.js';
import { type NamedCompany, PersonFields, type PersonTyped } from './person-fields.js';

interface PersonProps {
  readonly person: Person;
  readonly sessions: readonly OpenSession[];
  readonly companies: readonly NamedCompany[];
  readonly principal: Principal;
  /** What was refused. */
  readonly typed?: PersonTyped;
  readonly problem?: Problem;
  readonly now: Date;
  /** Who else must ask for the same; undefined where one administrator is enough. */
  readonly secondAdmins?: readonly string[];
}

export function PersonPage(props: PersonProps) {
  const { person, companies, principal, typed, problem } = props;
  const path = personPath(person.id);
  return (
    <>
      <header class="page-heading">
        <h1>
          {person.name} {person.active ? null : <span class="state is-ignored">Inactive</span>}
        </h1>
      </header>
      {problem === undefined ? null : <ProblemNote problem={problem} />}
      <div class="beside">
        <section aria-labelledby="may-heading">
          <h2 id="may-heading">What they may do</h2>
          <form method="post" action={path} class="stacked">
            <Csrf token={principal.csrf} />
            <PersonFields typed={typed ?? person} companies={companies} />
            <Reason {...props} />
            <button type="submit">Save</button>
            <small>A change of role, pay or clients signs them out, and they sign in again.</small>
            <TakesTwo {...props} />
          </form>
        </section>
        <div>
          <SignedIn {...props} />
          <AtIssuer {...props} />
          <section aria-labelledby="active-heading">
            <h2 id="active-heading">{person.active ? 'Make inactive' : 'Let in again'}</h2>
            <p class="muted">
              {person.active
                ? 'They are signed out everywhere at once. What they did keeps their name.'
                : 'With the role and clients they had.'}
            </p>
            <form method="post" action={`${path}/active`}>
              <Csrf token={principal.csrf} />
              <input type="hidden" name="active" value={person.active ? 'no' : 'yes'} />
              {person.active ? null : <Reason {...props} />}
              <button type="submit" class={person.active ? 'danger' : undefined}>
                {person.active ? 'Make inactive' : 'Let in again'}
              </button>
            </form>
          </section>
        </div>
      </div>
    </>
  );
}

/** Where two pairs of eyes are asked for, no one administrator may sign in as someone who reviews. */
function TakesTwo({ person, secondAdmins }: PersonProps) {
  if (secondAdmins === undefined) return null;
  const who =
    secondAdmins.length > 0
      ? `It is done when one more asks the same within a week: ${secondAdmins.join(', ')}.`
      : 'There is no other administrator who could ask the same, so you ask again after a day, each time with a reason.';
  return (
    <p class="muted">
      A client that {person.name} reviews asks for two pairs of eyes. So another name, address, user name or sign-in,
      and more rights, take two administrators. {who} Taking rights away takes one, at once.
    </p>
  );
}

/** Asked of one administrator alone, and printed in the month file. */
function Reason({ secondAdmins, typed }: PersonProps) {
  if (secondAdmins === undefined || secondAdmins.length > 0) return null;
  return (
    <label>
      Reason
      <input name="reason" maxlength={reasonCharactersMax} value={typed?.reason} autocomplete="off" />
      <small>For another name, address, user name or sign-in, and more rights. The month file prints it.</small>
    </label>
  );
}

function AtIssuer(props: PersonProps) {
  const { person, principal } = props;
  const identity = identityOf(person);
  if (identity === undefined) return null;
  return (
    <section aria-labelledby="identity-heading">
      <h2 id="identity-heading">Sign-in at your organisation</h2>
      <p>
        Anyone who is <code>{identity.subject}</code> at <code>{identity.issuer}</code> signs in as {person.name}.
      </p>
      <form method="post" action={`${personPath(person.id)}/identity/remove`}>
        <Csrf token={principal.csrf} />
        <Reason {...props} />
        <button type="submit" class="danger">
          Remove this sign-in
        </button>
      </form>
      <p class="muted">They are signed out everywhere. Another can be added only by them, by signing in there.</p>
    </section>
  );
}

function SignedIn({ person, sessions, principal, now }: PersonProps) {
  return (
    <section aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Signed in</h2>
      {sessions.length === 0 ? <p class="muted">Nowhere at present.</p> : null}
      <ul>
        {sessions.map(({ id, createdAt, seenAt }) => (
          <li key={id} class="row">
            <span class="row-what">
              Since {moment(createdAt, now)}, last used {moment(seenAt, now)}
              {id === principal.session ? ' (this browser)' : ''}
            </span>
            <form method="post" action={`${personPath(person.id)}/sessions/${id}/end`} class="row-act">
              <Csrf token={principal.csrf} />
              <button type="submit" class="secondary">
                Sign out
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
