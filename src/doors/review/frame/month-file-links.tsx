import type { TaxMonth } from '../../../views/month/board-lists.js';

interface MonthOf extends TaxMonth {
  readonly companyId: string;
}

export function monthFilePath({ companyId, year, period }: MonthOf, format: string): string {
  return `/api/month-files/${encodeURIComponent(companyId)}/${year}/${period}?format=${format}`;
}

export const everyMonthPath = (companyId: string) => `/api/month-files/${encodeURIComponent(companyId)}`;

const formats = [
  ['pdf', 'PDF'],
  ['xlsx', 'Excel'],
  ['zip', 'ZIP, signed'],
] as const;

/** The month as a file, to be filed, sent to the client or shown to an auditor. */
export function MonthFileLinks(month: MonthOf) {
  return (
    <span class="noprint">
      Month file:{' '}
      {formats.map(([format, words], at) => (
        <span key={format}>
          {at > 0 ? ' · ' : ''}
          <a href={monthFilePath(month, format)} download>
            {words}
          </a>
        </span>
      ))}
    </span>
  );
}
