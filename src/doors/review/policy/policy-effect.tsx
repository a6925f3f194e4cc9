import type { Company } from '../../../companies/company.js';
import { monthInWords, shortDay } from '../../../journal/nouns/dates.js';
import type { AccountsInBooks } from '../../../views/lists/names-in-books.js';
import { AccountChanges } from '../frame/account-changes.js';
import { Said } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { Section } from '../kit/section.js';
import type { PolicyProps } from './policy-props.js';

/** What the policy would change about the last pay run: figures by account, and holds. */
export function PolicyEffectNote({
  company,
  preview,
  accountNames,
  pay,
}: {
  /** Whether the viewer may see pay. */
  readonly pay: boolean;
  readonly accountNames: AccountsInBooks;
  readonly company: Company;
  readonly preview: NonNullable<PolicyProps['preview']>;
}) {
  const { effect, changed } = preview;
  if (!changed) {
    return (
      <section class="difference">
        <h2>Nothing would change</h2>
        <p>Version {company.policyVersion} is already the same.</p>
      </section>
    );
  }
  if (effect === undefined) {
    return (
      <section class="difference">
        <h2>{pay ? 'No pay run to try it on' : 'Its effect is not shown to you'}</h2>
        <p>
          {pay
            ? `The policy is valid, but no payroll of ${company.name} that it would apply to is at hand.`
            : 'The policy is valid. Its effect on a journal shows people’s pay, which an administrator can let you see.'}
        </p>
      </section>
    );
  }
  const { run, before, after, difference, names } = effect;
  const gone = before.holds.filter(
    (hold) => !after.holds.some((other) => other.code === hold.code && other.field === hold.field),
  );
  const come = after.holds.filter(
    (hold) => !before.holds.some((other) => other.code === hold.code && other.field === hold.field),
  );
  return (
    <Section id="effect" heading="Its effect on the last pay run" class="difference">
      <p>
        <a href={runPath(run)}>
          {monthInWords(run.year, run.period)}, paid {shortDay(run.datedOn)}
        </a>
        , if it were posted again. What is posted stays as it is.
      </p>
      {gone.map((hold) => (
        <p key={hold.message} class="is-posted">
          No longer held: <Said>{hold.message}</Said>
        </p>
      ))}
      {come.map((hold) => (
        <p key={hold.message} class="is-held">
          Held: <Said>{hold.message}</Said>
        </p>
      ))}
      {difference.byAccount.length === 0 ? (
        <p>{difference.same ? 'Its journal would be the same.' : 'The same totals per account, in other lines.'}</p>
      ) : (
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="effect-heading">
          <AccountChanges
            headings={['Now', 'With this policy']}
            changes={difference.byAccount}
            names={names}
            accountNames={accountNames}
          />
        </div>
      )}
    </Section>
  );
}
