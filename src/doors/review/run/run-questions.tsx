import type { ComponentChildren } from 'preact';
import { hasRole } from '../../../access/principal.js';
import { type DecisionScope, decisionScopes, isOfOnePerson } from '../../../journal/policy/decision.js';
import { diff } from '../../../journal/nouns/diff.js';
import { approvable, type HoldCode, isDecidedByField } from '../../../journal/nouns/holds.js';
import type { Line } from '../../../journal/nouns/identity.js';
import type { FieldNow } from '../../../acts/runs/field-now.js';
import type { Having } from '../../../acts/runs/decisions-tried.js';
import { Money } from '../../../journal/nouns/money.js';
import { mayBe, parts, wordsOf } from '../../../journal/policy/treatments.js';
import type { StoredRemark } from '../../../record/runs/pay-run.entity.js';
import type { AccountsInBooks } from '../../../views/lists/names-in-books.js';
import { AccountChanges } from '../frame/account-changes.js';
import { type Answer, answers, type Preview } from './field-previews.js';
import { Figure, Said } from '../frame/marks.js';
import { companyPath, costByAccountPath, pensionsPath, runPath } from '../frame/paths.js';
import { debitsOf } from './run-journal.js';
import { SameOfOthers } from './same-questions.js';
import { SplitBoxes } from './split-boxes.js';
import type { RunPageProps } from './run-props.js';
import { count, treatmentWords } from '../frame/words.js';
import { monthInWords } from '../../../journal/nouns/dates.js';
import { questionsIn } from '../../../views/month/questions.js';
import { ActForm, Choice, Field, ReasonBox } from '../kit/act-form.js';
import { scopeWords } from '../../../views/words/words.js';
import { holdWords, inSentence } from '../../../views/words/words.js';

/** Why nothing is posted yet: each question with its answers, and what each answer would change in the journal. */
export function RunQuestions(props: RunPageProps) {
  const { view } = props;
  const holds = view.mapped?.holds ?? view.row.holdCodes.map((code) => ({ code, message: '' }));
  return (
    <>
      <Place {...props} />
      {holds.map((hold, index) => (
        <section
          key={index}
          id={index === 0 ? 'questions' : undefined}
          class="question"
          aria-label={holdWords[hold.code] ?? hold.code}
        >
          <h2>{holdWords[hold.code] ?? hold.code.replaceAll('_', ' ')}</h2>
          {hold.message === '' ? null : (
            <p class="question-words">
              <Said>{hold.message}</Said>
            </p>
          )}
          <Figures hold={hold} names={view.accountNames} />
          {hasRole(props.principal, 'reviewer') ? <Answers {...props} hold={hold} number={index + 1} /> : null}
        </section>
      ))}
    </>
  );
}

/** How many questions the month has, and the way to the next. */
function Place({ queue, view: { row } }: RunPageProps) {
  if (queue?.next === undefined) return null;
  const { held, next, at } = queue;
  return (
    <p class="place noprint">
      <span class="muted">
        Pay run {at} of {held.length} that wait for an answer in {monthInWords(row.year, row.period)},{' '}
        {count(questionsIn(held), 'question')}
      </span>
      <a class="button secondary" href={`${runPath(next.row)}#questions`} data-next>
        Next: {next.row.company}
      </a>
    </p>
  );
}

interface AnswersProps extends RunPageProps {
  readonly hold: StoredRemark;
  readonly number: number;
}

function Answers(props: AnswersProps) {
  const { hold, view } = props;
  if (hold.field !== undefined && isDecidedByField(hold.code)) {
    return <FieldForm {...props} field={hold.field} />;
  }
  if (hold.code === 'reversed') return <SingleAct {...props} act="post" words="Post it again" />;
  if (approvable(hold.code as HoldCode)) {
    return (
      <SingleAct
        {...props}
        act="approve"
        words={
          props.mode === 'auto' && isLast(props) ? (
            <>
              Approve and post <Figure is="preview.gross" of={worth(props)} pounds />
            </>
          ) : (
            'Approve'
          )
        }
      >
        {hold.code === 'year_to_date_differs' && hold.field === 'FiguresToDate' ? (
          <button type="submit" name="difference" value="yes" class="secondary">
            Post the difference too
          </button>
        ) : null}
      </SingleAct>
    );
  }
  return <p class="muted">{instead(hold.code as HoldCode, view.row)}</p>;
}

