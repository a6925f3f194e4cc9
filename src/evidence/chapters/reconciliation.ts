import { adjustmentName } from '../../journal/nouns/adjustment.js';
import { bankDayOnOrBefore } from '../../journal/nouns/bank-days.js';
import { hmrcDueOn } from '../../journal/paye/due-days.js';
import { addDays, dayInWords, inWords } from '../../journal/nouns/dates.js';
import { Money, sumByKey } from '../../journal/nouns/money.js';
import { answerShown } from '../../controls/show/readings.js';
import { openWords } from '../../record/control-words.js';
import { monthChecks } from '../../views/checks/checks.js';
import { dueToHmrc, dueToHmrcOn } from '../../views/checks/paye-tie.js';
import { adjustmentInWords, inSentence } from '../../views/words/words.js';
import type { Block, Chapter, Row, Table } from '../chapter.js';
import { isPaidByPayroll, owedInAddition } from '../../record/runs/month-figures.js';
import type { PaymentFacts, Seen } from '../month-facts.js';
import { accountInWords } from '../words.js';

type Paying = PaymentFacts & Pick<Seen, 'pay'>;

/** What is to be paid to whom, and what only a person can confirm. */
export function reconciliationChapter(facts: Seen): Chapter {
  return {
    title: 'Reconciliation',
    blocks: [...controlAccounts(facts), { kind: 'table', table: paymentsTable(facts) }, ...byHand],
  };
}

/** As they were last read by the day HMRC was to be paid for the month; else as they were first read after it. */
function controlAccounts({ controls, controlsBefore, pay }: Seen): Block[] {
  if (controls === undefined) {
    const words =
      controlsBefore === undefined
        ? 'The liability accounts have not been read yet.'
        : `The liability accounts were last read on ${dayInWords(controlsBefore)}, before this month began.`;
    return [{ kind: 'text', title: 'Control accounts', words }];
  }
  const { causes, accounts } = answerShown(controls, { pay });
  const money = pay ? controlFigures : [];
  const figures: Table = {
    title: `Control accounts on ${dayInWords(controls.asOn)}`,
    empty: 'None.',
    columns: [
      { id: 'account', title: 'Account', kind: 'text', width: 22 },
      { id: 'name', title: 'Name', kind: 'text', width: 18 },
      ...money.map(([id, title]) => ({ id, title, kind: 'money', width: 13 }) as const),
      { id: 'state', title: 'State', kind: 'text', width: 24 },
    ],
    rows: accounts.map(({ account, user, name, balance, notDue, known, open }) => ({
      account: accountInWords(account),
      name: user === undefined ? '' : name,
      ...(pay && { balance, notDue, known, open: openIn(open) }),
      state: open.length === 0 ? 'Clear' : [...new Set(open.map(({ state }) => openWords[state]))].join(', '),
    })),
  };
  const amount = { id: 'amount', title: 'Amount', kind: 'money', width: 13 } as const;
  const found: Table = {
    title: 'What is open',
    empty: 'Nothing is open.',
    columns: [
      { id: 'what', title: 'What', kind: 'text', width: 52 },
      { id: 'state', title: 'State', kind: 'text', width: 24 },
      ...(pay ? [amount] : []),
    ],
    rows: [
      ...causes.flatMap(({ what, accounts: on }) =>
        on.map((one) => ({ what, state: one.user === undefined ? one.account : one.name, amount: one.amount ?? '' })),
      ),
      ...accounts.flatMap(({ account, name, open }) =>
        open.map((one) => ({
          what: `${account} ${name}: ${one.item}${one.reason === undefined ? '' : `, ${one.reason}`}`,
          state: openWords[one.state],
          amount: one.amount ?? '',
        })),
      ),
    ],
  };
  return [figures, found].map((table) => ({ kind: 'table', table }));
}

const openIn = (open: readonly { readonly amount?: string }[]): string =>
  Money.sum(open.map(({ amount = '0' }) => Money.parse(amount))).toString();

const controlFigures = [
  ['balance', 'Balance'],
  ['notDue', 'Not due'],
  ['known', 'Known'],
  ['open', 'Open'],
] as const;

export function paymentsTable(facts: Paying): Table {
  const rows = facts.pay ? [...netPay(facts), ...others(facts)] : [];
  return {
    title: 'Payments',
    empty: !facts.pay ? 'Amounts are not shown in this copy.' : 'Nothing is to be paid.',
    columns: [
      { id: 'to', title: 'To', kind: 'text', width: 34 },
      { id: 'what', title: 'What', kind: 'text', width: 34 },
      { id: 'by', title: 'By', kind: 'day', width: 14 },
      { id: 'amount', title: 'Amount', kind: 'money', width: 14, total: true },
    ],
    rows,
    totals: { amount: sumOf(rows).toString() },
  };
}

