import type { ComponentChildren } from 'preact';
import { hasRole } from '../../access/principal.js';
import { wordsOf } from '../../journal/treatments.js';
import { DateBox } from '../frame/date-box.js';
import { Csrf } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';
import { PolicyEffectNote } from './policy-effect.js';
import { accountFields, type PolicyFields, rowsOf } from './policy-form.js';
import { ReasonBox } from '../frame/reason-box.js';
import { ProblemNote } from '../frame/problem-note.js';
import { modeWords, treatmentWords, warningWords } from '../frame/words.js';
import type { PolicyProps } from './policy-props.js';

/** How a company's payroll is posted. The effect of a change is shown before it is saved. */
export function PolicyPage(props: PolicyProps) {
  const { company, principal, problem, preview, fields } = props;
  const path = `${companyPath(company.id)}/policy`;
  const isAdmin = hasRole(principal, 'admin');
  return (
    <>
      <header class="page-heading">
        <div>
          <p class="crumbs">
            <a href="/companies">Companies</a> › <a href={companyPath(company.id)}>{company.name}</a> ›
          </p>
          <h1>
            Policy
            <small>version {company.policyVersion}; what is posted keeps the version it was posted with</small>
          </h1>
        </div>
      </header>
      {problem === undefined ? null : <ProblemNote problem={problem} />}
      <form method="post" action={path} class="policy">
        <Csrf token={principal.csrf} />
        <input type="hidden" name="version" value={fields.version ?? String(company.policyVersion)} />
        {fields.previewed === undefined ? null : <input type="hidden" name="previewed" value={fields.previewed} />}
        {preview === undefined ? null : (
          <PolicyEffectNote company={company} preview={preview} accountNames={props.accountNames} />
        )}
        {preview?.changed && isAdmin ? (
          <section class="act-line save" aria-label="Save">
            <ReasonBox typed={fields} />
            <button type="submit">Save as version {company.policyVersion + 1}</button>
          </section>
        ) : null}
        <fieldset disabled={!isAdmin}>
          <Basics {...props} />
          <ExpectedWarnings {...props} />
          <Accounts {...props} />
          <Treatments {...props} />
          <Roles {...props} />
        </fieldset>
        {isAdmin ? (
          <div class="act-line">
            {/* Enter in a field previews; only the button above saves. */}
            <button type="submit" formAction={`${path}/preview`} formNoValidate>
              Preview its effect on the last pay run
            </button>
          </div>
        ) : (
          <p class="muted">An administrator can change it.</p>
        )}
      </form>
      {isAdmin && principal.companies === null ? <WholePractice {...props} /> : null}
    </>
  );
}

function WholePractice({ company, principal }: PolicyProps) {
  const asksTwo = company.approval === 'two' && company.policy.approval === 'one';
  return (
    <section aria-labelledby="practice-heading" class="noprint">
      <h2 id="practice-heading">All companies of this practice</h2>
      <form method="post" action={`${companyPath(company.id)}/policy/practice-approval`} class="act-line">
        <Csrf token={principal.csrf} />
        <label>
          Pairs of eyes
          <select name="approval">
            <option value="one" selected={!asksTwo}>
              As in each company’s policy
            </option>
            <option value="two" selected={asksTwo}>
              Two, in every company
            </option>
          </select>
        </label>
        <ReasonBox typed={{}} />
        <button type="submit" class="secondary">
          Set for the practice
        </button>
      </form>
    </section>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly fields: PolicyFields;
  readonly options: Readonly<Record<string, string>>;
  readonly hint?: string;
}

function Choice({ name, label, fields, options, hint }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name}>
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value} selected={fields[name] === value}>
            {words}
          </option>
        ))}
      </select>
      {hint === undefined ? null : <small>{hint}</small>}
    </label>
  );
}

function Part({
  heading,
  id,
  children,
}: {
  readonly heading: string;
  readonly id?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section id={id}>
      <h2>{heading}</h2>
      {children}
    </section>
  );
}

