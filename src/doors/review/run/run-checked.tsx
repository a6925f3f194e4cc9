import { runInWords, sentence } from '../../../audit/words.js';
import { dayInWords, taxYearInWords } from '../../../journal/nouns/dates.js';
import type { Plan } from '../../../record/runs/pay-run.entity.js';
import { differencesFound } from '../../../views/run/run-checked.js';
import { Amount, Figure } from '../frame/marks.js';
import { auditPath } from '../frame/paths.js';
import { SetLink } from '../frame/set-link.js';
import { FiguresTable } from '../kit/figures.js';
import { Section } from '../kit/section.js';
import type { RunPageProps } from './run-props.js';

interface RunCheckedProps extends Pick<RunPageProps, 'view'> {
  readonly plan: Extract<Plan, { kind: 'check' }>;
}

/** What the books have of a pay run that is only checked: what is wrong with it, and by how much each account is out. */
export function RunChecked({ view: { row, mapped, accountNames }, plan }: RunCheckedProps) {
  const names = new Map(mapped?.paid.map((person) => [person.user, person.name]));
  const lines = differencesFound(plan);
  const agrees = row.state === 'agrees';
  return (
    <Section
      id="difference"
      heading="Payroll against the books"
      class="difference"
      aside={<a href={auditPath(row.companyId, row.year)}>Audit {taxYearInWords(row.year)}</a>}
    >
      <p>
        <strong>
          {sentence(runInWords(plan))}
          {isOut(plan) && !agrees ? ': ' : ''}
          {isOut(plan) && !agrees ? (
            <Figure is="audit.wrong" at={dayInWords(row.datedOn)} of={plan.amount} pounds />
          ) : null}
          .
        </strong>{' '}
        {plan.verdict === 'elsewhere' && agrees ? onlyPaid : insteadOfJournal[plan.verdict]} This client is only
        checked: nothing is posted for it.
      </p>
      {plan.sets.length === 0 ? null : (
        <p>
          {plan.sets.map((url, index) => (
            <>
              {index === 0 ? '' : ', '}
              <SetLink key={url} url={url} />
            </>
          ))}
        </p>
      )}
      {lines.length === 0 ? null : (
        <FiguresTable
          kind="dense cards"
          name={{ labelledBy: 'difference-heading' }}
          headings={['Account', 'Why', { n: 'Books less payroll' }]}
        >
          {lines.map(({ why, account, user, amount }) => (
            <tr key={`${why} ${account} ${user}`}>
              <th scope="row">
                <span class="code">{account}</span> {accountNames.account(account)}
                {user === undefined ? null : <span class="line-words">{names.get(user) ?? user}</span>}
              </th>
              <td class="wordy" data-label="Why">
                {sentence(why)}
              </td>
              <Amount
                is="audit.difference"
                at={`${dayInWords(row.datedOn)} ${why} ${account} ${user ?? ''}`}
                of={amount}
                label="Books less payroll"
                signed="plain"
              />
            </tr>
          ))}
        </FiguresTable>
      )}
    </Section>
  );
}

const isOut = <Of extends { readonly amount?: string }>(plan: Of): plan is Of & { readonly amount: string } =>
  plan.amount !== undefined && plan.amount !== '0.00';

const onlyPaid =
  'No journal carries it: its costs moved by exactly what payroll says, and what is owed by payments of the month as well.';

/** Where no journal carries it. */
const insteadOfJournal: Readonly<Partial<Record<RunCheckedProps['plan']['verdict'], string>>> = {
  missing: 'No journal carries it, and its accounts did not move by it in the month.',
  elsewhere:
    'No journal carries it, and its accounts moved in the month, by other amounts. Payments of the month may be among them.',
};
