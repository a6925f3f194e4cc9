import type { Edit } from '../simulation/mends.js';

/**
 * A rule, with the code to take out and the test that fails without it: `npm run rules`. A test of which nothing says
 * what it protects is deleted one day; a rule that no test protects is broken one day.
 */
export interface Rule {
  readonly name: string;
  /** The part of decision 0001 where it stands, or its room. */
  readonly part: string;
  readonly rule: string;
  readonly edits: readonly Edit[];
  readonly test: {
    /** In test/, without `.test.ts`. */
    readonly file: string;
    /** Words of its name that stand in the file. */
    readonly title: string;
  };
}

export type Row = readonly [
  name: string,
  rule: string,
  edits: readonly Edit[] | readonly [file: string, text: string, instead: string],
  file: string,
  title: string,
];

export type Parts = Readonly<Record<string, readonly Row[]>>;

export const rulesOf = (parts: Parts): readonly Rule[] =>
  Object.entries(parts).flatMap(([part, rows]) =>
    rows.map(
      ([name, rule, edits, file, title]): Rule => ({ name, part, rule, edits: asEdits(edits), test: { file, title } }),
    ),
  );

function asEdits(edits: Row[2]): readonly Edit[] {
  const [file, text, instead] = edits;
  if (typeof file === 'string' && typeof text === 'string' && typeof instead === 'string')
    return [{ file, text, instead }];
  return edits as readonly Edit[];
}
