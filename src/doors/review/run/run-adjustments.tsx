import { hasRole } from '../../../access/principal.js';
import { adjustmentName } from '../../../journal/nouns/adjustment.js';
import { adjustmentInWords, inSentence, stateWords } from '../../../views/words/words.js';
import { Figure } from '../frame/marks.js';
import { adjustmentsPath, runPath } from '../frame/paths.js';
import { ActForm } from '../kit/act-form.js';
import { Section } from '../kit/section.js';
import type { RunPageProps } from './run-props.js';

/** Journals in addition to the pay run's, and the question of the rate at which statutory pay is recovered. */
export function RunAdjustments(props: RunPageProps) {
  const { view } = props;
  const asked = view.mapped?.warnings.find(({ code }) => code === 'recovery_to_decide');
  if (asked === undefined && view.adjustments.length === 0) return null;
  return (
    <Section id="adjustments" heading="Adjustments of this month">
      {view.adjustments.length === 0 ? null : (
        <ul>
          {view.adjustments.map((one) => (
            <li key={one.tag}>
              <a href={adjustmentsPath(one.companyId)}>{adjustmentInWords(adjustmentName(one))}</a>{' '}
              <Figure is="run.adjusted" at={one.tag} of={one.taxAuthority} /> on what is owed to HMRC:{' '}
              {inSentence(stateWords[one.state])}
            </li>
          ))}
        </ul>
      )}
      {asked !== undefined && hasRole(props.principal, 'reviewer') ? <RateForm {...props} /> : null}
    </Section>
  );
}

function RateForm({ view, typed }: RunPageProps) {
  return (
    <ActForm
      to={`${runPath(view.row)}/recover`}
      class="act-line noprint"
      sends={{ fingerprint: view.row.fingerprint ?? '' }}
      reason={typed}
      act="Decide and post the recovery"
    >
      <fieldset class="answers">
        <legend>At which rate is it claimed?</legend>
        <label>
          <input type="radio" name="rate" value="usual" required checked={typed.rate === 'usual'} /> 92 %
        </label>
        <label>
          <input type="radio" name="rate" value="small_employer" checked={typed.rate === 'small_employer'} /> 100 %, and
          the small employer’s compensation (Class 1 NI of £45,000 or less in the tax year before)
        </label>
      </fieldset>
    </ActForm>
  );
}
