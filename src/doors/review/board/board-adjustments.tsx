import { shortDay } from '../../../journal/nouns/dates.js';
import type { AdjustmentToDecide } from '../../../views/month/adjustments-to-decide.js';
import { adjustmentsPath, runPath } from '../frame/paths.js';
import { adjustmentInWords, inSentence, stateWords } from '../../../views/words/words.js';

/** Recoveries of statutory pay and adjustments that wait for a person; no pay run waits for them. */
export function AdjustmentList({ adjustment }: { readonly adjustment: readonly AdjustmentToDecide[] }) {
  if (adjustment.length === 0) return null;
  return (
    <section id="adjustments" aria-labelledby="adjustments-heading">
      <div class="section-line">
        <h2 id="adjustments-heading">
          Adjustments <span class="figure">{adjustment.length}</span>
        </h2>
      </div>
      <ul>
        {adjustment.map((one) => (
          <li key={`${one.companyId} ${one.name ?? one.datedOn}`} class="row">
            <span class="row-who">{one.company}</span>
            <span class="row-when">{shortDay(one.datedOn)}</span>
            <span class="row-what">{wordsOf(one)}</span>
            <a class="row-act" href={one.name === undefined ? runPath(one) : adjustmentsPath(one.companyId)}>
              {one.name === undefined ? 'Decide' : 'Open'}
              <span class="sr-only"> {one.company}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf({ name, state }: AdjustmentToDecide): string {
  if (name === undefined || state === undefined) return 'Statutory pay recovered from HMRC: decide the rate';
  return `${adjustmentInWords(name)}: ${inSentence(stateWords[state])}`;
}
