import { hasRole } from '../../../access/principal.js';
import type { Guess } from '../../../acts/payrolls/receive-report.js';
import { asInformation, type ColumnMap } from '../../../journal/policy/column-map.js';
import { fieldRows } from '../../../journal/policy/treatments.js';
import { FiguresTable } from '../kit/figures.js';
import { companyPath } from '../frame/paths.js';
import type { ClientPageProps } from '../frame/visit.js';
import { ActForm, Field } from '../kit/act-form.js';
import { Section } from '../kit/section.js';

interface ColumnsFormProps extends ClientPageProps {
  readonly file: string;
  readonly guess: Guess;
}

const choices: readonly (readonly [as: string, words: string])[] = [
  ['', 'Nothing is taken from it'],
  ['person', 'Payroll id'],
  ['name', 'Name'],
  ['net', 'Net pay, as a check'],
  [asInformation, 'Information only'],
  ...fieldRows.filter(({ part }) => part !== 'information').map(({ field, words }) => [field, words] as const),
];

/** What each column of a report is, next to its first rows: the saved answer, or our guess. */
export function ColumnsForm({ company, principal, file, guess }: ColumnsFormProps) {
  const { columns, totals, netAgrees } = guess;
  const [rows, totalRow] = principal.pay ? [guess.rows, guess.totalRow] : [[], undefined];
  const known = company.policy.payrollColumns;
  return (
    <Section id="columns" heading={`The columns of ${file}`}>
      <p class="muted">
        Nothing was taken from the file. Say what each column is, save it, and give the file again; from then on every
        report with these headings is read like that. A column with amounts cannot be left out.{' '}
        {netAgrees === undefined
          ? ''
          : netAgrees
            ? 'Net pay agrees with the guessed columns.'
            : 'Net pay does not agree with the guessed columns.'}
      </p>
      <ActForm to={`${companyPath(company.id, 'payroll-in')}/columns`} sends={{ file }}>
        <FiguresTable
          kind="cards"
          name={{ labelledBy: 'columns-heading' }}
          headings={[
            'Column',
            'What it is',
            ...rows.map((_, at) => ({ n: `Row ${at + 1}` })),
            ...(totalRow === undefined ? [] : [{ n: 'Total row' }]),
          ]}
        >
          {columns.map(({ heading, as, isMoney }, at) => (
            <tr key={at}>
              <th scope="row">{heading}</th>
              <td data-label="What it is" class="wordy">
                <input type="hidden" name={`column.${at}.heading`} value={heading} />
                <select name={`column.${at}.as`} aria-label={`What “${heading}” is`}>
                  {isMoney && chosenOf(known, heading, as) === '' ? <option value="">Say what it is</option> : null}
                  {choices.map(([value, words]) =>
                    value === '' && isMoney ? null : (
                      <option key={value} value={value} selected={value === chosenOf(known, heading, as)}>
                        {words}
                      </option>
                    ),
                  )}
                </select>
              </td>
              {[...rows, ...(totalRow === undefined ? [] : [totalRow])].map((cells, row) => (
                <td key={row} class="n" data-label={row < rows.length ? `Row ${row + 1}` : 'Total row'}>
                  {cells[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </FiguresTable>
        <Field
          name="totals"
          label="What the total row is called"
          value={known?.totals ?? totals ?? ''}
          maxLength={200}
          hint="Every total in it is a check, to the penny. Without one, a missing row would go unnoticed."
        />
        {hasRole(principal, 'admin') ? (
          <button type="submit">Save these columns</button>
        ) : (
          <p>An administrator can save the columns.</p>
        )}
      </ActForm>
    </Section>
  );
}

function chosenOf(known: ColumnMap | null, heading: string, guessed = ''): string {
  if (known === null) return guessed;
  const { person, name, net, fields } = known;
  if (heading === person) return 'person';
  if (heading === name) return 'name';
  return heading === net ? 'net' : (fields[heading] ?? '');
}

/** The form's fields as a map; the setting's schema judges it. */
export function columnsTyped(fields: Readonly<Record<string, string>>): unknown {
  const typed = Object.entries(fields).flatMap(([key, as]) => {
    const [, at] = /^column\.(\d{1,3})\.as$/.exec(key) ?? [];
    const heading = at === undefined ? undefined : fields[`column.${at}.heading`];
    return heading === undefined || as === '' ? [] : [{ heading, as }];
  });
  const called = (wanted: string) => typed.find(({ as }) => as === wanted)?.heading;
  const totals = fields.totals?.trim() ?? '';
  return {
    person: called('person'),
    name: called('name'),
    fields: Object.fromEntries(
      typed.filter(({ as }) => !['person', 'name', 'net'].includes(as)).map(({ heading, as }) => [heading, as]),
    ),
    net: called('net'),
    ...(totals !== '' && { totals }),
  };
}
