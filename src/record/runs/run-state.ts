/**
 * One state per pay run, most pressing first. Kept apart from the entity, so that a command can name states without a
 * database.
 */
export const runStates = [
  'in_doubt',
  'drift',
  'changed',
  'refused',
  'held',
  'ready',
  'posted',
  'agrees',
  'differs',
  'overdue',
  'nothing',
  'not_ready',
  'before_cutover',
  'moved',
  'ignored',
] as const;
export type RunState = (typeof runStates)[number];
