import type { Policy } from '../journal/policy/policy.js';

/** Where the accounting service sends people back to. */
export const callbackPath = '/connect/callback';

/** What a person enters to connect a company or practice. */
export interface ConnectDetails {
  readonly name: string;
  readonly mode: Policy['mode'];
  /** Default: the start of the current tax month. */
  readonly postFrom?: string;
  /** The subdomain of the one client to connect, when the tokens are a practice's. */
  readonly subdomain?: string;
  /** Connects the practice itself; its clients are imported afterwards. */
  readonly practice?: boolean;
  /** Settings that the person chose for new books: books that are connected already refuse them. */
  readonly chosen?: readonly ('--mode' | '--post-from')[];
  /** The name came from the service; no one chose it. */
  readonly imported?: boolean;
  /** Ids of the only companies that this person may connect again. Absent: all of them, and new ones. */
  readonly reach?: readonly string[];
}

export interface GivenTokens {
  readonly accessToken?: string;
  readonly refreshToken?: string;
  readonly accessExpiresAt?: Date;
}
