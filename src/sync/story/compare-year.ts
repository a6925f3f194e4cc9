import { type RunChecked, runAnswer } from '../../audit/answer.js';
import { type Audited } from '../../audit/audit.js';
import { isWrong } from '../../audit/judged.js';
import { pick } from '../../ground/pick.js';
import { Money } from '../../journal/nouns/money.js';
import type { BooksAtWork } from '../at-work/books-at-work.js';
import type { EventOf } from '../facts/event.js';
import type { Facts } from '../facts/facts.js';
import type { Step } from '../facts/next-step.js';
import { urlsOf } from '../keep/keep-audit.js';
import { surroundings } from '../steps/surroundings.js';
import { judgedYear, type PayrollOfYear, YearsRead } from './audit-books.js';

/**
 * Mode `check`: the year is judged as an audit judges it, and each of its runs that are checked is told what it said.
 * Payroll is what this sync has read; of the books it reads what an audit reads, and less where these runs agree.
 */
export async function compareYear(
  books: BooksAtWork,
  facts: Facts,
  { tag, serves }: Extract<Step, { do: 'compare' }>,
): Promise<EventOf<'compared'>> {
  const { kept } = await surroundings(books);
  const own = facts.runs.get(tag);
  if (own === undefined) throw new Error(`${tag}: it is compared, and not known`);
  const approved = new Set(serves);
  const read = new YearsRead(books, kept.people, { years: payrollIn(facts), approved });
  const isEnough = ({ runs }: Audited) => !runs.some((one) => approved.has(one.run.tag) && isWrong(one));
  const { runs } = await judgedYear(read, own.year, isEnough);
  const urlOf = urlsOf(kept.people);
  const judged = new Map(
    runs
      .filter(({ verdict }) => verdict !== 'not_judged')
      .map((one): [string, RunChecked] => [one.run.tag, pick(runAnswer(one, urlOf), told)]),
  );
  return { is: 'compared', checks: new Map(serves.map((one) => [one, judged.get(one)])) };
}

const told = ['verdict', 'sets', 'amount', 'causes', 'hints'] as const;

/** By tax year; one that no sync has read yet is not in it. */
function payrollIn({ periods, payments }: Facts): ReadonlyMap<number, PayrollOfYear> {
  const years = new Map<number, PayrollOfYear>();
  for (const { year, status, goneAt, document } of periods) {
    const known = years.get(year) ?? { periods: [], payments: paymentsIn(payments.get(year)) };
    const isRead = goneAt === null && document !== null && status !== 'unfiled';
    const read = isRead ? [{ ...document.period(year), status }] : [];
    years.set(year, { ...known, periods: [...known.periods, ...read] });
  }
  return years;
}

const paymentsIn = (stored: ReturnType<Facts['payments']['get']> = []): PayrollOfYear['payments'] =>
  stored.map(({ dueOn, amountDue }) => ({
    dueOn,
    ...(amountDue !== undefined && { amountDue: Money.parse(amountDue) }),
  }));
