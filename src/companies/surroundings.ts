import type { Account } from '../journal/nouns/chart.js';
import type { DateRange } from '../journal/nouns/dates.js';
import type { Person } from '../journal/nouns/pay-run.js';

/**
 * A company's people and accounts as its books last listed them: the sync stores them, and pages take names from them.
 */
export interface KeptSurroundings {
  readonly at: string;
  /** The sync that read all of it. */
  readonly readBy?: string;
  /**
   * The sync that read the people. Any other sync reads them again before it posts: a role corrected until then counts.
   */
  readonly peopleReadBy?: string;
  readonly people: readonly Person[];
  readonly accounts: readonly Account[];
  readonly closed: readonly DateRange[];
}

/**
 * What the books call the accounts that are of no person, by code: a few hundred of the 14,000 that a company of 2,000
 * people has, so that a page need not read all.
 */
export const accountNamesFact = (companyId: string): string => `account-names:${companyId}`;

export const surroundingsFact = (companyId: string): string => `surroundings:${companyId}`;