/** The sentence that a client approves. */
export function paymentsStatement(facts: Paying): string {
  const people = netPay(facts);
  const paid = peoplePaid(facts);
  const count = `${paid} ${paid === 1 ? 'person' : 'people'}`;
  const owed = others(facts).filter(({ amount }) => amount !== undefined);
  const payees = sumByKey(
    owed.map(({ to, by, amount = '0' }) => [
      `${payeeInWords(to)}${by ? ` by ${inWords(by)}` : ''}`,
      Money.parse(amount),
    ]),
  );
  const toOthers = [...payees].map(([whom, amount]) => `, ${amount.inPounds()} to ${whom}`);
  const payments = `${sumOf(people).inPounds()} to ${count}${toOthers.join('')}`;
  return `I approve these payments: ${payments}.${withQuarterInWords(facts)} I have checked hours, starters and leavers.`;
}

const payeeInWords = (to = '') => (to === 'HMRC' ? to : to === 'Others' ? 'others' : `the ${inSentence(to)}`);

const quarterOf = (facts: Paying) => monthChecks(facts.checks, facts)?.paye.tie?.withQuarter;

function withQuarterInWords(facts: Paying): string {
  const quarter = quarterOf(facts);
  if (quarter === undefined) return '';
  const by = `by ${inWords(bankDayOnOrBefore(quarter.dueOn))}`;
  return quarter.amount.isNegative()
    ? ` What HMRC owes for this month, ${quarter.amount.negated().inPounds()}, is taken off the quarter’s payment ${by}.`
    : ` HMRC is paid for this month with the quarter: ${quarter.amount.inPounds()} of the payment ${by}.`;
}

const sumOf = (rows: readonly Row[]): Money => Money.sum(rows.map(({ amount = '0' }) => Money.parse(amount)));

/** Someone who is paid by the week is one person. Of a run whose names were erased only its payslips are known. */
function peoplePaid({ runs }: Paying): number {
  const paid = runs.filter(isPaidByPayroll);
  const named = paid.flatMap(({ mapped }) => mapped?.paid ?? []).filter(({ net }) => !Money.parse(net).isZero());
  const erased = paid.filter(({ mapped, net }) => mapped === null && !net.isZero());
  return new Set(named.map(({ user }) => user)).size + Math.max(0, ...erased.map(({ payslips }) => payslips));
}

function netPay({ runs }: Paying): Row[] {
  return runs.filter(isPaidByPayroll).flatMap(({ datedOn, net, payslips, mapped }): Row[] => {
    if (mapped === null)
      return net.isZero() ? [] : [{ to: `${payslips} people`, what: 'Net pay', by: datedOn, amount: net.toString() }];
    return mapped.paid
      .filter((person) => !Money.parse(person.net).isZero())
      .map((person) => ({ to: person.name, what: 'Net pay', by: datedOn, amount: person.net }));
  });
}

function others(facts: Paying): Row[] {
  const { company, year, period } = facts;
  const runs = facts.runs.filter(isPaidByPayroll);
  const tie = monthChecks(facts.checks, facts)?.paye.tie;
  const by = bankDayOnOrBefore((tie && dueToHmrcOn(tie)) ?? hmrcDueOn({ year, period }, company.policy.controls));
  const sum = (of: 'taxAuthority' | 'pension' | 'other') => Money.sum(runs.map((run) => run[of]));
  const last = runs.at(-1)?.datedOn ?? by;
  const isWholeQuarter = tie?.hmrc !== undefined && company.policy.controls.payePeriod === 'quarterly';
  const hmrc = { to: 'HMRC', what: `PAYE, NI and student loans${isWholeQuarter ? ' of the quarter' : ''}`, by };
  const isPaidNow = tie?.withQuarter === undefined;
  const rows = [
    ...(isPaidNow ? [{ ...hmrc, amount: (tie && dueToHmrc(tie)) ?? tie?.expected ?? sum('taxAuthority') }] : []),
    ...owedInAddition(facts).map((set) => ({
      to: 'HMRC',
      what: adjustmentInWords(adjustmentName(set)),
      by: bankDayOnOrBefore(set.dueOn ?? by),
      amount: set.taxAuthority,
    })),
    {
      to: 'Pension provider',
      what: 'Contributions of employees and employer',
      by: pensionDay(last, company.policy.controls.pensionDay),
      amount: sum('pension'),
    },
    {
      to: 'Others',
      what: 'Attachments of earnings, payroll giving and other deductions',
      by: '',
      amount: sum('other'),
    },
  ];
  return [
    ...(!isPaidNow ? [{ ...hmrc, what: `${hmrc.what}, paid with the quarter` }] : []),
    ...rows.filter(({ amount }) => !amount.isZero()).map((row) => ({ ...row, amount: row.amount.toString() })),
  ];
}

/** In the month after the deduction. */
function pensionDay(paidOn: string, day: number): string {
  const nextMonth = addDays(`${paidOn.slice(0, 8)}28`, 4);
  return bankDayOnOrBefore(`${nextMonth.slice(0, 8)}${String(day).padStart(2, '0')}`);
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
