import { reachRefused } from '../../access/refusals.js';
import type { Who } from '../act.js';

/** Otherwise someone could give rights that are not theirs to give. */
export function mustReachAll({ actor, companies }: Pick<Who, 'actor' | 'companies'>): void {
  if (companies === null) return;
  throw reachRefused({ name: actor });
}
