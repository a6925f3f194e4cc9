import { identityOf, type Person } from '../../../access/person.entity.js';
import type { Principal } from '../../../access/principal.js';
import type { OpenSession } from '../../../access/sessions.js';
import type { Problem } from '../../../ground/problem.js';
import { reasonCharactersMax } from '../../../acts/reason.js';
import { personPath } from '../frame/paths.js';
import { moment } from '../frame/words.js';
import { ActForm, Field } from '../kit/act-form.js';
import { PageHeading, ProblemNote, Section } from '../kit/section.js';
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
  const { person, companies, typed, problem } = props;
  const path = personPath(person.id);
  return (
    <>
      <PageHeading
        words={
          <>
            {person.name} {person.active ? null : <span class="state is-ignored">Inactive</span>}
          </>
        }
      />
      <ProblemNote problem={problem} />
      <div class="beside">
        <Section id="may" heading="What they may do">
          <ActForm to={path} class="stacked">
            <PersonFields typed={typed ?? person} companies={companies} />
            <Reason {...props} />
            <button type="submit">Save</button>
            <small>A change of role, pay or clients signs them out, and they sign in again.</small>
            <TakesTwo {...props} />
          </ActForm>
        </Section>
        <div>
          <SignedIn {...props} />
          <AtIssuer {...props} />
          <Section id="active" heading={person.active ? 'Make inactive' : 'Let in again'}>
            <p class="muted">
              {person.active
                ? 'They are signed out everywhere at once. What they did keeps their name.'
                : 'With the role and clients they had.'}
            </p>
            <ActForm to={`${path}/active`} sends={{ active: person.active ? 'no' : 'yes' }}>
              {person.active ? null : <Reason {...props} />}
              <button type="submit" class={person.active ? 'danger' : undefined}>
                {person.active ? 'Make inactive' : 'Let in again'}
              </button>
            </ActForm>
          </Section>
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
    <Field
      name="reason"
      label="Reason"
      maxLength={reasonCharactersMax}
      value={typed?.reason}
      hint="For another name, address, user name or sign-in, and more rights. The month file prints it."
    />
  );
}

function AtIssuer(props: PersonProps) {
  const { person } = props;
  const identity = identityOf(person);
  if (identity === undefined) return null;
  return (
    <Section id="identity" heading="Sign-in at your organisation">
      <p>
        Anyone who is <code>{identity.subject}</code> at <code>{identity.issuer}</code> signs in as {person.name}.
      </p>
      <ActForm to={`${personPath(person.id)}/identity/remove`} act="Remove this sign-in" button="danger">
        <Reason {...props} />
      </ActForm>
      <p class="muted">They are signed out everywhere. Another can be added only by them, by signing in there.</p>
    </Section>
  );
}

function SignedIn({ person, sessions, principal, now }: PersonProps) {
  return (
    <Section id="sessions" heading="Signed in">
      {sessions.length === 0 ? <p class="muted">Nowhere at present.</p> : null}
      <ul>
        {sessions.map(({ id, createdAt, seenAt }) => (
          <li key={id} class="row">
            <span class="row-what">
              Since {moment(createdAt, now)}, last used {moment(seenAt, now)}
              {id === principal.session ? ' (this browser)' : ''}
            </span>
            <ActForm
              to={`${personPath(person.id)}/sessions/${id}/end`}
              class="row-act"
              act="Sign out"
              button="secondary"
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
