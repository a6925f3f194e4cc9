import type { AccountsInBooks } from '../../../views/lists/names-in-books.js';
import type { Money } from '../../../journal/nouns/money.js';
import type { FigureName } from '../../../views/words/figures.js';
import type { AccountChange } from '../../../journal/nouns/diff.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount } from './marks.js';

interface AccountChangesProps {
  /** What the two figures are, in words. */
  readonly headings: readonly [string, string];
  readonly changes: readonly AccountChange[];
  /** Names of people, by their path. */
  readonly names: ReadonlyMap<string, string>;
  readonly accountNames: AccountsInBooks;
}

/** The two figures of each account, and the difference. */
export function AccountChanges({ headings, changes, names, accountNames }: AccountChangesProps) {
  const [first, second] = headings;
  return (
    <FiguresTable
      kind="dense cards"
      name={{ label: `${first} and ${second.toLowerCase()}, by account` }}
      headings={['Account', { n: first }, { n: second }, { n: 'Change' }]}
    >
      {changes.map(({ code, user, before, after }) => (
        <tr key={`${code} ${user}`}>
          <th scope="row">
            <span class="code">{code}</span> {accountNames.account(code)}
            {user === undefined ? null : <span class="line-words">{names.get(user) ?? user}</span>}
          </th>
          <Sided is="difference.before" of={before} label={first} />
          <Sided is="difference.after" of={after} label={second} />
          <Sided is="difference" of={after.minus(before)} label="Change" />
        </tr>
      ))}
    </FiguresTable>
  );
}

interface SidedProps {
  readonly is: FigureName;
  /** Debits are positive. */
  readonly of: Money;
  readonly label: string;
}

/** "1,557.04 Cr", as a journal is read, and no sign. */
function Sided({ is, of, label }: SidedProps) {
  return (
    <Amount is={is} of={of.abs()} label={label}>
      {of.isZero() ? null : <small class="muted"> {of.isPositive() ? 'Dr' : 'Cr'}</small>}
    </Amount>
  );
}
