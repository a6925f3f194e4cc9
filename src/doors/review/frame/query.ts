import type { Principal } from '../../../access/principal.js';
import * as z from 'zod';
import { settings } from '../../../journal/policy/settings.js';

const charactersMax = 300;

/** One word of an address or a form; an empty word counts as not given. */
export const given = z
  .string()
  .trim()
  .max(charactersMax)
  .optional()
  .transform((text) => text || undefined)
  .catch(undefined);

/** A mode that does not exist limits nothing. */
export const modeAsked = settings.mode.schema.optional().catch(undefined);

/**
 * Whose work is asked for: a person's id, no one's, or the viewer's own. `mine` was its name once, and old links have
 * it.
 */
export const assigneeOf = (
  { assignee, mine }: { readonly assignee?: string; readonly mine?: string },
  { person }: Pick<Principal, 'person'>,
): string | undefined => (mine !== undefined || assignee === 'me' ? person : assignee);
