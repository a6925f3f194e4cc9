import type { Principal } from '../../../access/principal.js';
import * as z from 'zod';
import { settings } from '../../../journal/policy/settings.js';
import { year } from '../../../views/lists/lists.js';
import type { BoardFilter } from '../../../views/month/board-lists.js';
import type { MonthOfMode } from '../../../views/month/board.js';

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

/** A month, and its clients of one mode or all. Addresses count months from 1. */
export const monthAsked = z.object({ year, month: z.coerce.number().int().min(1).max(12), mode: modeAsked });
type MonthAsked = z.infer<typeof monthAsked>;

export const monthOf = ({ year, month, mode }: MonthAsked): MonthOfMode => ({ year, period: month - 1, mode });

/** What limits the lists of Month. */
export const filterAsked = { search: given, assignee: given };

export const boardFilterOf = (
  { search, assignee, ...month }: MonthAsked & { readonly search?: string; readonly assignee?: string },
  principal: Principal,
): BoardFilter => ({ ...monthOf(month), search, assignee: assigneeOf({ assignee }, principal) });
