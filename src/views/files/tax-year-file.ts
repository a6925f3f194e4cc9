import { monthInWords, taxYearInWords } from '../../journal/dates.js';
import type { Money } from '../../journal/money.js';
import type { NamesInBooks } from '../names-in-books.js';
import type { HmrcTie } from '../run/tie.js';
import type { YearEnd, YearEndMonth } from '../controls/year-end.js';
import type { FileColumn } from './csv.js';

const verdicts: Readonly<Record<HmrcTie['verdict'], string>> = {
  agrees: 'yes',
  explained: 'yes, after statutory pay recovery',
  cannot_tell: 'nothing due: recovery cannot be checked',
  unexplained: 'no',
  not_due_yet: 'not due yet',
};

/** Twelve months with a column for each account; what is owed to HMRC has columns of its own. */
export function taxYearColumns(year: YearEnd, names: NamesInBooks): readonly FileColumn<YearEndMonth>[] {
  const hmrc = (heading: string, amount: (tie: HmrcTie) => Money | undefined): FileColumn<YearEndMonth> => ({
    heading,
    value: ({ tie }) => tie && amount(tie),
    summed: true,
  });
  return [
    { heading: 'Company', value: () => year.company },
    { heading: 'Tax year', value: () => taxYearInWords(year.year) },
    { heading: 'Tax month', value: ({ period }) => period + 1 },
    { heading: 'Month', value: ({ period }) => monthInWords(year.year, period) },
    ...year.accounts.map(
      (code): FileColumn<YearEndMonth> => ({
        heading: `${code} ${names.account(code)}`.trim(),
        value: ({ amounts }) => amounts.get(code),
        summed: true,
      }),
    ),
    hmrc('HMRC, PAYE due per payroll', ({ due }) => due),
    hmrc('HMRC, per our journals', ({ expected }) => expected),
    hmrc('HMRC, difference', ({ due, difference }) => (due === undefined ? undefined : difference)),
    {
      heading: 'Agreed to PAYE due',
      value: ({ tie, books, notInBooks }) => {
        if (tie === undefined) return undefined;
        if (notInBooks > 0) return 'not all in the books';
        return books?.finding ? 'no: the books differ' : verdicts[tie.verdict];
      },
    },
    { heading: 'Statutory pay recovered at', value: ({ tie }) => tie?.recoveryRate },
    { heading: 'HMRC due on', value: ({ tie }) => tie?.dueOn && { day: tie.dueOn } },
    { heading: 'Pay runs not in the books', value: ({ notInBooks }) => notInBooks },
    { heading: 'Books last read', value: ({ books }) => books?.at },
  ];
}
