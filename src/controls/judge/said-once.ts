import { inWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { needsAPerson, type OpenPart } from '../../record/control-answer.js';
import { isSame, type Known, type KnownLine } from './causes.js';
import { type CompanyFacts, isAt, keyOf } from './facts.js';
import type { Bank, Hinted } from './hints.js';
import { itemIdOf, type Place } from './items.js';

/** An open part, and where it is. */
export type Part = Omit<OpenPart, 'amount'> &
  Pick<Hinted, 'because'> & { readonly place: Place; readonly amount: Money };

interface Said {
  readonly causes: readonly Known[];
  readonly open: readonly Part[];
}

/**
 * One reason is said once. A client whose bank ends in March had a row of *cannot tell yet* for each person and month
 * since: that is one cause, with their amounts under it. And what waits here has not been paid either: its pay run is
 * the cause of both.
 */
export const saidOnce = (facts: CompanyFacts, said: Said, bank: Bank | undefined): Said =>
  withBank(withoutWaiting(facts, said), bank);

/** Where a pay run is not in the books, and no payment of it: both come to nothing, and no one need look at the second. */
function withoutWaiting(facts: CompanyFacts, { causes, open }: Said): Said {
  const waiting = new Map<string, KnownLine[]>();
  for (const cause of causes)
    for (const line of cause.lines) {
      const item = itemOfLine(facts, cause, line);
      if (item !== undefined) waiting.set(item, [...(waiting.get(item) ?? []), line]);
    }
  const settled = new Set<KnownLine>();
  const rest = open.filter((part) => {
    const lines = waiting.get(`${keyOf(part.place)} ${part.id}`) ?? [];
    const isUnpaid = part.state === 'no_payment_posted' || part.because === 'bank_ends';
    if (
      !isUnpaid ||
      !Money.sum(lines.map(({ amount }) => amount))
        .plus(part.amount)
        .isZero()
    )
      return true;
    if (lines.length === 0) return true;
    for (const line of lines) settled.add(line);
    return false;
  });
  return { causes: causes.map((cause) => withoutLines(cause, settled)), open: rest };
}

/** The open item to which a cause's line belongs, if it is one. */
function itemOfLine(facts: CompanyFacts, { run: of }: Known, line: KnownLine): string | undefined {
  const run = facts.runs.find(
    (one) => of !== undefined && isSame(one, of) && one.datedOn === of.datedOn && one.fromSource === of.fromSource,
  );
  if (run === undefined) return undefined;
  const ids = new Set(run.lines.filter(isAt(line)).map((charged) => itemIdOf(facts, run, charged)));
  const [id, other] = ids;
  return id === undefined || other !== undefined ? undefined : `${keyOf(line)} ${id}`;
}

function withoutLines(cause: Known, settled: ReadonlySet<KnownLine>): Known {
  const lines = cause.lines.filter((line) => !settled.has(line));
  if (lines.length === cause.lines.length) return cause;
  const left = new Set(lines.map(({ account }) => account));
  const whole = [...new Set(cause.lines.map(({ account }) => account))].filter((account) => !left.has(account)).sort();
  const paid = whole.length === 0 ? '' : `, and no payment of it is known on ${whole.join(', ')}`;
  return { ...cause, what: `${cause.what}${paid}`, lines };
}

const bringLines = 'Bring the bank’s lines into the accounting service, by its feed or a statement, and read again.';

/** What the bank cannot tell is one cause for each reason: that it ends, or one unexplained line. */
function withBank({ causes, open }: Said, bank: Bank | undefined): Said {
  if (bank === undefined) return { causes, open };
  if (bank.problem !== undefined) {
    const what = `The bank shows nothing: ${bank.problem}`;
    const todo = 'Once that is mended in the accounting service, read again.';
    const none: Known = { what, todo, isInDoubt: true, lines: [] };
    return { causes: open.some(needsAPerson) ? [...causes, none] : causes, open };
  }
  const ended = open.filter(({ because }) => because === 'bank_ends');
  const ends =
    bank.until === undefined ? `shows no line since ${inWords(bank.from)}` : `ends on ${inWords(bank.until)}`;
  const atEnd = unknown(ended, {
    what: `The bank ${ends}: which payments were made cannot be told yet`,
    todo: bringLines,
  });
  const byLine = bank.unexplained.flatMap((line) => {
    const parts = open.filter(({ because }) => because === line);
    if (parts.length < 2) return [];
    const what = (amount: string) =>
      `A bank line${amount} on ${inWords(line.datedOn)} is not explained, and may contain any of these payments`;
    const words = { what: what(` of ${line.amount.inPounds()}`), inTotals: what('') };
    return [
      { parts, cause: unknown(parts, { ...words, todo: 'Explain it in the accounting service, and read again.' }) },
    ];
  });
  const gone = new Set([...ended, ...byLine.flatMap(({ parts }) => parts)]);
  return {
    causes: [
      ...causes,
      ...(ended.length === 0 ? [] : [{ ...atEnd, isOfBank: true as const }]),
      ...byLine.map(({ cause }) => cause),
    ],
    open: open.filter((part) => !gone.has(part)),
  };
}

function unknown(parts: readonly Part[], words: Pick<Known, 'what' | 'todo' | 'inTotals'>): Known {
  const lines = parts.map(({ place: { account, userPath }, amount, id, item, due }): KnownLine => {
    return { account, ...(userPath !== undefined && { userPath }), amount, part: { id, item, due } };
  });
  return { ...words, isInDoubt: true, lines };
}
