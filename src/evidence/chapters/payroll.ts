import { dayInWords } from '../../journal/nouns/dates.js';
import { Money, sumByKey } from '../../journal/nouns/money.js';
import { isPaidByPayroll } from '../../record/runs/month-figures.js';
import type { PayRunRecord, StoredPaid } from '../../record/runs/pay-run.entity.js';
import type { Block, Chapter, Row, Table } from '../chapter.js';
import type { Seen } from '../month-facts.js';

const columns = [
  ['gross', 'Gross'],
  ['tax', 'Tax'],
  ['employeeNi', 'Employee’s NI'],
  ['pension', 'Pension'],
  ['other', 'Other'],
  ['net', 'Net pay'],
  ['employerNi', 'Employer’s NI'],
] as const;
type Figures = Readonly<Record<(typeof columns)[number][0], Money>>;

/** What each person was paid, against the month before; someone who may not see that gets how many were paid. */
export function payrollChapter(facts: Seen): Chapter {
  return { title: 'Payroll', blocks: facts.pay ? people(facts) : [monthTable(facts)] };
}

function people({ runs, before }: Seen): Block[] {
  const paid = before.filter(isPaidByPayroll).flatMap(({ mapped }) => mapped?.paid ?? []);
  const grossBefore = sumByKey(paid.map(({ user, gross }) => [user, Money.parse(gross)]));
  const several = runs.filter(isPaidByPayroll).length > 1;
  return runs.map((run) => ({
    kind: 'table',
    table: peopleTable(run, { grossBefore: several ? undefined : grossBefore, hasBefore: before.length > 0 }),
  }));
}

interface Before {
  /** Undefined if a person may be paid several times this month. */
  readonly grossBefore: ReadonlyMap<string, Money> | undefined;
  readonly hasBefore: boolean;
}

function peopleTable(run: PayRunRecord, { grossBefore, hasBefore }: Before): Table {
  const paid = run.mapped?.paid ?? [];
  const compared = grossBefore !== undefined && hasBefore;
  const figures = paid.map(figuresOf);
  return {
    title: `Paid ${dayInWords(run.datedOn)}${isPaidByPayroll(run) ? '' : ', not counted'}`,
    empty: run.mapped === null ? 'Names and pay were erased after the retention period.' : 'No one was paid.',
    columns: [
      { id: 'name', title: 'Name', kind: 'text', width: 24 },
      ...columns.map(([id, title]) => ({ id, title, kind: 'money', width: 11, total: true }) as const),
      ...(compared ? ([{ id: 'change', title: 'Gross against last month', kind: 'money', width: 12 }] as const) : []),
    ],
    rows: paid.map((person, at): Row => {
      const gross = figures[at]?.gross ?? Money.zero;
      const change: Row = compared
        ? { change: gross.minus(grossBefore.get(person.user) ?? Money.zero).toString() }
        : {};
      const name = person.director ? `${person.name} (director)` : person.name;
      return { name, ...texts(figures[at]), ...change };
    }),
    totals: texts(
      Object.fromEntries(columns.map(([id]) => [id, Money.sum(figures.map((one) => one[id]))])) as unknown as Figures,
    ),
  };
}

function figuresOf(person: StoredPaid): Figures {
  const of = (text: string | undefined) => Money.parse(text ?? '0');
  const [gross, tax, employeeNi, net] = [of(person.gross), of(person.tax), of(person.employeeNi), of(person.net)];
  const pension = of(person.pension);
  const other = gross.minus(tax).minus(employeeNi).minus(pension).minus(net);
  return { gross, tax, employeeNi, pension, other, net, employerNi: of(person.employerNi) };
}

const texts = (figures: Figures | undefined): Row =>
  Object.fromEntries(columns.map(([id]) => [id, (figures?.[id] ?? Money.zero).toString()]));

function monthTable({ runs, before }: Seen): Block {
  const row = (month: string, of: readonly PayRunRecord[]): Row => ({
    month,
    payslips: String(of.filter(isPaidByPayroll).reduce((sum, run) => sum + run.payslips, 0)),
  });
  return {
    kind: 'table',
    table: {
      title: 'Payslips',
      empty: 'None.',
      columns: [
        { id: 'month', title: 'Month', kind: 'text', width: 20 },
        { id: 'payslips', title: 'Payslips', kind: 'count', width: 10 },
      ],
      rows: [row('This month', runs), ...(before.length > 0 ? [row('Month before', before)] : [])],
    },
  };
}
