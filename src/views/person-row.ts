import { identityOf, type Person } from '../access/person.entity.js';

/** Somebody who may sign in, as the API and `people --json` answer it. */
export function personRow(person: Person) {
  const { id, name, email, login, role, pay, companies, active, digest, createdAt } = person;
  const texts = { email: email ?? undefined, login: login ?? undefined, identity: identityOf(person) };
  return { id, name, ...texts, role, pay, companies, active, digest, createdAt };
}
