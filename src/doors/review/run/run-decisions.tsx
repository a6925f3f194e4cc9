import { hasRole } from '../../../access/principal.js';
import { moment } from '../frame/words.js';
import { Csrf, Said } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { ReasonBox } from '../frame/reason-box.js';
import type { RunPageProps } from './run-props.js';

/** The decisions in force for the pay run, each with *Take back* while it has not been posted. */
export function RunDecisions({ view, principal, typed, now }: RunPageProps) {
  if (view.standing.length === 0) return null;
  return (
    <section aria-labelledby="decisions-heading">
      <h2 id="decisions-heading">Decided</h2>
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
                <span class="muted"> {`${whom} · by ${actor} · ${short}`}</span>
                <q>{reason}</q>
                {!mayTakeBack || whyNot !== undefined ? null : (
                  <details class="more-acts noprint" open={typed.decision === short}>
                    <summary>Take back</summary>
                    <form method="post" action={`${runPath(view.row)}/take-back`} class="act-line">
                      <Csrf token={principal.csrf} />
                      <input type="hidden" name="decision" value={short} />
                      <input type="hidden" name="fingerprint" value={view.row.fingerprint ?? ''} />
                      <ReasonBox typed={typed.decision === short ? typed : {}} />
                      <button type="submit" class="secondary">
                        Take back
                      </button>
                    </form>
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
    </section>
  );
}
