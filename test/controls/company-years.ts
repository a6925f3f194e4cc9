import { bankDaysAfter, isBankDay } from '../../src/journal/nouns/bank-days.js';
import { addDays } from '../../src/journal/nouns/dates.js';
import { Money } from '../../src/journal/nouns/money.js';
import type { Answer } from '../../src/record/control-answer.js';
import { answerOf } from '../../src/controls/judge/answer-of.js';
import { daysNeeded, judgeCompany } from '../../src/controls/judge/company.js';
import type {
  AdjustmentFacts,
  Balance,
  Balances,
  ChargedLine,
  CompanyFacts,
  LiabilityKind,
  Line,
  Note,
  RunFacts,
} from '../../src/controls/judge/facts.js';
import { random } from './years.js';

/**
 * Random company-years, and what is true of them. The truth is written down while the year happens: every payment says
 * what it is for. Nothing here asks the judge, or shares its windows.
 */

export const payrolls = ['weekly', 'four_weekly', 'monthly', 'mixed'] as const;
export type Payroll = (typeof payrolls)[number];

export const faults = [
  ...['wage_never', 'wage_late', 'wage_short', 'wage_over', 'wage_twice', 'wage_elsewhere', 'all_on_one'],
  ...['all_on_one_mended', 'hmrc_never', 'hmrc_late', 'hmrc_short', 'hmrc_over', 'hmrc_instalments', 'hmrc_refunded'],
  ...['pension_never', 'pension_short', 'attachments_never', 'unposted', 'unposted_mended', 'perhaps_absent', 'edited'],
  ...['class1a_never', 'forward_never'],
] as const;
export type Fault = 'none' | 'several' | (typeof faults)[number];

/** Places as the books name them: "902 /v2/users/1", "814". */
type Key = string;

/** Pence, owed amounts positive. */
interface Entry {
  readonly dated: string;
  /** From that day on the books show it. */
  readonly seen: string;
  readonly key: Key;
  readonly amount: number;
}

export interface TrueItem {
  readonly key: Key;
  readonly id: string;
  readonly due: string;
  readonly isUndated: boolean;
  readonly arisen: { readonly on: string; readonly amount: number }[];
  readonly paid: { readonly on: string; readonly amount: number }[];
}

export interface CompanyYear {
  readonly seed: number;
  readonly payroll: Payroll;
  readonly fault: Fault;
  readonly isSteady: boolean;
  readonly hmrcHabit: 'on_time' | 'early' | 'in_parts';
  readonly features: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly items: readonly TrueItem[];
  readonly entries: readonly Entry[];
  /** What something is wrong with, if it is one item. */
  readonly bad?: TrueItem;
  /** The day on which it happened, and the day on which it was mended. */
  readonly badOn?: string;
  readonly mendedOn?: string;
  /** What was paid beyond, and the account. */
  readonly excess?: { readonly key: Key; readonly amount: number; readonly saidFrom: string };
  /** What the books hold beyond payroll's charge, from a day on. */
  readonly known: readonly {
    readonly from: string;
    readonly to?: string;
    readonly key: Key;
    readonly amount: number;
  }[];
  /** Days on which something happens. */
  readonly events: ReadonlySet<string>;
  readonly facts: (on: string) => CompanyFacts;
}

const start = '2025-04-06';
const money = (pence: number): Money => Money.pence(BigInt(pence));
const bankDay = (day: string, step: 1 | -1): string => (isBankDay(day) ? day : bankDay(addDays(day, step), step));
const keyOf = (account: string, user?: string): Key => `${account} ${user ?? ''}`.trim();
const splitKey = (key: Key): Pick<Line, 'account' | 'userPath'> => {
  const [account = '', userPath] = key.split(' ');
  return { account, ...(userPath !== undefined && { userPath }) };
};

/** Oracle's own: the 22nd after the tax month, or quarter, ends on the 5th. */
export function payeDue(paid: string, isQuarterly: boolean): { readonly due: string; readonly id: string } {
  let month = Number(paid.slice(5, 7));
  let year = Number(paid.slice(0, 4));
  if (Number(paid.slice(8)) > 5) month += 1;
  while (isQuarterly && month % 3 !== 1) month += 1;
  if (month > 12) {
    month -= 12;
    year += 1;
  }
  const two = (one: number) => String(one).padStart(2, '0');
  const period = ((month + 12 - 5) % 12) + 1;
  // Named by the year it ends in.
  const taxYear = month < 5 ? year : year + 1;
  return { due: `${year}-${two(month)}-22`, id: `paye ${taxYear}-${two(period)}` };
}

