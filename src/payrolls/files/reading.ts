import type { ColumnMap } from '../../journal/policy/column-map.js';
import { headingsOf, rowsInColumns } from './columns.js';
import { type Guess, guessColumns, headingsKnown } from './guess-columns.js';
import type { Scheme } from './hmrc-return.js';
import { keptPayments } from './kept-payments.js';
import { keptRows } from './kept-rows.js';
import { readReturn } from './payroll-file.js';
import { linesOfReport } from './report-lines.js';
import { keptReturn } from './returned.js';

interface Given {
  readonly bytes: Uint8Array;
}

interface ReportGiven extends Given {
  readonly map: ColumnMap;
  readonly paidOn: string;
}

interface ReturnRead {
  readonly is: 'fps' | 'eps';
  readonly year: number;
  readonly scheme: Scheme;
  /** In the form that is kept. */
  readonly taken: readonly unknown[];
}

interface ReportRead {
  readonly taken: readonly unknown[];
  readonly payIds: readonly string[];
  /** Questions about the report as a whole. */
  readonly asked: readonly string[];
}

/**
 * What may be read from a file that someone gives us: an FPS or EPS, a payslip report, or what its columns seem to be.
 */
interface Readings {
  readonly return: { readonly given: Given; readonly read: ReturnRead };
  readonly report: { readonly given: ReportGiven; readonly read: ReportRead };
  readonly guess: { readonly given: Given; readonly read: Guess };
}
export type Readable = keyof Readings;
export type GivenFor<Kind extends Readable> = Readings[Kind]['given'];
export type ReadOf<Kind extends Readable> = Readings[Kind]['read'];

const readers: { readonly [Kind in Readable]: (given: GivenFor<Kind>) => Promise<ReadOf<Kind>> } = {
  async return({ bytes }) {
    const read = readReturn(bytes);
    const taken = read.is === 'fps' ? keptPayments(read.payments) : keptReturn(read);
    return { is: read.is, year: read.year, scheme: read.scheme, taken };
  },
  async report({ bytes, map, paidOn }) {
    const { rows, asked } = rowsInColumns(await linesOfReport(bytes, headingsOf(map)), map);
    return {
      taken: keptRows(rows, paidOn),
      payIds: rows.map(({ payId }) => payId),
      asked: asked.map(({ message }) => message),
    };
  },
  async guess({ bytes }) {
    return guessColumns(await linesOfReport(bytes, headingsKnown));
  },
};

/**
 * What was read, as JSON: it may go from one thread to another, and what is taken from the file is in the form that is
 * kept.
 */
export async function textRead<Kind extends Readable>(kind: Kind, given: GivenFor<Kind>): Promise<string> {
  return JSON.stringify(await readers[kind](given));
}
