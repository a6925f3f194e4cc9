import type { AccountShown } from '../../../controls/show/readings.js';
import { numberOf } from '../../../views/year/employee-year.js';
import { Money } from '../../../journal/nouns/money.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount } from '../frame/marks.js';
import { accountId } from '../frame/paths.js';
import { count } from '../frame/words.js';
import { inPart } from '../frame/parts.js';
import { Section } from '../kit/section.js';

/** What adds up to each balance: by account, and people's by person. */
export function Accounts({ accounts, accountName, part }: AccountsProps) {
  const codes = [...new Set(accounts.map(({ account }) => account))];
  return (
    <Section id="accounts" heading="Balances">
      <p class="muted">Each balance is made up of what is not due, the causes, and what is open.</p>
      <FiguresTable
        kind="dense cards even pairs"
        is="control"
        name={{ labelledBy: 'accounts-heading' }}
        headings={['Account', ...balanceHeadings]}
      >
        {codes.map((code) => {
          const places = accounts.filter(({ account }) => account === code);
          const name = places.find(({ user }) => user === undefined)?.name ?? accountName(code);
          return <BalanceRow key={code} id={accountId(code)} at={code} name={`${code} ${name}`} places={places} />;
        })}
      </FiguresTable>
      {codes.map((code) => (
        <People
          key={code}
          code={code}
          part={part}
          places={accounts.filter(({ account, user }) => account === code && user)}
        />
      ))}
    </Section>
  );
}

interface AccountsProps {
  readonly accounts: readonly AccountShown[];
  /** Which of their people are listed. */
  readonly part: number;
  accountName(code: string): string;
}

const balanceHeadings = ['Balance', 'Not due', 'By causes', 'Open'].map((n) => ({ n }));

interface PeopleProps extends Pick<AccountsProps, 'part'> {
  readonly code: string;
  readonly places: readonly AccountShown[];
}

function People({ code, places, part }: PeopleProps) {
  const shown = inPart(places, part);
  if (shown.length === 0) return null;
  return (
    <details class="prints">
      <summary>
        {code}, {count(places.length, 'person', 'people')}
      </summary>
      <FiguresTable
        kind="dense cards even pairs"
        is="control"
        name={{ label: `Balances of ${code} by person` }}
        headings={['Person', ...balanceHeadings]}
      >
        {shown.map((place) => (
          <BalanceRow
            key={place.user}
            at={`${code} ${numberOf(place.user ?? '')}`}
            name={place.name}
            places={[place]}
          />
        ))}
      </FiguresTable>
    </details>
  );
}

interface BalanceProps {
  readonly id?: string;
  /** The account, and the person if it is of one. */
  readonly at: string;
  readonly name: string;
  readonly places: readonly AccountShown[];
}

function BalanceRow({ id, at, name, places }: BalanceProps) {
  const isSeen = places.every(({ balance }) => balance !== undefined);
  const sum = (of: (one: AccountShown) => string | undefined) =>
    isSeen ? Money.sum(places.map((one) => Money.parse(of(one) ?? '0'))) : undefined;
  return (
    <tr id={id} data-of={at}>
      <th scope="row">{name}</th>
      <Amount of={sum(({ balance }) => balance)} label="Balance" />
      <Amount of={sum(({ notDue }) => notDue)} label="Not due" />
      <Amount of={sum(({ known }) => known)} label="By causes" />
      <Amount of={isSeen ? Money.sum(places.map(openIn)) : undefined} label="Open" />
    </tr>
  );
}

const openIn = ({ open }: AccountShown): Money => Money.sum(open.map((part) => Money.parse(part.amount ?? '0')));
