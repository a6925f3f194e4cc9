/**
 * What was mended once, each with the words to take out again: a simulation that does not find what it was to find
 * proves nothing. `npm run simulate -- --without A`.
 */
export interface Mend {
  readonly name: string;
  /** What goes wrong without it. */
  readonly hole: string;
  readonly edits: readonly Edit[];
}

interface Edit {
  readonly file: string;
  /** Stands there once. */
  readonly text: string;
  readonly instead: string;
}

export const mends: readonly Mend[] = [
  {
    name: 'A',
    hole: 'a decision outlives its write, where a look found the set',
    edits: [
      {
        file: 'src/sync/record.ts',
        text: 'await session.decisions.spend(em, { companyId: company.id, runTag: parts.base, kind, decisionId: write?.decisionId });',
        instead: 'void kind;',
      },
    ],
  },
];

/** The file without the mend; throws where the words are not what they were. */
export function takenOut(source: string, { file, text, instead }: Edit): string {
  const times = source.split(text).length - 1;
  if (times !== 1) throw new Error(`${file}: the words to take out stand there ${times} times: ${text}`);
  return source.replace(text, () => instead);
}
