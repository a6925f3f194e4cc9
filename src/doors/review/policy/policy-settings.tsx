import { columnsIn } from '../../../journal/policy/column-map.js';
import { comesAsFiles } from '../../../journal/policy/moves.js';
import { type Policy } from '../../../journal/policy/policy.js';
import { type SettingRow, settingRows, settings } from '../../../journal/policy/settings.js';
import { layoutWords, moveInWords } from '../../../views/words/policy-in-words.js';
import { DateBox } from '../kit/date-box.js';
import { companyPath, costByAccountPath, payrollMovePath, pensionsPath } from '../frame/paths.js';
import { Choice, Field } from '../kit/act-form.js';
import { Section } from '../kit/section.js';
import { PersonChoice } from './policy-fields.js';
import { ExpectedWarnings, HmrcAccount, PaidBeforeFiles, Payees, Roles, Treatments } from './policy-lists.js';
import type { PolicyProps } from './policy-props.js';

/** Every setting: one with only a row is a field made from it, one with a shape of its own is made by hand. */
export function Settings(props: PolicyProps) {
  const fieldsOf = (group?: string) =>
    settingRows.filter((row) => row.group === group).map((row) => <SettingField key={row.path} row={row} {...props} />);
  return (
    <>
      <Section id="how" heading="How it is posted">
        <div class="fields">{fieldsOf()}</div>
      </Section>
      <ExpectedWarnings {...props} />
      {[...new Set(settingRows.flatMap(({ group = [] }) => group))].map((group) => (
        <Section key={group} heading={group} id={group.toLowerCase().replaceAll(' ', '-')}>
          <div class="fields narrow">{fieldsOf(group)}</div>
          {group === settings.payroll.label ? <Moves {...props} /> : null}
        </Section>
      ))}
      <Treatments {...props} />
      <Roles {...props} />
      <Payees {...props} />
      <PaidBeforeFiles {...props} />
      <HmrcAccount {...props} />
    </>
  );
}

/** Those among the fields that are more than one box. */
const boxes: Readonly<Record<string, typeof Layout>> = {
  layout: Layout,
  variance: Variance,
  allocations: Allocations,
  payrollColumns: Columns,
  pensionTotals: Totals,
};

function SettingField({ row, ...props }: PolicyProps & { readonly row: SettingRow }) {
  const { fields, company, accountNames } = props;
  const { field, path, label, help, words = {}, none, example } = row;
  const Boxes = boxes[path];
  if (field === 'own') return Boxes === undefined ? null : <Boxes {...props} />;
  const hint = path === 'approval' ? ofPractice(company) : help;
  if (field === 'choice') {
    const options = { ...(none !== undefined && { '': none }), ...words };
    return <Choice name={path} label={label} options={options} chosen={fields[path]} hint={hint || undefined} />;
  }
  const isNumber = field === 'account' || field === 'day';
  return (
    <div>
      <label>
        {label}
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
      {field === 'account' ? <small>{accountNames.account(fields[path] ?? '')}</small> : null}
      {hint ? <small>{hint}</small> : null}
    </div>
  );
}

const ofPractice = ({ approval, policy }: { readonly approval: string; readonly policy: Policy }) =>
  approval === 'two' && policy.approval === 'one' ? 'The practice asks for two for all its clients.' : '';

function Layout({ fields, people }: PolicyProps) {
  return (
    <>
      <Choice name="layout" label={settings.layout.label} options={layoutWords} chosen={fields.layout} />
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
      {settings.variance.label}
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
