import type { AccountsInBooks } from '../../../views/lists/names-in-books.js';
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
          <Amount is="difference.before" of={before} label={first} />
          <Amount is="difference.after" of={after} label={second} />
          <Amount is="difference" of={after.minus(before)} signed="plain" label="Change" />
        </tr>
      ))}
    </FiguresTable>
  );
}
