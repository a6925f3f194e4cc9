import { runNow, whyNot } from '../../../acts/runs/why-not.js';
import { hasRole } from '../../../access/principal.js';
import { bankDayOnOrBefore } from '../../../journal/nouns/bank-days.js';
import { dayInWords, monthInWords, monthName } from '../../../journal/nouns/dates.js';
import type { NamesInBooks } from '../../../views/lists/names-in-books.js';
import type { Company } from '../../../companies/company.js';
import { isProblem } from '../../../ground/problem.js';
import { approvable, type HoldCode } from '../../../journal/nouns/holds.js';
import { modeFor } from '../../../journal/policy/mode.js';
import { Money } from '../../../journal/nouns/money.js';
import { whyInWords } from '../../../journal/mapping/why-in-words.js';
import type { Adjustment } from '../../../record/runs/adjustment.js';
import { adjustmentName } from '../../../journal/nouns/adjustment.js';
import { adjustmentInWords, stateWords } from '../../../views/words/words.js';
import { ActForm, Choice, Field, ReasonBox, TickBox } from '../kit/act-form.js';
import { DateField } from '../kit/date-box.js';
import { FiguresTable } from '../kit/figures.js';
import { ClientHead } from '../frame/client-head.js';
import { Figure, Said } from '../frame/marks.js';
import { adjustmentsPath } from '../frame/paths.js';
import type { ClientPageProps } from '../frame/visit.js';
import { ProblemNote, Section } from '../kit/section.js';
import { type AdjustmentFields, lineFields, linesShown } from './adjustment-form.js';

export interface AdjustmentsProps extends ClientPageProps {
  readonly adjustments: readonly Adjustment[];
  readonly accountNames: NamesInBooks;
  /** The month that the form starts with. */
  readonly month: { readonly year: number; readonly period: number };
  readonly fields: AdjustmentFields;
}

/** Journals in addition to the pay runs': recoveries, adjustments, and a form for another one. */
export function AdjustmentsPage(props: AdjustmentsProps) {
  const { company, principal, adjustments, problem } = props;
  const isReviewer = hasRole(principal, 'reviewer');
  return (
    <>
      <ClientHead {...{ company, principal }} tab="settings" below="recoveries and adjustments of PAYE" />
      <ProblemNote problem={problem} />
      {principal.pay ? null : <p class="muted">Only people who may see pay are shown them.</p>}
      {principal.pay && adjustments.length === 0 ? <p class="muted">There are none yet.</p> : null}
      {adjustments.map((one) => (
        <One key={one.tag} adjustment={one} {...props} />
      ))}
      {isReviewer ? <AdjustForm {...props} /> : null}
    </>
  );
}

function One({ adjustment, company, principal, accountNames }: AdjustmentsProps & { readonly adjustment: Adjustment }) {
  const { year, period, datedOn, state, note, dueOn, mapped, journalSet } = adjustment;
  const name = adjustmentName(adjustment);
  return (
    <section aria-labelledby={`${year}-${period}-${name}`}>
      <h2 id={`${year}-${period}-${name}`}>
        {adjustmentInWords(name)}, {monthInWords(year, period)}
      </h2>
      <p>
        <span class={`state is-${state}`}>{stateWords[state]}</span> · dated {dayInWords(datedOn)}
        {dueOn === null ? '' : ` · due to HMRC by ${dayInWords(bankDayOnOrBefore(dueOn))}`}
        {adjustment.inPayment && adjustment.kind !== 'recovery' ? ' · in payroll’s own payment' : ''} ·{' '}
        <Said>{note}</Said>
        {journalSet === null ? null : <small class="muted"> · journal reference {adjustment.tag}</small>}
      </p>
      {(mapped?.holds ?? []).map((hold) => (
        <p key={hold.message} class="question-words">
          <Said>{hold.message}</Said>
        </p>
      ))}
      <FiguresTable
        kind="dense cards"
        is="line"
        name={{ label: `Journal of ${monthInWords(year, period)}` }}
        headings={['Account', 'What and why', { n: 'Dr' }, { n: 'Cr' }]}
      >
        {(mapped?.lines ?? []).map((line, index) => (
          <tr key={index} data-of={`${adjustment.tag} ${line.category}`}>
            <th scope="row">
              <span class="code">{line.category}</span> {accountNames.account(line.category)}
            </th>
            <td class="what note">
              {line.description}
              {line.why === undefined ? null : (
                <span class="why">
                  <Said>{whyInWords(line.why)}</Said>
                </span>
              )}
            </td>
            <DebitAndCredit of={Money.parse(line.debit)} />
          </tr>
        ))}
      </FiguresTable>
      {hasRole(principal, 'reviewer') ? (
        <ActForm
          to={`${adjustmentsPath(company.id)}/${year}/${period}/${name}`}
          class="act-line noprint"
          sends={{ fingerprint: adjustment.fingerprint ?? '', hold: heldBy(adjustment) ?? '' }}
        >
          <ReasonBox typed={{}} />
          {actsOn(adjustment, company).map(([act, words]) => (
            <button key={act} type="submit" name="act" value={act} class="secondary">
              {words}
            </button>
          ))}
        </ActForm>
      ) : null}
    </section>
  );
}

