import { Money } from '../../journal/money.js';
import type { Plan, StoredDifference } from '../../record/pay-run.entity.js';
import type { RunPageProps } from './run-props.js';
import { accountNames, amount, monthName, shortDay, signed } from '../frame/words.js';

/** What differs between the books and payroll, account by account, and in one sentence what that means. */
export function RunDifference({ view }: RunPageProps) {
  const { plan, row, mapped } = view;
  if (plan === undefined) return null;
  const told = differenceIn(plan);
  if (told === undefined) return null;
  const names = new Map(mapped?.paid.map((person) => [person.user, person.name]));
  const month = monthName(row.period);
  return (
    <section class="difference" aria-labelledby="difference-heading">
      <h2 id="difference-heading">{told.heading}</h2>
      <p>{told.sentence(month, shortDay(row.datedOn))}</p>
      {told.rows.length === 0 ? null : (
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="difference-heading">
          <table class="figures dense">
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col" class="n">
                  {told.before}
                </th>
                <th scope="col" class="n">
                  {told.after}
                </th>
                <th scope="col" class="n">
                  Difference
                </th>
              </tr>
            </thead>
            <tbody>
              {told.rows.map((difference) => (
                <DifferenceRow
                  key={`${difference.account} ${difference.user}`}
                  of={difference}
                  name={names.get(difference.user ?? '')}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function DifferenceRow({ of, name }: { readonly of: StoredDifference; readonly name?: string }) {
  if (of.account === 'date') {
    return (
      <tr>
        <th scope="row">Date</th>
        <td class="n">{shortDay(of.before)}</td>
        <td class="n">{shortDay(of.after)}</td>
        <td />
      </tr>
    );
  }
  const [before, after] = [Money.parse(of.before), Money.parse(of.after)];
  return (
    <tr>
      <th scope="row">
        <span class="code">{of.account}</span> {accountNames[of.account] ?? ''}
        {of.user === undefined ? null : <span class="line-words">{name ?? of.user}</span>}
      </th>
      <td class="n">{amount(before)}</td>
      <td class="n">{amount(after)}</td>
      <td class="n">
        <strong>{signed(after.minus(before)).replace('£', '')}</strong>
      </td>
    </tr>
  );
}

interface Told {
  readonly heading: string;
  readonly before: string;
  readonly after: string;
  readonly rows: readonly StoredDifference[];
  sentence(month: string, paid: string): string;
}

const changedSentences = {
  amount:
    'Payroll says other figures now than were posted. Amend the journal in the books, or reverse it and post anew.',
  hold: 'Payroll changed, and what it says now must be looked at first. The journal in the books stays as it is meanwhile.',
  nothing: 'Payroll has nothing to post now. The journal in the books can be reversed.',
  gone: 'Payroll no longer has this pay run. The journal in the books can be reversed.',
  not_filed: 'Payroll is no longer filed. Wait until it is filed again, or reverse the journal in the books.',
} as const;

const driftWords = {
  edited: {
    heading: 'The journal was edited in the books',
    sentence: 'It no longer says what was posted. Put it back to what payroll says, or reverse it.',
  },
  missing: {
    heading: 'The journal is gone from the books',
    sentence: 'Somebody removed it there. It is never posted again without your decision.',
  },
  doubled: {
    heading: 'The books hold this pay run twice',
    sentence: 'Two journals say the same pay run. The younger can be removed if they say the same.',
  },
} as const;

function differenceIn(plan: Plan): Told | undefined {
  if (plan.kind === 'changed') {
    const { why, redateTo, waitsFor, differences } = plan;
    return {
      heading: redateTo === undefined ? 'Payroll changed since posting' : 'The pay date moved',
      before: 'Posted',
      after: 'Payroll now',
      rows: differences,
      sentence(month, paid) {
        if (redateTo !== undefined) {
          return `${month} was posted for ${paid}; payroll now says ${shortDay(redateTo.slice(-10))}. Re-date the existing journal? Nothing new will be posted.`;
        }
        if (why !== 'neighbour') return changedSentences[why];
        const dates = (waitsFor ?? []).map((tag) => shortDay(tag.slice(-10))).join(', ');
        return `This run waits for the change of ${dates === '' ? 'the run beside it' : `the run of ${dates}`}: decide that one first.`;
      },
    };
  }
  if (plan.kind === 'drift') {
    const { heading, sentence } = driftWords[plan.what];
    return { heading, before: 'Posted', after: 'In the books', rows: plan.differences, sentence: () => sentence };
  }
  if (plan.kind === 'check') {
    const codes = [...new Set([...Object.keys(plan.expected), ...Object.keys(plan.found)])].sort();
    const rows = codes.map((account) => ({
      account,
      before: plan.expected[account] ?? '0',
      after: plan.found[account] ?? '0',
    }));
    return {
      heading: 'Payroll against the books',
      before: 'Payroll',
      after: 'Books',
      rows,
      sentence: () => 'This company is only checked: nothing is posted for it.',
    };
  }
  return undefined;
}
