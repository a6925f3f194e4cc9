import type { Command } from 'commander';
import { withRooms } from '../boot.js';
import { json, print, table } from '../output.js';

export function registerPeople(payroll: Command): void {
  payroll
    .command('people')
    .description('who each payroll id of the files is in the books, or whose name it agrees with')
    .argument('<company>', 'its name, id or subdomain')
    .option('--json', 'answer [{"id", "name", "toDate"?, "user"?, "userName"?, "proposed"?, "proposedName"?}]')
    .addHelpText(
      'after',
      `
No one is matched by itself: a name that agrees with exactly one person of the books is proposed, and you confirm it:
  counterfoil policy "Ash Ltd" --set payrollPeople.E1=https://…/v2/users/1`,
    )
    .action(people);
}

async function people(named: string, options: { json?: boolean }): Promise<void> {
  await withRooms(async (rooms) => {
    const { Companies } = await import('../../../companies/companies.js');
    const { Database } = await import('../../../ground/database.js');
    const { payrollPeople } = await import('../../../views/company/payroll-people.js');
    const company = await rooms.get(Companies).find(named);
    const found = await rooms.get(Database).read((rows) => payrollPeople(rows, company));
    if (options.json) return json(found.people);
    if (found.people.length === 0) return print(`No file of ${company.name} pays anyone.`);
    print(
      table(found.people, [
        { heading: 'Payroll id', value: ({ id }) => id },
        { heading: 'In the files', value: ({ name, toDate }) => [name, toDate].filter(Boolean).join(', ') },
        { heading: 'In the books', value: ({ user, userName }) => userName ?? user ?? 'not said yet' },
        { heading: 'By name', value: ({ proposed, proposedName }) => proposedName ?? proposed ?? '' },
      ]),
    );
    if (found.inBooks.length === 0) print('\nThe people in the books are not known until a sync has read them.');
    const settings = found.people.flatMap(({ id, proposed }) =>
      proposed === undefined ? [] : [`--set ${quoted(`payrollPeople.${id}=${proposed}`)}`],
    );
    if (settings.length > 0)
      print(`\nTo confirm who is proposed:\ncounterfoil policy ${quoted(company.name)} ${settings.join(' ')}`);
  });
}

/** For a shell, where it needs that. */
const quoted = (text: string): string => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
