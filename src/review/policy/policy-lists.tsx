import { wordsOf } from '../../journal/mapping/treatments.js';
import { treatmentWords } from '../frame/words.js';
import { Choice, Part, PersonChoice } from './policy-fields.js';
import { accountFields, rowsOf } from './policy-form.js';
import type { PolicyProps } from './policy-props.js';

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

export function Accounts({ fields, accountNames }: PolicyProps) {
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

export function Treatments({ fields }: PolicyProps) {
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

export function Roles({ fields, people }: PolicyProps) {
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
