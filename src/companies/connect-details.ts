import type { Policy } from '../journal/policy.js';

/** What a person gives when connecting. */
export interface ConnectDetails {
  readonly name: string;
  readonly mode: Policy['mode'];
  /** Default: the start of the current tax month. */
  readonly postFrom?: string;
  /** One client of the practice whose tokens these are. */
  readonly subdomain?: string;
  /** The practice itself; its clients are imported afterwards. */
  readonly practice?: boolean;
  /** The name came from the service, nobody chose it. */
  readonly imported?: boolean;
  /** Ids of the only companies that whoever connects may touch. Absent: all of them, and new ones. */
  readonly reach?: readonly string[];
}

export interface GivenTokens {
  readonly accessToken?: string;
  readonly refreshToken?: string;
  readonly accessExpiresAt?: Date;
}