/** What no answer here releases: where it is set right. */
function instead(code: HoldCode, { companyId, company }: RunPageProps['view']['row']): ComponentChildren {
  const settings = companyPath(companyId, 'settings');
  const openSettings = <a href={settings}>Open the settings of {company}</a>;
  const openCosts = <a href={costByAccountPath(companyId)}>Open its cost by account</a>;
  if (code === 'unsupported_role') return openSettings;
  if (code === 'missing_account' || code === 'director_allocated') return [openSettings, ' · ', openCosts];
  const inSettings = ['Answer it in ', <a href={settings}>the settings of {company}</a>];
  const payrollIn = <a href={companyPath(companyId, 'payroll-in')}>Payroll in</a>;
  const takeBack = ['Take the file back on ', payrollIn, ', or receive it corrected'];
  const pensions = <a href={pensionsPath(companyId)}>Employer’s pensions</a>;
  const first: Partial<Record<HoldCode, ComponentChildren>> = {
    person_unmapped: ['Say who it is on ', payrollIn],
    who_is_who: ['Say who it is, or take the file back, on ', payrollIn],
    employer_pension_unknown: ['Say it on ', pensions, ', or receive a file that has it on ', payrollIn],
    relief_at_source_unknown: inSettings,
    ni_missing: inSettings,
    levy_account_unknown: inSettings,
    paid_by_difference: takeBack,
    totals_differ: takeBack,
    column_unknown: takeBack,
  };
  return [first[code] ?? 'Correct it in payroll', ', then read payroll again below.'];
}

