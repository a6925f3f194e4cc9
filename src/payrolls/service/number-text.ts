/** The ways in which an amount may be written in an unknown field. Whether it is exact money is another question. */

const plain = /^\s*[-+]?£?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;
const digitsAlone = /^\s*\d+\s*$/;

const currencySign = /\p{Sc}/u;
/** Spaces, commas, brackets, signs and dashes, and invisible characters. */
const dressing = /[\p{Sc}\p{Pd}\p{Ps}\p{Pe}\p{Cf}\s,'’+−]/gu;
/** The three letters of a currency, credit, debit. */
const letters = /^[a-z]{3}|(?:[a-z]{3}|cr|dr){1,2}$/gi;
const twoDecimals = /^\d+\.\d{2}$/;
const anyDecimals = /^(?:\d+(?:\.\d+)?|\.\d+)$/;

/** Longer text is prose. */
const charactersMax = 60;

/** "12.5", "£12", "(5.00)", "5.00-", "5.00 GBP"; not "Plan 2", "60" (a code as likely as an amount), "2026-01-31". */
export function isNumberText(written: string): boolean {
  if (written.length > charactersMax) return false;
  const text = written.normalize('NFKC');
  if (plain.test(text)) return !digitsAlone.test(text);
  const bare = text.replace(dressing, '').replace(letters, '');
  return (currencySign.test(text) ? anyDecimals : twoDecimals).test(bare);
}
