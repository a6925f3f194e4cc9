import type * as z from 'zod';
import type { listPayrollPeople } from '../../../answers/payroll-files.js';
import { table } from '../output.js';

export const howPeopleAreConfirmed = `
No one is matched by itself: a name that agrees with exactly one person of the books is proposed, and you confirm it:
  counterfoil policy "Ash Ltd" --set payrollPeople.E1=https://…/v2/users/1`;

type Person = z.output<typeof listPayrollPeople.gives>['items'][number];

export function peopleInWords(people: readonly Person[], booksRead: boolean, company: string): string {
  if (people.length === 0) return `No file of ${company} pays anyone.`;
  const settings = people.flatMap(({ id, proposed }) =>
    proposed === undefined ? [] : [`--set ${quoted(`payrollPeople.${id}=${proposed}`)}`],
  );
  return [
    table(people, [
      { heading: 'Payroll id', value: ({ id }) => id },
      { heading: 'In the files', value: ({ name, toDate }) => [name, toDate].filter(Boolean).join(', ') },
      { heading: 'In the books', value: ({ user, userName }) => userName ?? user ?? 'not said yet' },
      { heading: 'By name', value: ({ proposed, proposedName }) => proposedName ?? proposed ?? '' },
    ]),
    ...(booksRead ? [] : ['The people in the books are not known until a sync has read them.']),
    ...(settings.length === 0
      ? []
      : [`To confirm who is proposed:\ncounterfoil policy ${quoted(company)} ${settings.join(' ')}`]),
  ].join('\n\n');
}

/** For a shell, where it needs that. */
const quoted = (text: string): string => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
