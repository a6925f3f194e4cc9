import { hasRole } from '../../../access/principal.js';
import type { PensionSaid } from '../../../acts/payrolls/say-pensions.js';
import { inWords } from '../../../journal/nouns/dates.js';
import { amountTyped, Money } from '../../../journal/nouns/money.js';
import { paysIn, paysNothing } from '../../../journal/policy/employer-pension.js';
import type { PayrollPensions, PersonsPension } from '../../../views/company/payroll-pensions.js';
import { ClientHead } from '../frame/client-head.js';
import { DateBox, dateOrNone } from '../kit/date-box.js';
import { FiguresTable } from '../kit/figures.js';
import { pensionsPath } from '../frame/paths.js';
import { count } from '../frame/words.js';
import type { ClientPageProps } from '../frame/visit.js';
import { ActForm, Field } from '../kit/act-form.js';
import { ProblemNote, Section } from '../kit/section.js';

export interface PensionsProps extends ClientPageProps {
  readonly found: PayrollPensions;
  /** As it was typed, if it was refused. */
  readonly typed?: Readonly<Record<string, string>>;
}

/** A form takes so many fields at once; the rest is asked once these are said. */
const rowsMax = 60;
const example = '71.40 or 3%';

/** What the employer pays into whose pension: of payroll that comes as files. */
export function PensionsPage(props: PensionsProps) {
  const { company, principal, found, problem } = props;
  const isAdmin = hasRole(principal, 'admin');
  const asked = found.people.filter(({ asks }) => asks !== undefined);
  const answered = found.people.filter(({ asks }) => asks === undefined);
  return (
    <>
      <ClientHead {...{ company, principal }} tab="payroll-in" below="Employer’s pensions" />
      <ProblemNote problem={problem} />
      <p>
        A file for HMRC does not say what the employer pays into pensions. If someone pays by salary sacrifice, or only
        the employer pays, it shows no trace of a pension. So no one’s pay in a file is posted without an answer here,
        or a report that has it.
      </p>
      {found.toConfirm ? <Confirm {...props} isAdmin={isAdmin} /> : null}
      {isAdmin ? (
        <Answers {...props} asked={asked} />
      ) : (
        <Asked asked={asked} principal={principal} words="An administrator answers." />
      )}
      {(found.months ?? []).length === 0 ? null : <Totals {...props} isAdmin={isAdmin} />}
      {answered.length === 0 ? null : <Answered answered={answered} principal={principal} />}
    </>
  );
}

function Confirm({ company, found, isAdmin }: PensionsProps & { readonly isAdmin: boolean }) {
  return (
    <Section id="confirm" heading={`Still right for ${found.year}?`}>
      <p>
        These answers were given for an earlier tax year. Compare them with the pension provider’s schedule, change what
        is different, and confirm them once for {found.year}.
      </p>
      {isAdmin ? (
        <ActForm
          to={pensionsPath(company.id)}
          sends={{ version: company.policyVersion, confirm: found.year }}
          act={`Confirm them for ${found.year}`}
        />
      ) : (
        <p>An administrator confirms them.</p>
      )}
    </Section>
  );
}

/** What the provider takes each month, next to what payroll comes to. */
function Totals({ company, found, isAdmin, typed = {} }: PensionsProps & { readonly isAdmin: boolean }) {
  const months = (found.months ?? []).toReversed();
  return (
    <Section id="totals" heading="The provider’s total">
      <p class="muted">
        What the pension provider takes for a month, of employees and employer together. If payroll comes to something
        else, its last pay run of the month is held.
      </p>
      <ActForm to={pensionsPath(company.id)} sends={{ version: company.policyVersion }}>
        <FiguresTable
          kind="cards"
          name={{ labelledBy: 'totals-heading' }}
          headings={['Month', { n: 'Payroll' }, 'The provider takes']}
        >
          {months.map(({ month, payroll, provider }) => (
            <tr key={month}>
              <th scope="row">{monthOf(month)}</th>
              <td class="n" data-label="Payroll">
                {Money.parse(payroll).inPounds()}
              </td>
              <td data-label="The provider takes" class="wordy">
                {isAdmin ? (
                  <input
                    name={`total.${month}`}
                    value={typed[`total.${month}`] ?? provider ?? ''}
                    aria-label={`What the provider takes for ${monthOf(month)}`}
                    inputmode="decimal"
                    placeholder="1204.50"
                    autocomplete="off"
                  />
                ) : (
                  provider && Money.parse(provider).inPounds()
                )}{' '}
                {provider === undefined ? '' : provider === payroll ? 'Agrees' : 'Differs'}
              </td>
            </tr>
          ))}
        </FiguresTable>
        {isAdmin ? <button type="submit">Keep the totals</button> : null}
      </ActForm>
    </Section>
  );
}

