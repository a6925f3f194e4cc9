import type { RunState } from '../../record/runs/pay-run.entity.js';

/** The groups of the board, by what a state needs from a person. */
export const runGroups = {
  needsYou: ['drift', 'changed', 'refused', 'held', 'differs', 'overdue'],
  checking: ['in_doubt'],
  ready: ['ready'],
  done: ['posted', 'agrees'],
  notDue: ['not_ready'],
  nothing: ['nothing'],
  aside: ['before_cutover', 'moved', 'ignored'],
} as const satisfies Record<string, readonly RunState[]>;

export type RunGroup = keyof typeof runGroups;

export function groupOf(state: RunState): RunGroup {
  const found = (Object.keys(runGroups) as RunGroup[]).find((group) =>
    (runGroups[group] as readonly RunState[]).includes(state),
  );
  if (found === undefined) throw new Error(`The state ${state} belongs to no group`);
  return found;
}
