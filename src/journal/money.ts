import { Decimal } from 'decimal.js';

/** Enough digits that no sum, product or share of money is ever rounded on the way. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -60, toExpPos: 60 });

/** Fifteen digits before the point: pence stay well inside the database's 64-bit integers. */
const amount = /^-?\d{1,15}(?:\.\d{1,2}0*)?$/;

export class NotExactMoney extends Error {
  constructor(text: string) {
    super(`"${text}" is no exact amount of money: digits with at most two decimals are`);
    this.name = 'NotExactMoney';
  }
}

/** Pounds and pence, exact and immutable. There is no way in from a JavaScript number. */
export class Money {
  static readonly zero: Money = new Money(new Exact(0));

  private constructor(private readonly value: Decimal) {}

  static parse(text: string): Money {
    const money = Money.tryParse(text);
    if (money === undefined) throw new NotExactMoney(text);
    return money;
  }

  static tryParse(text: unknown): Money | undefined {
    // Most payslip fields are zero, spelled in one of these ways.
    if (text === '0.0' || text === '0.00' || text === '0') return Money.zero;
    if (typeof text !== 'string' || !amount.test(text)) return undefined;
    return Money.of(new Exact(text));
  }

  static pence(value: bigint): Money {
    return Money.of(new Exact(value.toString()).div(100));
  }

  static sum(values: Iterable<Money>): Money {
    let sum = Money.zero;
    for (const value of values) sum = sum.plus(value);
    return sum;
  }

  /** One zero, without a sign: "-0.00" is never printed and zero is never negative. */
  private static of(value: Decimal): Money {
    return value.isZero() ? Money.zero : new Money(value);
  }

  plus(other: Money): Money {
    if (other === Money.zero) return this;
    if (this === Money.zero) return other;
    return Money.of(this.value.plus(other.value));
  }

  minus(other: Money): Money {
    return other === Money.zero ? this : Money.of(this.value.minus(other.value));
  }

  negated(): Money {
    return Money.of(this.value.negated());
  }

  abs(): Money {
    return this.isNegative() ? this.negated() : this;
  }

  isZero(): boolean {
    return this.value.isZero();
  }

  isNegative(): boolean {
    return this.value.isNegative();
  }

  isPositive(): boolean {
    return !this.isZero() && !this.isNegative();
  }

  equals(other: Money): boolean {
    return this.value.equals(other.value);
  }

  compare(other: Money): -1 | 0 | 1 {
    return this.value.comparedTo(other.value) as -1 | 0 | 1;
  }

  /** This × part / whole, rounded half up to the penny. */
  share(part: Money, whole: Money): Money {
    if (whole.isZero()) throw new RangeError('There is no share of nothing');
    return Money.of(this.value.times(part.value).div(whole.value).toDecimalPlaces(2));
  }

  toPence(): bigint {
    return BigInt(this.value.times(100).toFixed(0));
  }

  /** As the books are told: "-2000.00". */
  toString(): string {
    return this.value.toFixed(2);
  }

  /** As people are told: "-£2,000.00". */
  inPounds(): string {
    const [pounds = '', pence] = this.abs().toString().split('.');
    return `${this.isNegative() ? '-' : ''}£${pounds.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${pence}`;
  }

  toJSON(): string {
    return this.toString();
  }

  /** Operators would turn money into a floating number: that is a bug, and says so. */
  valueOf(): never {
    throw new TypeError('Money is added and compared by its methods, never by operators');
  }
}
