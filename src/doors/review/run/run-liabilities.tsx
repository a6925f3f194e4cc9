import { shortDay } from '../../../journal/nouns/dates.js';
import { isProfitAndLoss, withoutSuffix } from '../../../journal/nouns/chart.js';
import { Money } from '../../../journal/nouns/money.js';
import type { StoredLine } from '../../../record/runs/posting.entity.js';
import { isFresh } from '../../../views/checks/books-as-read.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Figure } from '../frame/marks.js';
import { Tick } from '../kit/tick.js';
import { isInParts, isUnfiled } from './run-parts.js';
import type { RunPageProps } from './run-props.js';
import { amount, moment } from '../frame/words.js';
import { Section } from '../kit/section.js';
import { type Share, sumBehind, sumInWords } from './sum-behind.js';

/** What this pay run owes, in the books and by payroll now; a click opens the sum behind each account. */
export function RunLiabilities({ view, now, figures }: RunPageProps) {
  const { mapped, postings, row, checks } = view;
  const { answer, asAt: at } = checks.books;
  const inBooks = postings.filter((posting) => posting.state === 'in_books').flatMap((posting) => posting.lines);
  if (mapped === undefined || isUnfiled(row)) return null;
  const owed = { books: owedByCode(inBooks), expected: owedByCode(mapped.lines) };
  const codes = [...new Set([...owed.expected.keys(), ...owed.books.keys()])]
    .filter((code) => !isProfitAndLoss(code))
    .sort();
  if (codes.length === 0) return null;
  const isPosted = inBooks.length > 0;
  // While payroll would be held there is no journal of it, so what it would owe is not known.
  const isKnown = mapped.outcome !== 'hold';
  // We show what we posted; it is called the books' own figure only while a reading showed the same.
  const isAsSeen = answer === 'yes';
  const agreesWords = at && isFresh({ at }, now) ? 'agrees' : 'agreed, longer than a day ago';
  const booksWords = isAsSeen ? 'Books' : 'Posted';
  const inParts = isInParts(mapped.paid);
  const names = new Map(mapped.paid.map((person) => [person.user, person.name]));
  return (
    <Section id="liabilities" heading={`Liabilities ${shortDay(row.datedOn)}`}>
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: 'liabilities-heading' }}
        headings={[
          'Account, and the sum behind it',
          isPosted ? { n: booksWords } : undefined,
          { n: 'Expected' },
          isPosted ? { hidden: 'Difference' } : undefined,
        ]}
      >
        {codes.map((code) => {
          const [books, expected] = [owed.books.get(code) ?? Money.zero, owed.expected.get(code) ?? Money.zero];
          const own = inParts ? [] : mapped.lines.filter((line) => codeOf(line) === code);
          return (
            <tr key={code} data-of={`${row.tag} ${code}`}>
              <th scope="row">
                <SumBehind
                  words={`${code} ${view.accountNames.account(code)}`}
                  shares={sumBehind(own, figures, names)}
                />
              </th>
              {isPosted ? <Amount is="liability.posted" of={books} label={booksWords} /> : null}
              {isKnown ? (
                <Amount is="liability.expected" of={expected} label="Expected" />
              ) : (
                <td class="n" data-label="Expected">
                  not known
                </td>
              )}
              {isPosted ? (
                <td class="n">
                  {!isKnown ? null : books.equals(expected) ? (
                    isAsSeen ? (
                      <Tick finding="yes" at={at} now={now} words={agreesWords} />
                    ) : null
                  ) : (
                    <Figure is="difference" of={books.minus(expected)} signed="pounds" />
                  )}
                </td>
              ) : null}
            </tr>
          );
        })}
      </FiguresTable>
      {isPosted && isAsSeen && at ? <p class="muted">Books as at {moment(at, now)}</p> : null}
    </Section>
  );
}

/** "814 PAYE/NI", which opens to show the people, the parts of their payslips, and the sums. */
function SumBehind({ words, shares }: { readonly words: string; readonly shares: readonly Share[] }) {
  if (shares.length === 0) return <>{words}</>;
  return (
    <details class="why">
      <summary>{words}</summary>
      <dl data-is="liability.share">
        {shares.map((share, index) => (
          <div key={index}>
            <dt>
              {share.name}
              {share.parts.length === 0 ? null : <span class="line-words muted">{sumInWords(share, amount)}</span>}
            </dt>
            <dd class="n">
              <Figure of={share.amount} />
            </dd>
          </div>
        ))}
        <div class="sum-line">
          <dt>Sum</dt>
          <dd class="n">
            <Figure is="liability.expected" of={Money.sum(shares.map((share) => share.amount))} />
          </dd>
        </div>
      </dl>
    </details>
  );
}

const codeOf = (line: StoredLine) => withoutSuffix(line.category);

/** What each account is owed, by its code. */
function owedByCode(lines: readonly StoredLine[]): ReadonlyMap<string, Money> {
  const owed = new Map<string, Money>();
  for (const line of lines) {
    const code = codeOf(line);
    owed.set(code, (owed.get(code) ?? Money.zero).minus(Money.parse(line.debit)));
  }
  return owed;
}
