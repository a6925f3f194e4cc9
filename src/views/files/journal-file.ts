import { taxYearInWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { wordsOf } from '../../journal/policy/treatments.js';
import type { StoredLine } from '../../record/runs/posting.entity.js';
import type { NamesInBooks } from '../lists/names-in-books.js';
import type { PostedSet } from '../lists/queries.js';
import type { FileColumn } from './csv.js';

/** A set in the books, or a journal that would be posted and has no set yet. */
export interface SetInFile {
  readonly company: string;
  readonly run: Pick<PostedSet['run'], 'year' | 'period' | 'datedOn'>;
  readonly set?: Pick<PostedSet['posting'], 'datedOn' | 'tag' | 'kind' | 'journalSet'>;
}

export interface LineInFile extends SetInFile {
  readonly line: StoredLine;
  readonly names: NamesInBooks;
}

type SetColumn = FileColumn<SetInFile>;
type LineColumn = FileColumn<LineInFile>;

const company: SetColumn = { heading: 'Company', value: (row) => row.company };
const year: SetColumn = { heading: 'Year', value: ({ run }) => run.year };
const period: SetColumn = { heading: 'Period', value: ({ run }) => run.period };
const taxYear: SetColumn = { heading: 'Tax year', value: ({ run }) => taxYearInWords(run.year) };
const taxMonth: SetColumn = { heading: 'Tax month', value: ({ run }) => run.period + 1 };
const paid: SetColumn = { heading: 'Date paid', value: ({ run }) => ({ day: run.datedOn }) };
const dated: SetColumn = { heading: 'Dated', value: ({ set }) => set && { day: set.datedOn } };
const tag: SetColumn = { heading: 'Tag', value: ({ set }) => set?.tag };
const kind: SetColumn = { heading: 'Kind', value: ({ set }) => set?.kind };
const journalSet: SetColumn = { heading: 'Journal set', value: ({ set }) => set?.journalSet };

const account: LineColumn = { heading: 'Account', value: ({ line }) => line.category };
const accountName: LineColumn = { heading: 'Account name', value: ({ line, names }) => names.account(line.category) };
const debit: LineColumn = { heading: 'Debit', value: ({ line }) => side(line.debit, 'debit'), summed: true };
const credit: LineColumn = { heading: 'Credit', value: ({ line }) => side(line.debit, 'credit'), summed: true };
const description: LineColumn = { heading: 'Description', value: ({ line }) => line.description };
const user: LineColumn = { heading: 'User', value: ({ line }) => line.user };
const person: LineColumn = { heading: 'Person', value: ({ line, names }) => line.user && names.person(line.user) };
const from: LineColumn = { heading: 'From', value: ({ line }) => line.from?.join(' ') };
const fromInWords: LineColumn = {
  heading: 'From',
  value: ({ line }) => line.from?.map((field) => `${wordsOf(field)} (${field})`).join(', '),
};

/** For people: names come before the codes for machines. */
export const journalColumns: readonly LineColumn[] = [
  ...[company, taxYear, taxMonth, paid, dated],
  ...[account, accountName, person, description, debit, credit, fromInWords, kind, tag, journalSet],
];

/** For programs, which may count columns: new ones are added at the end. */
export const journalColumnsForPrograms: readonly LineColumn[] = [
  ...[company, year, period, paid, dated, tag, kind, journalSet],
  ...[account, debit, credit, description, user, from],
  ...[taxYear, taxMonth, accountName, person],
];

/** For a reader who may not see pay. */
export const setColumns: readonly FileColumn<SetInFile & Pick<PostedSet, 'run'>>[] = [
  ...[company, year, period, paid, dated, tag, kind, journalSet],
  { heading: 'Payslips', value: ({ run }) => run.payslips },
  ...[taxYear, taxMonth],
];

function side(amount: string, asked: 'debit' | 'credit'): Money | undefined {
  const money = Money.parse(amount);
  if (asked === 'debit') return money.isNegative() ? undefined : money;
  return money.isNegative() ? money.negated() : undefined;
}
