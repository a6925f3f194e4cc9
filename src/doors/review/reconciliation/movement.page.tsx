import { dayInWords } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import type { ChargedBy, RollForward } from '../../../controls/show/roll-forward.js';
import { ClientHead } from '../frame/client-head.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Parts } from '../frame/marks.js';
import { adjustmentsPath, runPath } from '../frame/paths.js';
import { SetLink } from '../frame/set-link.js';
import { inPart, partsOf } from '../frame/parts.js';
import type { ClientPageProps } from '../frame/visit.js';
import { Section } from '../kit/section.js';
import { MovementCells, movementHeadings, movementPath } from './roll-forward-table.js';

interface MovementProps extends ClientPageProps {
  readonly accountName: string;
  readonly row: RollForward;
  readonly people: readonly (RollForward & { readonly name: string })[];
  /** Which of them are listed, from 0. */
  readonly part: number;
  readonly charges: readonly ChargedBy[];
}

/** The detail of one line of the roll-forward: the people and the journal sets it comes from. */
export function MovementPage({ company, principal, accountName, row, people, part, charges }: MovementProps) {
  const { account, from, to } = row;
  const span = `${dayInWords(from)} to ${dayInWords(to)}`;
  return (
    <>
      <ClientHead {...{ company, principal }} tab="reconciliation" below={`${account} ${accountName}`} words={span} />
      <Section
        id="movement"
        heading="Movement"
        aside={<Parts label="People" part={part} parts={partsOf(people)} path={movementPath(company.id, row)} />}
      >
        <FiguresTable
          kind="dense cards even pairs"
          is="moved"
          name={{ labelledBy: 'movement-heading' }}
          headings={[people.length === 0 ? 'Account' : 'Person', ...movementHeadings]}
          foot={people.length < 2 ? undefined : <Movement name="All" row={row} />}
        >
          {people.length === 0 ? <Movement name={`${account} ${accountName}`} row={row} /> : null}
          {inPart(people, part).map((person, index) => (
            <Movement key={index} name={person.name} row={person} isPart />
          ))}
        </FiguresTable>
      </Section>
      <Section id="charges" heading="Charged by">
        <Charges {...{ company, row, charges }} />
      </Section>
    </>
  );
}

interface MovedProps {
  readonly name: string;
  readonly row: RollForward;
  /** Of one person. */
  readonly isPart?: boolean;
}

function Movement({ name, row, isPart }: MovedProps) {
  return (
    <tr data-of={isPart ? `${row.account} ${row.from} ${name}` : `${row.account} ${row.from}`}>
      <th scope="row">{name}</th>
      <MovementCells row={row} />
    </tr>
  );
}

function Charges({ company, row, charges }: Pick<MovementProps, 'company' | 'row' | 'charges'>) {
  const total = row.charged;
  const rest = total.minus(Money.sum(charges.map(({ amount }) => amount)));
  if (charges.length === 0 && rest.isZero()) return <p>No pay run or adjustment charged this account in these days.</p>;
  return (
    <FiguresTable
      kind="dense cards"
      name={{ labelledBy: 'charges-heading' }}
      headings={['What', { n: 'Amount' }, 'In the books as']}
      foot={
        <tr>
          <th scope="row">Charged</th>
          <Amount is="moved.charged" at={`${row.account} ${row.from}`} of={total} label="Amount" />
          <td />
        </tr>
      }
    >
      {charges.map((charge) => (
        <tr key={`${charge.datedOn} ${charge.isPayRun} ${charge.sets.join()}`}>
          <th scope="row">
            <ChargeLink charge={charge} company={company} />
          </th>
          <Amount is="charge" of={charge.amount} label="Amount" />
          <td class="note" data-label="In the books as">
            {charge.sets.length === 0 ? 'no journal posted by us' : null}
            {charge.sets.map((url, index) => (
              <>
                {index === 0 ? '' : ', '}
                <SetLink key={url} url={url} />
              </>
            ))}
          </td>
        </tr>
      ))}
      {rest.isZero() ? null : (
        <tr>
          <th scope="row">CIS suffered</th>
          <Amount is="charge" of={rest} label="Amount" />
          <td />
        </tr>
      )}
    </FiguresTable>
  );
}

function ChargeLink({ charge, company }: { readonly charge: ChargedBy; readonly company: { readonly id: string } }) {
  const { year, period, datedOn, fromSource, isPayRun } = charge;
  const day = dayInWords(datedOn);
  if (!isPayRun) return <a href={adjustmentsPath(company.id)}>Adjustment, {day}</a>;
  return <a href={runPath({ companyId: company.id, year, period, datedOn, fromSource })}>Pay run of {day}</a>;
}
