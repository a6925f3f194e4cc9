import type { Money } from '../../journal/nouns/money.js';

/** A day without a time: '2025-10-31'. */
export interface Day {
  readonly day: string;
}

/** A formula with its result, for where nothing is calculated: a mail's preview, or Excel's protected view. */
export interface Formula {
  readonly formula: string;
  readonly is: Money | number;
}

/** A moment is shown in London time, whatever the reader's zone. */
export type SheetCell = string | number | boolean | Money | Date | Day | Formula | undefined;

export interface SheetRow {
  readonly cells: readonly SheetCell[];
  readonly as?: 'title' | 'heading' | 'total';
}

export interface Sheet {
  readonly name: string;
  readonly rows: Iterable<SheetRow> | AsyncIterable<SheetRow>;
  /** In characters; without it, columns fit the first rows. */
  readonly widths?: readonly number[];
  /** Rows at the top that stay in place while the rest scrolls. */
  readonly sticky?: number;
  /** Print on A4 landscape, scaled to the width of the page. */
  readonly landscape?: boolean;
}
