import type { ComponentChildren } from 'preact';
import { causeWords } from '../../../audit/words.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import { type correctionsOf, personNamed } from '../../../views/company/audit-corrections.js';
import type { AuditKept } from '../../../views/company/audits.js';
import type { NamesInBooks } from '../../../views/lists/names-in-books.js';
import { Amount } from '../frame/marks.js';
import { FiguresTable } from '../kit/figures.js';
import { Section } from '../kit/section.js';
import { idOf, type Run } from './audit-runs.js';

export interface Shown {
  readonly kept: AuditKept;
  readonly names: NamesInBooks;
}

const isDifferent = ({ verdict }: Run): boolean =>
  verdict === 'wrong' || verdict === 'doubled' || verdict === 'corrected';

/** What payroll says and what the journals have, line by line; what they have is that, and the causes. Open on paper. */
export function Sides({ kept, names }: Shown) {
  const { should } = kept;
  const differing = kept.answer.runs
    .map((run, index) => ({ run, lines: sidesOf(run, should?.runs[index] ?? []) }))
    .filter(({ run }) => isDifferent(run));
  if (should === undefined || differing.length === 0) return null;
  return (
    <Section id="sides" heading="Payroll and journals, side by side" count={differing.length}>
      {differing.map(({ run, lines }) => (
        <Folded key={idOf(run)} of={run} words={run.causes.map(({ cause }) => causeWords[cause]).join('; ')}>
          <FiguresTable
            kind="dense cards"
            name={{ label: `Paid ${dayInWords(run.datedOn)}: payroll and journals` }}
            headings={['Account', { n: 'Payroll says' }, { n: 'Journals have' }, { n: 'Difference' }]}
          >
            {lines.map(({ account, user, should: said, found }) => {
              const difference = found.minus(said);
              const place = `${run.datedOn} ${account} ${user ?? ''}`;
              return (
                <tr key={place} class={difference.isZero() ? undefined : 'is-loud'}>
                  <th scope="row">{whose({ names, kept }, { account, user })}</th>
                  <Amount is="audit.should" at={place} of={said} label="Payroll says" />
                  <Amount is="audit.found" at={place} of={found} label="Journals have" />
                  {difference.isZero() ? (
                    <td class="n" />
                  ) : (
                    <Amount is="audit.difference" at={place} of={difference} label="Difference" signed="plain" />
                  )}
                </tr>
              );
            })}
          </FiguresTable>
        </Folded>
      ))}
    </Section>
  );
}

interface FoldedProps {
  readonly of: Run;
  readonly words: string;
  readonly children: ComponentChildren;
}

const Folded = ({ of, words, children }: FoldedProps) => (
  <details class="prints">
    <summary>
      <span class="nowrap">Paid {dayInWords(of.datedOn)}</span> <span class="muted">{words}</span>
    </summary>
    {children}
  </details>
);

const whose = ({ names, kept }: Shown, { account, user }: Pick<Line, 'account' | 'user'>): string =>
  `${account} ${names.account(account) ?? ''}${user === undefined ? '' : `, ${personNamed(names, kept.should, user)}`}`;

interface Line {
  readonly account: string;
  readonly user?: string;
  readonly should: Money;
  readonly found: Money;
}

function sidesOf({ causes }: Run, should: NonNullable<AuditKept['should']>['runs'][number]): readonly Line[] {
  const lines = new Map<string, Line>();
  const add = (account: string, user: string | undefined, more: Partial<Record<'should' | 'found', Money>>) => {
    const place = `${account} ${user ?? ''}`;
    const line = lines.get(place) ?? { account, user, should: Money.zero, found: Money.zero };
    lines.set(place, {
      ...line,
      should: line.should.plus(more.should ?? Money.zero),
      found: line.found.plus(more.found ?? Money.zero),
    });
  };
  for (const { account, user, amount } of should) {
    const said = Money.parse(amount);
    add(account, user, { should: said, found: said });
  }
  for (const { account, user, amount = '0.00' } of causes.flatMap(({ accounts }) => accounts))
    add(account, user, { found: Money.parse(amount) });
  return [...lines.values()].sort((a, b) => (a.account < b.account ? -1 : 1));
}

interface CorrectionsProps extends Shown {
  readonly corrections: ReturnType<typeof correctionsOf>;
  readonly href: string;
}

export function Corrections({ corrections, kept, names, href }: CorrectionsProps) {
  return (
    <Section
      id="corrections"
      heading="Journals that would put it right"
      aside={
        <a href={href} class="button secondary noprint">
          CSV
        </a>
      }
    >
      <p class="muted">
        Nothing here is posted: these are for the person who keeps the books. Each is dated on the day that was paid;
        inside filed accounts on the first open day, and called prior-year. What Counterfoil posts for this client is
        put right on its pay run, and has none here.
      </p>
      {corrections.map(({ run, lines, datedOn, isPriorYear }) => (
        <Folded
          key={idOf(run)}
          of={run}
          words={`${run.causes.map(({ cause }) => causeWords[cause]).join('; ')}${isPriorYear ? ` · prior-year, dated ${dayInWords(datedOn)}` : ''}`}
        >
          <FiguresTable
            kind="dense cards"
            name={{ label: `Correction of payroll paid ${dayInWords(run.datedOn)}` }}
            headings={['Account', { n: 'Debit' }, { n: 'Credit' }]}
          >
            {lines.map(({ account, user, amount }) => {
              const place = `${run.datedOn} ${account} ${user ?? ''}`;
              const isCredit = amount.isNegative();
              return (
                <tr key={place}>
                  <th scope="row">{whose({ names, kept }, { account, user })}</th>
                  {isCredit ? <td class="n" /> : <Amount is="audit.debit" at={place} of={amount} label="Debit" />}
                  {isCredit ? (
                    <Amount is="audit.credit" at={place} of={amount.negated()} label="Credit" />
                  ) : (
                    <td class="n" />
                  )}
                </tr>
              );
            })}
          </FiguresTable>
        </Folded>
      ))}
    </Section>
  );
}
