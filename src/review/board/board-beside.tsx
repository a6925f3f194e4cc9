import { shortDay } from '../../journal/dates.js';
import type { BesideToDecide } from '../../views/board/beside-to-decide.js';
import { companyPath, runPath } from '../frame/paths.js';
import { companionWords, inSentence, stateWords } from '../../views/words.js';

/** Recoveries of statutory pay and adjustments that wait for a person; no pay run waits for them. */
export function BesideList({ beside }: { readonly beside: readonly BesideToDecide[] }) {
  if (beside.length === 0) return null;
  return (
    <section id="beside" aria-labelledby="beside-heading">
      <div class="section-line">
        <h2 id="beside-heading">
          Beside the pay runs <span class="figure">{beside.length}</span>
        </h2>
      </div>
      <ul class="rows">
        {beside.map((one) => (
          <li key={`${one.companyId} ${one.name ?? one.datedOn}`} class="row">
            <span class="row-who">{one.company}</span>
            <span class="row-when">{shortDay(one.datedOn)}</span>
            <span class="row-what">{wordsOf(one)}</span>
            <a
              class="row-act"
              href={one.name === undefined ? runPath(one) : `${companyPath(one.companyId)}/adjustments`}
            >
              {one.name === undefined ? 'Decide' : 'Open'}
              <span class="sr-only"> {one.company}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf({ name, state }: BesideToDecide): string {
  if (name === undefined || state === undefined) return 'Statutory pay recovered from HMRC: decide the rate';
  return `${companionWords(name)}: ${inSentence(stateWords[state])}`;
}
