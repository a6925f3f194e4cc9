import type { FileTransaction } from './ofx.js';

/** Day, amount and description, as the vendor's support pages ask for it: no headings, no quotes, no other comma. */
const LINE = /^(\d{2})\/(\d{2})\/(\d{4}),(-?\d+(?:\.\d{1,2})?),([^,"]*)$/;

/** The transactions of a CSV file; undefined when a line is not a transaction. */
export function readCsv(text: string): FileTransaction[] | undefined {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const matches = lines.map((line) => LINE.exec(line));
  if (matches.includes(null)) return undefined;
  return matches.map((match) => {
    const [, day, month, year, amount, description] = match!;
    const datedOn = `${year}-${month}-${day}`;
    return { datedOn, amount: amount!, description: description!.trim(), fitid: null, type: 'OTHER' };
  });
}
