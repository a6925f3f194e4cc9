import type { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import type { Act } from './asked.js';
import type { Random } from './random.js';

/** What reviewers do with a run that they are shown. */
export type ReviewerAct = 'post' | 'approve' | 'decide' | 'amend' | 'reverse' | 'rerun' | 'signOff' | 'ignore';

export function actFor(row: PayRunRecord, random: Random, approves: boolean): ReviewerAct {
  if (random.chance(0.2)) return random.pick(['ignore', 'reverse', 'amend', 'reverse', 'ignore', 'post', 'rerun']);
  switch (row.state) {
    case 'ready':
    case 'refused':
      return 'post';
    case 'held':
      if (row.holdCodes.includes('reversed')) return 'post';
      if (row.holdCodes.includes('ambiguous_field')) return 'decide';
      return approves ? 'approve' : 'rerun';
    case 'changed':
      return random.pick(['amend', 'reverse', 'amend', 'ignore', 'post']);
    case 'drift':
      return random.pick(['amend', 'post', 'reverse', 'ignore']);
    case 'posted':
      return random.weighted<ReviewerAct>([
        [3, 'reverse'],
        [1, 'signOff'],
        [1, 'rerun'],
        [2, 'ignore'],
      ]);
    default:
      return 'rerun';
  }
}

/** An act that writes, so that its answer can be lost; undefined when this run has nothing to write. */
export function writingActFor(row: PayRunRecord, random: Random): 'post' | 'amend' | 'reverse' | undefined {
  switch (row.state) {
    case 'ready':
    case 'refused':
      return 'post';
    case 'held':
      return row.holdCodes.includes('reversed') ? 'post' : undefined;
    case 'changed':
      return random.pick(['amend', 'reverse']);
    case 'drift':
      return random.pick(['amend', 'post', 'reverse']);
    case 'posted':
      return 'reverse';
    default:
      return undefined;
  }
}

/** What may be done once in the books because of it: reversing a changed run also asks for its replacement. */
export function askedBy(act: ReviewerAct, row: PayRunRecord): readonly Act[] {
  if (act === 'reverse') return row.plan?.kind === 'changed' ? ['reverse', 'post'] : ['reverse'];
  return act === 'post' || act === 'amend' ? [act] : [];
}
