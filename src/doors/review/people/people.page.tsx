import type { Person } from '../../../access/person.entity.js';
import type { OpenSession } from '../../../access/sessions.js';
import type { Problem } from '../../../ground/problem.js';
import { FiguresTable } from '../kit/figures.js';
import { personPath } from '../frame/paths.js';
import { count, moment } from '../frame/words.js';
import { ActForm } from '../kit/act-form.js';
import { PageHeading, ProblemNote, Section } from '../kit/section.js';
import { type NamedCompany, PersonFields, type PersonTyped } from './person-fields.js';

interface PeopleProps {
  readonly people: readonly Person[];
  readonly sessions: readonly OpenSession[];
  readonly companies: readonly NamedCompany[];
  readonly typed?: PersonTyped;
  readonly problem?: Problem;
  readonly now: Date;
}

const roleNames = { viewer: 'Viewer', reviewer: 'Reviewer', admin: 'Administrator' } as const;

export function PeoplePage({ people, sessions, companies, typed, problem, now }: PeopleProps) {
  return (
    <>
      <PageHeading words="People" />
      <ProblemNote problem={problem} />
      <section aria-label="Everybody">
        {people.length === 0 ? <p>No one yet.</p> : <List people={people} sessions={sessions} />}
      </section>
      <SignedIn sessions={sessions} now={now} />
      <Section id="add" heading="Add a person">
        <ActForm to="/people" class="stacked" act="Add">
          <PersonFields typed={typed ?? { role: 'reviewer', pay: true, companies: [] }} companies={companies} />
        </ActForm>
      </Section>
    </>
  );
}

function List({ people, sessions }: Pick<PeopleProps, 'people' | 'sessions'>) {
  const signedIn = (id: string) => sessions.filter(({ person }) => person === id).length;
  return (
    <FiguresTable
      kind="cards"
      name={{ label: 'People' }}
      headings={['Name', 'E-mail', 'Role', 'Sees pay', 'Clients', 'Now']}
    >
      {people.map((person) => (
        <tr key={person.id}>
          <th scope="row">
            <a href={personPath(person.id)}>{person.name}</a>
          </th>
          <td class="note">{person.email ?? '–'}</td>
          <td data-label="Role">{roleNames[person.role]}</td>
          <td data-label="Sees pay">{person.pay ? 'Yes' : 'No'}</td>
          <td data-label="Clients">{person.companies === null ? 'All' : count(person.companies.length, 'client')}</td>
          <td class="corner">{standing(person, signedIn(person.id))}</td>
        </tr>
      ))}
    </FiguresTable>
  );
}

/** Includes programs' sessions, which belong to no person; a person's are ended on the person's page. */
function SignedIn({ sessions, now }: Pick<PeopleProps, 'sessions' | 'now'>) {
  return (
    <Section id="sessions" heading="Sessions" count={sessions.length}>
      <ul>
        {sessions.map(({ id, person, name, createdAt, seenAt }) => (
          <li key={id} class="row">
            <span class="row-who">{person === undefined ? name : <a href={personPath(person)}>{name}</a>}</span>
            <span class="row-when">since {moment(createdAt, now)}</span>
            <span class="row-what">last used {moment(seenAt, now)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function standing({ active }: Person, signedIn: number): string {
  if (!active) return 'Inactive';
  return signedIn === 0 ? 'Not signed in' : 'Signed in';
}
