/** One state per pay run, the most pressing first. Apart from the entity, so that a command may name them without a database. */
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
  'ignored',
] as const;
export type RunState = (typeof runStates)[number];
