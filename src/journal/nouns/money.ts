import { Decimal } from 'decimal.js';

/** Enough digits that a share is rounded once, at the penny. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** Fifteen digits before the point: pence stay well inside the database's 64-bit integers. */
const amount = /^-?\d{1,15}(?:\.\d{1,2}0*)?$/;

let grouping: Intl.NumberFormat | undefined;

/** "-14,220.00" for "-14220.00". The format is created on first use: that takes as long as loading everything else. */
export function inThousands(decimal: string): string {
  const [pounds = '', pence] = decimal.replace('-', '').split('.');
  grouping ??= new Intl.NumberFormat('en-GB');
  return `${decimal.startsWith('-') ? '-' : ''}${grouping.format(BigInt(pounds))}.${pence}`;
}

export class NotExactMoney extends Error {
  constructor(text: string) {
    super(`"${text}" is not an exact amount of money: digits with at most two decimals are`);
    this.name = 'NotExactMoney';
  }
}

/**
 * Pounds and pence, exact and immutable. There is no way in from a JavaScript number.
 * Sums are whole pence (ten times quicker than decimals, and as exact); the one division is decimal.js's.
 */
export class Money {
  static readonly zero: Money = new Money(0n);

  private constructor(private readonly value: bigint) {}

  static parse(text: string): Money {
    const money = Money.tryParse(text);
    if (money === undefined) throw new NotExactMoney(text);
    return money;
  }

  static tryParse(text: unknown): Money | undefined {
    // Most payslip fields are zero, spelled in one of these ways.
    if (text === '0.0' || text === '0.00' || text === '0') return Money.zero;
    if (typeof text !== 'string' || !amount.test(text)) return undefined;
    const point = text.indexOf('.');
    if (point < 0) return Money.pence(BigInt(`${text}00`));
    return Money.pence(BigInt(text.slice(0, point) + text.slice(point + 1, point + 3).padEnd(2, '0')));
  }

  /** There is one zero object, so most amounts and sums need no new one. */
  static pence(value: bigint): Money {
    return value === 0n ? Money.zero : new Money(value);
  }

  static sum(values: Iterable<Money>): Money {
    let sum = Money.zero;
    for (const value of values) sum = sum.plus(value);
    return sum;
  }

  plus(other: Money): Money {
    if (this === Money.zero) return other;
    return other === Money.zero ? this : Money.pence(this.value + other.value);
  }

  minus(other: Money): Money {
    return other === Money.zero ? this : Money.pence(this.value - other.value);
  }

  negated(): Money {
    return Money.pence(-this.value);
  }

  abs(): Money {
    return this.isNegative() ? this.negated() : this;
  }

  isZero(): boolean {
    return this.value === 0n;
  }

  isNegative(): boolean {
    return this.value < 0n;
  }

  isPositive(): boolean {
    return this.value > 0n;
  }

  equals(other: Money): boolean {
    return this.value === other.value;
  }

  compare(other: Money): -1 | 0 | 1 {
    if (this.value === other.value) return 0;
    return this.value < other.value ? -1 : 1;
  }

  /** This × part / whole, rounded half up to the penny. */
  share(part: Money, whole: Money): Money {
    if (whole.isZero()) throw new RangeError('There is no share of nothing');
    const share = exactly(this).times(exactly(part)).div(exactly(whole));
    return Money.pence(BigInt(share.toFixed(0)));
  }

  toPence(): bigint {
    return this.value;
  }

  /** As the books have it: "-2000.00". */
  toString(): string {
    const digits = (this.value < 0n ? -this.value : this.value).toString().padStart(3, '0');
    return `${this.value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }

  /** As people read it: "-£2,000.00". */
  inPounds(): string {
    return `${this.isNegative() ? '-' : ''}£${inThousands(this.abs().toString())}`;
  }

  toJSON(): string {
    return this.toString();
  }

  /** Operators would turn money into a floating-point number, which is a bug: so they throw. */
  valueOf(): never {
    throw new TypeError('Money is added and compared by its methods, never by operators');
  }
}

/** "£1,000.00" as someone types it: "1000.00". Whether it is an amount, `Money` judges. */
export const amountTyped = (text = ''): string => text.replaceAll(/[£,\s]/g, '');

/** One sum for each key, in the order in which the keys first appear. */
export function sumByKey<Key>(amounts: Iterable<readonly [Key, Money]>): ReadonlyMap<Key, Money> {
  const sums = new Map<Key, Money>();
  for (const [key, amount] of amounts) sums.set(key, (sums.get(key) ?? Money.zero).plus(amount));
  return sums;
}

function exactly(money: Money): Decimal {
  return new Exact(money.toPence().toString());
}
