import { payKeyOf } from '../../../journal/nouns/pay-key.js';
import type { ClientLink } from '../../../views/company/client-links.js';
import { moment } from '../frame/words.js';
import { ActForm } from '../kit/act-form.js';

interface AskProps {
  readonly companyId: string;
  readonly year: number;
  readonly period: number;
}

/** Makes a link with which a client approves the month's payments. */
export function AskClient({ companyId, year, period }: AskProps) {
  return (
    <ActForm
      to="/client-links"
      class="noprint"
      sends={{ company: companyId, year, period }}
      act="Link for the client’s approval"
      button="secondary small"
    />
  );
}

interface OpenLinksProps {
  readonly run: { readonly companyId: string; readonly datedOn: string; readonly tag: string };
  readonly links: readonly ClientLink[];
  readonly now: Date;
}

/** The links that a client may still open, each with a button that ends it. */
export function OpenClientLinks({ run, links, now }: OpenLinksProps) {
  const open = links.filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  return (
    <ul class="noprint" aria-label="Links sent to the client">
      {open.map(({ id, askedBy, expiresAt }) => (
        <li key={id} class="row">
          <span class="row-what">
            A link by {askedBy}, good until {moment(expiresAt, now)}
          </span>
          <ActForm
            to={`/client-links/${id}/withdraw`}
            class="row-act"
            sends={{ company: run.companyId, paid: payKeyOf(run) }}
            act="Withdraw"
            button="secondary small"
          />
        </li>
      ))}
    </ul>
  );
}
