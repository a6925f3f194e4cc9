import { shortDay } from '../../../journal/nouns/dates.js';
import type { AdjustmentToDecide } from '../../../views/month/adjustments-to-decide.js';
import { adjustmentsPath, runPath } from '../frame/paths.js';
import { Row, Section } from '../kit/section.js';
import { adjustmentInWords, inSentence, stateWords } from '../../../views/words/words.js';

/** Recoveries of statutory pay and adjustments that wait for a person; no pay run waits for them. */
export function AdjustmentList({ adjustment }: { readonly adjustment: readonly AdjustmentToDecide[] }) {
  if (adjustment.length === 0) return null;
  return (
    <Section id="adjustments" heading="Adjustments" count={adjustment.length} aside={<></>}>
      <ul>
        {adjustment.map((one) => (
          <Row
            key={`${one.companyId} ${one.name ?? one.datedOn}`}
            who={one.company}
            when={shortDay(one.datedOn)}
            href={one.name === undefined ? runPath(one) : adjustmentsPath(one.companyId)}
            act={one.name === undefined ? 'Decide' : 'Open'}
          >
            {wordsOf(one)}
          </Row>
        ))}
      </ul>
    </Section>
  );
}

function wordsOf({ name, state }: AdjustmentToDecide): string {
  if (name === undefined || state === undefined) return 'Statutory pay recovered from HMRC: decide the rate';
  return `${adjustmentInWords(name)}: ${inSentence(stateWords[state])}`;
}
