import type { Companion } from '../record/companion.entity.js';

/** What a journal set beside the pay runs is made of. */
export type Beside = Pick<
  Companion,
  'kind' | 'number' | 'runTag' | 'entered' | 'note' | 'dueOn' | 'inPayment' | 'actor'
>;