function Basics({ fields, company, people }: PolicyProps) {
  return (
    <Part heading="How it is posted">
      <div class="fields">
        <Choice name="mode" label="Mode" fields={fields} options={modeWords} />
        <Choice
          name="approval"
          label="Pairs of eyes"
          fields={fields}
          options={{
            one: 'One person may decide, post and sign off',
            two: 'Two: who decides does not post or sign off',
          }}
          hint={
            company.approval === 'two' && company.policy.approval === 'one'
              ? 'The practice asks for two in all its companies.'
              : undefined
          }
        />
        <label>
          Post pay runs paid from
          <DateBox name="postFrom" value={fields.postFrom} />
          <small>Earlier ones are before cut-over: shown, never posted.</small>
        </label>
        <Choice
          name="amendments"
          label="When payroll changes after posting"
          fields={fields}
          options={{ ask: 'Ask a person', amend: 'Amend the journal', reverse: 'Reverse, and post again' }}
        />
        <Choice
          name="layout"
          label="Layout"
          fields={fields}
          options={{
            itemised: 'Itemised: each payslip’s own lines',
            summarised: 'Summarised: one line per account',
            controlUser: 'Merged: all net pay on one control user',
            liabilityCategory: 'Merged: all net pay on one liability account',
          }}
        />
        <label>
          Control user
          <PersonChoice name="controlUser" chosen={fields.controlUser ?? ''} people={people} />
        </label>
        <label>
          Liability account
          <input name="mergedInto" value={fields.mergedInto} autocomplete="off" inputMode="numeric" />
          <small>Its nominal code. Only the matching merged layout uses it.</small>
        </label>
        <Choice
          name="directors"
          label="Who is a director"
          fields={fields}
          options={{ role: 'By role among the users', ni_calc_type: 'By the NI method of the payslip' }}
        />
        <Choice
          name="studentLoans"
          label="Student loans"
          fields={fields}
          options={{ payeNi: 'With PAYE and NI (814)', otherDeductions: 'With other deductions (815)' }}
        />
        <Choice
          name="sacrificedPension"
          label="Pension by salary sacrifice"
          fields={fields}
          options={{ salary: 'Stays in salaries', staffPensions: 'Moves to staff pensions (403)' }}
        />
        <label>
          Filing statuses that are posted
          <input name="statuses" value={fields.statuses} autocomplete="off" />
        </label>
        <label>
          Gross may differ from the month before by
          <input
            name="variancePercent"
            value={fields.variancePercent}
            autocomplete="off"
            placeholder="any percentage"
          />
          <input
            name="varianceAmount"
            value={fields.varianceAmount}
            autocomplete="off"
            placeholder="any amount in pounds"
            aria-label="and by pounds"
          />
          <small>Per cent, pounds, or both. A pay run beyond it is not clean.</small>
        </label>
        <Choice
          name="guard"
          label="Double-posting guard"
          fields={fields}
          options={{ on: 'On', off: 'Off' }}
          hint="Looks for payroll that is in the books already."
        />
        <Choice
          name="clientApproval"
          label="The client’s approval"
          fields={fields}
          options={{ after: 'Asked for, if at all, after posting', before: 'Needed before anything is posted' }}
          hint="By a link that you send: on the pay run."
        />
        <label>
          PAYE reference
          <input name="payeReference" value={fields.payeReference} autocomplete="off" placeholder="123/AB456" />
        </label>
        <label>
          Accounts Office reference
          <input name="accountsOffice" value={fields.accountsOffice} autocomplete="off" placeholder="123PA00012345" />
          <small>Both are in the month file.</small>
        </label>
      </div>
    </Part>
  );
}

function ExpectedWarnings({ fields }: PolicyProps) {
  return (
    <Part heading="Warnings that need no closer look" id="expected-warnings">
      <p class="muted">A pay run with no other warning counts as clean.</p>
      <div class="ticks">
        {Object.entries(warningWords).map(([code, words]) => (
          <label key={code} class="tick">
            <input
              type="checkbox"
              name={`expected.${code}`}
              value="yes"
              checked={fields[`expected.${code}`] === 'yes'}
            />{' '}
            {words}
          </label>
        ))}
      </div>
    </Part>
  );
}