const nextMonth = (paid: string, day: number): string => {
  const year = Number(paid.slice(0, 4));
  const month = Number(paid.slice(5, 7)) + 1;
  return month > 12
    ? `${year + 1}-01-${String(day).padStart(2, '0')}`
    : `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};

interface Person {
  readonly path: string;
  readonly name: string;
  readonly pay: number;
  readonly isMonthly: boolean;
  readonly from: number;
  readonly to: number;
}

function payDays(payroll: 'weekly' | 'four_weekly' | 'monthly', months: number): readonly string[] {
  if (payroll === 'monthly')
    return Array.from({ length: months }, (_, at) => {
      const month = ((3 + at) % 12) + 1;
      return bankDay(`${month < 4 ? 2026 : 2025}-${String(month).padStart(2, '0')}-28`, -1);
    });
  const days = payroll === 'weekly' ? 7 : 28;
  return Array.from({ length: Math.floor((months * 30) / days) }, (_, at) => addDays('2025-04-11', at * days));
}

const monthsOf = { weekly: 5, four_weekly: 9, monthly: 10, mixed: 5 } as const;

export function companyYear(seed: number, payroll: Payroll, fault: Fault): CompanyYear {
  const next = random(seed * 31 + payrolls.indexOf(payroll) * 7 + faults.indexOf(fault as never) + 2);
  for (let warm = 0; warm < 5; warm++) next();
  const below = (most: number) => Math.floor(next() * most);
  const chance = (of: number) => next() < of;
  const features: string[] = [];
  const has = (feature: string, of: number): boolean => {
    const does = chance(of);
    if (does) features.push(feature);
    return does;
  };
  const months = monthsOf[payroll];
  const isSteady = has('steady', 0.5);
  const isCheck = has('check', 0.15);
  const isQuarterly = payroll === 'monthly' && !fault.startsWith('hmrc') && has('quarterly', 0.25);
  const isOnTime = fault === 'several' || (fault.startsWith('hmrc') && fault !== 'hmrc_never');
  const hmrcHabit = isOnTime
    ? 'on_time'
    : ((['on_time', 'on_time', 'early', 'in_parts'] as const)[below(4)] ?? 'on_time');
  const wagesInParts = fault === 'none' && has('wages in parts', 0.2);
  const paysInPieces =
    !fault.startsWith('hmrc') && fault !== 'class1a_never' && fault !== 'forward_never' && has('on each pay day', 0.5);
  const hasPension = fault.startsWith('pension') || has('pension', 0.5);
  const hasAttachments = fault.startsWith('attachments') || has('attachments', 0.3);
  const hasOther = has('undated', 0.2);
  const hasLevy = has('levy', 0.2);
  const hasClass1a = fault === 'class1a_never' || (fault !== 'several' && has('class1a', 0.2));
  const hasCis = !isQuarterly && has('cis', 0.2);
  const hasRecovery = !isQuarterly && has('recovery', 0.2);
  const hasForward = fault === 'forward_never' || has('forward', 0.3);
  const hasJoiner = has('joiner', 0.25);
  const hasLeaver = has('leaver', 0.25);
  const hasClaim = fault === 'none' && !wagesInParts && has('claim', 0.25);

  const count = 2 + below(4);
  const people = Array.from(
    { length: count },
    (_, at): Person => ({
      path: `/v2/users/${at + 1}`,
      name: ['Ann', 'Ed', 'Vale', 'Ash', 'Kim'][at] as string,
      pay: 21_000 + below(380_000),
      isMonthly: payroll === 'monthly' || (payroll === 'mixed' && at % 2 === 1),
      from: at === 1 && hasJoiner ? 2 : 0,
      to: at === count - 1 && count > 2 && hasLeaver ? 3 : 99,
    }),
  );

  const entries: Entry[] = [];
  const items = new Map<string, TrueItem>();
  const post = (dated: string, key: Key, amount: number, seen = dated) => entries.push({ dated, seen, key, amount });
  const owe = (key: Key, id: string, due: string, on: string, amount: number, isUndated = false): TrueItem => {
    const name = `${key} ${id}`;
    const item = items.get(name) ?? { key, id, due, isUndated, arisen: [], paid: [] };
    items.set(name, item);
    item.arisen.push({ on, amount });
    return item;
  };
  const owed = (item: TrueItem, by = '9') =>
    item.arisen.filter(({ on }) => on <= by).reduce((sum, one) => sum + one.amount, 0);
  const pay = (on: string, item: TrueItem, amount: number, key = item.key) => {
    post(on, key, -amount);
    item.paid.push({ on, amount });
  };

  // Who is paid on which days: two payrolls of a mixed company pay by themselves.
  interface Run {
    readonly day: string;
    readonly isMonthly: boolean;
    readonly at: number;
  }
  const runDays: Run[] = [];
  if (payroll !== 'monthly')
    payDays(payroll === 'four_weekly' ? 'four_weekly' : 'weekly', months).forEach((day, at) =>
      runDays.push({ day, isMonthly: false, at }),
    );
  if (payroll === 'monthly' || payroll === 'mixed')
    payDays('monthly', months).forEach((day, at) => runDays.push({ day, isMonthly: true, at }));
  runDays.sort((a, b) => (a.day < b.day ? -1 : 1));
  const days = [...new Set(runDays.map(({ day }) => day))];
  const last = days.at(-1) as string;

  interface Told {
    readonly day: string;
    readonly lines: { account: string; user?: string; pence: number; from: string[] }[];
  }
  const told: Told[] = [];
  const claimAt = 3;
  for (const day of days) {
    const lines: Told['lines'] = [];
    for (const { isMonthly, at } of runDays.filter((one) => one.day === day)) {
      for (const person of people.filter((one) => one.isMonthly === isMonthly && one.from <= at && at <= one.to)) {
        const gross = isSteady ? person.pay : person.pay + below(18_000) - 9000;
        const isClaim = hasClaim && person === people[0] && at === claimAt;
        lines.push({ account: '902', user: person.path, pence: isClaim ? -5000 - below(5000) : gross, from: [] });
        lines.push({ account: '814', pence: Math.floor(gross * (isSteady ? 0.3 : 0.25 + 0.1 * next())), from: [] });
        if (hasPension) lines.push({ account: '813', pence: Math.floor(gross / 12), from: [] });
        if (hasAttachments && person === people[0]) lines.push({ account: '815', pence: 4000, from: ['attachments'] });
        if (hasOther && person === people[0]) lines.push({ account: '815', pence: 1700, from: ['other'] });
      }
    }
    if (lines.length > 0) told.push({ day, lines });
  }
  // Each place once a run.
  const runs = told.map(({ day, lines }) => {
    const sums = new Map<string, Told['lines'][number]>();
    for (const line of lines) {
      const key = `${keyOf(line.account, line.user)}${line.from.join()}`;
      const before = sums.get(key);
      sums.set(key, before === undefined ? line : { ...line, pence: before.pence + line.pence });
    }
    return { day, lines: [...sums.values()] };
  });
  const badRun = runs[2 + below(Math.max(1, runs.length - 5))] as Told;
  let mendedOn: string | undefined;
  let badOn: string | undefined;
  const known: CompanyYear['known'][number][] = [];
  const isAbsent = fault === 'unposted' || fault === 'unposted_mended' || fault === 'perhaps_absent';
  if (fault === 'unposted_mended') mendedOn = addDays(badRun.day, 4 + below(20));

  for (const run of runs) {
    for (const { account, user, pence, from } of run.lines) {
      const key = keyOf(account, user);
      const isMissing = isAbsent && run === badRun;
      if (!isMissing) post(run.day, key, pence);
      else if (mendedOn !== undefined) post(run.day, key, pence, mendedOn);
      if (isMissing) known.push({ from: run.day, key, amount: -pence, ...(mendedOn && { to: mendedOn }) });
      if (account === '902') owe(key, `net ${run.day}`, run.day, run.day, pence);
      else if (account === '814') {
        const { due, id } = payeDue(run.day, isQuarterly);
        owe(key, id, due, run.day, pence);
      } else if (account === '813')
        owe(key, `pension ${nextMonth(run.day, 22)}`, nextMonth(run.day, 22), run.day, pence);
      else if (from.includes('attachments'))
        owe(key, `attachments ${nextMonth(run.day, 19)}`, nextMonth(run.day, 19), run.day, pence);
      else owe(key, `other ${run.day}`, run.day, run.day, pence, true);
    }
  }
  if (isAbsent) badOn = badRun.day;

  const editOn = addDays(badRun.day, 3 + below(10));
  const edited = fault === 'edited' ? { key: '814', amount: 1500 + below(900) } : undefined;
  if (edited !== undefined) {
    post(badRun.day, edited.key, edited.amount, editOn);
    post(badRun.day, '320', -edited.amount, editOn);
    known.push({ from: editOn, key: edited.key, amount: edited.amount });
    badOn = editOn;
  }

  // What a person entered, and what HMRC owes.
  const adjustments: AdjustmentFacts[] = [];
  const adjust = (one: Omit<AdjustmentFacts, 'lines'>, dated: string, pence: number) => {
    post(dated, '814', pence);
    adjustments.push({ ...one, lines: [{ account: '814', amount: money(pence), datedOn: dated }] });
  };
  const class1aDue = '2025-07-22';
  let class1a: TrueItem | undefined;
  if (hasClass1a) {
    adjust(
      { tag: 'CF:2025-03:class1a-1', kind: 'class1a', year: 2026, period: 2, dueOn: class1aDue, inPayment: false },
      '2025-07-04',
      23_456,
    );
    class1a = owe('814', 'CF:2025-03:class1a-1', class1aDue, '2025-07-04', 23_456);
  }
  if (hasLevy) {
    const levy = { kind: 'levy', year: 2026, period: 2, dueOn: '2025-07-22', inPayment: true } as const;
    adjust({ tag: 'CF:2025-03:levy-1', ...levy }, '2025-07-05', 8110);
    const { due, id } = payeDue('2025-07-05', isQuarterly);
    owe('814', id, due, '2025-07-05', 8110);
  }
  if (hasRecovery) {
    adjust(
      { tag: 'CF:2025-02:recovery', kind: 'recovery', year: 2026, period: 1, dueOn: '', inPayment: false },
      '2025-06-05',
      -3310,
    );
    const { due, id } = payeDue('2025-06-05', isQuarterly);
    owe('814', id, due, '2025-06-05', -3310);
  }
  const cis = new Map<number, { on: string; pence: number }>();
  if (hasCis)
    for (const period of [1, 3]) {
      const on = bankDay(addDays(`2025-0${5 + period - 1}-06`, below(25)), 1);
      const pence = 900 + below(3000);
      cis.set(period, { on, pence });
      post(on, '814', -pence);
      const { due, id } = payeDue(on, isQuarterly);
      owe('814', id, due, on, -pence);
    }
  const notes: Note[] = [];
  let forward: TrueItem | undefined;
  if (hasForward) {
    const pence = 31_007;
    post('2025-04-01', '814', pence);
    forward = owe('814', 'brought-forward', '2025-04-22', start, pence);
  }

  // Payments: each says what it is for.
  const all = [...items.values()].sort((a, b) => (a.due === b.due ? (a.id < b.id ? -1 : 1) : a.due < b.due ? -1 : 1));
  const of = (key: Key) => all.filter((item) => item.key === key);
  const pick = (from: readonly TrueItem[]): TrueItem => {
    const firsts = from.filter(
      (item) => owed(item) > 0 && item.id !== 'brought-forward' && !item.id.includes('class1a') && item.due < last,
    );
    const at = 2 + below(Math.max(1, firsts.length - 4));
    return (firsts[at] ?? firsts.at(-2) ?? firsts[0]) as TrueItem;
  };
  const onOnePerson = fault.startsWith('all_on_one');
  const wageFault = fault.startsWith('wage') || onOnePerson;
  // Someone who stays: his own story, whole.
  const victim = people[payroll === 'mixed' ? 0 : below(2) === 0 || count < 3 ? 0 : 1] as Person;
  const bad: TrueItem | undefined = wageFault
    ? pick(of(keyOf('902', victim.path)))
    : fault.startsWith('hmrc')
      ? pick(of('814'))
      : fault.startsWith('pension')
        ? pick(of('813'))
        : fault.startsWith('attachments')
          ? pick(of('815').filter(({ isUndated }) => !isUndated))
          : fault === 'class1a_never'
            ? class1a
            : fault === 'forward_never'
              ? forward
              : undefined;
  let excess: CompanyYear['excess'];
  let unpaid = 0;
  const usual = (item: TrueItem): string => {
    if (item.key.startsWith('902')) {
      const day = bankDay(addDays(item.due, below(4) - 2), -1);
      return day < bankDay(addDays(item.due, -2), -1) ? item.due : day;
    }
    if (item.key === '814' && hmrcHabit === 'early' && item.id.startsWith('paye'))
      return item.arisen
        .map(({ on }) => on)
        .sort()
        .at(-1) as string;
    return bankDay(addDays(item.due, below(4) - 2), -1);
  };
  const holder =
    people.find((one) => one !== victim && one.isMonthly === victim.isMonthly && one.from === 0 && one.to === 99) ??
    victim;
  const isOfHis = ({ key }: TrueItem) =>
    people.some(({ path, isMonthly }) => key === keyOf('902', path) && isMonthly === victim.isMonthly);
  let claimLeft = 0;
  for (const item of all) {
    const whole = owed(item);
    if (item.isUndated) {
      // Whatever the club or the landlord asks for, when it asks.
      if (chance(0.7)) pay(bankDay(addDays(item.due, 3 + below(20)), 1), item, whole);
      continue;
    }
    const on = usual(item);
    if (whole < 0) {
      // Set against the next.
      claimLeft = -whole;
      continue;
    }
    if (item === bad) {
      badOn = item.due;
      const later = (most: number) => bankDay(addDays(item.due, 8 + below(most)), 1);
      switch (fault) {
        case 'wage_never':
        case 'hmrc_never':
        case 'pension_never':
        case 'attachments_never':
        case 'class1a_never':
        case 'forward_never':
          continue;
        case 'wage_late':
        case 'hmrc_late':
          mendedOn = later(25);
          pay(mendedOn, item, whole);
          continue;
        case 'wage_short':
        case 'hmrc_short':
        case 'pension_short':
          pay(on, item, whole - ([100, 2500, Math.floor(whole / 3) + 7][below(3)] as number));
          continue;
        case 'wage_over':
        case 'hmrc_over': {
          pay(on, item, whole);
          const more = [113, 2511][below(2)] as number;
          post(on, item.key, -more);
          const after = of(item.key).find(({ due }) => due > item.due);
          excess = { key: item.key, amount: more, saidFrom: after?.due ?? '9' };
          continue;
        }
        case 'wage_twice': {
          pay(on, item, whole);
          post(on, item.key, -whole);
          const after = of(item.key).find(({ due }) => due > item.due);
          excess = { key: item.key, amount: whole, saidFrom: after?.due ?? '9' };
          continue;
        }
        case 'wage_elsewhere':
          post(on, '907 /v2/users/9', -whole);
          continue;
        case 'hmrc_instalments':
          unpaid = whole;
          continue;
        case 'hmrc_refunded':
          pay(on, item, whole);
          pay(bankDay(addDays(item.due, 1), 1), item, -whole);
          mendedOn = later(20);
          pay(mendedOn, item, whole);
          continue;
        case 'all_on_one':
        case 'all_on_one_mended':
          break;
        default:
          throw new Error(fault);
      }
    }
    if (fault === 'several' && item.due < last && chance(0.15)) {
      // Nothing is paid of it, or too little.
      if (chance(0.4)) pay(on, item, whole - 1211 - below(700));
      continue;
    }
    if (onOnePerson && bad !== undefined && isOfHis(item) && item.due === bad.due) {
      // In one payment, all of it on the holder's account.
      const paidOn = bad.due;
      pay(paidOn, item, whole, keyOf('902', holder.path));
      if (item.key !== keyOf('902', holder.path)) {
        known.push({ from: paidOn, key: keyOf('902', holder.path), amount: -whole });
        known.push({ from: paidOn, key: item.key, amount: whole });
      }
      continue;
    }
    if (claimLeft > 0 && item.key === keyOf('902', people[0]?.path)) {
      const claim = of(item.key).find((one) => owed(one) < 0) as TrueItem;
      pay(on, item, whole);
      pay(on, claim, -claimLeft);
      claimLeft = 0;
      continue;
    }
    let instalment = 0;
    if (unpaid > 0 && item.key === bad?.key && item.id.startsWith('paye')) {
      const third = Math.floor(owed(bad) / 3) + 1;
      instalment = Math.min(third, unpaid);
      unpaid -= instalment;
      pay(on, bad, instalment);
      if (unpaid === 0) mendedOn = on;
    }
    const isInParts = (item.key === '814' && hmrcHabit === 'in_parts') || (item.key.startsWith('902') && wagesInParts);
    if (isInParts) {
      const first = Math.floor(whole / 4);
      pay(bankDay(addDays(item.due, -below(3)), -1), item, first);
      pay(on > item.due ? on : bankDay(item.due, -1), item, whole - first);
    } else if (item.key === '814' && hmrcHabit === 'early' && paysInPieces && item.id.startsWith('paye')) {
      // On every pay day, what it charged; what only the month's end shows, on its last.
      const charges = item.arisen.filter(({ amount }) => amount > 0).toSorted((a, b) => (a.on < b.on ? -1 : 1));
      const off = whole - charges.reduce((sum, one) => sum + one.amount, 0);
      for (const [at, one] of charges.entries())
        pay(one.on > on ? on : one.on, item, one.amount + (at === charges.length - 1 ? off : 0));
    } else pay(on, item, whole);
  }
  if (fault === 'all_on_one_mended' && bad !== undefined) {
    mendedOn = bankDay(addDays(bad.due, 5 + below(20)), 1);
    for (const { key, amount } of [...known]) post(mendedOn, key, -amount);
    for (const [at, one] of known.entries()) known[at] = { ...one, to: mendedOn };
  }

  const asLine = (key: Key, pence: number): Line => ({ ...splitKey(key), amount: money(pence) });
  const facts = (on: string): CompanyFacts => ({
    on,
    start,
    policy: {
      payePeriod: isQuarterly ? 'quarterly' : 'monthly',
      pensionDay: 22,
      attachmentsDay: 19,
      otherDeductionsDay: null,
      ...(hasCis && { cisSuffered: '814' }),
    } as CompanyFacts['policy'],
    kinds: new Map<string, LiabilityKind>([
      ['815', 'other'],
      ['813', 'pension'],
      ['814', 'paye'],
      ['902', 'pay'],
    ]),
    runs: runs
      .filter(({ day }) => addDays(day, payroll === 'weekly' || payroll === 'mixed' ? -5 : -10) <= on)
      .map((run): RunFacts => {
        const lines = run.lines.map(
          ({ account, user, pence, from }): ChargedLine => ({ ...asLine(keyOf(account, user), pence), from }),
        );
        const isMissing = isAbsent && run === badRun && (mendedOn === undefined || on < mendedOn);
        const isPerhaps = fault === 'perhaps_absent' && run === badRun;
        const byOthers = isCheck || isPerhaps;
        const { id } = payeDue(run.day, false);
        return {
          year: Number(id.slice(5, 9)),
          period: Number(id.slice(10)) - 1,
          datedOn: run.day,
          lines,
          ...(!isMissing && !byOthers && { posted: lines.map((line) => ({ ...line, datedOn: run.day })) }),
          inBooks: isPerhaps ? 'perhaps' : isMissing ? 'no' : 'yes',
          isInDoubt: false,
          altered: edited !== undefined && run === badRun && editOn <= on ? [asLine(edited.key, edited.amount)] : [],
          waits: 'it waits',
          todo: 'Post it.',
        };
      }),
    adjustments: adjustments.filter(({ lines }) => (lines[0]?.datedOn ?? '') <= on),
    months: [...cis]
      .filter(([, one]) => one.on <= on)
      .map(([period, { pence }]) => ({ year: 2026, period, cisSuffered: money(pence) })),
    notes,
    names: new Map(people.map(({ path, name }) => [path, { name, user: `https://x${path}` }])),
  });
  const events = new Set<string>();
  for (const { dated, seen } of entries) events.add(dated > seen ? dated : seen);
  for (const { due } of items.values()) {
    events.add(due);
    events.add(addDays(bankDaysAfter(due, 3), 1));
  }
  if (mendedOn !== undefined) events.add(mendedOn);
  return {
    ...{
      seed,
      payroll,
      fault,
      isSteady,
      hmrcHabit,
      features,
      from: start,
      to: last,
      items: all,
      entries,
      known,
      events,
      facts,
    },
    ...(bad && { bad }),
    ...(badOn && { badOn }),
    ...(mendedOn && { mendedOn }),
    ...(excess && { excess }),
  };
}

