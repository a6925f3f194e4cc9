import { acts, type LogAct, rowOf } from '../../../record/acts.js';
import type { HistoryEvent } from '../../../views/run/run-history.js';
import { actInWords, answerInWords, setInWords } from '../../../views/log/log-words.js';
import { Said } from '../frame/marks.js';
import type { RunPageProps } from './run-props.js';
import { moment } from '../frame/words.js';
import { Section } from '../kit/section.js';
import { holdWords, inSentence } from '../../../views/words/words.js';

/** What happened to the pay run, newest first, with who did it and why. */
export function RunHistory({ view, now }: RunPageProps) {
  if (view.history.length === 0) return null;
  return (
    <Section id="history" heading="History">
      <ol class="history">
        {view.history.map((event, index) => (
          <li key={index}>
            <time dateTime={event.at.toISOString()}>{moment(event.at, now)}</time>
            <div>
              <Said>
                <strong>{actInWords(event)}</strong>
                <span class="muted"> {[byInWords(event), ...factsOf(event)].join(' · ')}</span>
                {event.decided === undefined ? null : <span class="decided">{event.decided}</span>}
                {event.reason === undefined ? null : <q>{event.reason}</q>}
              </Said>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** What a sync found is not what the person did who started it. */
function byInWords({ act, actor }: HistoryEvent): string {
  if (act === 'remove' || !Object.hasOwn(acts, act) || rowOf(act as LogAct).by !== 'sync') return `by ${actor}`;
  return actor === 'schedule' ? 'found by the scheduled sync' : `found by a sync that ${actor} started`;
}

function factsOf(event: HistoryEvent): string[] {
  return [
    ...event.holdCodes.map((code) => inSentence(holdWords[code] ?? code)),
    ...(event.journalSet === undefined ? [] : [setInWords(event.journalSet)]),
    ...event.about,
    ...[answerInWords(event)].filter(Boolean),
  ];
}
