import type { ComponentChildren } from 'preact';
import { hmrcEntries } from '../../../journal/policy/hmrc-account.js';
import { paidBeforeFields, paidBeforeWords } from '../../../journal/policy/paid-before.js';
import { wordsOf } from '../../../journal/policy/treatments.js';
import { settings } from '../../../journal/policy/settings.js';
import { warningWords } from '../../../views/words/words.js';
import { treatmentWords } from '../frame/words.js';
import { Choice, Field, TickBox } from '../kit/act-form.js';
import { PersonChoice } from './policy-fields.js';
import { type PolicyFields, rowsOf } from './policy-form.js';
import type { PolicyProps } from './policy-props.js';

export function ExpectedWarnings({ fields }: PolicyProps) {
  const { help } = settings.expectedWarnings;
  return (
    <>
      <p class="muted">{help}</p>
      <div class="ticks">
        {Object.entries(warningWords).map(([code, words]) => (
          <TickBox key={code} name={`expected.${code}`} checked={fields[`expected.${code}`] === 'yes'} class="tick">
            {words}
          </TickBox>
        ))}
      </div>
    </>
  );
}

type Row = Readonly<Record<string, string | undefined>>;

interface LinesProps {
  readonly fields: PolicyFields;
  /** What its fields begin with: `role.0.user`. */
  readonly of: Parameters<typeof rowsOf>[1];
  /** The empty line at the end, for another one. */
  readonly empty: Row;
  readonly line: (row: Row, name: (field: string) => string) => ComponentChildren;
}

/** A line of boxes for each entry. */
function Lines({ fields, of, empty, line }: LinesProps) {
  return (
    <div class="lines">
      {[...rowsOf(fields, of), empty].map((row, index) => (
        <div key={index} class="line">
          {line(row, (field) => `${of}.${index}.${field}`)}
        </div>
      ))}
    </div>
  );
}

export function Treatments({ fields }: PolicyProps) {
  return (
    <>
      <p class="muted">
        {settings.treatments.help} Clear the item’s name to remove a row. Fixed amounts may go elsewhere, and the rest
        to the last account: <code data-is="said">049 1.00, 815</code>.
      </p>
      <Lines
        {...{ fields, of: 'treatment', empty: { field: '', as: 'hold', account: '' } }}
        line={({ field, as, account = '' }, name) => (
          <>
            <Field
              name={name('field')}
              label="Pay item"
              value={field}
              placeholder="another pay item"
              hint={field ? wordsOf(field) : undefined}
            />
            <Choice name={name('as')} label="is" options={treatmentWords} chosen={as} />
            <Field name={name('account')} label="on account" value={account} placeholder="the usual" />
          </>
        )}
      />
    </>
  );
}

/** Who each payroll id is: of payroll that comes as files. */
export function Payees({ fields, people }: PolicyProps) {
  return (
    <>
      <p class="muted">
        {settings.payrollPeople.help} {settings.employerPensions.label}: no FPS has them, so each payroll id needs an
        answer. <code data-is="said">*</code> answers for everyone who is not named and pays nothing in,{' '}
        <code data-is="said">+</code> for everyone who is not named and pays in.
      </p>
      <Lines
        {...{ fields, of: 'payee', empty: {} }}
        line={({ id = '', user = '', pension = '' }, name) => (
          <>
            <Field name={name('id')} label="Payroll id" value={id} />
            <label>
              Person
              <PersonChoice name={name('user')} chosen={user} people={people} />
            </label>
            <Field
              name={name('pension')}
              label="Employer’s pension"
              value={pension}
              placeholder="71.40 or 3% of qualifying earnings"
            />
          </>
        )}
      />
    </>
  );
}

/** What of a year came before its first file. */
export function PaidBeforeFiles({ fields }: PolicyProps) {
  const { help } = settings.paidBeforeFiles;
  return (
    <>
      <p class="muted" data-is="said">
        {help}
      </p>
      <Lines
        {...{ fields, of: 'before', empty: { field: paidBeforeFields[0] } }}
        line={({ id = '', year = '', field, amount = '' }, name) => (
          <>
            <Field name={name('id')} label="Payroll id" value={id} />
            <Field name={name('year')} label="Tax year" value={year} placeholder="2025/26" />
            <Choice
              name={name('field')}
              label="Pay item"
              options={paidBeforeFields.map((one) => [one, paidBeforeWords(one)] as const)}
              chosen={field}
            />
            <Field name={name('amount')} label="Paid before" value={amount} inputMode="decimal" placeholder="500.00" />
          </>
        )}
      />
    </>
  );
}

export function Roles({ fields, people }: PolicyProps) {
  return (
    <>
      <p class="muted">{settings.roles.help}</p>
      <Lines
        {...{ fields, of: 'role', empty: { as: 'employee' } }}
        line={({ user = '', as }, name) => (
          <>
            <label>
              Person
              <PersonChoice name={name('user')} chosen={user} people={people} />
            </label>
            <Choice
              name={name('as')}
              label="counts as"
              options={{ employee: 'Employee', director: 'Director' }}
              chosen={as}
            />
          </>
        )}
      />
    </>
  );
}

/** What HMRC paid, what is due by its own figures, and what only the employer can say. */
export function HmrcAccount({ fields }: PolicyProps) {
  const { help } = settings.hmrcAccount;
  return (
    <>
      <p class="muted">{help}</p>
      <Lines
        {...{ fields, of: 'hmrc', empty: { what: 'due' } }}
        line={({ what, ...row }, name) => (
          <>
            <Choice name={name('what')} label="What" options={hmrcEntries} chosen={what} />
            {hmrcFields.map(([field, words, placeholder]) => (
              <Field key={field} name={name(field)} label={words} value={row[field] ?? ''} placeholder={placeholder} />
            ))}
          </>
        )}
      />
    </>
  );
}

const hmrcFields = [
  ['year', 'Tax year', '2026/27'],
  ['month', 'Tax month', '1 to 12'],
  ['on', 'Day HMRC paid', '3 July 2026'],
  ['amount', 'Amount', '500.00'],
] as const;
