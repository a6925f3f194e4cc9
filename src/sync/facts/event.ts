import type { RunChecked } from '../../audit/answer.js';
import type { JournalSet } from '../../books/journal-set.js';
import type { Problem } from '../../ground/problem.js';
import type { SetInBooks } from '../../journal/decide/decide.js';
import type { PayRunRecord, StoredRemark } from '../../record/runs/pay-run.entity.js';
import type { Posting } from '../../record/runs/posting.entity.js';
import type { Write } from '../../record/runs/write.entity.js';
import type { Facts, Look } from './facts.js';
import type { FoundSet } from './found-set.js';
import type { LookTime } from './settle-window.js';

/** What the guard found; `unsure` asks for both reads once more. */
export type Guarding =
  | { readonly is: 'clear' | 'unsure' }
  | { readonly is: 'small'; readonly remark: StoredRemark }
  | { readonly is: 'held'; readonly hold: StoredRemark }
  /** Movement equal to a write that was given up: that write did arrive. */
  | { readonly is: 'in_doubt'; readonly open: Readonly<Write> };

interface OfRun {
  readonly tag: string;
  /** Sets that were given up, by id: the one to be posted replaces them. */
  readonly givenUp?: readonly string[];
}

interface Sent extends OfRun {
  /** The write as it was begun. */
  readonly open: Readonly<Write>;
}

/**
 * What happened: what a step read, or what became of what it sent. `fold` makes new facts from it, `keep` writes rows.
 */
export type Event =
  | { readonly is: 'gathered'; readonly facts: Facts }
  | {
      readonly is: 'looked';
      readonly look: Look;
      readonly found: readonly FoundSet[];
      /** Which sets are there, for every run of the periods, by tag. */
      readonly seen: ReadonlyMap<string, readonly SetInBooks[]>;
      /** Doubles that someone removed from the books: their ids by the run's tag. */
      readonly gone: ReadonlyMap<string, readonly string[]>;
    }
  | { readonly is: 'recorded'; readonly tag: string; readonly found: readonly FoundSet[] }
  /** Missing sets, by id, where another set of the run is in the books. */
  | ({ readonly is: 'given_up'; readonly givenUp: readonly string[] } & OfRun)
  /** By tag; undefined for one that cannot be judged. */
  | { readonly is: 'compared'; readonly checks: ReadonlyMap<string, RunChecked | undefined> }
  | { readonly is: 'spent'; readonly tag: string; readonly kinds: readonly ('post' | 'amend')[] }
  | { readonly is: 'guarded'; readonly tag: string; readonly found: Guarding }
  | ({ readonly is: 'posted'; readonly posting: Readonly<Posting>; readonly set: JournalSet } & Sent)
  | ({ readonly is: 'amended'; readonly set: JournalSet } & Sent)
  | ({ readonly is: 'removed' } & Sent)
  | ({
      readonly is: 'refused';
      readonly status: number;
      readonly words: string;
      /** For a refused post that may still be made: when nothing was seen of it. Its minute begins there. */
      readonly minuteFrom?: LookTime;
    } & Sent)
  | ({
      readonly is: 'in_doubt';
      readonly answer: string;
      readonly waitedMs: number;
      readonly problem?: Problem;
    } & Sent)
  /** Not found after an unclear answer: sent again, `triesMax` times at most. */
  | ({ readonly is: 'released'; readonly answer: string; readonly problem: Problem; readonly triesMax: number } & Sent)
  /** The request limit left no room, so nothing was begun: tried again, `triesMax` times at most. */
  | ({ readonly is: 'put_off'; readonly answer: string; readonly problem: Problem; readonly triesMax: number } & OfRun)
  | ({ readonly is: 'not_sent'; readonly open?: Readonly<Write>; readonly problem: Problem } & OfRun)
  /** The books have changed since this was decided. */
  | ({ readonly is: 'overtaken' } & OfRun)
  | {
      readonly is: 'broken_off';
      readonly tag: string;
      readonly error: unknown;
      readonly open?: Readonly<Write>;
      readonly postings: readonly Readonly<Posting>[];
    }
  | { readonly is: 'kept'; readonly rows: readonly Readonly<PayRunRecord>[]; readonly vanished: readonly string[] };

export type EventOf<Is extends Event['is']> = Extract<Event, { is: Is }>;
