import type { Account } from '../journal/chart.js';
import type { DateRange } from '../journal/dates.js';
import type { Person } from '../journal/pay-run.js';

/**
 * A company's people and accounts as its books last listed them: the sync stores them, and pages take names from them.
 */
export interface KeptSurroundings {
  readonly at: string;
  readonly people: readonly Person[];
  readonly accounts: readonly Account[];
  readonly closed: readonly DateRange[];
}

export const surroundingsFact = (companyId: string): string => `surroundings:${companyId}`;
