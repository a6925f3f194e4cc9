import { hasRole, type Principal } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import { ActForm } from '../kit/act-form.js';

/** Why a client is not synced, and the way to connect it again. */
export function ConnectionLost({ company, principal }: { readonly company: Company; readonly principal: Principal }) {
  if (company.problem === undefined) return null;
  return (
    <div class="problem" role="alert">
      <h2>{company.problem}</h2>
      <p>
        Nothing of {company.name} is fetched or posted until then. Connecting again keeps everything that was recorded.
      </p>
      {hasRole(principal, 'admin') ? <ConnectAgain company={company} /> : null}
    </div>
  );
}

export function ConnectAgain({ company }: { readonly company: Company }) {
  return (
    <ActForm
      to="/connect"
      sends={{ name: company.name, mode: company.policy.mode }}
      act="Connect again"
      button="secondary"
    />
  );
}
