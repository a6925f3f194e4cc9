import type { FigureName } from '../../src/views/words/figures.js';

/**
 * Every figure, count and state that a door says: what it is, what it is of, and the words that doors call it by. All
 * doors must say the same of it, and what is worked out apart from the program (`own/`). Two figures of one thing may
 * differ only if their words do.
 */
export interface Figure {
  readonly what: string;
  /** `nothing`: it is not compared, and `because` says why. */
  readonly of:
    | 'run'
    | 'entry'
    | 'day'
    | 'person'
    | 'personMonth'
    | 'personYear'
    | 'month'
    | 'year'
    | 'account'
    | 'item'
    | 'all'
    | 'nothing';
  readonly words?: readonly string[];
  readonly because?: string;
}

const run = (what: string, ...words: string[]): Figure => ({ what, of: 'run', words });
const person = (what: string, ...words: string[]): Figure => ({ what, of: 'person', words });
const month = (what: string, ...words: string[]): Figure => ({ what, of: 'month', words });
const year = (what: string, ...words: string[]): Figure => ({ what, of: 'year', words });
const account = (what: string, ...words: string[]): Figure => ({ what, of: 'account', words });
const apart = (what: string, because: string): Figure => ({ what, of: 'nothing', because });

const picked = 'it is of the runs that were ticked';
const whatIf = 'it says what an answer or a file would come to';
const audited = 'it is of journals that others posted; cases and random years are its witness';
const line = 'a journal has several lines of an account';

type OtherName =
  | `run.${'state' | 'payslips' | 'pension' | 'others'}`
  | `count.${'ready' | 'done' | 'signedOff' | 'unsigned' | 'state' | 'waiting' | 'left'}`
  | 'control.state'
  | 'month.pension';

