import { hmrcEntries } from '../../../journal/policy/hmrc-account.js';
import { paidBeforeFields, paidBeforeWords } from '../../../journal/policy/paid-before.js';
import { wordsOf } from '../../../journal/policy/treatments.js';
import { settings } from '../../../journal/policy/settings.js';
import { warningWords } from '../../../views/words/words.js';
import { treatmentWords } from '../frame/words.js';
import { Choice, Part, PersonChoice } from './policy-fields.js';
import { rowsOf } from './policy-form.js';
import type { PolicyProps } from './policy-props.js';

export function ExpectedWarnings({ fields }: PolicyProps) {
  const { label, help } = settings.expectedWarnings;
  return (
    <Part heading={label} id="expected-warnings">
      <p class="muted">{help}</p>
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

export function Treatments({ fields }: PolicyProps) {
  const rows = [...rowsOf(fields, 'treatment'), { field: '', as: 'hold', account: '' }];
  return (
    <Part heading={settings.treatments.label} id="treatments">
      <p class="muted">
        {settings.treatments.help} Clear the item’s name to remove a row. Fixed amounts may go elsewhere, and the rest
        to the last account: <code data-is="said">049 1.00, 815</code>.
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

/** Who each payroll id is: of payroll that comes as files. */
export function Payees({ fields, people }: PolicyProps) {
  const rows = [...rowsOf(fields, 'payee'), { id: '', user: '', pension: '' }];
  return (
    <Part heading={settings.payrollPeople.label} id="payees">
      <p class="muted">
        {settings.payrollPeople.help} {settings.employerPensions.label}: no FPS has them, so each payroll id needs an
        answer. <code data-is="said">*</code> answers for everyone who is not named and pays nothing in,{' '}
        <code data-is="said">+</code> for everyone who is not named and pays in.
      </p>
      <div class="lines">
        {rows.map((row, index) => (
          <div key={index} class="line">
            <label>
              Payroll id
              <input name={`payee.${index}.id`} value={row.id ?? ''} autocomplete="off" />
            </label>
            <label>
              Person
              <PersonChoice name={`payee.${index}.user`} chosen={row.user ?? ''} people={people} />
            </label>
            <label>
              Employer’s pension
              <input
                name={`payee.${index}.pension`}
                value={row.pension ?? ''}
                autocomplete="off"
                placeholder="71.40 or 3% of qualifying earnings"
              />
            </label>
          </div>
        ))}
      </div>
    </Part>
  );
}

/** What of a year came before its first file. */
export function PaidBeforeFiles({ fields }: PolicyProps) {
  const { label, help } = settings.paidBeforeFiles;
  const rows = [...rowsOf(fields, 'before'), { id: '', year: '', field: paidBeforeFields[0], amount: '' }];
  return (
    <Part heading={label} id="paid-before-files">
      <p class="muted" data-is="said">
        {help}
      </p>
      <div class="lines">
        {rows.map((row, index) => (
          <div key={index} class="line">
            <label>
              Payroll id
              <input name={`before.${index}.id`} value={row.id ?? ''} autocomplete="off" />
            </label>
            <label>
              Tax year
              <input name={`before.${index}.year`} value={row.year ?? ''} autocomplete="off" placeholder="2025/26" />
            </label>
            <Choice
              name={`before.${index}.field`}
              label="Pay item"
              fields={{ [`before.${index}.field`]: row.field ?? '' }}
              options={Object.fromEntries(paidBeforeFields.map((field) => [field, paidBeforeWords(field)]))}
            />
            <label>
              Paid before
              <input
                name={`before.${index}.amount`}
                value={row.amount ?? ''}
                autocomplete="off"
                inputmode="decimal"
                placeholder="500.00"
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
    <Part heading={settings.roles.label} id="roles">
      <p class="muted">{settings.roles.help}</p>
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

/** What HMRC paid, what is due by its own figures, and what only the employer can say. */
export function HmrcAccount({ fields }: PolicyProps) {
  const { label, help } = settings.hmrcAccount;
  const rows = [...rowsOf(fields, 'hmrc'), { what: 'due', year: '', month: '', on: '', amount: '' }];
  return (
    <Part heading={label} id="hmrc-account">
      <p class="muted">{help}</p>
      <div class="lines">
        {rows.map((row, index) => (
          <div key={index} class="line">
            <Choice
              name={`hmrc.${index}.what`}
              label="What"
              fields={{ [`hmrc.${index}.what`]: row.what ?? '' }}
              options={hmrcEntries}
            />
            {hmrcFields.map(([name, words, placeholder]) => (
              <label key={name}>
                {words}
                <input
                  name={`hmrc.${index}.${name}`}
                  value={row[name] ?? ''}
                  autocomplete="off"
                  placeholder={placeholder}
                />
              </label>
            ))}
          </div>
        ))}
      </div>
    </Part>
  );
}

const hmrcFields = [
  ['year', 'Tax year', '2026/27'],
  ['month', 'Tax month', '1 to 12'],
  ['on', 'Day HMRC paid', '3 July 2026'],
  ['amount', 'Amount', '500.00'],
] as const;
