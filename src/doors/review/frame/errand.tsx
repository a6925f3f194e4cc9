import type { Errand } from '../../../runner/errands.js';
import { Going } from './going.js';
import { count, moment } from './words.js';

interface ErrandProps {
  readonly id: string;
  readonly errand: Errand;
  /** For the ones that were left out. */
  readonly names: ReadonlyMap<string, string>;
  /** What is counted, one for each client, and what happens to it: "client", "read". */
  readonly noun: string;
  readonly verb: string;
  /** Where this part is fetched again. */
  readonly path: string;
  readonly now: Date;
}

/** Longer than any single client takes. */
const quietMaxMs = 60_000;

/** The progress of a job, then what was left out and why. */
export function ErrandStatus({ id, errand, names, noun, verb, path, now }: ErrandProps) {
  const { done, of, leftOut, end, movedAt } = errand;
  const words = `${done - leftOut.length} of ${count(of, noun)} ${verb}`;
  const out = leftOut.length === 0 ? '' : `, ${leftOut.length} left out`;
  if (end === undefined) {
    const isQuiet = now.getTime() - Date.parse(movedAt) > quietMaxMs;
    const quiet = isQuiet ? `. Nothing since ${moment(new Date(movedAt), now)}: it may have been cut off` : '';
    return <Going {...{ id, done, of, path }} words={`${words}${out}${quiet}.`} />;
  }
  return (
    <div id={`${id}-end`} aria-live="polite">
      <p role="status">
        {words}
        {out}, {end === 'stopped' ? 'then stopped' : 'ended'} {moment(new Date(movedAt), now)}.
      </p>
      {leftOut.length === 0 ? null : (
        <ul>
          {leftOut.map(({ companyId, why }) => (
            <li key={companyId} class="row">
              <span class="row-who">{names.get(companyId) ?? ''}</span>
              <span class="row-what">{why}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
