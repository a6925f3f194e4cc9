import type { Money } from '../../journal/nouns/money.js';
import type { YearsCredit } from '../../journal/paye/scheme-year.js';
import type { FigureName } from './figures.js';

type AmountPart = string | { readonly is: FigureName; readonly of: Money };

/** "240.00 of CIS suffered is left at the year’s end: claim it after the last return" */
export function yearsCreditInParts({ yearsCredit }: { readonly yearsCredit?: YearsCredit }): readonly AmountPart[] {
  if (yearsCredit === undefined) return [];
  return yearsCreditWords
    .filter(([name]) => !yearsCredit[name].isZero())
    .flatMap(([name, words], index): readonly AmountPart[] => [
      ...(index === 0 ? [] : ['; ']),
      { is: 'hmrc.yearsCredit', of: yearsCredit[name] },
      ` ${words}`,
    ]);
}

const yearsCreditWords = [
  ['cisSuffered', 'of CIS suffered is left at the year’s end: claim it from HMRC after the last return'],
  ['other', 'of credit is left at the year’s end: ask HMRC to repay it or set it off'],
  ['advanced', 'of what HMRC paid was not claimed: it is owed back'],
] as const;
