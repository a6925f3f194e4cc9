import { payKeyOf } from '../../../journal/nouns/pay-key.js';
import type { ClientLink } from '../../../views/company/client-links.js';
import { Csrf } from '../frame/marks.js';
import { moment } from '../frame/words.js';

interface AskProps {
  readonly companyId: string;
  readonly year: number;
  readonly period: number;
  readonly csrf?: string;
}

/** Makes a link with which a client approves the month's payments. */
export function AskClient({ companyId, year, period, csrf }: AskProps) {
  return (
    <form method="post" action="/client-links" class="noprint">
      <Csrf token={csrf} />
      <input type="hidden" name="company" value={companyId} />
      <input type="hidden" name="year" value={year} />
      <input type="hidden" name="period" value={period} />
      <button type="submit" class="secondary small">
        Link for the client’s approval
      </button>
    </form>
  );
}

interface OpenLinksProps {
  readonly run: { readonly companyId: string; readonly datedOn: string; readonly tag: string };
  readonly links: readonly ClientLink[];
  readonly now: Date;
  readonly csrf?: string;
}

/** The links that a client may still open, each with a button that ends it. */
export function OpenClientLinks({ run, links, now, csrf }: OpenLinksProps) {
  const open = links.filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  return (
    <ul class="noprint" aria-label="Links sent to the client">
      {open.map(({ id, askedBy, expiresAt }) => (
        <li key={id} class="row">
          <span class="row-what">
            A link by {askedBy}, good until {moment(expiresAt, now)}
          </span>
          <form method="post" action={`/client-links/${id}/withdraw`} class="row-act">
            <Csrf token={csrf} />
            <input type="hidden" name="company" value={run.companyId} />
            <input type="hidden" name="paid" value={payKeyOf(run)} />
            <button type="submit" class="secondary small">
              Withdraw
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}
