import { unzipSync } from 'fflate';
import { Money } from '../../src/journal/nouns/money.js';

/** Every amount of money in a page, a document, a CSV file, a spreadsheet, or a ZIP of these: in pence, without signs. */
export function figuresIn(bytes: Buffer): readonly number[] {
  if (bytes.subarray(0, 2).toString() === 'PK')
    return Object.values(unzipSync(bytes)).flatMap((file) => figuresIn(Buffer.from(file)));
  const text = bytes.toString();
  const cells = [...text.matchAll(/<v>(-?\d+(?:\.\d+)?)<\/v>/g)].map(([, value = '0']) =>
    Math.round(Math.abs(Number(value)) * 100),
  );
  const written = [...text.matchAll(/(?<![\d.])(?:\d{1,3}(?:,\d{3})+|\d+)\.\d\d(?!\d)/g)].map(([one]) =>
    Number(Money.parse(one.replaceAll(',', '')).abs().toPence()),
  );
  return [...cells, ...written].filter((one) => one !== 0);
}
