import { columnsIn } from '../../../journal/policy/column-map.js';
import { comesAsFiles } from '../../../journal/policy/moves.js';
import { hasRole } from '../../../access/principal.js';
import { defaultPolicy, type Policy } from '../../../journal/policy/policy.js';
import { type SettingRow, settings, valueAt } from '../../../journal/policy/settings.js';
import { layoutWords, moveInWords, ofPersons, settingInWords } from '../../../views/words/policy-in-words.js';
import { inSentence } from '../../../views/words/words.js';
import { personIn } from '../../../views/lists/names-in-books.js';
import { fieldsOf, type PolicyFields } from './policy-form.js';
import { rowsNamed, sections } from './sections.js';
import { DateBox } from '../kit/date-box.js';
import { companyPath, costByAccountPath, payrollMovePath, pensionsPath } from '../frame/paths.js';
import { Choice, Field } from '../kit/act-form.js';
import { Section } from '../kit/section.js';
import { PersonChoice } from './policy-fields.js';
import { ExpectedWarnings, HmrcAccount, PaidBeforeFiles, Payees, Roles, Treatments } from './policy-lists.js';
import type { PolicyProps } from './policy-props.js';

/** Five sections of settings in words; each opens for its field. */
export function Settings(props: PolicyProps) {
  const isOfFiles = comesAsFiles(props.company.policy);
  return (
    <>
      {sections.map(({ id, heading, of, ...more }) => (
        <Section key={id} id={id} heading={heading}>
          <Lines names={of} {...props} />
          {'ofFiles' in more ? (
            <details class="setting-group" open={isOfFiles}>
              <summary>For payroll that comes as files</summary>
              <Lines names={more.ofFiles} {...props} />
            </details>
          ) : null}
        </Section>
      ))}
    </>
  );
}

/** Answered in the list of another: who a payroll id is, and what the employer pays in for them. */
const isWithAnother = (path: string) => path === 'employerPensions';

function Lines({ names, ...props }: PolicyProps & { readonly names: readonly string[] }) {
  const rows = rowsNamed(names).filter(({ path }) => !isWithAnother(path));
  return (
    <>
      {rows.map((row) => (
        <SettingLine key={row.path} row={row} {...props} />
      ))}
    </>
  );
}

/** "Salaries — 401 Salaries": what it is in words, and folded its field, with what it is unless someone changes it. */
function SettingLine({ row, ...props }: PolicyProps & { readonly row: SettingRow }) {
  const { company, fields, accountNames, principal } = props;
  const { path, group, label, usual } = row;
  const names = {
    accountName: accountNames.account,
    nameOf: personIn(principal.pay ? accountNames : { person: () => undefined }),
    people: principal.pay,
  };
  const usually = settingInWords(row, { ...defaultPolicy, ...nestedIn(path, usual) }, names);
  const isUsual = JSON.stringify(valueAt(company.policy, path)) === JSON.stringify(usual);
  const words = settingInWords(row, company.policy, names);
  return (
    <details
      class={isUsual ? 'setting' : 'setting is-set'}
      id={`setting-${path}`}
      open={isTyped(path, fields, company.policy)}
    >
      <summary>
        <span class="setting-name">
          {group === settings.recovery.label ? `Statutory pay: ${inSentence(label)}` : label}
        </span>{' '}
        <span class="setting-value" data-is="said">
          {words}
        </span>
      </summary>
      <div class="setting-field">
        {mayRead(props, path) ? <SettingField row={row} {...props} /> : null}
        <small class="muted">Unless changed: {usually}.</small>
      </div>
    </details>
  );
}

const nestedIn = (path: string, value: unknown): object => {
  const [name = '', key] = path.split('.');
  return { [name]: key === undefined ? value : { ...(valueAt(defaultPolicy, name) as object), [key]: value } };
};

/** The fields of a setting with more than one, by how their names begin. */
const fieldsNamed: Readonly<Partial<Record<string, RegExp>>> = {
  layout: /^(layout|controlUser|mergedInto)$/,
  variance: /^variance/,
  roles: /^role\./,
  treatments: /^treatment\./,
  payrollPeople: /^payee\./,
  paidBeforeFiles: /^before\./,
  hmrcAccount: /^hmrc\./,
  expectedWarnings: /^expected\./,
};

/** What was typed, and is not saved, is shown. */
function isTyped(path: string, fields: PolicyFields, policy: Policy): boolean {
  const saved = fieldsOf(policy);
  const isOf = (name: string) => name === path || fieldsNamed[path]?.test(name) === true;
  const names = new Set([...Object.keys(fields), ...Object.keys(saved)].filter(isOf));
  return [...names].some((name) => (fields[name] ?? '').trim() !== (saved[name] ?? ''));
}

