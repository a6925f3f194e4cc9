import type { Viewer } from '../../access/viewer.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { inWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { OpenState } from '../../record/control-answer.js';
import { ControlReading } from '../../record/controls.entity.js';
import { HmrcPaid } from '../../record/hmrc-paid.entity.js';
import { nameShown } from '../words/name-shown.js';

/** What a person said, and what the books have of it: a statement is no proof. */
export interface SaidPaid {
  /** The day on which it was paid, as they said. */
  readonly on: string;
  readonly by: string;
  readonly at: Date;
  /**
   * `in_books`: exactly this amount came off the PAYE account in its days. `not_in_books`: read after the due day and
   * the day said, it is still open. Else nothing is known of it.
   */
  readonly books: 'in_books' | 'not_in_books' | 'not_compared';
  /** The day up to which the books were read, if they say something of it. */
  readonly readOn?: string;
}

/** What was due, with its amount even where the viewer sees none. */
interface OfDue {
  readonly companyId: string;
  readonly id: string;
  readonly dueOn: string;
  readonly amount?: Money;
}

/** What people said was paid of these items, each with what the last reading of the client's control accounts has of it. */
export async function saidPaid(
  rows: ReadRows,
  viewer: Pick<Viewer, 'companies'>,
  items: readonly string[],
): Promise<(due: OfDue) => SaidPaid | undefined> {
  const query = rows.createQueryBuilder(HmrcPaid, 'p').where('p.ended_at IS NULL');
  const all = await onlyAmong(onlyAmong(query, 'p.companyId', viewer.companies), 'p.item', items).getMany();
  if (all.length === 0) return () => undefined;
  const keyOf = (companyId: string, item: string) => `${companyId} ${item}`;
  const said = new Map(all.map((one) => [keyOf(one.companyId, one.item), one]));
  const readings = await lastReadings(rows, [...new Set(all.map(({ companyId }) => companyId))]);
  return (due) => {
    const one = said.get(keyOf(due.companyId, due.id));
    if (one === undefined) return undefined;
    return {
      on: one.paidOn,
      by: nameShown(one.actor),
      at: one.at,
      ...inBooks(due, one, readings.get(due.companyId)),
    };
  };
}

/** By these the books still owe it: its days are over, and the bank's lines go on. */
const isStillOpen: ReadonlySet<OpenState> = new Set(['no_payment_posted', 'part_paid']);

/** Positive evidence alone, and never by what was said. */
export function inBooks(
  { id, dueOn, amount }: Pick<OfDue, 'id' | 'dueOn' | 'amount'>,
  { paidOn, amount: then }: Pick<HmrcPaid, 'paidOn' | 'amount'>,
  reading: Pick<ControlReading, 'asOn' | 'accounts' | 'problem'> | undefined,
): Pick<SaidPaid, 'books' | 'readOn'> {
  // What was due has changed since it was said: the books are compared with what is due now, or not at all.
  if (reading === undefined || reading.problem !== null || amount?.equals(then) !== true)
    return { books: 'not_compared' };
  const { asOn, accounts } = reading;
  const isCleared = accounts.some(({ cleared = [] }) =>
    cleared.some((one) => one.id === id && Money.parse(one.amount).equals(amount)),
  );
  if (isCleared) return { books: 'in_books', readOn: asOn };
  const open = accounts.flatMap((one) => one.open).find((part) => part.id === id);
  if (open !== undefined && isStillOpen.has(open.state) && asOn > dueOn && asOn >= paidOn)
    return { books: 'not_in_books', readOn: asOn };
  return { books: 'not_compared' };
}

async function lastReadings(rows: ReadRows, companyIds: readonly string[]) {
  const query = rows
    .createQueryBuilder(ControlReading, 'r')
    .where('r.as_on = (SELECT MAX(l.as_on) FROM control_readings l WHERE l.company_id = r.company_id)');
  const found = await onlyAmong(query, 'r.companyId', companyIds).getMany();
  return new Map(found.map((one) => [one.companyId, one]));
}

/** "Ann Ash says it was paid on 20 October 2026" */
export const saidInWords = ({ by, on }: Pick<SaidPaid, 'by' | 'on'>): string =>
  `${by} says it was paid on ${inWords(on)}`;

/** "the books do not have it yet, read on 5 November 2026" */
export function booksInWords({ books, readOn }: Pick<SaidPaid, 'books' | 'readOn'>): string {
  const read = readOn === undefined ? '' : `, read on ${inWords(readOn)}`;
  if (books === 'in_books') return `the books have it${read}`;
  return books === 'not_in_books' ? `the books do not have it yet${read}` : 'not compared with the books';
}
