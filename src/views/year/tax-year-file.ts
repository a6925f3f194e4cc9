import { monthInWords, taxYearInWords } from '../../journal/nouns/dates.js';
import type { Money } from '../../journal/nouns/money.js';
import type { NamesInBooks } from '../lists/names-in-books.js';
import { dueToHmrc, dueToHmrcOn, type HmrcTie } from '../checks/paye-tie.js';
import type { YearEnd, YearEndMonth } from './year-end.js';
import type { FileColumn } from '../files/csv.js';

function agreed({ tie, checks, notInBooks }: YearEndMonth): string | undefined {
  if (tie === undefined) return undefined;
  if (checks === undefined || checks.paye.of === 'payroll') return 'not posted here';
  const { paye, books } = checks;
  if (notInBooks > 0 || paye.of === 'to_be_posted') return 'not all in the books';
  if (books.finding) return 'no: the books differ';
  if (paye.answer === 'yes') return tie.verdict === 'explained' ? 'yes, after statutory pay recovery' : 'yes';
  if (paye.answer === 'no') return 'no';
  if (paye.isWorkedOut) return 'worked out from its returns';
  return tie.verdict === 'cannot_tell' ? 'nothing due: recovery cannot be checked' : 'not due yet';
}

function dayDue(tie: HmrcTie | undefined): { readonly day: string } | undefined {
  const day = tie && dueToHmrcOn(tie);
  return day === undefined ? undefined : { day };
}

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
    hmrc('HMRC, PAYE due per payroll', dueToHmrc),
    hmrc('HMRC, per our journals', ({ expected }) => expected),
    hmrc('HMRC, difference', ({ due, difference }) => (due === undefined ? undefined : difference)),
    { heading: 'Agreed to PAYE due', value: agreed },
    { heading: 'Statutory pay recovered at', value: ({ tie }) => tie?.recoveryRate },
    { heading: 'HMRC due on', value: ({ tie }) => dayDue(tie) },
    { heading: 'Pay runs not in the books', value: ({ notInBooks }) => notInBooks },
    { heading: 'Books last read', value: ({ checks }) => checks?.books.asAt },
  ];
}
