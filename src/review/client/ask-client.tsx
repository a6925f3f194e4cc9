import { Csrf } from '../frame/marks.js';

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