/** "October 2025" of "2025-10" */
const monthOf = (month: string): string => inWords(`${month}-06`).replace(/^\d+ /, '');

/** The totals that were typed, by month. */
export const totalsTyped = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, typed]) =>
      name.startsWith('total.') ? [[name.slice('total.'.length), amountTyped(typed)]] : [],
    ),
  );

const whyWords: Readonly<Record<NonNullable<PersonsPension['asks']>, string>> = {
  'never said': 'Not said yet',
  lapsed: 'The employee began or stopped paying in',
  'band not known': 'The band of this pay period is not known: give an amount',
};

const whyOf = ({ asks, from }: PersonsPension): string =>
  `${asks === undefined ? '' : whyWords[asks]}${from === undefined ? '' : `, ${inWords(from)}`}`;

interface AnswersProps extends PensionsProps {
  readonly asked: readonly PersonsPension[];
}

function Answers({ company, principal, found, asked, typed = {} }: AnswersProps) {
  const rows = asked.slice(0, rowsMax);
  const another = rows.length;
  return (
    <Section id="answers" heading="What the employer pays">
      {rows.length === 0 ? null : (
        <p class="muted">
          {count(asked.length, 'person has', 'people have')} no answer that holds.
          {asked.length > rowsMax ? ` These are the first ${rowsMax}.` : ''}
        </p>
      )}
      <ActForm to={pensionsPath(company.id)} sends={{ version: company.policyVersion }} act="Keep the answers">
        <div class="fields">
          <Field
            name="rule.nothing"
            label="Everyone who is not named and pays nothing in"
            value={typed['rule.nothing'] ?? found.paysNothing ?? ''}
            placeholder="0.00"
            hint="0.00 says that they have no pension. It covers starters too."
          />
          <Field
            name="rule.in"
            label="Everyone who is not named and pays in"
            value={typed['rule.in'] ?? found.paysIn ?? ''}
            placeholder="3% of qualifying earnings"
            hint="Empty: each of them is asked about by name."
          />
        </div>
        <FiguresTable
          kind="cards"
          name={{ labelledBy: 'answers-heading' }}
          headings={['Payroll id', principal.pay ? 'In the files' : undefined, 'Why', 'The employer pays', 'From']}
        >
          {rows.map((person, at) => (
            <tr key={person.id}>
              <th scope="row">
                {person.id}
                <input type="hidden" name={`said.${at}.id`} value={person.id} />
              </th>
              {principal.pay ? <td data-label="In the files">{person.name}</td> : null}
              <td data-label="Why" class="wordy">
                {whyOf(person)}
              </td>
              <AnswerCells at={at} who={person.name ?? person.id} from={person.from} typed={typed} />
            </tr>
          ))}
          <tr>
            <th scope="row">
              <input
                name={`said.${another}.id`}
                value={typed[`said.${another}.id`] ?? ''}
                aria-label="Another payroll id"
                placeholder="another"
                autocomplete="off"
              />
            </th>
            {principal.pay ? <td data-label="In the files" /> : null}
            <td data-label="Why" class="wordy">
              To change an answer
            </td>
            <AnswerCells at={another} who="that payroll id" typed={typed} />
          </tr>
        </FiguresTable>
        <p class="muted">
          An amount is for each pay date. A share is of gross pay, or{' '}
          <code data-is="said">3% of qualifying earnings</code>. With salary sacrifice:{' '}
          <code data-is="said">3% before sacrifice + 100.00 sacrificed</code>. Without a date an answer holds from the
          start; with one, the answer before it stays for earlier pay dates.
        </p>
      </ActForm>
    </Section>
  );
}

