import { personIn } from '../../../views/lists/names-in-books.js';
import type { PolicyVersion } from '../../../companies/policy-version.entity.js';
import { changesOf } from '../../../views/log/log-reasons.js';
import { nameShown } from '../../../views/words/name-shown.js';
import type { NameOf } from '../../../views/words/policy-in-words.js';
import { moment } from '../frame/words.js';
import { Section } from '../kit/section.js';
import type { PolicyProps } from './policy-props.js';

/** The oldest version changed nothing: the company was connected with it. */
const changesSince = (before: PolicyVersion | undefined, { policy }: PolicyVersion, nameOf: NameOf) =>
  before === undefined ? [] : changesOf(before.policy, policy, nameOf);

type PolicyHistoryProps = Pick<PolicyProps, 'history' | 'accountNames' | 'principal' | 'now'>;

/** Every version, with what it changed. */
export function PolicyHistory({ history, accountNames, principal, now }: PolicyHistoryProps) {
  /** Who works where is shown to those who may see pay; to others, as before, which of the books' users it is. */
  const nameOf = personIn(principal.pay ? accountNames : { person: () => undefined });
  return (
    <Section id="history" heading="Versions" class="noprint">
      <ol class="history">
        {history.map((one, index) => (
          <li key={one.version}>
            <time dateTime={one.createdAt.toISOString()}>{moment(one.createdAt, now)}</time>
            <div>
              <strong>Version {one.version}</strong> <span class="muted">by {nameShown(one.actor)}</span>
              {principal.pay ? <q>{one.reason}</q> : null}
              {changesSince(history[index + 1], one, nameOf).map((words) => (
                <span key={words} class="decided">
                  {words}
                </span>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
