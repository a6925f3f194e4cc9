import { decimalText, parsePence } from '../engine/pence.js';

/** What a unit is worth in hundredths of a penny. These rates are made up and never change. */
const IN_POUNDS: Readonly<Record<string, bigint>> = {
  GBP: 10_000n,
  EUR: 8_500n,
  USD: 7_900n,
  CAD: 5_700n,
  AUD: 5_200n,
  CHF: 8_900n,
};

/** An amount in the company's currency, rounded half up; a currency that is not listed is converted one to one. */
export function inHomeCurrency(amount: unknown, currency: string, home: string): string {
  const pence = parsePence(amount) ?? 0n;
  const [from, to] = [IN_POUNDS[currency] ?? 10_000n, IN_POUNDS[home] ?? 10_000n];
  const size = pence < 0n ? -pence : pence;
  const worth = (2n * size * from + to) / (2n * to);
  return decimalText(pence < 0n ? -worth : worth);
}
