import type { NamesInBooks } from '../../../views/names-in-books.js';
import type { AccountChange } from '../../../journal/nouns/diff.js';
import { FiguresTable } from './figures-table.js';
import { Amount } from './marks.js';
import { signed } from '../../../views/words.js';

interface AccountChangesProps {
  /** What the two figures are, in words. */
  readonly headings: readonly [string, string];
  readonly changes: readonly AccountChange[];
  /** Names of people, by their path. */
  readonly names: ReadonlyMap<string, string>;
  readonly accountNames: NamesInBooks;
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
          <Amount of={before} label={first} />
          <Amount of={after} label={second} />
          <td class="n" data-label="Change">
            {signed(after.minus(before)).replace('£', '')}
          </td>
        </tr>
      ))}
    </FiguresTable>
  );
}
