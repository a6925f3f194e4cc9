/**
 * A chapter of a month file, the one value from which PDF, spreadsheet and evidence.json are made. Money is decimal
 * text, days are 2025-10-31, moments ISO text: what is signed is what is printed.
 */
export interface Chapter {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'facts'; readonly title?: string; readonly facts: readonly Fact[] }
  | { readonly kind: 'checks'; readonly title?: string; readonly checks: readonly Check[] }
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'text'; readonly title?: string; readonly words: string }
  /** Filled in by hand. */
  | { readonly kind: 'boxes'; readonly title: string; readonly words: string; readonly boxes: readonly string[] };

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly as?: CellKind;
}

/** `open`: neither, so far. */
export interface Check {
  readonly is: 'good' | 'bad' | 'open';
  readonly words: string;
}

export type CellKind = 'text' | 'money' | 'day' | 'moment' | 'count' | 'hash';

export interface Column {
  readonly id: string;
  readonly title: string;
  readonly kind: CellKind;
  /** Summed below the table. */
  readonly total?: true;
  /** Its share of the page's width, in proportion to the other columns. */
  readonly width: number;
}

export type Row = Readonly<Record<string, string>>;

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** By column; absent if nothing is summed. */
  readonly totals?: Row;
  /** Shown if there are no rows. */
  readonly empty: string;
}
