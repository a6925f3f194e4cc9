import type { AdjustmentKind } from '../../journal/nouns/adjustment.js';
import { Money } from '../../journal/nouns/money.js';
import type { PayRunRecord } from './pay-run.entity.js';
import type { StoredLine } from './posting.entity.js';

/** What the row of an adjustment has, and that of a pay run lacks. */
export interface AdjustmentFacts {
  readonly kind: AdjustmentKind;
  /** A tax month may have several adjustments of a kind. */
  readonly number: number;
  /** For a recovery: the pay run with which it was first posted. */
  readonly runTag: string | null;
  /** What a person entered; null for a recovery, which is worked out. */
  readonly entered: readonly StoredLine[] | null;
  /** The person's own reason. */
  readonly note: string;
  /** When HMRC has to be paid. */
  readonly dueOn: string | null;
  /** Whether payroll's own payment to HMRC includes it. */
  readonly inPayment: boolean;
  readonly enteredBy: string;
}

/** Who entered what an employer's returns say: no one did. */
export const byReturns = 'returns';

export type Adjustment = PayRunRecord & AdjustmentFacts;

/** The row of a pay run, where an adjustment has the facts above. */
export const ofPayroll = {
  kind: 'payroll',
  number: null,
  runTag: null,
  entered: null,
  note: null,
  dueOn: null,
  inPayment: null,
  enteredBy: null,
} as const;

/** The columns of it that were read are an adjustment's. */
export const isAdjustment = <Row extends Pick<PayRunRecord, 'kind'>>(
  row: Row,
): row is Row & Pick<AdjustmentFacts, keyof Row & keyof AdjustmentFacts> => row.kind !== 'payroll';

export const isPayroll = ({ kind }: Pick<PayRunRecord, 'kind'>): boolean => kind === 'payroll';

export const isTakenBack = ({ state, holdCodes }: Pick<PayRunRecord, 'state' | 'holdCodes'>): boolean =>
  state === 'nothing' || holdCodes.includes('reversed');

/** What a person's lines put on the PAYE account; if they name another creditor instead, all that they credit. */
export function owedByLines(lines: readonly StoredLine[], payeNi: string): Money {
  const debits = lines.map(({ category, debit }) => ({ category, debit: Money.parse(debit) }));
  const onPaye = debits.filter(({ category }) => category === payeNi);
  const counted = onPaye.length > 0 ? onPaye : debits.filter(({ debit }) => debit.isNegative());
  return Money.sum(counted.map(({ debit }) => debit)).negated();
}

/** Of a return: its tax month, 0 to 11, and the first one, 1 to 12, that its amounts are of. */
interface LevyReturned {
  readonly period: number;
  readonly since: number;
  readonly levySince?: number | undefined;
}

/**
 * A return's levy, less what people entered of it in the months that it is of: it is not owed twice. Without a levy in
 * the return, what they entered stands.
 */
export function levyBeyond(
  levy: Money,
  { period, since, levySince = since }: LevyReturned,
  all: readonly (Pick<AdjustmentFacts, 'kind' | 'entered'> & { readonly period: number })[],
  payeNi: string,
): Money {
  if (levy.isZero()) return levy;
  const first = levySince - 1;
  const entered = all.flatMap(({ kind, entered: lines, period: of }) =>
    kind === 'levy' && lines !== null && of >= first && of <= period ? [owedByLines(lines, payeNi)] : [],
  );
  return levy.minus(Money.sum(entered));
}

/** Those columns alone, of an adjustment. */
export function adjustmentFacts(row: Readonly<Adjustment>): AdjustmentFacts {
  const { kind, number, runTag, entered, note, dueOn, inPayment, enteredBy } = row;
  return { kind, number, runTag, entered, note, dueOn, inPayment, enteredBy };
}

/** What a list of runs may be limited to. */
export const kindsShown = ['all', 'payroll', 'adjustments'] as const;
export type KindsShown = (typeof kindsShown)[number];
