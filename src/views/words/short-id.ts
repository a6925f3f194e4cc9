import type { DecisionKind } from '../../record/runs/decision.entity.js';

/** These may be taken back. Others are carried out at once, or undone by an act of their own. */
export const takenBackKinds: readonly DecisionKind[] = [
  'treatment',
  'approval',
  'recovery',
  'post',
  'amend',
  'reverse',
];

const idLength = 8;

/** What `take-back` takes, and pages, terminal and log show: '1a2b3c4d' of a decision, 'policy-7' of a version. */
export const shortOf = (id: string): string =>
  id.startsWith('policy ') ? id.replace(' ', '-') : id.slice(0, idLength);
