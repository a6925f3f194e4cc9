import { DateBox } from '../frame/date-box.js';
import { modeWords, warningWords } from '../frame/words.js';
import { Choice, Part, PersonChoice } from './policy-fields.js';
import type { PolicyProps } from './policy-props.js';

export function Basics({ fields, company, people }: PolicyProps) {
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
          options={{ payeNi: 'With PAYE and NI', otherDeductions: 'With other deductions' }}
        />
        <Choice
          name="sacrificedPension"
          label="Pension by salary sacrifice"
          fields={fields}
          options={{ salary: 'Stays in salaries', staffPensions: 'Moves to staff pensions' }}
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

export function ExpectedWarnings({ fields }: PolicyProps) {
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
