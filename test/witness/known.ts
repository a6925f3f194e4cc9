import type { Differs } from './compare.js';

/**
 * What doors are known to say differently, each with the issue that mends it. A difference that is listed here does not
 * fail a history; a row that nothing differs by any more fails, and none is left when its issue is resolved.
 */
export interface Known {
  readonly issue: string;
  readonly what: string;
  readonly fits: (differs: Differs, of: Surroundings) => boolean;
}

/** What a history left behind. */
export interface Surroundings {
  /** Tax months and years with a pay run that payroll no longer has: “2026-10”, “2026”. */
  readonly gone: ReadonlySet<string>;
}

const isOnly = ({ doors }: Differs, ...named: readonly string[]): boolean =>
  doors.some((together) => together.length > 0 && together.every((door) => named.includes(door)));

/** Figures of one thing that doors call by the same word. */
export const sameWords: readonly {
  readonly issue: string;
  readonly word: string;
  readonly figures: readonly string[];
}[] = [
  {
    issue: '65 Closing: the tax year’s column and its chart are both “HMRC”',
    word: 'month: hmrc',
    figures: ['month.paye', 'hmrc.due', 'paye.expected', 'paye.difference'],
  },
];

export const known: readonly Known[] = [
  {
    issue: '65 Closing: sums of pay',
    what: 'sums of a month and of a year count a pay run that payroll no longer has, with the one that took its place',
    fits: (differs, { gone }) =>
      /^(?:month|year|personMonth|personYear)\.(?!account|cost)/.test(differs.is) &&
      isOnly(differs, 'our own figure') &&
      gone.has(differs.of.split(' ').at(-1) ?? ''),
  },
];
