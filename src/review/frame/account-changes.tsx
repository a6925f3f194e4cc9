import type { NamesInBooks } from '../../views/names-in-books.js';
import type { AccountChange } from '../../journal/diff.js';
import { amount, signed } from './words.js';

interface AccountChangesProps {
  /** What the figures are before and after, in words. */
  readonly headings: readonly [string, string];
  readonly changes: readonly AccountChange[];
  /** Of persons, by their path. */
  readonly names: ReadonlyMap<string, string>;
  readonly accountNames: NamesInBooks;
}

/** Account by account: what it was, what it is, and the difference. */
export function AccountChanges({ headings, changes, names, accountNames }: AccountChangesProps) {
  return (
    <table class="figures dense">
      <thead>
        <tr>
          <th scope="col">Account</th>
          {[...headings, 'Change'].map((heading) => (
            <th key={heading} scope="col" class="n">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ code, user, before, after }) => (
          <tr key={`${code} ${user}`}>
            <th scope="row">
              <span class="code">{code}</span> {accountNames.account(code)}
              {user === undefined ? null : <span class="line-words">{names.get(user) ?? user}</span>}
            </th>
            <td class="n">{amount(before)}</td>
            <td class="n">{amount(after)}</td>
            <td class="n">{signed(after.minus(before)).replace('£', '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
