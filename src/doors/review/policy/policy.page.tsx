import { settings } from '../../../journal/policy/settings.js';
import { hasRole } from '../../../access/principal.js';
import { ClientHead } from '../frame/client-head.js';
import { adjustmentsPath, companyPath, costByAccountPath } from '../frame/paths.js';
import { PolicyHistory } from './policy-history.js';
import { PolicyEffectNote } from './policy-effect.js';
import { ActForm, Choice, ReasonBox } from '../kit/act-form.js';
import { ProblemNote, Section } from '../kit/section.js';
import { Settings } from './policy-settings.js';
import type { PolicyProps } from './policy-props.js';

/** How a company's payroll is posted. The effect of a change is shown before it is saved. */
export function PolicyPage(props: PolicyProps) {
  const { company, principal, problem, preview, fields } = props;
  const path = companyPath(company.id, 'settings');
  const isAdmin = hasRole(principal, 'admin');
  return (
    <>
      <ClientHead
        {...{ company, principal }}
        tab="settings"
        words={`policy version ${company.policyVersion}; what is posted keeps the version it was posted with`}
      >
        <a href={costByAccountPath(company.id)} class="button secondary">
          Cost by account
        </a>
        <a href={adjustmentsPath(company.id)} class="button secondary">
          Adjustments
        </a>
      </ClientHead>
      <ProblemNote problem={problem} />
      <ActForm to={path} class="policy" sends={{ version: fields.version ?? String(company.policyVersion) }}>
        {fields.previewed === undefined ? null : <input type="hidden" name="previewed" value={fields.previewed} />}
        {preview === undefined ? null : (
          <PolicyEffectNote
            company={company}
            preview={preview}
            accountNames={props.accountNames}
            pay={props.principal.pay}
          />
        )}
        {preview?.changed && isAdmin ? (
          <section class="act-line save" aria-label="Save">
            <ReasonBox typed={fields} />
            <button type="submit">Save as version {company.policyVersion + 1}</button>
          </section>
        ) : null}
        <fieldset disabled={!isAdmin}>
          <Settings {...props} />
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
      </ActForm>
      {isAdmin && principal.companies === null && props.isOfPractice ? <WholePractice {...props} /> : null}
      <PolicyHistory {...props} />
    </>
  );
}

function WholePractice({ company }: PolicyProps) {
  const asksTwo = company.approval === 'two' && company.policy.approval === 'one';
  return (
    <Section id="practice" heading="All clients of this practice" class="noprint">
      <ActForm
        to={`${companyPath(company.id, 'settings')}/practice-approval`}
        class="act-line"
        reason={{}}
        act="Set for the practice"
        button="secondary"
      >
        <Choice
          name="approval"
          label={settings.approval.label}
          options={{ one: 'As in each client’s policy', two: 'Two, for every client' }}
          chosen={asksTwo ? 'two' : 'one'}
        />
      </ActForm>
    </Section>
  );
}
