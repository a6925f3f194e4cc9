import { addDays, inWords, taxMonthRange } from '../../journal/dates.js';
import { Money } from '../../journal/money.js';
import type { Block, Chapter, Row, Table } from '../chapter.js';
import type { Seen } from '../month-file.js';

/** Electronic payment reaches HMRC by the 22nd after the tax month. */
const hmrcDays = 17;

/** What is to be paid to whom, and what nobody but a person can confirm. */
export function reconciliationChapter(facts: Seen): Chapter {
  return { title: 'Reconciliation', blocks: [{ kind: 'table', table: paymentsTable(facts) }, ...byHand] };
}

export function paymentsTable(facts: Seen): Table {
  const rows = [...netPay(facts), ...others(facts)];
  return {
    title: 'Payments',
    empty: facts.sight === 'state' ? 'Amounts are not shown in this copy.' : 'Nothing is to be paid.',
    columns: [
      { id: 'to', title: 'To', kind: 'text', width: 34 },
      { id: 'what', title: 'What', kind: 'text', width: 34 },
      { id: 'by', title: 'By', kind: 'day', width: 14 },
      { id: 'amount', title: 'Amount', kind: 'money', width: 14, total: true },
    ],
    rows,
    totals: { amount: Money.sum(rows.map(({ amount = '0' }) => Money.parse(amount))).toString() },
  };
}

/** What a client puts their name to. */
export function paymentsStatement(facts: Seen): string {
  const people = netPay(facts);
  const net = Money.sum(people.map(({ amount = '0' }) => Money.parse(amount)));
  const hmrc = others(facts).find(({ to }) => to === 'HMRC');
  const toHmrc =
    hmrc === undefined ? '' : `, ${Money.parse(hmrc.amount ?? '0').inPounds()} to HMRC by ${inWords(hmrc.by ?? '')}`;
  const count = `${people.length} ${people.length === 1 ? 'person' : 'people'}`;
  return `I approve these payments: ${net.inPounds()} to ${count}${toHmrc}. I have checked hours, starters and leavers.`;
}

function netPay({ runs, sight }: Seen): Row[] {
  if (sight === 'state') return [];
  return runs.flatMap(({ datedOn, net, payslips, mapped }): Row[] => {
    if (sight === 'totals' || mapped === null)
      return net.isZero() ? [] : [{ to: `${payslips} people`, what: 'Net pay', by: datedOn, amount: net.toString() }];
    return mapped.paid
      .filter((person) => !Money.parse(person.net).isZero())
      .map((person) => ({ to: person.name, what: 'Net pay', by: datedOn, amount: person.net }));
  });
}

function others({ runs, tie, year, period, sight }: Seen): Row[] {
  if (sight === 'state') return [];
  const by = tie?.dueOn ?? addDays(taxMonthRange(year, period + 1).to, hmrcDays);
  const sum = (of: 'taxAuthority' | 'pension' | 'other') => Money.sum(runs.map((run) => run[of]));
  const last = runs.at(-1)?.datedOn ?? by;
  const rows = [
    { to: 'HMRC', what: 'PAYE, NI and student loans', by, amount: tie?.due ?? tie?.expected ?? sum('taxAuthority') },
    {
      to: 'Pension provider',
      what: 'Contributions of employees and employer',
      by: pensionDay(last),
      amount: sum('pension'),
    },
    {
      to: 'Others',
      what: 'Attachments of earnings, payroll giving and other deductions',
      by: '',
      amount: sum('other'),
    },
  ];
  return rows.filter(({ amount }) => !amount.isZero()).map((row) => ({ ...row, amount: row.amount.toString() }));
}

/** The 22nd of the month after the deduction. */
function pensionDay(paidOn: string): string {
  const nextMonth = addDays(`${paidOn.slice(0, 8)}28`, 4);
  return `${nextMonth.slice(0, 8)}22`;
}

const byHand: readonly Block[] = [
  {
    kind: 'boxes',
    title: 'What Counterfoil cannot see',
    words: 'Confirmed by a person, by hand: by whom, and on which day.',
    boxes: [
      'FPS receipt seen',
      'EPS receipt seen, or none was needed',
      'Pension contributions uploaded to the provider',
      'Starters and leavers agreed with the client',
      'HMRC’s account agreed',
    ],
  },
];
