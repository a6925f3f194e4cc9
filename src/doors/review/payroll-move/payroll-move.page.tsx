import { hasRole } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import type { PayrollSourceShown } from '../../../views/company/payroll-sources.js';
import { moveInWords, payrollInWords } from '../../../views/words/policy-in-words.js';
import { ClientHead } from '../frame/client-head.js';
import { DateField } from '../kit/date-box.js';
import { FiguresTable } from '../kit/figures.js';
import { payrollMovePath } from '../frame/paths.js';
import type { ClientPageProps } from '../frame/visit.js';
import { ActForm, Choice } from '../kit/act-form.js';
import { ProblemNote, Section } from '../kit/section.js';

export interface PayrollMoveProps extends ClientPageProps {
  readonly sources: readonly PayrollSourceShown[];
  readonly typed?: Readonly<Record<'move' | 'on' | 'reason', string>>;
}

/** Where payroll comes from, and from when on it comes from elsewhere. */
export function PayrollMovePage({ company, principal, sources, typed, problem }: PayrollMoveProps) {
  const moves = company.policy.payrollMoves;
  const offered = movesOffered(company, sources);
  return (
    <>
      <ClientHead {...{ company, principal }} tab="settings" below="move payroll" />
      <ProblemNote problem={problem} />
      <Section id="sources" heading="Where payroll comes from">
        {sources.length === 0 ? (
          <p>From files. None has come so far.</p>
        ) : (
          <FiguresTable
            kind="cards"
            name={{ labelledBy: 'sources-heading' }}
            headings={['Source', 'Pays from', 'Pays until', 'Last paid']}
          >
            {sources.map(({ name, from, until, lastPaid }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label="Pays from">{from === undefined ? 'The beginning' : dayInWords(from)}</td>
                <td data-label="Pays until">
                  {until === undefined ? 'Further notice' : `Before ${dayInWords(until)}`}
                </td>
                <td data-label="Last paid">{lastPaid === undefined ? '' : dayInWords(lastPaid)}</td>
              </tr>
            ))}
          </FiguresTable>
        )}
        {moves.length === 0 ? null : <p class="muted">{moves.map(moveInWords).join('; ')}.</p>}
      </Section>
      {hasRole(principal, 'admin') ? (
        <Section id="move" heading="Move it">
          <p>
            Pay runs before the first pay date stay as they are, with the source that paid them. What the old source
            still has from that day on is shown as moved, and never posted. The year’s figures, the employment allowance
            and what is due to HMRC go on over the move.
          </p>
          <ActForm to={payrollMovePath(company.id)} class="stacked" reason={typed ?? {}} act="Move payroll">
            <Choice
              name="move"
              label="Payroll moves"
              options={offered.map(
                ([from, to]) => [`${from}>${to}`, `from ${payrollInWords(from)} to ${payrollInWords(to)}`] as const,
              )}
              chosen={typed?.move}
              required
            />
            <DateField
              label="First pay date that the new source pays"
              name="on"
              value={typed?.on}
              hint="After the last pay run that is posted or on its way to the books. To correct the day of the last move, choose that move again."
            />
          </ActForm>
        </Section>
      ) : null}
    </>
  );
}

const usualFrequencies = ['weekly', 'fortnightly', 'four-weekly', 'monthly'];

/** Between the accounting service and files; of files, from each pay frequency that paid to the others. The last move too, on another day. */
function movesOffered(
  { policy }: Company,
  sources: readonly PayrollSourceShown[],
): readonly (readonly [string, string])[] {
  const { payroll, payrollMoves } = policy;
  const paid = sources.filter(({ kind }) => kind === 'files').map(({ name }) => name);
  const between = payroll.from === 'service' ? [['service', 'files'] as const] : [['files', 'service'] as const];
  const frequencies = paid.flatMap((from) =>
    usualFrequencies.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  const last = payrollMoves.at(-1);
  const all = [
    ...between,
    ...(payroll.from === 'files' ? frequencies : []),
    ...(last ? [[last.from, last.to] as const] : []),
  ];
  return [...new Map(all.map((one) => [one.join('>'), one])).values()];
}
