import {
  billedInWords,
  creditInParts,
  dueWords,
  soFarWords,
  underpaidWords,
  withoutCis300Words,
  workedOutWords,
} from '../../../views/month/hmrc-due-words.js';
import { yearsCreditInParts } from '../../../views/words/years-credit.js';
import { Money } from '../../../journal/nouns/money.js';
import type { HmrcDue } from '../../../views/month/hmrc-due.js';
import { BarChart } from '../frame/bar-chart.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Parted, Parts } from '../frame/marks.js';
import { inPart, partsOf } from '../frame/parts.js';
import { companyPath } from '../frame/paths.js';
import { dueInWords, monthAt, weekday } from '../frame/words.js';
import { PageHeading, Section } from '../kit/section.js';

/** Of rows, each some 430 bytes: 50 KB. */
const perPart = 80;

interface HmrcDueProps {
  readonly dues: readonly HmrcDue[];
  /** Which part of the list is shown, from 0. */
  readonly part: number;
  readonly today: string;
}

/** What every client has to pay HMRC, by due day, latest first. A thousand clients come in parts; what is summed is all. */
export function HmrcDuePage({ dues, part, today }: HmrcDueProps) {
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
      {days.map((day) => (
        <DueOn key={day} dues={byDay.get(day) ?? []} shown={shown} today={today} />
      ))}
      <Parts label="HMRC due" part={at} parts={parts} path="/hmrc-due" />
    </>
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
      return isWhole(all) && own.length > 0 ? Money.sum(own.flatMap(({ amount }) => amount ?? [])) : undefined;
    }),
  }));
  return (
    <div class="beside">
      <Section id="by-day" heading="By day">
        <BarChart
          id="due"
          title="Due to HMRC by day"
          heading="Due"
          categories={days.map(weekday)}
          at={(index) => days[index] ?? ''}
          series={series.filter(({ values }) => values.some((value) => value !== undefined))}
        />
      </Section>
    </div>
  );
}

const isWhole = (dues: readonly HmrcDue[]): boolean => dues.every(({ amount }) => amount !== undefined);

interface DueOnProps {
  readonly dues: readonly HmrcDue[];
  readonly shown: ReadonlySet<HmrcDue>;
  readonly today: string;
}

function DueOn({ dues, shown, today }: DueOnProps) {
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
        headings={['Client', 'For', { n: 'Amount' }, 'Accounts Office reference', 'Payment reference']}
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
              <td class="wordy" data-label="Accounts Office reference">
                {due.reference ?? <a href={companyPath(due.companyId, 'settings')}>not entered</a>}
              </td>
              <td class="wordy" data-label="Payment reference">
                {due.paymentReference ?? ''}
              </td>
            </tr>
          ),
        )}
      </FiguresTable>
    </Section>
  );
}

/** Only if the viewer may see every amount of the day. */
function sumOf(dues: readonly HmrcDue[]) {
  if (dues.length < 2 || !isWhole(dues)) return undefined;
  const amounts = dues.flatMap(({ amount }) => amount ?? []);
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
    </tr>
  );
}
