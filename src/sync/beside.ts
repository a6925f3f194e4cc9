import type { Companion } from '../record/runs/companion.entity.js';

/** The columns of a companion (a journal set beside the pay runs) that a pay run does not have. */
export type Beside = Pick<
  Companion,
  'kind' | 'number' | 'runTag' | 'entered' | 'note' | 'dueOn' | 'inPayment' | 'actor'
>;
