import { hasRole, type Principal } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import { Csrf } from '../frame/marks.js';

/** Why a client is not synced, and the way to connect it again. */
export function ConnectionLost({ company, principal }: { readonly company: Company; readonly principal: Principal }) {
  if (company.problem === undefined) return null;
  return (
    <div class="problem" role="alert">
      <h2>{company.problem}</h2>
      <p>
        Nothing of {company.name} is fetched or posted until then. Connecting again keeps everything that was recorded.
      </p>
      {hasRole(principal, 'admin') ? <ConnectAgain {...{ company, principal }} /> : null}
    </div>
  );
}

export function ConnectAgain({ company, principal }: { readonly company: Company; readonly principal: Principal }) {
  return (
    <form method="post" action="/connect">
      <Csrf token={principal.csrf} />
      <input type="hidden" name="name" value={company.name} />
      <input type="hidden" name="mode" value={company.policy.mode} />
      <button type="submit" class="secondary">
        Connect again
      </button>
    </form>
  );
}
