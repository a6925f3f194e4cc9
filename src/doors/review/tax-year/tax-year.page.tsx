import { isProfitAndLoss } from '../../../journal/nouns/chart.js';
import { monthName, taxYearInWords } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import { foundWords, recoveryInWords } from '../../../views/checks/check-words.js';
import { dueToHmrc } from '../../../views/checks/paye-tie.js';
import { fileFormats } from '../../../views/files/table-file.js';
import type { Part } from '../../../views/words/figures.js';
import { inSentence } from '../../../views/words/words.js';
import type { GrossOfYear } from '../../../views/year/gross-of-year.js';
import type { YearEnd, YearEndMonth } from '../../../views/year/year-end.js';
import { BarChart } from '../frame/bar-chart.js';
import { ClientHead } from '../frame/client-head.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Parted } from '../frame/marks.js';
import { monthFilePath } from '../frame/month-file-links.js';
import { accountId, clientMonthPath, taxYearFilePath, taxYearPath } from '../frame/paths.js';
import { moment, monthAt } from '../frame/words.js';
import { YearLinks } from '../frame/year-links.js';
import type { ClientPageProps } from '../frame/visit.js';
import { tickClass } from '../kit/tick.js';
import { Section } from '../kit/section.js';

interface TaxYearProps extends ClientPageProps {
  readonly shown: YearEnd;
  readonly gross: GrossOfYear;
  /** Of the tax year before. */
  readonly before: GrossOfYear;
  /** Today's tax year: later ones have not begun. */
  readonly thisYear: number;
  readonly now: Date;
}

/** Twelve months × accounts, directors apart: what payroll cost and what is owed, by the books. */
export function TaxYearPage({ company, shown, gross, before, thisYear, principal, now }: TaxYearProps) {
  const { year } = shown;
  return (
    <>
      <ClientHead {...{ company, principal }} tab="tax-year" words={taxYearInWords(year)}>
        <YearLinks
          before={year - 1}
          after={year < thisYear ? year + 1 : undefined}
          path={(other) => taxYearPath(company.id, other)}
        />
        {fileFormats.toReversed().map((format) => (
          <a key={format} href={taxYearFilePath(company.id, format, year)} class="button secondary">
            {format === 'xlsx' ? 'Excel' : 'CSV'}
          </a>
        ))}
      </ClientHead>
      <Figures of={shown} now={now} />
      <GrossChart year={year} gross={gross} before={before} company={company.name} />
    </>
  );
}

function Figures({ of, now }: { readonly of: YearEnd; readonly now: Date }) {
  const costs = of.accounts.filter(isProfitAndLoss);
  const hasDue = of.months.some(({ tie }) => tie !== undefined);
  if (of.months.every(({ inBooks, amounts }) => inBooks === 0 && amounts.size === 0)) {
    return (
      <section>
        <p>Nothing is posted here in this tax year.</p>
      </section>
    );
  }
  return (
    <>
      <div class="beside charts">
        {costs.length === 0 ? null : (
          <Section
            id="cost"
            heading={
              <>
                Payroll cost by month and account <small>as posted</small>
              </>
            }
          >
            <CostChart of={of} costs={costs} />
          </Section>
        )}
        {!hasDue ? null : (
          <Section
            id="hmrc"
            heading={
              <>
                Owed to HMRC, and due <small>posted or not</small>
              </>
            }
          >
            <HmrcChart of={of} />
          </Section>
        )}
      </div>
      <Section
        id="months"
        heading={
          of.accounts.length === 0 ? (
            'Months'
          ) : (
            <>
              Months and accounts <small>as posted</small>
            </>
          )
        }
        class="page-wide"
      >
        {of.accounts.length === 0 ? <p class="muted">Amounts are shown to people who may see pay.</p> : null}
        <FiguresTable
          kind="dense cards pairs tax-year"
          is="month"
          name={{ labelledBy: 'months-heading' }}
          headings={[
            'Month',
            ...of.accounts.map((code) => ({
              n: (
                <>
                  <span id={accountId(code)}>{code}</span>
                  <small>{of.accountNames.account(code)}</small>
                </>
              ),
            })),
            ...(of.accounts.length === 0 ? [] : [{ n: 'Cost' }]),
            ...(hasDue ? [{ n: 'PAYE due' }] : []),
            'Agrees',
          ]}
          foot={
            of.accounts.length === 0 ? undefined : (
              <tr data-is="year" data-of={of.year}>
                <th scope="row">Year</th>
                <AccountCells of={of} amounts={of.totals} costs={costs} />
                {hasDue ? <td class="n" /> : null}
                <td />
              </tr>
            )
          }
        >
          {of.months.map((month) => (
            <Month key={month.period} {...{ month, of, costs, hasDue, now }} />
          ))}
        </FiguresTable>
      </Section>
    </>
  );
}

