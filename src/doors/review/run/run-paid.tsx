import { monthName, shortDay } from '../../../journal/nouns/dates.js';
import { payColumns } from '../frame/pay-columns.js';
import { Money } from '../../../journal/nouns/money.js';
import type { StoredPaid } from '../../../record/runs/pay-run.entity.js';
import { figuresOf, numberOf } from '../../../views/year/employee-year.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Figure, Parts } from '../frame/marks.js';
import { isUnfiled, partOf } from './run-parts.js';
import { employeePath, runPath } from '../frame/paths.js';
import { Section } from '../kit/section.js';
import type { RunPageProps } from './run-props.js';

const otherWords = 'Pension, loans and other deductions';

/** What each person was paid; choosing one shows where it went. */
export function RunPaid({ view, part }: RunPageProps) {
  const { mapped, row, before, grossBefore } = view;
  if (isUnfiled(row)) return null;
  if (mapped === undefined || mapped.paid.length === 0) return <Totals view={view} />;
  const shown = partOf(mapped.paid, [], part);
  const all = mapped.paid.map(figuresOf);
  // A weekly run is compared with the week before, of the same month.
  const beforeWords =
    before?.period === row.period ? shortDay(before.datedOn) : before && monthName(before.period).slice(0, 3);
  const versusWords = beforeWords && `Gross vs ${beforeWords}`;
  return (
    <Section
      id="paid"
      heading="Paid"
      count={row.payslips}
      aside={<Parts label="Payslips" part={part} parts={shown.parts} path={runPath(row)} />}
    >
      {shown.parts > 1 && shown.paid.length > 0 ? (
        <p class="muted">
          {`${shown.from + 1} to ${shown.from + shown.paid.length} of ${mapped.paid.length.toLocaleString('en-GB')} people, with their lines in the journal. Totals are of all.`}
        </p>
      ) : null}
      <FiguresTable
        kind="dense cards paid"
        is="person"
        sorts
        name={{ labelledBy: 'paid-heading' }}
        headings={[
          'Name',
          ...payColumns.map(([name, words]) => ({ n: words, ...(name === 'other' && { title: otherWords }) })),
          versusWords && { n: versusWords },
        ]}
        foot={
          <tr data-is="run" data-of={row.tag}>
            <th scope="row">{shown.parts > 1 ? `All ${mapped.paid.length}` : 'Total'}</th>
            {payColumns.map(([name, words]) => (
              <Amount key={name} of={Money.sum(all.map((one) => one[name]))} label={words} />
            ))}
            {versusWords && <td />}
          </tr>
        }
      >
        {shown.paid.map((person) => (
          <tr key={person.user} data-slip={slipId(person.user)} data-of={`${numberOf(person.user)} ${row.tag}`}>
            <th scope="row">
              <a href={`#${slipId(person.user)}`}>{person.name}</a>
              <span class="under-name muted">
                {person.director ? <span>director</span> : null}
                <a
                  class="noprint"
                  href={employeePath({ companyId: row.companyId, user: numberOf(person.user), year: row.year })}
                >
                  tax year<span class="sr-only"> of {person.name}</span>
                </a>
              </span>
            </th>
            {payColumns.map(([name, words]) => (
              <Amount key={name} of={figuresOf(person)[name]} label={words} />
            ))}
            {versusWords && (
              <td class="n muted corner" data-label={versusWords}>
                <Versus paid={person} before={grossBefore.get(person.user)} />
              </td>
            )}
          </tr>
        ))}
      </FiguresTable>
    </Section>
  );
}

/** The same id wherever a person's payslip is named on the page. */
export function slipId(user: string): string {
  return `of-${user.slice(user.lastIndexOf('/') + 1).replaceAll(/[^\w-]/g, '')}`;
}

function Versus({ paid, before }: { readonly paid: StoredPaid; readonly before: string | undefined }) {
  if (before === undefined) return <>new</>;
  const difference = Money.parse(paid.gross).minus(Money.parse(before));
  return difference.isZero() ? <>=</> : <Figure is="difference" of={difference} signed="plain" />;
}

/** For a viewer without pay: totals, and no person. */
function Totals({ view }: { readonly view: RunPageProps['view'] }) {
  const { totals, payslips, tag } = view.row;
  if (totals === undefined || payslips === 0) return null;
  return (
    <Section id="paid" heading="Paid" count={payslips}>
      <table>
        <tbody>
          <tr>
            <th scope="row">Gross</th>
            <Amount is="run.gross" at={tag} of={totals.gross} />
          </tr>
          <tr>
            <th scope="row">Net</th>
            <Amount is="run.net" at={tag} of={totals.net} />
          </tr>
          <tr>
            <th scope="row">PAYE and NI</th>
            <Amount is="run.paye" at={tag} of={totals.taxAuthority} />
          </tr>
        </tbody>
      </table>
    </Section>
  );
}
