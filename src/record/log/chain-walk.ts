import type { Actor } from '../actor.entity.js';
import type { LogEntry } from './log-entry.entity.js';
import { entryHash } from './log-hash.js';
import { beginning, type Head } from './log-head.js';

/** By id. */
export type People = ReadonlyMap<string, Actor>;

/** Walks one chain, entry by entry. It goes on after a break, so that all breaks are found. */
export class ChainWalk {
  last: Head = beginning;

  constructor(
    private readonly people: People,
    private readonly broken: (seq: number, detail: string) => void,
  ) {}

  step(entry: LogEntry, ends: readonly Head[]): void {
    const { last } = this;
    const { seq, previous, hash } = entry;
    if (seq > last.seq + 1) this.#missing(last.seq + 1, seq - 1);
    else if (seq < 1) this.broken(seq, 'was put before the first');
    else if (previous !== last.hash) this.broken(seq, `does not follow entry ${last.seq} as it is now`);
    const wrong = this.#wrong(entry);
    if (wrong) this.broken(seq, wrong);
    if (ends.some((end) => end.seq === seq && end.hash !== hash))
      this.broken(seq, 'is not the entry that was written last');
    this.last = { seq, hash };
  }

  finish(ends: readonly Head[]): void {
    const written = Math.max(...ends.map(({ seq }) => seq));
    const { seq } = this.last;
    if (seq < written) this.broken(seq, `the log ends here, but entry ${written} was written`);
    else if (seq > 0 && ends.some((end) => end.seq === 0))
      this.broken(seq, 'is the last, and its note of that is gone');
    else if (ends.some((end) => end.seq !== ends[0]?.seq))
      this.broken(seq, 'is the last by one of the two notes of that, and not by the other');
  }

  #wrong(entry: LogEntry): string | undefined {
    const actor = this.people.get(entry.actor);
    if (!actor) return 'names a person who is not there';
    return entry.hash === entryHash(entry, actor.hash) ? undefined : changed;
  }

  #missing(from: number, to: number): void {
    for (let seq = from; seq <= Math.min(to, from + missingShownMax - 1); seq++) this.broken(seq, 'is not there');
    if (to - from >= missingShownMax) this.broken(to, `and those before it from ${from} on are not there`);
  }
}

const changed = 'was changed after it was written';
/** A gap up to a number far ahead is shown as a hundred breaks and a summary, not as a million. */
const missingShownMax = 100;