/** The figures that the double-posting guard compared. */
function Figures({ hold, names }: { readonly hold: StoredRemark; readonly names: AccountsInBooks }) {
  const entries = Object.entries(hold.figures ?? {});
  if (entries.length === 0) return null;
  return (
    <dl class="guard-figures">
      {entries.map(([name, figure]) => (
        <div key={name}>
          <dt>
            <span class="code">{name}</span> {names.account(name)}
          </dt>
          <dd class="n">
            <Figure is="guard" of={figure} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldForm(props: AnswersProps & { readonly field: string }) {
  const { view, principal, hold, field, previews, typed, number } = props;
  const own = previews.filter((one) => one.field === field && one.user === hold.payslip);
  const before = own.find((one) => one.as === 'information');
  // A field of the period itself is on no one's payslip.
  const offered = hold.payslip === undefined ? (['information'] as const) : answers.filter((as) => mayBe(field, as));
  const scopes = decisionScopes.filter(
    (scope) =>
      (scope !== 'practice' || principal.companies === null) && (!isOfOnePerson(scope) || hold.payslip !== undefined),
  );
  const having = props.having?.(field);
  // Two people may be asked about the same pay item.
  const isTyped = typed.field === field && typed.user === (hold.payslip ?? '');
  const chosen = (isTyped ? typed.scope : undefined) ?? scopes[0];
  return (
    <ActForm
      to={`${runPath(view.row)}/decide`}
      data-worth
      sends={{ asked: 'yes', field, user: hold.payslip ?? '', fingerprint: view.row.fingerprint ?? '' }}
    >
      <fieldset class="answers">
        <legend>What is “{wordsOf(field)}”?</legend>
        {offered.map((as) => (
          <AnswerChoice
            key={as}
            as={as}
            accountNames={view.accountNames}
            preview={own.find((one) => one.as === as)}
            before={before}
            chosen={isTyped && typed.as === as}
            id={`answer-${number}-${as}`}
          />
        ))}
      </fieldset>
      <div class="decision">
        <fieldset class="scopes">
          <legend>For whom</legend>
          {scopes.map((scope) => (
            <div key={scope}>
              <label>
                <input type="radio" name="scope" value={scope} checked={chosen === scope} required />
                {scopeWords[scope]}
              </label>
              <AlsoAnswered
                asked={hold.payslip}
                scope={scope}
                having={having}
                toAnswer={props.mode === 'auto' ? questionsOf(props) : []}
                field={field}
              />
            </div>
          ))}
        </fieldset>
        {hold.payslip === undefined ? null : <AccountBox typed={typed} />}
        <SameOfOthers {...props} hold={hold} />
        <ReasonBox typed={isTyped ? typed : {}} before={props.reasons?.get(field)} />
        <button type="submit">
          {props.mode === 'auto' && isLast(props) ? (
            <>
              Decide and post{' '}
              <span data-worth-words data-is="preview.gross">
                {worth(props).inPounds()}
              </span>
            </>
          ) : (
            'Decide'
          )}
        </button>
      </div>
    </ActForm>
  );
}

/** One answer of several leaves the others to be given. */
const isLast = ({ view }: RunPageProps) => (view.mapped?.holds.length ?? view.row.holdCodes.length) === 1;

const questionsOf = ({ view }: RunPageProps): readonly StoredRemark[] => view.mapped?.holds ?? [];

interface AlsoAnsweredProps {
  readonly having?: Having;
  readonly asked?: string;
  readonly scope: DecisionScope;
  readonly field: string;
  /** If the company posts by itself, this is all that is asked about the pay run. */
  readonly toAnswer: readonly StoredRemark[];
}

/** Whom else an answer covers besides the person asked about, and whether it is the last one needed. */
function AlsoAnswered({ having, asked, scope, field, toAnswer }: AlsoAnsweredProps) {
  if (having === undefined || isOfOnePerson(scope)) return null;
  // Whatever the answer is, it reaches the same people.
  const answered = having.answeredBy({ as: 'information', scope });
  if (answered.every(({ user }) => user === asked)) return null;
  // The amounts are words already, as a command shows them too.
  const people = answered.map(({ name, amount }, index) => (
    <span key={name} data-is="preview.field">
      {index === 0 ? '' : ', '}
      {name} {amount}
    </span>
  ));
  const isAnswered = (hold: StoredRemark) =>
    hold.field === field && isDecidedByField(hold.code) && answered.some(({ user }) => user === hold.payslip);
  const posts =
    toAnswer.length > 1 && toAnswer.every(isAnswered) ? '. After that nothing is left to decide, and it is posted' : '';
  if (answered.length <= namedInline) {
    return (
      <span class="muted">
        in this pay run: {people}
        {posts}
      </span>
    );
  }
  return (
    <details>
      <summary>
        {answered.length} people in this pay run
        {posts}
      </summary>
      {people}
    </details>
  );
}

const namedInline = 3;

function AccountBox({ typed }: Pick<RunPageProps, 'typed'>) {
  return (
    <Field
      name="account"
      label="Nominal code, if not the usual one"
      inputMode="numeric"
      pattern="[0-9]{3,4}(-[0-9]+)?"
      maxLength={12}
      value={typed.account ?? ''}
    />
  );
}

/** "pay, on 401 or 407" */
function nowInWords({ as, means, accounts }: FieldNow): string {
  const words = as === undefined ? means : inSentence(treatmentWords[as] ?? means);
  return accounts.length === 0 ? words : `${words}, on ${accounts.join(' or ')}`;
}

/** Whichever pay item is chosen, it stays what it is: only the account changes. */
export const asItIs = 'as_it_is';

/** Any field can be moved to another account at once, without waiting for a question. */
export function AnotherAccount({ view, principal, typed, figures, fieldNow }: RunPageProps) {
  const paid = new Set([...figures.values()].flatMap((own) => [...own.keys()]));
  const fields = [...paid].filter((field) => answers.some((as) => mayBe(field, as)));
  if (!hasRole(principal, 'reviewer') || fieldNow === undefined || fields.length === 0) return null;
  return (
    <details class="more-acts noprint" open={typed.another === 'yes'}>
      <summary>Post a pay item to another account</summary>
      <ActForm
        to={`${runPath(view.row)}/decide`}
        class="act-line"
        sends={{ another: 'yes', fingerprint: view.row.fingerprint ?? '' }}
        reason={typed}
        act="Decide"
        button="secondary"
      >
        <Choice
          name="field"
          label="Pay item"
          options={fields.map((field) => [field, `${wordsOf(field)}: now ${nowInWords(fieldNow(field))}`] as const)}
          chosen={typed.field}
          required
        />
        <Choice
          name="as"
          label="What it is"
          options={[[asItIs, 'as it is now'], ...answers.map((as) => [as, treatmentWords[as]] as const)]}
          chosen={typed.another === 'yes' ? typed.as : undefined}
          required
        />
        <AccountBox typed={typed} />
        <SplitBoxes typed={typed} />
        <Choice
          name="scope"
          label="For whom"
          options={{ run: scopeWords.run, company: scopeWords.company }}
          chosen={typed.scope}
          required
        />
      </ActForm>
    </details>
  );
}

interface ChoiceProps {
  readonly accountNames: AccountsInBooks;
  readonly as: Answer;
  readonly preview?: Preview;
  readonly before?: Preview;
  readonly chosen: boolean;
  readonly id: string;
}

function AnswerChoice({ as, preview, before, chosen, id, accountNames }: ChoiceProps) {
  return (
    <div class="answer">
      <label for={id}>
        <input
          type="radio"
          id={id}
          name="as"
          value={as}
          checked={chosen}
          required
          data-worth={preview && worthOf(preview)}
        />
        {treatmentWords[as]}
        {preview?.net === undefined ? null : (
          <span class="effect">
            net pay <Figure is="preview.net" of={preview.net} pounds />
          </span>
        )}
      </label>
      {preview === undefined || before === undefined ? (
        <p class="muted">{meaning(as)}</p>
      ) : (
        <JournalBefore before={before} after={preview} accountNames={accountNames} />
      )}
    </div>
  );
}

const meaning = (as: Answer) => Object.values(parts).find((part) => part.treatment === as)?.means ?? '';

/** The journal without the field, and what the answer adds to it. */
function JournalBefore({
  before,
  after,
  accountNames,
}: {
  readonly before: Preview;
  readonly after: Preview;
  readonly accountNames: AccountsInBooks;
}) {
  const [was, is] = [linesOf(before), linesOf(after)];
  const { byAccount } = diff({ datedOn: '', lines: was }, { datedOn: '', lines: is });
  const names = new Map(after.after.people.map((person) => [person.user, person.name]));
  if (byAccount.length === 0) return <p class="muted">The journal stays as it is without this pay item.</p>;
  return (
    <details>
      <summary>the journal before and after</summary>
      <AccountChanges headings={['Before', 'After']} changes={byAccount} names={names} accountNames={accountNames} />
    </details>
  );
}

function SingleAct({
  view,
  hold,
  typed,
  act,
  words,
  children,
}: AnswersProps & { readonly act: string; readonly words: ComponentChildren; readonly children?: ComponentChildren }) {
  return (
    <ActForm
      to={`${runPath(view.row)}/${act}`}
      class="act-line"
      sends={{ asked: 'yes', hold: hold.code, user: hold.payslip ?? '', fingerprint: view.row.fingerprint ?? '' }}
    >
      <ReasonBox typed={typed} />
      <button type="submit">{words}</button> {children}
    </ActForm>
  );
}

function linesOf({ after }: Preview): readonly Line[] {
  return after.journal?.entries.map(({ category, user, debit }) => ({ category, user, debit })) ?? [];
}

/** The journal's total: the sum of its debits. */
function worth({ view }: RunPageProps): Money {
  return debitsOf(view.mapped?.lines ?? []);
}

function worthOf({ after }: Preview): string {
  const debits = (after.journal?.entries ?? []).map((entry) => entry.debit).filter((debit) => debit.isPositive());
  return Money.sum(debits).inPounds();
}
