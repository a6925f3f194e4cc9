import { monthName, shortDay } from '../../../journal/nouns/dates.js';
import { payDateIn } from '../../../journal/nouns/identity.js';
import { Money } from '../../../journal/nouns/money.js';
import type { Plan, StoredDifference } from '../../../record/runs/pay-run.entity.js';
import type { AccountsInBooks } from '../../../views/lists/names-in-books.js';
import { RunChecked } from './run-checked.js';
import type { RunPageProps } from './run-props.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Figure } from '../frame/marks.js';
import { dealtWithFirst } from '../frame/words.js';
import { Section } from '../kit/section.js';

/** What differs between the books and payroll, account by account, and one sentence on what it means. */
export function RunDifference({ view }: RunPageProps) {
  const { plan, row, mapped } = view;
  if (plan === undefined) return null;
  if (plan.kind === 'check') return <RunChecked {...{ view, plan }} />;
  const difference = differenceIn(plan);
  if (difference === undefined) return null;
  const names = new Map(mapped?.paid.map((person) => [person.user, person.name]));
  const month = monthName(row.period);
  return (
    <Section id="difference" heading={difference.heading} class="difference">
      <p>{difference.sentence(month, shortDay(row.datedOn))}</p>
      {difference.rows.length === 0 ? null : (
        <FiguresTable
          kind="dense cards"
          name={{ labelledBy: 'difference-heading' }}
          headings={['Account', { n: difference.before }, { n: difference.after }, { n: 'Difference' }]}
        >
          {difference.rows.map((line) => (
            <DifferenceRow
              key={`${line.account} ${line.user}`}
              of={line}
              sides={difference}
              accountNames={view.accountNames}
              name={names.get(line.user ?? '')}
            />
          ))}
        </FiguresTable>
      )}
    </Section>
  );
}

interface DifferenceProps {
  readonly of: StoredDifference;
  readonly sides: Pick<Difference, 'before' | 'after'>;
  readonly name?: string;
  readonly accountNames: AccountsInBooks;
}

function DifferenceRow({ of, sides, name, accountNames }: DifferenceProps) {
  if (of.account === 'date') {
    return (
      <tr>
        <th scope="row">Date</th>
        <td class="n" data-label={sides.before}>
          {shortDay(of.before)}
        </td>
        <td class="n" data-label={sides.after}>
          {shortDay(of.after)}
        </td>
        <td />
      </tr>
    );
  }
  const [before, after] = [Money.parse(of.before), Money.parse(of.after)];
  return (
    <tr>
      <th scope="row">
        <span class="code">{of.account}</span> {accountNames.account(of.account)}
        {of.user === undefined ? null : <span class="line-words">{name ?? of.user}</span>}
      </th>
      <Amount is="difference.before" of={before} label={sides.before} />
      <Amount is="difference.after" of={after} label={sides.after} />
      <td class="n" data-label="Difference">
        <strong>
          {after.equals(before) ? '=' : <Figure is="difference" of={after.minus(before)} signed="plain" />}
        </strong>
      </td>
    </tr>
  );
}

interface Difference {
  readonly heading: string;
  readonly before: string;
  readonly after: string;
  readonly rows: readonly StoredDifference[];
  sentence(month: string, paid: string): string;
}

const changedSentences = {
  amount: 'Payroll has changed since this was posted. Amend the journal in the books, or reverse it and post it again.',
  hold: 'Payroll has changed, and something in it needs a decision first. Until then the journal in the books stays as it is.',
  nothing: 'Payroll has nothing to post now. The journal in the books can be reversed.',
  gone: 'Payroll no longer has this pay run. The journal in the books can be reversed.',
  not_filed: 'Payroll is no longer filed. Wait until it is filed again, or reverse the journal in the books.',
} as const;

const driftWords = {
  edited: {
    heading: 'The journal was edited in the books',
    sentence: 'It is no longer what was posted. Restore what payroll has; after that it can be reversed.',
  },
  missing: {
    heading: 'The journal is gone from the books',
    sentence: 'Someone removed it there. It is never posted again without your decision.',
  },
  journalLeft: {
    heading: 'Part of it is gone from the books',
    sentence:
      'Someone removed a journal or a reversal there, and what is left counts. Keep that, then amend or reverse it.',
  },
  reversalLeft: {
    heading: 'The journal is gone from the books, its reversal is not',
    sentence:
      'The reversal would undo whatever else is posted for this pay run. Remove it in the books too, or ignore this pay run.',
  },
  doubled: {
    heading: 'The books hold this pay run twice',
    sentence: 'There are two journals for one pay run. The later one can be removed if they are the same.',
  },
  late: {
    heading: 'The books hold this pay run twice',
    sentence:
      'The books refused a journal, and made it after payroll was corrected and posted. The other one is what payroll says. The one that was refused can be removed.',
  },
} as const;

function differenceIn(plan: Plan): Difference | undefined {
  if (plan.kind === 'changed') {
    const { why, redateTo, differences } = plan;
    return {
      heading:
        redateTo !== undefined
          ? 'The pay date moved'
          : why === 'neighbour'
            ? dealtWithFirst(plan)
            : 'Payroll changed since posting',
      before: 'Posted',
      after: 'Payroll now',
      rows: differences,
      sentence(month, paid) {
        if (redateTo !== undefined) {
          return `${month} was posted for ${paid}; payroll now has ${shortDay(payDateIn(redateTo))}. Re-date the existing journal? Nothing new will be posted.`;
        }
        if (why !== 'neighbour') return changedSentences[why];
        if (plan.mayPost) return 'Post this one anyway if no one would be paid twice; otherwise ignore it too.';
        return `${dealtWithFirst(plan)}: this pay run is posted or amended after it.`;
      },
    };
  }
  if (plan.kind === 'drift') {
    const { heading, sentence } =
      driftWords[plan.left ? (`${plan.left}Left` as const) : plan.late ? 'late' : plan.what];
    const isLost = plan.payroll !== undefined && plan.left === undefined && plan.what !== 'doubled';
    const words = isLost
      ? 'Payroll has nothing to put in its place. Put the books right by hand, or ignore this pay run.'
      : sentence;
    return { heading, before: 'Posted', after: 'In the books', rows: plan.differences, sentence: () => words };
  }
  return undefined;
}