interface CellsProps {
  readonly at: number;
  readonly who: string;
  readonly from?: string;
  readonly typed: Readonly<Record<string, string>>;
}

function AnswerCells({ at, who, from, typed }: CellsProps) {
  return (
    <>
      <td data-label="The employer pays" class="wordy">
        <input
          name={`said.${at}.pays`}
          value={typed[`said.${at}.pays`] ?? ''}
          aria-label={`What the employer pays for ${who}`}
          placeholder={example}
          autocomplete="off"
        />
      </td>
      <td data-label="From">
        <DateBox
          name={`said.${at}.from`}
          value={typed[`said.${at}.from`] ?? from}
          label={`From which pay date for ${who}`}
        />
      </td>
    </>
  );
}

type ListProps = Pick<PensionsProps, 'principal'>;

function Asked({ asked, principal, words }: ListProps & { readonly asked: readonly PersonsPension[]; words: string }) {
  if (asked.length === 0) return null;
  return (
    <Section id="asked" heading="Not answered">
      <p class="muted">{words}</p>
      <People people={asked} principal={principal} heading="Why" cell={whyOf} labelledBy="asked-heading" />
    </Section>
  );
}

function Answered({ answered, principal }: ListProps & { readonly answered: readonly PersonsPension[] }) {
  return (
    <Section id="answered" heading="Answered">
      <People
        people={answered}
        principal={principal}
        heading="The employer pays"
        cell={answerOf}
        labelledBy="answered-heading"
      />
    </Section>
  );
}

const answerOf = ({ by, said }: PersonsPension): string =>
  by === 'report' ? 'As reports have it' : by === 'rule' ? 'As everyone who is not named' : (said ?? 'Said by name');

interface PeopleProps extends ListProps {
  readonly people: readonly PersonsPension[];
  readonly heading: string;
  readonly cell: (person: PersonsPension) => string;
  readonly labelledBy: string;
}

/** A page stays light: the terminal and the API list everyone. */
const listedMax = 200;

function People({ people, principal, heading, cell, labelledBy }: PeopleProps) {
  return (
    <>
      <FiguresTable
        kind="cards"
        name={{ labelledBy }}
        headings={['Payroll id', principal.pay ? 'In the files' : undefined, heading]}
      >
        {people.slice(0, listedMax).map((person) => (
          <tr key={person.id}>
            <th scope="row">{person.id}</th>
            {principal.pay ? <td data-label="In the files">{person.name}</td> : null}
            <td data-label={heading} class="wordy">
              {cell(person)}
            </td>
          </tr>
        ))}
      </FiguresTable>
      {people.length > listedMax ? (
        <p class="muted">
          These are the first {listedMax} of {people.length}. The command <code>counterfoil payroll pensions</code>{' '}
          lists all.
        </p>
      ) : null}
    </>
  );
}

/** What was typed; a rule that is as it was is no answer. */
export function pensionsTyped(
  fields: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): readonly PensionSaid[] {
  const rules = [
    { id: paysNothing, pays: fields['rule.nothing']?.trim() },
    { id: paysIn, pays: fields['rule.in']?.trim() },
  ].flatMap(({ id, pays }) => (pays === undefined || pays === (before[id] ?? '') ? [] : [{ id, pays }]));
  const named = Object.entries(fields).flatMap(([key, typed]) => {
    const [, at] = /^said\.(\d{1,3})\.pays$/.exec(key) ?? [];
    const [id, pays] = [at === undefined ? '' : (fields[`said.${at}.id`] ?? '').trim(), typed.trim()];
    if (id === '' || pays === '') return [];
    const from = dateOrNone(fields[`said.${at}.from`]);
    return [{ id, pays, ...(from !== undefined && { from }) }];
  });
  return [...rules, ...named];
}