const shortMonths = Array.from({ length: 12 }, (_, period) => monthName(period).slice(0, 3));

function CostChart({ of, costs }: { readonly of: YearEnd; readonly costs: readonly string[] }) {
  return (
    <BarChart
      id="cost"
      is="month"
      title={`Payroll cost of ${of.company} by month and account`}
      heading="Month"
      categories={shortMonths}
      at={(period) => monthAt({ year: of.year, period })}
      series={costs.map((code) => ({
        name: `${code} ${of.accountNames.account(code)}`,
        values: of.months.map(({ amounts }) => amounts.get(code)),
      }))}
    />
  );
}

/** What is owed to HMRC month by month, posted or not, against what is due. */
function HmrcChart({ of }: { readonly of: YearEnd }) {
  const owed = (wanted: (month: YearEndMonth) => boolean) =>
    of.months.map((month) => (wanted(month) ? month.tie?.expected : undefined));
  const expected = { is: 'paye.expected' as const };
  const isPosted = ({ inBooks, notInBooks }: YearEndMonth) => inBooks > 0 && notInBooks === 0;
  const open = { ...expected, name: 'not all posted', values: owed((month) => !isPosted(month)) };
  return (
    <BarChart
      id="hmrc"
      title={`What ${of.company} owes HMRC by month, compared with what is due`}
      heading="Month"
      categories={shortMonths}
      at={(period) => monthAt({ year: of.year, period })}
      series={[
        { ...expected, name: 'owed by posted journals', values: owed(isPosted) },
        ...(open.values.every((value) => value === undefined) ? [] : [open]),
      ]}
      compared={{
        is: 'hmrc.due',
        name: 'PAYE due per payroll',
        values: of.months.map(({ tie }) => tie && dueToHmrc(tie)),
      }}
    />
  );
}

interface GrossChartProps {
  readonly company: string;
  readonly year: number;
  readonly gross: GrossOfYear;
  readonly before: GrossOfYear;
}

/** A month that stands out against the one a year earlier is looked at before the year is closed. */
function GrossChart({ company, year, gross, before }: GrossChartProps) {
  if (gross.every((month) => month === undefined)) return null;
  const isKnown = before.some((month) => month !== undefined);
  const yearBefore = taxYearInWords(year - 1);
  // On paper the year stays on one page.
  return (
    <div class="beside charts noprint">
      <Section
        id="gross"
        heading={
          <>
            Gross{' '}
            <small>posted or not; {isKnown ? `beside it ${yearBefore}` : `nothing is known of ${yearBefore}`}</small>
          </>
        }
      >
        <BarChart
          id="gross"
          title={`Gross of ${company} by month${isKnown ? `, compared with ${yearBefore}` : ''}`}
          heading="Month"
          categories={shortMonths}
          at={(period) => monthAt({ year, period })}
          series={[{ name: 'Gross', is: 'month.gross', values: gross }]}
          compared={isKnown ? { name: yearBefore, is: 'monthBefore.gross', values: before } : undefined}
        />
      </Section>
    </div>
  );
}

interface MonthProps {
  readonly month: YearEndMonth;
  readonly of: YearEnd;
  readonly costs: readonly string[];
  /** A column has what is due to HMRC. */
  readonly hasDue: boolean;
  readonly now: Date;
}

function Month({ month, of, costs, hasDue, now }: MonthProps) {
  return (
    <tr data-of={monthAt({ year: of.year, period: month.period })}>
      <th scope="row">
        <a href={clientMonthPath(of.companyId, { year: of.year, period: month.period })}>{monthName(month.period)}</a>
        {month.inBooks + month.notInBooks > 0 ? (
          <a
            class="noprint month-zip"
            href={monthFilePath({ companyId: of.companyId, year: of.year, period: month.period }, 'zip')}
            download
          >
            <small>
              ZIP<span class="sr-only"> of the month</span>
            </small>
          </a>
        ) : null}
        {month.notInBooks === 0 ? null : (
          <small class="line-words is-held nowrap">{month.notInBooks} not in the books</small>
        )}
      </th>
      <AccountCells of={of} amounts={month.amounts} costs={costs} />
      {hasDue ? <Due tie={month.tie} /> : null}
      <Tie month={month} now={now} />
    </tr>
  );
}

