import { type Command, Option } from 'commander';
import { addPerson, changePerson, erasePerson, listPeople } from '../../answers/people.js';
import { declared, listed } from './declared-command.js';
import { rightsOptions, rightsShown } from './rights.js';

export function register(program: Command): void {
  const people = program.command('people').description('who may sign in: add, change and list people');

  declared(people.command('add'), addPerson, {
    words: ['name'],
    options: rightsOptions('reviewer'),
    given: ({ company, ...given }) => ({ ...given, companies: company }),
    print: ({ name, role }) => `"${name}" (${role}) may sign in. Now: counterfoil sign-in-link --person "${name}"`,
  });

  declared(people.command('change'), changePerson, {
    words: ['person'],
    options: {
      ...rightsOptions(),
      companies: [
        new Option('--company <company...>', 'only these companies'),
        new Option('--all-companies', 'every company, including later ones'),
      ],
      active: [
        new Option('--active', 'may sign in again'),
        new Option('--no-active', 'may not sign in any more, and is signed out everywhere at once'),
      ],
      identity: [new Option('--remove-identity', 'remove their identity at the issuer, and sign them out everywhere')],
    },
    given: ({ company, allCompanies, removeIdentity, email, login, ...given }) => ({
      ...given,
      companies: allCompanies === true ? null : company,
      identity: removeIdentity === true ? null : undefined,
      // An empty word removes it.
      email: email === '' ? null : email,
      login: login === '' ? null : login,
    }),
    print: ({ name, role, active }) => `"${name}" (${role}) ${active ? 'may sign in' : 'may not sign in any more'}.`,
  });

  declared(people.command('erase'), erasePerson, {
    words: ['person'],
    ask: ({ person }) => ({ question: `Erase every name of “${person}” for ever?`, otherwise: 'Not erased' }),
    print: () => 'Erased. The log still verifies, and has a line about it.',
  });

  declared(people.command('list', { isDefault: true }), listPeople, {
    print: listed(listPeople.gives, 'No one yet: counterfoil people add NAME --role admin', {
      Name: 'name',
      'E-mail': 'email',
      Terminal: 'login',
      ...rightsShown,
      'At the issuer': ({ identity }) => identity && `${identity.subject} (${identity.issuer})`,
      Active: 'active',
    }),
  });
}
