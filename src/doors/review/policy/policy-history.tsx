import type { PolicyVersion } from '../../../companies/policy-version.entity.js';
import { changesOf } from '../../../views/log/log-reasons.js';
import { nameShown } from '../../../views/name-shown.js';
import { moment } from '../frame/words.js';

/** The oldest version changed nothing: the company was connected with it. */
const changesSince = (before: PolicyVersion | undefined, { policy }: PolicyVersion): readonly string[] =>
  before === undefined ? [] : changesOf(before.policy, policy);

interface PolicyHistoryProps {
  readonly history: readonly PolicyVersion[];
  readonly now: Date;
}

/** Every version, with what it changed. */
export function PolicyHistory({ history, now }: PolicyHistoryProps) {
  return (
    <section aria-labelledby="history-heading" class="noprint">
      <h2 id="history-heading">Versions</h2>
      <ol class="history">
        {history.map((one, index) => (
          <li key={one.version}>
            <time dateTime={one.createdAt.toISOString()}>{moment(one.createdAt, now)}</time>
            <div>
              <strong>Version {one.version}</strong> <span class="muted">by {nameShown(one.actor)}</span>
              <q>{one.reason}</q>
              {changesSince(history[index + 1], one).map((words) => (
                <span key={words} class="decided">
                  {words}
                </span>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
