import { addDays, type DateRange, taxMonthOf, taxMonthRange, taxYearOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { type Balances, chargesOf, type CompanyFacts, keyOf, type Line, type PostedLine } from '../judge/facts.js';
import { cisOn } from '../judge/items.js';

/** How an account's balance went from the beginning of a tax month to its end, or to the day of the reading. */
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
  const ofAll = ({ account }: Place): Place => ({ account });
  const posted = postedLines(facts);
  return monthsKept(facts, balances)
    .flatMap((month) => monthOf({ facts, balances, posted }, month, ofAll))
    .toSorted((a, b) => byText(a.account, b.account));
}

/** One month of one account, by person. */
export function rollForwardByPerson(
  facts: CompanyFacts,
  balances: Balances,
  { account, from, to }: Pick<RollForward, 'account' | 'from' | 'to'>,
): readonly RollForward[] {
  const all = monthOf({ facts, balances, posted: postedLines(facts) }, { from, to }, (place) => place);
  return all.filter((row) => row.account === account && row.userPath !== undefined);
}

type Place = Pick<Line, 'account' | 'userPath'>;

interface Dated extends Line {
  readonly datedOn: string;
}

interface Ledger {
  readonly facts: CompanyFacts;
  readonly balances: Balances;
  readonly posted: readonly Dated[];
}

/** Each line is looked at once, because a company may have thousands of people. */
function monthOf(
  { facts, balances, posted }: Ledger,
  { from, to }: DateRange,
  placeOf: (line: Place) => Place,
): readonly RollForward[] {
  const found = new Map<string, Place>();
  const sums = (lines: Iterable<Line>): ReadonlyMap<string, Money> => {
    const summed = new Map<string, Money>();
    for (const line of lines) {
      if (!facts.kinds.has(line.account)) continue;
      const place = placeOf(line);
      const key = keyOf(place);
      found.set(key, place);
      summed.set(key, (summed.get(key) ?? Money.zero).plus(line.amount));
    }
    return summed;
  };
  const at = (day: string) => sums(balances.get(day)?.values() ?? []);
  const [opened, closed] = [at(addDays(from, -1)), at(to)];
  const charges = sums(posted.filter(({ datedOn }) => from <= datedOn && datedOn <= to));
  return [...found].map(([key, place]): RollForward => {
    const [opening, charged, closing] = [opened, charges, closed].map((of) => of.get(key) ?? Money.zero) as Three;
    return { ...place, from, to, opening, charged, cleared: opening.plus(charged).minus(closing), closing };
  });
}

type Three = [Money, Money, Money];
const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

function postedLines(facts: CompanyFacts): readonly Dated[] {
  const posted = [...chargesOf(facts).posted].flatMap(([key, lines]) => {
    const [account = '', userPath] = key.split(' ');
    return lines.map((line) => ({ ...line, account, ...(userPath !== undefined && { userPath }) }));
  });
  const account = facts.policy.cisSuffered;
  return [...posted, ...cisOn(facts, { account, kind: 'paye' }).map((line) => ({ ...line, account }))];
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
  /** The run's pay date; of an adjustment the day of its set. */
  readonly datedOn: string;
  readonly fromSource?: string;
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
  const charged = (of: Omit<ChargedBy, 'amount' | 'sets'>, lines: readonly PostedLine[]): ChargedBy[] => {
    const here = lines.filter(isHere);
    if (here.length === 0) return [];
    const sets = [...new Set(here.flatMap(({ journalSet }) => journalSet ?? []))];
    return [{ ...of, amount: Money.sum(here.map(({ amount }) => amount)), sets }];
  };
  const ofRuns = runs.flatMap(
    ({ year, period, datedOn, fromSource, lines, posted, doubled = [], altered, inBooks }) => {
      const byOthers = inBooks === 'yes' ? lines : [];
      const dated = [...(posted === undefined ? byOthers : []), ...altered].map((line) => ({ ...line, datedOn }));
      return charged({ year, period, datedOn, ...(fromSource !== undefined && { fromSource }), isPayRun: true }, [
        ...(posted ?? []),
        ...doubled,
        ...dated,
      ]);
    },
  );
  const ofOthers = adjustments.flatMap(({ year, period, lines }) =>
    charged({ year, period, datedOn: lines.find(isHere)?.datedOn ?? from, isPayRun: false }, lines),
  );
  return [...ofRuns, ...ofOthers].toSorted((a, b) => a.datedOn.localeCompare(b.datedOn));
}
