import { identityOf, type Person } from '../../access/person.entity.js';

/** Someone who may sign in, as the API answers it. */
export function personRow(person: Person) {
  const { id, name, role, pay, active, digest, companies, email, login, createdAt } = person;
  const texts = { email: email ?? undefined, login: login ?? undefined };
  return { id, name, role, pay, active, digest, companies, ...texts, createdAt, identity: identityOf(person) };
}