/** Whose pension or pay it is, only who may see pay is shown; who may not change it needs no fields of it. */
const mayRead = ({ principal }: PolicyProps, path: string) =>
  principal.pay || hasRole(principal, 'admin') || !ofPersons.some((one) => one === path);

/** Those that are more than one box. */
const boxes: Readonly<Record<string, typeof Layout>> = {
  layout: Layout,
  variance: Variance,
  allocations: Allocations,
  payrollColumns: Columns,
  payrollMoves: Moves,
  pensionTotals: Totals,
  expectedWarnings: ExpectedWarnings,
  treatments: Treatments,
  roles: Roles,
  payrollPeople: Payees,
  paidBeforeFiles: PaidBeforeFiles,
  hmrcAccount: HmrcAccount,
};

function SettingField({ row, ...props }: PolicyProps & { readonly row: SettingRow }) {
  const { fields, company } = props;
  const { field, path, label, help, words = {}, none, example } = row;
  const Boxes = boxes[path];
  if (field === 'own') return Boxes === undefined ? null : <Boxes {...props} />;
  const hint = path === 'approval' ? ofPractice(company) : help;
  const named = <span class="sr-only">{label}</span>;
  if (field === 'choice') {
    const options = { ...(none !== undefined && { '': none }), ...words };
    return <Choice name={path} label={named} options={options} chosen={fields[path]} hint={hint || undefined} />;
  }
  const isNumber = field === 'account' || field === 'day';
  return (
    <div>
      <label>
        {named}
        {field === 'date' ? (
          <DateBox name={path} value={fields[path]} />
        ) : (
          <input
            name={path}
            value={fields[path]}
            autocomplete="off"
            inputMode={isNumber ? 'numeric' : undefined}
            placeholder={example}
          />
        )}
      </label>
      {hint ? <small>{hint}</small> : null}
    </div>
  );
}

const ofPractice = ({ approval, policy }: { readonly approval: string; readonly policy: Policy }) =>
  approval === 'two' && policy.approval === 'one' ? 'The practice asks for two for all its clients.' : '';

function Layout({ fields, people }: PolicyProps) {
  return (
    <>
      <Choice
        name="layout"
        label={<span class="sr-only">{settings.layout.label}</span>}
        options={layoutWords}
        chosen={fields.layout}
      />
      <label>
        Control user
        <PersonChoice name="controlUser" chosen={fields.controlUser ?? ''} people={people} />
      </label>
      <Field
        name="mergedInto"
        label="Liability account"
        value={fields.mergedInto}
        inputMode="numeric"
        hint="Its nominal code. Only the matching merged layout uses it."
      />
    </>
  );
}

function Variance({ fields }: PolicyProps) {
  return (
    <label>
      <span class="sr-only">{settings.variance.label}</span>
      <input name="variancePercent" value={fields.variancePercent} autocomplete="off" placeholder="any percentage" />
      <input
        name="varianceAmount"
        value={fields.varianceAmount}
        autocomplete="off"
        placeholder="any amount in pounds"
        aria-label="and by pounds"
      />
      <small>{settings.variance.help}</small>
    </label>
  );
}

function Columns({ company: { id, policy } }: PolicyProps) {
  const columns = policy.payrollColumns === null ? 0 : columnsIn(policy.payrollColumns).length;
  return (
    <p>
      {settings.payrollColumns.label}: {columns === 0 ? 'not known' : columns}.{' '}
      {comesAsFiles(policy) ? <a href={companyPath(id, 'payroll-in')}>See or change</a> : null}
    </p>
  );
}

function Moves({ company: { id, policy } }: PolicyProps) {
  const moves = policy.payrollMoves.map(moveInWords);
  return (
    <p>
      {settings.payrollMoves.label}: {moves.length === 0 ? 'none' : moves.join('; ')}.{' '}
      <a href={payrollMovePath(id)}>Move payroll</a>
    </p>
  );
}

function Totals({ company: { id, policy } }: PolicyProps) {
  return (
    <p>
      {settings.pensionTotals.label}: {Object.keys(policy.pensionTotals).length}.{' '}
      {comesAsFiles(policy) ? <a href={pensionsPath(id)}>See or change</a> : null}
    </p>
  );
}

function Allocations({ company: { id, policy } }: PolicyProps) {
  return (
    <p>
      {settings.allocations.label}: {Object.keys(policy.allocations).length}.{' '}
      <a href={costByAccountPath(id)}>See or change</a>
    </p>
  );
}
