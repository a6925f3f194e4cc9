import { taxYearInWords } from '../../../journal/nouns/dates.js';

interface YearLinksProps {
  readonly before?: number;
  readonly after?: number;
  path(year: number): string;
}

/** To the tax years before and after the one that is shown. */
export function YearLinks({ before, after, path }: YearLinksProps) {
  if ((before ?? after) === undefined) return null;
  return (
    <nav class="beside-runs noprint" aria-label="Other tax years">
      {before === undefined ? null : (
        <a href={path(before)} rel="prev">
          ‹ {taxYearInWords(before)}
        </a>
      )}
      {after === undefined ? null : (
        <a href={path(after)} rel="next">
          {taxYearInWords(after)} ›
        </a>
      )}
    </nav>
  );
}
