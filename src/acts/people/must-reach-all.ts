import { reachRefused } from '../../access/refusals.js';
import type { Who } from '../act.js';

/** Else somebody could give what is not theirs to give. */
export function mustReachAll({ actor, companies }: Pick<Who, 'actor' | 'companies'>): void {
  if (companies === null) return;
  throw reachRefused({ name: actor });
}
