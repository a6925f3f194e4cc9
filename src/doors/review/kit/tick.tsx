import { isFresh } from '../../../views/checks/books-as-read.js';
import type { Answer } from '../../../views/checks/checks.js';

interface Seen {
  readonly finding: Answer;
  /** Of the books: when they were read, and what the time is. */
  readonly at?: Date;
  readonly now?: Date;
}

/** A finding about the books is only as good as their last reading: after a day it is grey. */
export function tickClass({ finding, at, now }: Seen): 'is-posted' | 'is-held' | 'is-not_ready' {
  const isOld = at !== undefined && (now === undefined || !isFresh({ at }, now));
  if (finding === 'not_known' || isOld) return 'is-not_ready';
  return finding === 'yes' ? 'is-posted' : 'is-held';
}

const signs = { yes: '✓', no: '≠', not_known: '·' } as const;

/** The sign of a check; `words` where nothing else says what was found. */
export function Tick({ words, ...seen }: Seen & { readonly words?: string }) {
  const sign = signs[seen.finding];
  if (words === undefined) return <span aria-hidden="true">{sign}</span>;
  return (
    <span class={tickClass(seen)} role="img" aria-label={words} title={words}>
      {sign}
    </span>
  );
}
