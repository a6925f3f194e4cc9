import type { Principal } from '../access/principal.js';
import type { Who } from './act.js';

/** The person or program at a door, in the form that acts use. */
export function whoOf({ name: actor, person, companies }: Principal, trigger: Who['trigger']): Who {
  return { actor, person, companies, trigger };
}
