import type { ComponentChildren } from 'preact';
import { booksInWords, saidInWords } from '../../../views/month/hmrc-said-paid.js';
import {
  billedInWords,
  creditInParts,
  dueWords,
  soFarWords,
  underpaidWords,
  unfiledWords,
  withoutCis300Words,
  workedOutWords,
} from '../../../views/month/hmrc-due-words.js';
import { bankDayOnOrBefore } from '../../../journal/nouns/bank-days.js';
import { yearsCreditInParts } from '../../../views/words/years-credit.js';
import { Money } from '../../../journal/nouns/money.js';
import type { HmrcDue } from '../../../views/month/hmrc-due.js';
import { BarChart } from '../frame/bar-chart.js';
import { ActForm } from '../kit/act-form.js';
import { DateField } from '../kit/date-box.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Parted, Parts } from '../frame/marks.js';
import { inPart, partsOf } from '../frame/parts.js';
import { companyPath } from '../frame/paths.js';
import { dueInWords, monthAt, weekday } from '../frame/words.js';
import { PageHeading, Section } from '../kit/section.js';

/** Of rows, each some 600 bytes: 50 KB. */
export const perPart = 60;

interface HmrcDueProps {
  readonly dues: readonly HmrcDue[];
  /** Which part of the list is shown, from 0. */
  readonly part: number;
  readonly today: string;
  /** Whether the viewer may say that something was paid. */
  readonly mayTick: boolean;
}

/** What every client has to pay HMRC, by due day, latest first. A thousand clients come in parts; what is summed is all. */
export function HmrcDuePage({ dues, part, today, mayTick }: HmrcDueProps) {
  const days = [...new Set(dues.map(({ dueOn }) => dueOn))].sort().reverse();
  const byDay = new Map(days.map((day) => [day, dues.filter(({ dueOn }) => dueOn === day)]));
  const latestFirst = days.flatMap((day) => byDay.get(day) ?? []);
  const parts = partsOf(latestFirst, perPart);
  const at = Math.min(part, parts - 1);
  const shown = new Set(inPart(latestFirst, at, perPart));
  return (
    <>
      <PageHeading words="HMRC due" small="a month back and a month ahead">
        <nav class="files" aria-label="Files">
          <a href="/hmrc-due.xlsx" class="button secondary">
            Excel
          </a>
          <a href="/hmrc-due.csv" class="button secondary">
            CSV
          </a>
        </nav>
      </PageHeading>
      <ByDay byDay={byDay} days={days.toReversed()} />
      {days.length === 0 ? <p>Nothing is due to HMRC in these weeks.</p> : null}
      <Ticking mayTick={mayTick && days.length > 0} part={at} today={today}>
        {days.map((day) => (
          <DueOn key={day} dues={byDay.get(day) ?? []} shown={shown} today={today} mayTick={mayTick} />
        ))}
      </Ticking>
      <Parts label="HMRC due" part={at} parts={parts} path="/hmrc-due" />
    </>
  );
}

interface TickingProps extends Pick<HmrcDueProps, 'part' | 'today' | 'mayTick'> {
  readonly children: ComponentChildren;
}

/** One form around the tables: ticks in any of them are said to be paid on one day. */
function Ticking({ mayTick, part, today, children }: TickingProps) {
  if (!mayTick) return <>{children}</>;
  return (
    <ActForm to="/hmrc-due/paid" sends={{ part: part + 1 }}>
      {children}
      <div class="act-line noprint">
        <DateField name="on" label="Paid on" value={today} />
        <button type="submit">Say that those ticked are paid</button>
      </div>
      <p class="muted noprint">
        What you say is kept with your name, and is no proof: when the control accounts are read, the books confirm it
        or do not. No amount changes by it.
      </p>
    </ActForm>
  );
}

const kinds: readonly { readonly name: string; readonly of: (due: HmrcDue) => boolean }[] = [
  { name: 'PAYE', of: ({ what, isSoFar }) => what === 'paye' && isSoFar === undefined },
  { name: 'PAYE so far', of: ({ what, isSoFar }) => what === 'paye' && isSoFar !== undefined },
  { name: 'levies, Class 1A and other', of: ({ what }) => what !== 'paye' },
];

/** A month may have two of a kind, on one day: the second is told from the first. */
const billAt = (bill: HmrcDue, dues: readonly HmrcDue[]): string =>
  `${billed(bill)} ${dues.filter((one) => billed(one) === billed(bill)).indexOf(bill) + 1}`;
const billed = ({ what, month: { year, period }, dueOn }: HmrcDue): string =>
  `${what} ${period === undefined ? year : monthAt({ year, period })} ${dueOn}`;
const isOfMonth = ({ what, underpaidSince }: HmrcDue): boolean => what === 'paye' && underpaidSince === undefined;
const monthOf = ({ month: { year, period = 0 } }: HmrcDue): string => monthAt({ year, period });

interface ByDayProps {
  readonly byDay: ReadonlyMap<string, readonly HmrcDue[]>;
  readonly days: readonly string[];
}

