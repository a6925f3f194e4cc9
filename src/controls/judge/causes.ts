import { inWords, taxMonthRange } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { pick } from '../../ground/pick.js';
import { type CompanyFacts, keyOf, type Line, type RunFacts, type TaxMonth } from './facts.js';
import type { CausePart } from '../../record/control-answer.js';
import { adjustmentInWords, cisOn, gapsIn, payeItem } from './items.js';

/** One known thing, with the accounts it is on: what the books hold there beyond what payroll says. */
export interface Known {
  readonly what: string;
  readonly todo: string;
  readonly inTotals?: string;
  readonly run?: Pick<RunFacts, 'year' | 'period' | 'datedOn' | 'fromSource'>;
  readonly isInDoubt?: true;
  /** The bank ends too early to tell. */
  readonly isOfBank?: true;
  readonly lines: readonly KnownLine[];
}

/** With the open item that it is, where that can be named. */
export type KnownLine = Line & { readonly part?: CausePart };

/** What comes off before anything is judged. */
export const causesOf = (facts: CompanyFacts): readonly Known[] => [
  ...runCauses(facts),
  ...adjustmentCauses(facts),
  ...doubledCauses(facts),
  ...gapCauses(facts),
  ...cisCauses(facts),
];

interface RunRow {
  readonly name: string;
  readonly when: (run: RunFacts) => boolean;
  /** Follows "Pay run of 31 October 2025". */
  readonly says: (run: RunFacts) => string;
  readonly lines: (run: RunFacts) => readonly Line[];
  readonly more?: Pick<Known, 'isInDoubt'> | Pick<Known, 'todo'>;
}

const removeOne = 'Remove one of the two.';

/** What a pay run explains in the books: each row that fits and has an amount is a cause. */
export const runRows: readonly RunRow[] = [
  {
    name: 'in doubt',
    when: ({ isInDoubt }) => isInDoubt,
    says: () => ': we do not know yet whether the last journal sent is in the books',
    lines: (run) => (lacking(run).length > 0 ? lacking(run) : summed(run.lines).map(atNil)),
    more: { isInDoubt: true },
  },
  {
    name: 'not in the books',
    when: ({ isInDoubt, inBooks }) => !isInDoubt && inBooks === 'no',
    says: ({ waits }) => ` is not in the books: ${waits}`,
    lines: lacking,
  },
  {
    name: 'changed by payroll since',
    when: ({ isInDoubt, inBooks }) => !isInDoubt && inBooks !== 'no',
    says: () => ': payroll has changed since it was posted',
    lines: lacking,
  },
  {
    name: 'altered by someone',
    when: ({ altered }) => altered.length > 0,
    says: () => ': its journal was altered in the books',
    lines: ({ altered }) => summed(altered),
  },
  {
    name: 'in the books twice',
    when: ({ doubled }) => doubled !== undefined,
    says: () => ' is in the books twice',
    lines: ({ doubled = [] }) => summed(doubled),
    more: { todo: removeOne },
  },
];

/** What the books lack of it, as far as that is known. */
function lacking({ inBooks, posted, lines }: RunFacts): readonly Line[] {
  return summed([...(inBooks === 'no' ? [] : (posted ?? lines)), ...lines.map(negated)]);
}

const runCauses = ({ runs, on, kinds }: CompanyFacts): readonly Known[] =>
  runs
    .filter(({ datedOn }) => datedOn <= on)
    .map((run) => onControls(run, kinds))
    .flatMap((run) =>
      runRows
        .filter(({ when }) => when(run))
        .map(
          ({ says, lines, more }): Known => ({
            run: pick(run, ['year', 'period', 'datedOn', 'fromSource']),
            what: `Pay run of ${inWords(run.datedOn)}${says(run)}`,
            todo: run.todo,
            ...more,
            lines: lines(run),
          }),
        ),
    )
    .filter(({ lines }) => lines.length > 0);

/** The run, of which only the control accounts matter. */
function onControls(run: RunFacts, kinds: CompanyFacts['kinds']): RunFacts {
  const only = <One extends Line>(lines: readonly One[]) => lines.filter(({ account }) => kinds.has(account));
  const { lines, posted, doubled, altered } = run;
  return {
    ...run,
    lines: only(lines),
    posted: posted && only(posted),
    doubled: doubled && only(doubled),
    altered: only(altered),
  };
}

/** Someone posted ours again: it moved the accounts, and nothing is owed because of it. */
function doubledCauses({ adjustments, kinds }: CompanyFacts): Known[] {
  return adjustments
    .filter(({ isDoubled }) => isDoubled)
    .map((one): Known => {
      const what = `${adjustmentInWords(one)}: one of its journals is in the books twice`;
      return { what, todo: removeOne, lines: summed(one.lines.filter(({ account }) => kinds.has(account))) };
    });
}

/** A held recovery is no payment that is short: HMRC is paid by the returns, and the books lack the journal. */
function adjustmentCauses({ waiting = [], kinds }: CompanyFacts): Known[] {
  return waiting
    .filter(({ isIgnored }) => !isIgnored)
    .map(({ lines, waits, todo, isInDoubt, ...one }): Known => {
      const what = `${adjustmentInWords(one)} is not in the books as it is now: ${waits}`;
      return {
        what,
        todo,
        ...(isInDoubt && { isInDoubt }),
        lines: summed(lines.filter(({ account }) => kinds.has(account)).map(negated)),
      };
    })
    .filter((cause) => cause.lines.length > 0);
}

/** Payroll's payment is less than the journals, and no journal says why. */
function gapCauses(facts: CompanyFacts): Known[] {
  const posted = gapsIn(facts).filter((gap) => facts.runs.some((run) => isSame(run, gap) && run.datedOn <= facts.on));
  return posted.map(({ account, gap, ...of }) => ({
    what: `HMRC is due less than the journals of ${payeItem(of, facts.policy).what}: recovered statutory pay is in no journal`,
    todo: 'Post the recovery on the pay run, or enter it as a journal in the books.',
    lines: [{ account, amount: gap }],
  }));
}

/** Of a month that is over, a receipt should be explained by now. */
function cisCauses(facts: CompanyFacts): Known[] {
  const account = facts.policy.cisSuffered;
  return cisOn(facts, { account, kind: 'paye' })
    .filter(({ isToCome, of }) => isToCome && taxMonthRange(of.year, of.period + 1).to < facts.on)
    .map(({ of, amount }) => ({
      what: `CIS suffered of ${payeItem(of, { ...facts.policy, payePeriod: 'monthly' }).what} is not in the books`,
      todo: 'Explain the receipts that it was taken from, as sales with CIS.',
      lines: [{ account, amount: amount.negated() }],
    }));
}

export const isSame = (a: TaxMonth, b: TaxMonth): boolean => a.year === b.year && a.period === b.period;

const atNil = (line: Line): Line => ({ ...line, amount: Money.zero });

const negated = <One extends Line>(line: One): One => ({ ...line, amount: line.amount.negated() });

function summed(lines: readonly Line[]): readonly Line[] {
  const sums = new Map<string, Line>();
  for (const { account, userPath, amount } of lines) {
    const key = keyOf({ account, userPath });
    const before = sums.get(key)?.amount ?? Money.zero;
    sums.set(key, { account, userPath, amount: before.plus(amount) });
  }
  return [...sums.values()].filter(({ amount }) => !amount.isZero());
}
