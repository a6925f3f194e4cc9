import type { Account } from '../journal/chart.js';
import type { DateRange } from '../journal/dates.js';
import type { Person } from '../journal/pay-run.js';

/** A company's people and accounts as its books listed them last: kept by the sync, named by what is read. */
export interface KeptSurroundings {
  readonly at: string;
  readonly people: readonly Person[];
  readonly accounts: readonly Account[];
  readonly closed: readonly DateRange[];
}

export const surroundingsFact = (companyId: string): string => `surroundings:${companyId}`;
