import type { KnownGap } from './known-gaps.js';
import type { Coverage } from '../witness/read.js';
import type { Branch } from './sometimes.js';

/** What a simulation did and what it found, over all its histories. */
export class Report {
  histories = 0;
  requests = 0;
  syncs = 0;
  readonly faults = new Map<string, number>();
  readonly violations: { readonly seed: number; readonly what: string }[] = [];

  /** How often each rare branch was reached; `sometimes.ts` has them. */
  readonly reached = new Map<string, number>();

  /** How often each figure was said, and by which door. */
  readonly doors: Coverage = new Map();

  /** How often doors differed as `test/witness/known.ts` says. */
  readonly known = new Map<string, number>();

  /** How often something was seen that is known to go wrong. */
  readonly gaps = new Map<KnownGap, number>();

  gap(known: KnownGap): void {
    this.gaps.set(known, (this.gaps.get(known) ?? 0) + 1);
  }

  reach(branch: Branch, times = 1): void {
    if (times > 0) this.reached.set(branch, (this.reached.get(branch) ?? 0) + times);
  }

  fault(kind: string): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
  }
}