const known = new WeakMap<readonly Entry[], Map<string, ReadonlyMap<string, Balance>>>();

/** The trial balance of each day, as the books show it on another. */
export function balancesOf({ entries }: Pick<CompanyYear, 'entries'>, on: string, days: readonly string[]): Balances {
  const late = entries.filter(({ dated, seen }) => dated !== seen && seen <= on).length;
  const found = known.get(entries) ?? new Map<string, ReadonlyMap<string, Balance>>();
  known.set(entries, found);
  return new Map(
    days.map((day) => {
      const key = `${day} ${late}`;
      const balance = found.get(key) ?? balanceAt(entries, on, day);
      found.set(key, balance);
      return [day, balance];
    }),
  );
}

function balanceAt(entries: readonly Entry[], on: string, day: string): ReadonlyMap<string, Balance> {
  const sums = new Map<Key, number>();
  for (const { dated, seen, key, amount } of entries)
    if (dated <= day && (dated === seen || seen <= on)) sums.set(key, (sums.get(key) ?? 0) + amount);
  return new Map([...sums].map(([key, amount]) => [key, { ...splitKey(key), amount: money(amount), name: key }]));
}

/** As `ControlAccounts` reads: by whole windows, and closer where something is open. */
export function read(year: Pick<CompanyYear, 'entries' | 'facts'>, on: string): Answer {
  const facts = year.facts(on);
  const coarse = balancesOf(year, on, [...daysNeeded(facts), on]);
  const judged = judgeCompany(facts, coarse);
  const isOpen = judged.places.some(
    ({ judged: { open, beyond } }) => open.some(({ state }) => state !== 'due') || beyond.length > 0,
  );
  if (!isOpen) return answerOf(facts, coarse, judged);
  const closer = balancesOf(year, on, [...daysNeeded(facts), ...daysNeeded(facts, judged.plain), on]);
  return answerOf(facts, closer, judgeCompany(facts, closer, judged.plain));
}