function DebitAndCredit({ of }: { readonly of: Money }) {
  return (
    <>
      <td class="n" data-label="Dr">
        {of.isNegative() ? '' : <Figure of={of} />}
      </td>
      <td class="n" data-label="Cr">
        {of.isNegative() ? <Figure of={of.negated()} /> : ''}
      </td>
    </>
  );
}

function actsOn(adjustment: Adjustment, { policy, approval }: Company): readonly (readonly [string, string])[] {
  const mode = modeFor({ ...policy, approval }, { isAdjustment: true, lookedAt: true });
  const now = runNow(adjustment);
  return [
    ...(whyNot.amend(now) === undefined ? [['amend', 'Amend'] as const] : []),
    ...(whyNot.reverse(now) === undefined ? [['reverse', 'Reverse'] as const] : []),
    ...(heldBy(adjustment) === undefined
      ? []
      : [['approve', mode === 'auto' ? 'Approve and post' : 'Approve'] as const]),
    ...(whyNot.post(now) === undefined ? [['post', 'Post'] as const] : []),
    ...(adjustment.state === 'posted' ? [] : [['ignore', 'Ignore'] as const]),
  ];
}

/** The hold that a person may approve now. */
const heldBy = ({ state, holdCodes }: Adjustment): string | undefined =>
  state === 'held' ? holdCodes.find((code) => approvable(code as HoldCode)) : undefined;

function AdjustForm({ company, month, fields, problem }: AdjustmentsProps) {
  return (
    <Section id="adjust" heading="Enter an adjustment">
      <ActForm to={adjustmentsPath(company.id)} class="stacked" act="Post it">
        <Field
          name="year"
          label="Tax year (2026/27, or the year it ends in)"
          value={fields.year ?? month.year}
          required
          maxLength={9}
        />
        <Choice
          name="month"
          label="Tax month"
          options={taxMonths}
          chosen={fields.month ?? String(month.period + 1)}
          required
        />
        <Choice name="kind" label="What it is" options={kindsOffered} chosen={fields.kind} required />
        <table class="dense">
          <thead>
            <tr>
              {['Nominal code', 'Debit', 'Credit'].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: linesShown }, (_, index) => (
              <tr key={index}>
                {lineFields.map((field) => (
                  <td key={field}>
                    <input
                      name={`${field}-${index + 1}`}
                      aria-label={`${field}, line ${index + 1}`}
                      maxlength={16}
                      value={fields[`${field}-${index + 1}`] ?? ''}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <DateField label="Due to HMRC, where it is not the usual day" name="due" value={fields.due} />
        <TickBox name="inPayment" checked={fields.inPayment === 'yes'}>
          Payroll’s own payment to HMRC includes it
        </TickBox>
        <ReasonBox typed={fields} />
        {isProblem(problem, 'adjustment-entered-already') ? (
          <TickBox name="another">It is another one for the same amount</TickBox>
        ) : null}
      </ActForm>
    </Section>
  );
}

const taxMonths = Array.from(
  { length: 12 },
  (_, period) => [String(period + 1), `${monthName(period)} (month ${period + 1})`] as const,
);
const kindsOffered = {
  levy: 'Apprenticeship levy',
  class1a: 'Class 1A NI',
  other: 'Another correction agreed with HMRC',
};
