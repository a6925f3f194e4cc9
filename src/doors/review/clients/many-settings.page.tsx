import type { Principal } from '../../../access/principal.js';
import { type PlannedSettings, seenOfPlans, type SettingsChanged } from '../../../acts/companies/settings-of-many.js';
import type { ProblemDetails } from '../../../ground/problem.js';
import { companyPath } from '../frame/paths.js';
import { count } from '../frame/words.js';
import { ActForm, ReasonBox } from '../kit/act-form.js';
import { PageHeading, ProblemNote, Section } from '../kit/section.js';

export interface ManySettingsProps {
  readonly csv: string;
  readonly principal: Pick<Principal, 'pay'>;
  readonly reason?: string;
  /** What the list would change. */
  readonly plans?: readonly PlannedSettings[];
  readonly done?: readonly SettingsChanged[];
  readonly problem?: ProblemDetails;
}

const path = '/clients/settings';
const example = `company,controls.payeReference,controls.accountsOffice
Ash Ltd,123/AB456,123PA00012345`;

/** A list is pasted, its effect is shown client by client, and then it is saved. */
export function ManySettingsPage({ csv, principal, reason = '', plans, done, problem }: ManySettingsProps) {
  const changing = (plans ?? []).filter(({ changes }) => changes.length > 0);
  return (
    <>
      <PageHeading words="Settings of many clients" />
      <ProblemNote problem={problem} />
      {done === undefined ? null : <Done done={done} />}
      {plans === undefined ? null : (
        <Section id="preview" heading="What this list would change" count={changing.length}>
          {plans.length > changing.length ? (
            <p class="muted">{count(plans.length - changing.length, 'client')} in it would not change.</p>
          ) : null}
          <ul class="causes">
            {changing.map(({ company, changes }) => (
              <li key={company.id}>
                <a href={companyPath(company.id, 'settings')}>{company.name}</a>
                <Changes changes={changes} pay={principal.pay} />
              </li>
            ))}
          </ul>
          {changing.length === 0 ? null : (
            <ActForm to={path} class="act-line" sends={{ csv, seen: seenOfPlans(plans) }}>
              <ReasonBox typed={{ reason }} />
              <button type="submit">Change {count(changing.length, 'client')}</button>
            </ActForm>
          )}
        </Section>
      )}
      <Section id="list" heading="The list">
        <p class="muted">
          From a spreadsheet, as CSV: the column <code>company</code> (name or subdomain), then one for each setting, by
          its name in <code>policy --help</code>. An empty cell leaves a setting as it is. Employer’s pensions of
          payroll from files: <code>payroll_id</code> and <code>employer_pension</code>, with a line for each person.
        </p>
        <ActForm
          to={`${path}/preview`}
          class="list-form"
          act="Preview"
          button={changing.length === 0 ? undefined : 'secondary'}
        >
          <label>
            List
            <textarea name="csv" rows={10} required placeholder={example} spellcheck={false}>
              {csv}
            </textarea>
          </label>
        </ActForm>
      </Section>
    </>
  );
}

/** A pension is an amount: without the right to see pay it is only counted. */
function Changes({ changes, pay }: { readonly changes: readonly string[]; readonly pay: boolean }) {
  if (!pay) return <p class="muted">{count(changes.length, 'change')}</p>;
  return (
    <>
      {changes.map((words) => (
        <p key={words} class="muted" data-is="said">
          {words}
        </p>
      ))}
    </>
  );
}

function Done({ done }: { readonly done: readonly SettingsChanged[] }) {
  const refused = done.flatMap(({ company, problem }) => (problem === undefined ? [] : [`${company}: ${problem}`]));
  return (
    <section aria-label="What was changed">
      <p role="status">{count(done.length - refused.length, 'client')} changed.</p>
      {refused.map((words) => (
        <p key={words} class="is-held" data-is="said">
          Not changed: {words}
        </p>
      ))}
    </section>
  );
}