interface AccountCellsProps {
  readonly of: YearEnd;
  readonly amounts: ReadonlyMap<string, Money>;
  readonly costs: readonly string[];
}

/** A cell for each account, and the sum of the costs. */
function AccountCells({ of, amounts, costs }: AccountCellsProps) {
  if (of.accounts.length === 0) return null;
  return (
    <>
      {of.accounts.map((code) => {
        const figure = amounts.get(code);
        return <Cell key={code} of={figure} label={`${code} ${of.accountNames.account(code)}`} />;
      })}
      <Cell of={costs.some((code) => amounts.has(code)) ? costOf(amounts, costs) : undefined} label="Cost" />
    </>
  );
}

interface CellProps {
  readonly of: Money | undefined;
  readonly label: string;
}

function Cell({ of, label }: CellProps) {
  if (of !== undefined) return <Amount of={of} label={label} />;
  return <td class="n" data-label={label} />;
}

export function costOf(amounts: ReadonlyMap<string, Money>, costs: readonly string[]): Money {
  return Money.sum(costs.map((code) => amounts.get(code) ?? Money.zero));
}

function Due({ tie }: Pick<YearEndMonth, 'tie'>) {
  const due = tie && dueToHmrc(tie);
  if (due === undefined) return <td class="n" data-label="PAYE due" />;
  return <Amount is="hmrc.due" of={due} label="PAYE due" />;
}

/** Whether what the month's journals owe is what is due. */
function Tie({ month, now }: Pick<MonthProps, 'month' | 'now'>) {
  const { tie, checks, notInBooks } = month;
  const at = checks?.books.asAt;
  const isOfBooks = tie !== undefined && notInBooks === 0 && checks?.paye.of === 'posted' && at !== undefined;
  const finding = checks?.books.finding;
  // One line on paper keeps the year on one page; longer words wrap.
  const isShort = tie?.verdict === 'agrees' && finding === undefined;
  const kind = isShort ? 'tie-words one-line' : 'tie-words';
  const tick = tickClass({ finding: finding === undefined ? 'yes' : 'no', at, now });
  return (
    <td class={isOfBooks ? `${kind} ${tick}` : kind} data-label="Agrees">
      <Parted of={tieInParts(month)} />
      {isOfBooks ? <small class="muted nowrap"> as at {moment(at, now)}</small> : null}
    </td>
  );
}

/** What no figure of payroll's own decides. */
const words: Readonly<Record<string, readonly Part[]>> = {
  worked_out: ['worked out from its returns'],
  with_quarter: ['paid with its quarter'],
  cannot_tell: ['nil due: statutory pay recovery cannot be checked'],
  not_due_yet: ['not due yet'],
};

/** What a viewer who may not see pay sees of it. */
const ticks = { yes: ['✓'], no: ['≠'], not_known: [] } as const;

/** A month that is not fully in the books cannot be agreed. */
function tieInParts({ tie, checks, notInBooks }: YearEndMonth): readonly Part[] {
  if (tie === undefined) return ticks[(checks?.paye.of === 'posted' && checks.paye.answer) || 'not_known'];
  if (checks === undefined || checks.paye.of === 'payroll') return ['not posted here'];
  if (notInBooks > 0 || checks.paye.of === 'to_be_posted') return ['not all posted'];
  const { paye, books } = checks;
  if (books.finding) return [`≠ ${inSentence(foundWords[books.finding])}`];
  if (paye.answer === 'yes') {
    return ['✓', ...(tie.verdict === 'explained' ? [` ${recoveryInWords(tie.recoveryRate ?? '')}`] : [])];
  }
  if (paye.answer === 'no') return ['≠ ', { is: 'paye.difference', of: tie.difference, signed: true }, ' unexplained'];
  return words[tie.verdict === 'worked_out' && tie.hmrc === undefined ? 'with_quarter' : tie.verdict] ?? [];
}
