/**
 * What an amount on a page is. The one component that prints money takes a name of these, and `test/witness/figures.ts`
 * says of each whose it is, what it is called, and which doors show it: two that may differ have different names.
 */
export const figureNames = [
  // A pay run, as payroll has it now.
  ...(['run.gross', 'run.net', 'run.paye', 'run.tax', 'run.employeeNi', 'run.employerNi', 'run.other'] as const),
  ...(['run.adjusted', 'runs.gross', 'runs.net', 'runs.paye'] as const),
  // Its journal: by account and by line; what is owed on an account, in the books and by payroll.
  ...(['journal.debit', 'journal.credit', 'journal.total', 'line.debit', 'line.credit'] as const),
  ...(['liability.posted', 'liability.expected', 'liability.share', 'payslip.field'] as const),
  // One person, in a pay run, in a month and in a tax year.
  ...(['person.gross', 'person.net', 'person.tax', 'person.employeeNi', 'person.employerNi', 'person.other'] as const),
  ...(['personMonth.gross', 'personMonth.net', 'personYear.gross', 'personYear.net', 'personYear.tax'] as const),
  ...(['personYear.employeeNi', 'personYear.employerNi', 'personYear.other'] as const),
  // A tax month and a tax year.
  ...(['month.gross', 'month.net', 'month.paye', 'month.account', 'month.cost'] as const),
  ...(['monthBefore.gross'] as const),
  ...(['year.gross', 'year.net', 'year.account', 'year.cost'] as const),
  // HMRC: what is due for a month or a bill, on a day, and how our journals compare with it.
  ...(['hmrc.due', 'hmrc.bill', 'hmrc.onDay', 'hmrc.creditUsed', 'hmrc.creditLeft', 'hmrc.charged'] as const),
  ...(['hmrc.ofQuarter', 'hmrc.yearsCredit'] as const),
  ...(['paye.expected', 'paye.difference', 'paye.fromRuns'] as const),
  ...(['paye.recovered', 'paye.cis', 'paye.adjusted', 'paye.notOurs', 'paye.elsewhere'] as const),
  // Control accounts, and a year of the books.
  ...(['control.balance', 'control.notDue', 'control.known', 'control.open', 'item.open', 'cause'] as const),
  ...(['moved.opening', 'moved.charged', 'moved.cleared', 'moved.closing', 'charge', 'broughtForward'] as const),
  ...(['yearBooks.payslips', 'yearBooks.books', 'yearBooks.difference', 'yearBooks.because'] as const),
  // What others posted, against payroll.
  ...(['audit.should', 'audit.found', 'audit.moved', 'audit.difference', 'audit.wrong', 'audit.corrected'] as const),
  ...(['audit.debit', 'audit.credit', 'audit.misstated'] as const),
  // What a client is asked to approve.
  ...(['payment', 'payments'] as const),
  // A pay run as it was when a line of the log was written.
  ...(['log.gross', 'log.net', 'log.paye'] as const),
  // Differences, and what an answer or a file would come to.
  ...(['difference.before', 'difference.after', 'difference', 'guard', 'preview.gross', 'preview.net'] as const),
  ...(['preview.account', 'preview.field', 'preview.returned'] as const),
] as const;
export type FigureName = (typeof figureNames)[number];

type GroupIn<Name> = Name extends `${infer Group}.${string}` ? Group : never;

/** Of a table: "run", whose amount labelled "Net" is `run.net`. */
export type FigureGroup = GroupIn<FigureName>;

/** A sentence in parts: words, and amounts that say what they are. */
export type Part = string | { readonly is: FigureName; readonly of: { toString(): string }; readonly signed?: true };