const table: Readonly<Record<FigureName | OtherName, Figure>> = {
  'run.gross': run('gross pay of a pay run', 'gross'),
  'run.net': run('net pay of a pay run', 'net'),
  'run.paye': run('what a pay run’s own lines put on PAYE and NI', 'hmrc', 'paye and ni'),
  'run.tax': run('tax of a pay run', 'tax'),
  'run.employeeNi': run('employees’ NI of a pay run', 'ee ni'),
  'run.employerNi': run('employer’s NI of a pay run', 'er ni'),
  'run.other': run('what else is taken off gross pay: pensions, loans, deductions', 'other'),
  'run.pension': run('what a pay run owes the pension provider', 'pension'),
  'run.others': run('what a pay run owes others', 'others'),
  'run.adjusted': run('what an adjustment adds to what is owed to HMRC', 'on what is owed to HMRC'),
  'run.state': run('the state of a pay run'),
  'run.payslips': run('how many payslips a pay run has', 'payslips'),
  'runs.gross': apart('gross pay of several pay runs', picked),
  'runs.net': apart('net pay of several pay runs', picked),
  'runs.paye': apart('PAYE and NI of several pay runs', picked),

  'journal.debit': run('what a journal debits an account', 'dr'),
  'journal.credit': run('what a journal credits an account', 'cr'),
  'journal.total': run('what a journal debits, and credits, in all', 'total'),
  'line.debit': apart('a line of a journal', line),
  'line.credit': apart('a line of a journal', line),
  'liability.posted': run('what a pay run owes on an account, by its journals in the books', 'books', 'posted'),
  'liability.expected': run('what a pay run owes on an account, by payroll now', 'expected'),
  'liability.share': apart('one payslip’s share of it', 'a person may have several'),
  'payslip.field': apart('a figure of a payslip', 'a person may have several payslips'),

  'person.gross': person('gross pay of a person in a pay run', 'gross'),
  'person.net': person('net pay of a person in a pay run', 'net'),
  'person.tax': person('tax of a person in a pay run', 'tax'),
  'person.employeeNi': person('employee’s NI of a person in a pay run', 'ee ni'),
  'person.employerNi': person('employer’s NI of a person in a pay run', 'er ni'),
  'person.other': person('what else is taken off their gross pay', 'other'),
  'personMonth.gross': { what: 'gross pay of a person in a tax month', of: 'personMonth', words: ['gross'] },
  'personMonth.net': { what: 'net pay of a person in a tax month', of: 'personMonth', words: ['net'] },
  'personYear.gross': { what: 'gross pay of a person in a tax year', of: 'personYear', words: ['gross'] },
  'personYear.net': { what: 'net pay of a person in a tax year', of: 'personYear', words: ['net'] },
  'personYear.tax': { what: 'tax of a person in a tax year', of: 'personYear', words: ['tax'] },
  'personYear.employeeNi': { what: 'employee’s NI of a person in a tax year', of: 'personYear', words: ['ee ni'] },
  'personYear.employerNi': { what: 'employer’s NI of a person in a tax year', of: 'personYear', words: ['er ni'] },
  'personYear.other': { what: 'what else is taken off in a tax year', of: 'personYear', words: ['other'] },

  'month.gross': month('gross pay of a tax month', 'gross'),
  'month.net': month('net pay of a tax month', 'net'),
  'month.paye': month('what the pay runs of a tax month put on PAYE and NI'),
  'month.pension': month('what the pay runs of a month owe the pension provider', 'Pension provider'),
  'month.account': account('what our journals put on an account in a tax month'),
  'month.cost': month('what payroll cost in a tax month, by our journals', 'cost'),
  'monthBefore.gross': apart('gross pay of the month a year earlier', 'the page of that year says it'),
  'year.gross': year('gross pay of a tax year', 'gross'),
  'year.net': year('net pay of a tax year', 'net'),
  'year.account': account('what our journals put on an account in a tax year'),
  'year.cost': year('what payroll cost in a tax year, by our journals', 'cost'),

  'hmrc.due': month('what is due to HMRC for a tax month', 'paye due', 'paye due per payroll'),
  'hmrc.bill': month('a levy, Class 1A or another bill of HMRC', 'bill'),
  'hmrc.creditUsed': month('credit of the tax year that is set against a payment to HMRC'),
  'hmrc.creditLeft': month('credit of the tax year that is left after a payment'),
  'hmrc.charged': month('what a tax month is due by HMRC’s own figure, as it was typed'),
  'hmrc.ofQuarter': month('what a tax month adds to the payment of its quarter'),
  'hmrc.yearsCredit': apart('credit that is left at the end of a tax year', 'it is told by what becomes of it'),
  'hmrc.onDay': {
    what: 'all that is due to HMRC on a day, or all of a kind',
    of: 'day',
    words: ['paye', 'paye so far', 'levies, class 1a and other'],
  },
  'paye.expected': month('what our journals of a month owe HMRC', 'owed by posted journals', 'not all posted'),
  'paye.difference': month('the one less the other', 'unexplained', 'agrees'),
  'paye.fromRuns': month('of it, from pay runs', 'from pay runs'),
  'paye.recovered': month('of it, statutory pay recovered', 'statutory pay recovered'),
  'paye.cis': month('of it, CIS suffered', 'CIS suffered'),
  'paye.adjusted': month('of it, adjustments', 'adjustments'),
  'paye.notOurs': month('of it, pay runs that are not posted here', 'not posted here'),
  'paye.elsewhere': month('owed to HMRC on other accounts', 'on other accounts'),

  'control.balance': account('balance of a control account', 'balance'),
  'control.notDue': account('of it, not due', 'not due'),
  'control.known': account('of it, by causes', 'by causes'),
  'control.open': account('of it, open', 'open'),
  'control.state': { what: 'whether the control accounts are clear', of: 'all' },
  'item.open': { what: 'what is open of an item', of: 'item', words: ['amount'] },
  cause: apart('what a cause comes to on an account', 'an account has several causes'),
  'moved.opening': account('balance at the start of a month', 'opening'),
  'moved.charged': account('what payroll charged in a month', 'charged'),
  'moved.cleared': account('what was paid or cleared in a month', 'paid or cleared'),
  'moved.closing': account('balance at the end of a month', 'closing'),
  charge: apart('what one journal charged an account', 'an account has several'),
  broughtForward: apart('a debt that a person entered', 'an account has several'),
  'yearBooks.payslips': account('what the year’s payslips come to on an account', 'by payslips'),
  'yearBooks.books': account('what the books have of it in the year', 'in the books'),
  'yearBooks.difference': account('the one less the other', 'difference'),
  'yearBooks.because': apart('a part of the difference', 'an account has several'),

  'audit.should': apart('what payroll says of an account, in an audit', audited),
  'audit.found': apart('what journals say of an account, in an audit', audited),
  'audit.moved': apart('what an account moved by, in an audit', audited),
  'audit.difference': apart('what is found less what should be', audited),
  'audit.wrong': apart('what is wrong with a pay run, or by a cause', audited),
  'audit.corrected': apart('what of it was corrected later', audited),
  'audit.debit': apart('a debit of a correcting journal', audited),
  'audit.credit': apart('a credit of a correcting journal', audited),
  'audit.misstated': apart('what is out on creditors and profit', audited),
  payment: apart('a payment that a client approves', 'read by `payments` of the doors, person by person'),
  payments: month('all payments of a month that a client approves', 'total'),

  'count.ready': month('pay runs that are ready to post', 'ready'),
  'count.done': month('pay runs that are posted, or agree', 'posted'),
  'count.signedOff': month('of these, signed off', 'signed off'),
  'count.unsigned': month('of these, not signed off', 'await sign-off'),
  'count.left': month('clients whose month is not closed', 'left'),
  'count.state': { what: 'pay runs in a state', of: 'all' },
  'count.waiting': { what: 'pay runs that need someone', of: 'all' },

  'log.gross': { what: 'gross pay of a pay run when a line of the log was written', of: 'entry' },
  'log.net': { what: 'its net pay then', of: 'entry' },
  'log.paye': { what: 'its PAYE and NI then', of: 'entry' },

  'difference.before': apart('an account before a change', whatIf),
  'difference.after': apart('an account after a change', whatIf),
  difference: apart('a difference', whatIf),
  guard: apart('what the guard compared', 'the hold has it'),
  'preview.gross': apart('gross pay that an act would post', whatIf),
  'preview.net': apart('net pay by an answer', whatIf),
  'preview.account': apart('an account of a file’s journal', whatIf),
  'preview.field': apart('a pay item of people who are answered for', whatIf),
  'preview.returned': apart('what a return says', whatIf),
};

export const figures: Readonly<Record<string, Figure | undefined>> = table;
export const figureRows = Object.entries(table);
