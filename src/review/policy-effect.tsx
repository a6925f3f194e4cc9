import type { Company } from '../companies/company.js';
import { runPath } from './paths.js';
import type { PolicyProps } from './policy.page.js';
import { accountNames, amount, monthAndYear, shortDay, signed } from './words.js';

/** What the policy would have made of the last pay run: account by account, and which holds come or go. */
export function PolicyEffectNote({
  company,
  preview,
}: {
  readonly company: Company;
  readonly preview: NonNullable<PolicyProps['preview']>;
}) {
  const { effect, changed } = preview;
  if (!changed) {
    return (
      <section class="difference">
        <h2>Nothing would change</h2>
        <p>This is what version {company.policyVersion} says already.</p>
      </section>
    );
  }
  if (effect === undefined) {
    return (
      <section class="difference">
        <h2>No pay run to try it on</h2>
        <p>The policy can be read, and no payroll of {company.name} is at hand yet.</p>
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
    <section class="difference" aria-labelledby="effect-heading">
      <h2 id="effect-heading">Its effect on the last pay run</h2>
      <p>
        <a href={runPath(run)}>
          {monthAndYear(run.year, run.period)}, paid {shortDay(run.datedOn)}
        </a>
        , if it were posted anew. What is posted stays as it is.
      </p>
      {gone.map((hold) => (
        <p key={hold.message} class="is-posted">
          No longer held: {hold.message}
        </p>
      ))}
      {come.map((hold) => (
        <p key={hold.message} class="is-held">
          Held: {hold.message}
        </p>
      ))}
      {difference.byAccount.length === 0 ? (
        <p>
          {difference.same ? 'Its journal would be the same.' : 'The same totals per account, told in other lines.'}
        </p>
      ) : (
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="effect-heading">
          <table class="figures dense">
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col" class="n">
                  Now
                </th>
                <th scope="col" class="n">
                  With this policy
                </th>
                <th scope="col" class="n">
                  Change
                </th>
              </tr>
            </thead>
            <tbody>
              {difference.byAccount.map((change) => (
                <tr key={`${change.code} ${change.user}`}>
                  <th scope="row">
                    <span class="code">{change.code}</span> {accountNames[change.code] ?? ''}
                    {change.user === undefined ? null : (
                      <span class="line-words">{names.get(change.user) ?? change.user}</span>
                    )}
                  </th>
                  <td class="n">{amount(change.before)}</td>
                  <td class="n">{amount(change.after)}</td>
                  <td class="n">{signed(change.after.minus(change.before)).replace('£', '')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
