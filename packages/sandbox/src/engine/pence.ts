/** The sandbox's own exact arithmetic: whole pence in a bigint, nothing else. */
const DECIMAL = /^\s*([+-]?)(\d{1,15})(?:\.(\d{0,2})0*)?\s*$/;
/** For rates and quantities, which have more places than money. */
const LONG_DECIMAL = /^\s*([+-]?)(\d{1,15})(?:\.(\d{0,20}))?\s*$/;
/** Made when a page first shows an amount: making it takes a tenth of the time to start. */
let thousands: Intl.NumberFormat | undefined;

/** Undefined unless the value is a decimal with at most two significant places; a JSON number is read from its text. */
export function parsePence(value: unknown): bigint | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const match = DECIMAL.exec(String(value));
  if (!match) return undefined;
  const pence = BigInt(match[2]!) * 100n + BigInt((match[3] ?? '').padEnd(2, '0'));
  return match[1] === '-' ? -pence : pence;
}

/** One or two decimals, as the live service writes them: "2500.0", "167.76". */
export function decimalText(pence: bigint): string {
  const size = pence < 0n ? -pence : pence;
  const fraction = (size % 100n).toString().padStart(2, '0');
  return `${pence < 0n ? '-' : ''}${size / 100n}.${fraction.endsWith('0') ? fraction[0] : fraction}`;
}

/** Two decimals and thousands, for the page. */
export function moneyText(pence: bigint): string {
  const size = pence < 0n ? -pence : pence;
  return `${pence < 0n ? '−' : ''}${((thousands ??= new Intl.NumberFormat('en-GB'))).format(size / 100n)}.${(size % 100n).toString().padStart(2, '0')}`;
}

/** A share in hundredths of a percent (800 = 8 %), rounded half up. The amount must not be negative. */
export function shareOf(pence: bigint, hundredthsOfPercent: bigint): bigint {
  return (pence * hundredthsOfPercent + 5_000n) / 10_000n;
}

/** A decimal with at most so many places, written with at least one; undefined for anything else. */
export function readDecimal(value: unknown, places: number): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const match = LONG_DECIMAL.exec(String(value));
  if (!match) return undefined;
  const whole = BigInt(match[2]!).toString();
  let fraction = match[3] ?? '';
  while (fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  if (fraction.length > places) return undefined;
  const isNought = whole === '0' && fraction === '';
  return `${match[1] === '-' && !isNought ? '-' : ''}${whole}.${fraction === '' ? '0' : fraction}`;
}
