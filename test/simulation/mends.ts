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

const send = 'src/sync/steps/send.ts';
const window = 'src/sync/settle-window.ts';
const sum = 'return { ms: before.ms + Math.min(own, service), last: look };';

export const mends: readonly Mend[] = [
  {
    name: 'A',
    hole: 'a decision outlives its write, where a look found the set',
    edits: [
      {
        file: 'src/sync/record.ts',
        text: 'await session.decisions.spend(em, { companyId: company.id, runTag: parts.base, kind, decisionId: write?.decisionId });',
        instead: '',
      },
    ],
  },
  {
    name: 'B',
    hole: "a proxy's page counts as the service's refusal",
    edits: [{ file: 'src/books/session.ts', text: 'const own = isOwnError(body);', instead: 'const own = true;' }],
  },
  {
    name: 'C',
    hole: 'one fast Date ends the settle window',
    edits: [{ file: window, text: sum, instead: sum.replace('Math.min(own, service)', 'service') }],
  },
  {
    name: 'D',
    hole: 'a far Date at the first look stretches the settle window',
    edits: [{ file: window, text: sum, instead: 'return { ms: Math.min(own, service), last: before.last };' }],
  },
  {
    name: 'H-401',
    hole: 'a 401 is taken for a promise that nothing was done',
    edits: [
      {
        file: send,
        text: "outcome.answered && (await lookOnce(session, write, open, 'not authorised'))",
        instead: 'undefined',
      },
    ],
  },
  {
    name: 'H-429',
    hole: 'a 429 is taken for a promise that nothing was done',
    edits: [{ file: send, text: "await lookOnce(session, write, open, 'too many requests')", instead: 'undefined' }],
  },
  {
    name: 'H-refused',
    hole: 'a refusal is shown without a look',
    edits: [{ file: send, text: 'looksBeforeRefused.has(status) &&', instead: 'false &&' }],
  },
  {
    name: 'I',
    hole: 'a 201 that names another set is recorded unchecked',
    edits: [
      {
        file: 'src/books/books.ts',
        text: "outcome.kind !== 'done' || !outcome.set || isAsSent(set, outcome.set)",
        instead: 'true',
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
