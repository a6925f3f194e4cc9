import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import type { DigestChoice, Person } from '../../access/person.entity.js';
import type { Role } from '../../access/principal.js';
import { personRow } from '../../views/lists/person-row.js';
import { mustBeSure } from './asking.js';
import { byCommand, withRooms } from './boot.js';
import { json, print, table } from './output.js';
import { companyIds, rightsColumns, type RightsOptions, rightsFrom, withRightsOptions } from './rights.js';

interface TextOptions {
  readonly email?: string;
  readonly login?: string;
  readonly digest?: DigestChoice;
  readonly json?: boolean;
}

interface ChangeOptions extends TextOptions {
  readonly name?: string;
  readonly role?: Role;
  readonly pay?: boolean;
  readonly company?: string[];
  readonly allCompanies?: boolean;
  readonly active?: boolean;
  readonly removeIdentity?: boolean;
  readonly reason?: string;
}

const answers =
  '{"id", "name", "email", "login", "role", "pay", "companies", "active", "digest", "createdAt", "identity": {"issuer", "subject"}}';

export function register(program: Command): void {
  const people = program.command('people').description('who may sign in: add, change and list people');

  withRightsOptions(people.command('add').description('add someone who may sign in'), 'reviewer')
    .argument('<name>', 'their name in the log')
    .option('--email <address>', 'where a sign-in link and the digest go')
    .option('--login <user>', 'their user name at the terminal: commands of this user are logged as theirs')
    .addOption(digestOption())
    .option('--json', `answer ${answers}`)
    .action(async (name: string, { email, login, digest, json: asJson, ...options }: RightsOptions & TextOptions) => {
      await withRooms(async (rooms) => {
        const { ActTools } = await import('../../acts/act-tools.js');
        const { addPerson } = await import('../../acts/people/add-person.js');
        const details = { ...(await rightsFrom(rooms, name, options)), email, login, digest };
        const person = await addPerson(rooms.get(ActTools), details, await byCommand(rooms));
        if (asJson) return json(answer(person));
        print(`"${person.name}" (${person.role}) may sign in. Now: counterfoil sign-in-link --person "${person.name}"`);
      });
    });

  people
    .command('change')
    .description(
      'change what someone may do; a change of rights signs them out; of someone who may review, with two pairs of eyes, it takes two administrators',
    )
    .argument('<person>', 'their name, e-mail address or id')
    .option('--name <name>', 'another name; what they did before keeps the old one')
    .option('--email <address>', 'another address; empty for none')
    .option('--login <user>', 'their user name at the terminal; empty for none')
    .addOption(new Option('--role <role>', 'what they may do').choices(['viewer', 'reviewer', 'admin']))
    .option('--pay', 'may see what each person is paid')
    .option('--no-pay', 'sees no amount of payroll')
    .option('--company <company...>', 'only these companies')
    .option('--all-companies', 'every company, including later ones')
    .option('--active', 'may sign in again')
    .addOption(digestOption())
    .option('--no-active', 'may not sign in any more, and is signed out everywhere at once')
    .option('--remove-identity', 'remove their identity at the issuer, and sign them out everywhere')
    .option('--reason <reason>', 'where two administrators must ask for it, and there is only one')
    .option('--json', `answer ${answers}`)
    .action(
      async (
        named: string,
        { company, allCompanies, removeIdentity, reason, json: asJson, ...change }: ChangeOptions,
      ) => {
        await withRooms(async (rooms) => {
          const { ActTools } = await import('../../acts/act-tools.js');
          const { changePerson } = await import('../../acts/people/change-person.js');
          const companies = allCompanies ? null : await companyIds(rooms, company);
          const identity = removeIdentity ? null : undefined;
          const given = { change: { ...change, companies, identity }, who: await byCommand(rooms), reason };
          const person = await changePerson(rooms.get(ActTools), named, given);
          if (asJson) return json(answer(person));
          print(`"${person.name}" (${person.role}) ${person.active ? 'may sign in' : 'may not sign in any more'}.`);
        });
      },
    );

  people
    .command('erase')
    .description(
      'erase the names and addresses of someone who may not sign in any more; what they did stays in the log',
    )
    .argument('<person>', 'a name, e-mail address or id')
    .option('--yes', 'do not ask')
    .option('--json', 'answer {"names"}: how many names they had')
    .action(async (named: string, options: { yes?: boolean; json?: boolean }) => {
      const question = `Erase every name of “${named}” for ever?`;
      await mustBeSure(options, { question, otherwise: 'Not erased' });
      await withRooms(async (rooms) => {
        const { ActTools } = await import('../../acts/act-tools.js');
        const { forgetPerson } = await import('../../acts/people/forget-person.js');
        const erased = await forgetPerson(rooms.get(ActTools), named, await byCommand(rooms));
        if (options.json) return json(erased);
        print('Erased. The log still verifies, and has a line about it.');
      });
    });

  people
    .command('list', { isDefault: true })
    .description('list everyone, including those who may no longer sign in')
    .option('--json', `answer [${answers}]`)
    .action(async (options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const all = (await (await peopleOf(rooms)).list()).map(answer);
        if (options.json) return json(all);
        if (all.length === 0) return print('No one yet: counterfoil people add NAME --role admin');
        print(
          table(all, [
            { heading: 'Name', value: (row) => row.name },
            { heading: 'E-mail', value: (row) => row.email },
            { heading: 'Terminal', value: (row) => row.login },
            ...rightsColumns,
            {
              heading: 'At the issuer',
              value: ({ identity }) => identity && `${identity.subject} (${identity.issuer})`,
            },
            { heading: 'Active', value: (row) => (row.active ? 'yes' : 'no') },
          ]),
        );
      });
    });
}

const digestOption = () =>
  new Option('--digest <when>', 'e-mail: daily where something needs them, at month close, or never').choices([
    'daily',
    'month_close',
    'never',
  ]);

async function peopleOf(rooms: INestApplicationContext) {
  const { People } = await import('../../access/people.js');
  const { Database } = await import('../../ground/database.js');
  return new People(rooms.get(Database));
}

/** The same as the API's, in the order that scripts have seen. */
function answer(person: Person) {
  const { id, name, email, login, identity, role, pay, companies, ...rest } = personRow(person);
  return { id, name, email, login, identity, role, pay, companies, ...rest };
}
