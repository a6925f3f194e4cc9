import { hasRole } from '../../../access/principal.js';
import type { PayrollPeople } from '../../../views/company/payroll-people.js';
import { FiguresTable } from '../kit/figures.js';
import { Said } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';
import { count } from '../frame/words.js';
import type { ClientPageProps } from '../frame/visit.js';
import { ActForm, Field } from '../kit/act-form.js';
import { Section } from '../kit/section.js';
import { PersonChoice } from '../policy/policy-fields.js';

interface PeopleFormProps extends ClientPageProps {
  readonly found: PayrollPeople;
}

/** A form takes so many fields at once; the rest is asked once these are said. */
const askedMax = 100;

/** Payroll ids that are not matched yet, and the people in the books. */
export function PeopleForm({ company, principal, found: { people, inBooks } }: PeopleFormProps) {
  // Anyone who has no payroll id is named by their name, which says who is paid.
  const open = people.filter(({ user, id, name }) => user === undefined && (principal.pay || !id.startsWith(name)));
  if (open.length === 0) return null;
  const asked = open.slice(0, askedMax);
  const mayConfirm = hasRole(principal, 'admin') && inBooks.length > 0;
  return (
    <Section id="people" heading="Who is paid">
      <p class="muted">
        {count(open.length, 'payroll id is', 'payroll ids are')} matched to no one in the books, and net pay is owed to
        a person. A name that agrees with the files is chosen already; it counts once you confirm it. Someone who is not
        in the list is not in the books yet: add this person as a user there, then read payroll again.
        {open.length > askedMax ? ` These are the first ${askedMax}.` : ''}
      </p>
      <ActForm to={`${companyPath(company.id, 'payroll-in')}/people`} sends={{ version: company.policyVersion }}>
        <FiguresTable
          kind="cards"
          name={{ labelledBy: 'people-heading' }}
          headings={['Payroll id', principal.pay ? 'In the files' : undefined, 'In the books']}
        >
          {asked.map(({ id, name, toDate, proposed }, at) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              {principal.pay ? (
                <td data-label="In the files">{toDate === undefined ? name : <Said>{`${name}, ${toDate}`}</Said>}</td>
              ) : null}
              <td data-label="In the books" class="wordy">
                <input type="hidden" name={`person.${at}.id`} value={id} />
                <PersonChoice
                  name={`person.${at}.user`}
                  label={`Who ${principal.pay ? name : id} is`}
                  chosen={proposed ?? ''}
                  people={inBooks}
                />
              </td>
            </tr>
          ))}
        </FiguresTable>
        {mayConfirm ? (
          <>
            <Field
              name="reason"
              label="Reason, if a name in the books is quite another than in the files: with the payroll id"
              maxLength={200}
              class="reason"
            />
            <button type="submit">Confirm who they are</button>
          </>
        ) : (
          <p>{whyNot(inBooks.length)}</p>
        )}
      </ActForm>
    </Section>
  );
}

const whyNot = (inBooks: number): string =>
  inBooks === 0
    ? 'The people in the books are not known until a sync has read them.'
    : 'An administrator confirms who they are.';

/** The choices by payroll id. A person left at no one stays open. */
export function peopleTyped(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const typed = Object.entries(fields).flatMap(([key, user]) => {
    const [, at] = /^person\.(\d{1,3})\.user$/.exec(key) ?? [];
    const id = at === undefined ? undefined : fields[`person.${at}.id`];
    return id === undefined || user === '' ? [] : [[id, user] as const];
  });
  return Object.fromEntries(typed);
}
