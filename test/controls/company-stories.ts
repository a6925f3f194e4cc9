import { answerOf } from '../../src/controls/judge/answer-of.js';
import { daysNeeded, judgeCompany } from '../../src/controls/judge/company.js';
import { type Balance, byPlace, type CompanyFacts, type RunFacts } from '../../src/controls/judge/facts.js';
import { addDays } from '../../src/journal/nouns/dates.js';
import { Money } from '../../src/journal/nouns/money.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';
import { linesOf } from './rig.js';

/** "902 ann 100.00": an account, a person or "-", an amount. */
const lineOf = (text: string) => {
  const [account = '', user = '-', amount = '0'] = text.split(' ');
  return { account, amount: Money.parse(amount), from: [], ...(user !== '-' && { userPath: user }) };
};
export const negated = (text: string) =>
  text.replace(/ (-?)([\d.]+)$/, (_, sign, amount) => ` ${sign === '-' ? '' : '-'}${amount}`);

/** A company's payroll and books, as its bookkeeper sees them. */
export interface Told {
  readonly runs: readonly (Partial<Omit<RunFacts, 'lines' | 'posted' | 'altered'>> & {
    readonly day: string;
    readonly lines: readonly string[];
    /** As the lines, unless others post it. */
    readonly posted?: readonly string[] | null;
    readonly altered?: readonly string[];
  })[];
  /** "2025-09-30 902 ann 100.00": what was paid, and what others posted as a negative payment. */
  readonly paid?: readonly string[];
  readonly facts?: Partial<CompanyFacts>;
  /** Accounts that the trial balance lacks. */
  readonly lacks?: readonly string[];
}

const start = '2025-06-06';
const names = { ann: 'Ann', bob: 'Bob', cat: 'Cat' };

export function factsOf({ runs, facts }: Told): CompanyFacts {
  return {
    ...{ on: '2025-11-20', start, policy: defaultPolicy.controls, adjustments: [], months: [], notes: [] },
    kinds: new Map([
      ['814', 'paye'],
      ['902', 'pay'],
    ]),
    names: new Map(Object.entries(names).map(([path, name]) => [path, { name, user: `https://x/${path}` }])),
    runs: runs.map(({ day, lines, posted = lines, altered = [], ...over }): RunFacts => {
      const [, month = ''] = /-(\d\d)-/.exec(day) ?? [];
      return {
        ...{ year: 2026, period: Number(month) - 4, datedOn: day, lines: lines.map(lineOf) },
        posted: posted?.map((one) => ({ ...lineOf(one), datedOn: day })),
        altered: altered.map(lineOf),
        ...{ inBooks: 'yes', isInDoubt: false, waits: 'held', todo: 'Look' },
        ...over,
      };
    }),
    ...facts,
  };
}

/** What the books show at the end of each day, from what was posted and paid. */
export function judgedOf(told: Told, plain?: Parameters<typeof judgeCompany>[2]) {
  const facts = factsOf(told);
  const moves = [
    ...told.runs.flatMap(({ day, lines, posted, altered = [] }) =>
      [...(posted === null ? [] : (posted ?? lines)), ...altered].map((one) => `${day} ${one}`),
    ),
    ...(told.paid ?? []).map((one) => negated(one)),
  ];
  const balanceOf = (day: string) => {
    const lines = moves
      .filter((one) => one.slice(0, 10) <= day)
      .map((one): Balance => ({ ...lineOf(one.slice(11)), name: one.slice(11, 14) === '814' ? 'PAYE/NI' : 'Wages' }));
    const rest = Money.sum(lines.map(({ amount }) => amount)).negated();
    const there = lines.filter(({ account }) => told.lacks?.includes(account) !== true);
    return byPlace([...there, { account: '750', amount: rest, name: 'Bank' }]);
  };
  const days = [addDays(start, -1), ...daysNeeded(facts, plain), facts.on];
  const balances = new Map(days.map((day) => [day, balanceOf(day)]));
  return { facts, balances, judged: judgeCompany(facts, balances, plain) };
}

export function said(told: Told): readonly string[] {
  const { facts, balances, judged } = judgedOf(told);
  return linesOf(answerOf(facts, balances, judged));
}