/** How much is to be paid on which day. A day of which the viewer may not see everything has no bar. */
function ByDay({ byDay: onDays, days }: ByDayProps) {
  const byDay = days.map((day) => onDays.get(day) ?? []);
  if (byDay.filter((all) => isWhole(all) && all.some(({ amount }) => amount?.isZero() === false)).length < 2)
    return null;
  const series = kinds.map(({ name, of }) => ({
    name,
    is: 'hmrc.onDay' as const,
    values: byDay.map((all) => {
      const own = all.filter(of);
      const amounts = own.flatMap(({ amount }) => amount ?? []);
      return isWhole(all) && amounts.length > 0 ? Money.sum(amounts) : undefined;
    }),
  }));
  return (
    <div class="beside">
      <Section id="by-day" heading="By day">
        <BarChart
          id="due"
          title="Due to HMRC by day"
          heading="Due"
          categories={days.map((day) => weekday(bankDayOnOrBefore(day)))}
          at={(index) => days[index] ?? ''}
          series={series.filter(({ values }) => values.some((value) => value !== undefined))}
        />
      </Section>
    </div>
  );
}

/** Of what is not filed yet no one sees an amount. */
const isWhole = (dues: readonly HmrcDue[]): boolean =>
  dues.every(({ amount, isUnfiled }) => amount !== undefined || isUnfiled === true);

interface DueOnProps {
  readonly dues: readonly HmrcDue[];
  readonly shown: ReadonlySet<HmrcDue>;
  readonly today: string;
  readonly mayTick: boolean;
}

function DueOn({ dues, shown, today, mayTick }: DueOnProps) {
  const [first] = dues.filter((due) => shown.has(due));
  if (first === undefined) return null;
  const { dueOn } = first;
  const words = dueInWords(dueOn, today);
  const id = `due-${dueOn}`;
  return (
    <Section id={id} heading={`${words.charAt(0).toUpperCase()}${words.slice(1)}`} count={dues.length}>
      <FiguresTable
        kind="dense cards even"
        sorts
        name={{ labelledBy: `${id}-heading` }}
        headings={['Client', 'For', { n: 'Amount' }, 'Accounts Office reference', 'Payment reference', 'Paid']}
        foot={sumOf(dues)}
      >
        {dues.map((due, index) =>
          !shown.has(due) ? null : (
            <tr key={index}>
              <th scope="row">
                <a href={companyPath(due.companyId, 'reconciliation')}>{due.company}</a>
              </th>
              <td class="nowrap corner">
                {due.what === 'paye' ? '' : `${dueWords(due)}, `}
                {billedInWords(due.month)}
              </td>
              <DueAmount due={due} dues={dues} />
              <td class="wordy" data-label="Accounts Office reference">
                {due.reference ?? <a href={companyPath(due.companyId, 'settings')}>not entered</a>}
              </td>
              <td class="wordy" data-label="Payment reference">
                {due.paymentReference ?? ''}
              </td>
              <td class="wordy" data-label="Paid">
                <Paid due={due} mayTick={mayTick} />
              </td>
            </tr>
          ),
        )}
      </FiguresTable>
    </Section>
  );
}

/** A tick is a person's word; what the books have of it is written after it. */
function Paid({ due, mayTick }: { readonly due: HmrcDue; readonly mayTick: boolean }) {
  const { companyId, company, id, paid, dueOn } = due;
  const value = `${companyId} ${id}`;
  if (paid === undefined)
    return mayTick && !due.isUnfiled ? (
      <input type="checkbox" name="paid" value={value} aria-label={`Paid: ${company}, ${dueOn}`} />
    ) : null;
  return (
    <>
      {saidInWords(paid)}
      <br />
      <span class={paid.books === 'not_in_books' ? 'loud' : 'muted'}>{booksInWords(paid)}</span>
      {mayTick ? (
        <button type="submit" name="takeBack" value={value} class="quiet small noprint">
          Take back<span class="sr-only"> {company}</span>
        </button>
      ) : null}
    </>
  );
}

/** With what is to be known of it. What is not filed yet has no amount, and 0.00 would be one. */
function DueAmount({ due, dues }: { readonly due: HmrcDue; readonly dues: readonly HmrcDue[] }) {
  if (due.isUnfiled)
    return (
      <td class="n muted" data-label="Amount">
        {unfiledWords}
      </td>
    );
  return (
    <Amount
      is={isOfMonth(due) ? 'hmrc.due' : 'hmrc.bill'}
      at={isOfMonth(due) ? monthOf(due) : billAt(due, dues)}
      of={due.amount}
      label="Amount"
    >
      {due.isSoFar ? <small class="under-amount">{soFarWords}</small> : null}
      {due.credit ? (
        <small class="under-amount">
          <Parted of={creditInParts(due)} />
        </small>
      ) : null}
      {due.yearsCredit ? (
        <small class="under-amount">
          <Parted of={yearsCreditInParts(due)} />
        </small>
      ) : null}
      {due.underpaidSince ? <small class="under-amount">{underpaidWords(due.underpaidSince)}</small> : null}
      {due.isWithoutCis300 ? <small class="under-amount">{withoutCis300Words}</small> : null}
      {due.isWorkedOut ? <small class="under-amount">{workedOutWords}</small> : null}
    </Amount>
  );
}

/** Only if the viewer may see every amount of the day. */
function sumOf(dues: readonly HmrcDue[]) {
  if (dues.length < 2 || !isWhole(dues)) return undefined;
  const amounts = dues.flatMap(({ amount }) => amount ?? []);
  if (amounts.length === 0) return undefined;
  return (
    <tr>
      <th scope="row">
        All {dues.length}
        {dues.some(({ isSoFar }) => isSoFar) ? ', so far' : ''}
      </th>
      <td class="corner" />
      <Amount is="hmrc.onDay" at={dues[0]?.dueOn} of={Money.sum(amounts)} label="Amount" />
      <td />
      <td />
      <td />
    </tr>
  );
}