const sumTo = (all: readonly { readonly on: string; readonly amount: number }[], day: string): number =>
  all.filter(({ on }) => on <= day).reduce((sum, one) => sum + one.amount, 0);

export const leftOf = ({ arisen, paid }: TrueItem, on: string): number => sumTo(arisen, on) - sumTo(paid, on);

/** Three bank days after its due day someone may ask. */
export const isOver = ({ due }: TrueItem, on: string): boolean => on > bankDaysAfter(due, 3);

/** "902 /v2/users/1 net 2025-05-30 123.45" of all debts that are due by then and not paid. */
export const trueOpen = (
  { items }: CompanyYear,
  on: string,
  isToo: (item: TrueItem) => boolean = () => true,
): readonly string[] =>
  items
    .filter((item) => !item.isUndated && item.due <= on && leftOf(item, on) > 0 && isToo(item))
    .map((item) => `${item.key} ${item.id} ${money(leftOf(item, on)).toString()}`)
    .sort();

/** What the books hold there that payroll did not charge, or lack. */
export const knownOn = ({ known }: CompanyYear, on: string, key: Key): string =>
  money(
    known
      .filter((one) => one.key === key && one.from <= on && (one.to === undefined || on < one.to))
      .reduce((sum, one) => sum + one.amount, 0),
  ).toString();

/** What is owed on an account by the day, due or not. */
export const trueLeft = ({ items }: CompanyYear, on: string, key: Key): string =>
  money(items.filter((item) => item.key === key).reduce((sum, item) => sum + leftOf(item, on), 0)).toString();
