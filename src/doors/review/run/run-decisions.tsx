import { hasRole } from '../../../access/principal.js';
import { moment } from '../frame/words.js';
import { Said } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { ActForm } from '../kit/act-form.js';
import { Section } from '../kit/section.js';
import type { RunPageProps } from './run-props.js';

/** The decisions in force for the pay run, each with *Take back* while it has not been posted. */
export function RunDecisions({ view, principal, typed, now }: RunPageProps) {
  if (view.standing.length === 0) return null;
  return (
    <Section id="decisions" heading="Decided">
      <ul class="history">
        {view.standing.map(({ id, short, scope, words, whom, actor, at, reason, whyNot }) => {
          const mayTakeBack = hasRole(principal, 'reviewer') && (scope !== 'practice' || principal.companies === null);
          return (
            <li key={id}>
              <time dateTime={at.toISOString()}>{moment(at, now)}</time>
              <div>
                <strong>
                  <Said>{words}</Said>
                </strong>
                <span class="muted"> {`${whom} · by ${actor}`}</span>
                <q>{reason}</q>
                {!mayTakeBack || whyNot !== undefined ? null : (
                  <details class="more-acts noprint" open={typed.decision === short}>
                    <summary>Take back</summary>
                    <ActForm
                      to={`${runPath(view.row)}/take-back`}
                      class="act-line"
                      sends={{ decision: short, fingerprint: view.row.fingerprint ?? '' }}
                      reason={typed.decision === short ? typed : {}}
                      act="Take back"
                      button="secondary"
                    />
                  </details>
                )}
                {mayTakeBack && whyNot !== undefined ? (
                  <span class="muted">Not to be taken back: {whyNot}.</span>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
