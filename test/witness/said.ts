/** What a door said of a figure, a count or a state. */
export interface Said {
  /** A name of the table of figures. */
  readonly is: string;
  /** The pay run, month, account or person it is of; empty where it is of everything. */
  readonly of: string;
  /** Pence, a count, or a state. */
  readonly says: number | string;
  /** Which door: "run page", "API", "runs --json". */
  readonly door: string;
}

/** As the table and our pages name a tax month: "2026-06". */
export const monthAt = ({ year, period }: { readonly year: number; readonly period: number }): string =>
  `${year}-${String(period).padStart(2, '0')}`;

/** Pence of an amount as our JSON has it: "-1557.04", "12.3", "5". */
export function penceIn(amount: string): number {
  const [, sign = '', pounds = '', pence = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  if (pounds === '') throw new Error(`"${amount}" is no amount`);
  const sum = Number(pounds) * 100 + Number(pence.padEnd(2, '0'));
  return sign === '' || sum === 0 ? sum : -sum;
}

/** The number at the end of a user's address. */
export const userOf = (address: string): string => address.split('/').at(-1) ?? '';