const accountWords: Readonly<Record<(typeof accountFields)[number], string>> = {
  salaries: 'Salaries',
  employerNics: 'Employer NICs',
  staffPensions: 'Staff pensions',
  directorsSalaries: 'Directors’ salaries',
  directorsEmployerNics: 'Directors’ employer NICs',
  directorsPensions: 'Directors’ pensions',
  pensionCreditor: 'Pension creditor',
  payeNi: 'PAYE/NI',
  otherDeductions: 'Other deductions',
  netPay: 'Net pay',
};

function Accounts({ fields, accountNames }: PolicyProps) {
  return (
    <Part heading="Accounts" id="accounts">
      <div class="fields narrow">
        {accountFields.map((name) => (
          <div key={name}>
            <label>
              {accountWords[name]}
              <input
                name={`account.${name}`}
                value={fields[`account.${name}`]}
                autocomplete="off"
                inputMode="numeric"
              />
            </label>
            <small>{accountNames.account(fields[`account.${name}`] ?? '')}</small>
          </div>
        ))}
      </div>
    </Part>
  );
}

function Treatments({ fields }: PolicyProps) {
  const rows = [...rowsOf(fields, 'treatment'), { field: '', as: 'hold', account: '' }];
  return (
    <Part heading="How pay items are treated" id="treatments">
      <p class="muted">
        Only what differs from the usual treatment. Clear the item’s name to remove a row. Fixed amounts may go
        elsewhere, and the rest to the last account: <code>049 1.00, 815</code>.
      </p>
      <div class="lines">
        {rows.map((row, index) => (
          <div key={index} class="line">
            <label>
              Pay item
              <input
                name={`treatment.${index}.field`}
                value={row.field}
                autocomplete="off"
                placeholder="another pay item"
              />
              {row.field ? <small>{wordsOf(row.field)}</small> : null}
            </label>
            <Choice
              name={`treatment.${index}.as`}
              label="is"
              fields={{ [`treatment.${index}.as`]: row.as ?? '' }}
              options={treatmentWords}
            />
            <label>
              on account
              <input
                name={`treatment.${index}.account`}
                value={row.account ?? ''}
                autocomplete="off"
                placeholder="the usual"
              />
            </label>
          </div>
        ))}
      </div>
    </Part>
  );
}

/** People sorted by name. A chosen person who is no longer a user stays in the list. */
function PersonChoice({
  name,
  chosen,
  people,
}: {
  readonly name: string;
  readonly chosen: string;
  readonly people: PolicyProps['people'];
}) {
  const known = people.some(({ url }) => url === chosen);
  return (
    <select name={name}>
      <option value="">nobody</option>
      {chosen === '' || known ? null : (
        <option value={chosen} selected>
          user {chosen.slice(chosen.lastIndexOf('/') + 1)}
        </option>
      )}
      {people.map((person) => (
        <option key={person.url} value={person.url} selected={person.url === chosen}>
          {person.name}
        </option>
      ))}
    </select>
  );
}

function Roles({ fields, people }: PolicyProps) {
  const rows = [...rowsOf(fields, 'role'), { user: '', as: 'employee' }];
  return (
    <Part heading="Directors and employees by name" id="roles">
      <p class="muted">For people whose role does not decide it, such as owners and partners.</p>
      <div class="lines">
        {rows.map((row, index) => (
          <div key={index} class="line">
            <label>
              Person
              <PersonChoice name={`role.${index}.user`} chosen={row.user ?? ''} people={people} />
            </label>
            <Choice
              name={`role.${index}.as`}
              label="counts as"
              fields={{ [`role.${index}.as`]: row.as ?? '' }}
              options={{ employee: 'Employee', director: 'Director' }}
            />
          </div>
        ))}
      </div>
    </Part>
  );
}
