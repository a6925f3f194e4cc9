import { addDays, taxMonthOf, taxMonthRange, taxYearOf } from '../../journal/dates.js';
import { Money } from '../../journal/money.js';
import { type Balances, chargesOf, type CompanyFacts, type Line, type PostedLine } from '../judge/facts.js';
import { cisOn } from '../judge/items.js';

/** How an account's balance came from the beginning of a tax month to its end, or to the day of the reading. */
export interface RollForward {
  readonly from: string;
  readonly to: string;
  readonly account: string;
  readonly userPath?: string;
  readonly opening: Money;
  /** By the sets that are in the books, ours or others'. */
  readonly charged: Money;
  /** Everything else that moved it: payments, and journals that cleared it. */
  readonly cleared: Money;
  readonly closing: Money;
}

/** By account, the latest month first, as far as the balances of the cut days were kept. */
export function rollForward(facts: CompanyFacts, balances: Balances): readonly RollForward[] {
  return rolled(facts, balances, ({ account }) => account);
}

/** One month of one account, by person. */
export function rollForwardByPerson(
  facts: CompanyFacts,
  balances: Balances,
  { account, from }: Pick<RollForward, 'account' | 'from'>,
): readonly RollForward[] {
  const all = rolled(facts, balances, ({ account: own, userPath }) => `${own} ${userPath ?? ''}`.trim());
  return all.filter((row) => row.account === account && row.from === from && row.userPath !== undefined);
}

type KeyOf = (line: Pick<Line, 'account' | 'userPath'>) => string;

function rolled(facts: CompanyFacts, balances: Balances, keyOf: KeyOf): readonly RollForward[] {
  const charges = chargesOf(facts);
  const posted = [...charges.posted].flatMap(([place, lines]) => {
    const [account = '', userPath] = place.split(' ');
    return lines.map((line) => ({ ...line, key: keyOf({ account, ...(userPath !== undefined && { userPath }) }) }));
  });
  const keys = new Map<string, Pick<Line, 'account' | 'userPath'>>();
  for (const day of balances.values())
    for (const { account, userPath } of day.values())
      if (facts.kinds.has(account)) {
        const line = { account, ...(userPath !== undefined && { userPath }) };
        const key = keyOf(line);
        const [, ofPerson] = key.split(' ');
        keys.set(key, { account, ...(ofPerson !== undefined && { userPath: ofPerson }) });
      }
  const at = (day: string, key: string) =>
    Money.sum([...(balances.get(day)?.values() ?? [])].filter((one) => keyOf(one) === key).map(({ amount }) => amount));
  const months = monthsKept(facts, balances);
  return [...keys]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, place]) =>
      months.map(({ from, to }): RollForward => {
        const [opening, closing] = [at(addDays(from, -1), key), at(to, key)];
        const cis = place.userPath === undefined ? cisOn(facts, { account: place.account, kind: 'paye' }) : [];
        const here = [...posted.filter((one) => one.key === key), ...cis];
        const charged = Money.sum(
          here.filter(({ datedOn }) => from <= datedOn && datedOn <= to).map(({ amount }) => amount),
        );
        return { ...place, from, to, opening, charged, cleared: opening.plus(charged).minus(closing), closing };
      }),
    );
}

/** The latest first: each from the day after one that was kept to another. */
function monthsKept({ start, on }: CompanyFacts, balances: Balances): readonly { from: string; to: string }[] {
  const months: { from: string; to: string }[] = [];
  for (let from = start; from <= on; ) {
    const { to: last } = taxMonthRange(taxYearOf(from), taxMonthOf(from));
    const to = last < on ? last : on;
    if (balances.has(addDays(from, -1)) && balances.has(to)) months.unshift({ from, to });
    from = addDays(last, 1);
  }
  return months;
}

/** What one pay run or adjustment put on an account. */
export interface ChargedBy {
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly amount: Money;
  readonly isPayRun: boolean;
  /** Addresses of our sets; none if others posted it. */
  readonly sets: readonly string[];
}

/** By day, what makes up `charged` of a month. */
export function chargedBy(
  { runs, adjustments }: CompanyFacts,
  { account, from, to }: Pick<RollForward, 'account' | 'from' | 'to'>,
): readonly ChargedBy[] {
  const isHere = (line: PostedLine) => line.account === account && from <= line.datedOn && line.datedOn <= to;
  const charged = (of: Pick<ChargedBy, 'year' | 'period' | 'isPayRun'>, lines: readonly PostedLine[]): ChargedBy[] => {
    const here = lines.filter(isHere);
    const [first] = here;
    if (first === undefined) return [];
    const sets = [...new Set(here.flatMap(({ journalSet }) => journalSet ?? []))];
    return [{ ...of, datedOn: first.datedOn, amount: Money.sum(here.map(({ amount }) => amount)), sets }];
  };
  const ofRuns = runs.flatMap(({ year, period, datedOn, lines, posted, altered, inBooks }) => {
    const byOthers = inBooks === 'yes' ? lines : [];
    const dated = [...(posted === undefined ? byOthers : []), ...altered].map((line) => ({ ...line, datedOn }));
    return charged({ year, period, isPayRun: true }, [...(posted ?? []), ...dated]);
  });
  const ofOthers = adjustments.flatMap(({ year, period, lines }) => charged({ year, period, isPayRun: false }, lines));
  return [...ofRuns, ...ofOthers].toSorted((a, b) => a.datedOn.localeCompare(b.datedOn));
}
