import { pick } from '../ground/pick.js';
import type { Policy } from '../journal/policy/policy.js';
import type { CompanyRow } from './company.entity.js';
import type { Life } from './life.js';

export interface Company {
  readonly id: string;
  readonly name: string;
  readonly subdomain?: string;
  readonly connectionId: string;
  /** The service's origin and the company's identity there. */
  readonly booksId: string;
  /** What the service called the company when it was connected. */
  readonly booksName?: string;
  readonly prefix: string;
  readonly life: Life;
  /** The first day of its books: runs paid before it are before cut-over. */
  readonly startDate?: string;
  /** As the service names its kind: “UkLimitedCompany”. */
  readonly type?: string;
  readonly policyVersion: number;
  readonly policy: Policy;
  /** From the company's policy, unless its practice requires two. */
  readonly approval: Policy['approval'];
  /** Why it cannot be synced, in words. */
  readonly problem?: string;
  readonly lastSyncedAt?: Date;
  readonly lastVerifiedAt?: Date;
  /** What the last verify found, as JSON text. */
  readonly verifyFindings?: string;
}

/** The policy is parsed on first use: one that is missing or unreadable fails only what is done with that company. */
export function companyFrom(row: CompanyRow, readPolicy: () => Policy, practice?: Policy['approval']): Company {
  let policy: Policy | undefined;
  return {
    ...pick(row, ['id', 'name', 'connectionId', 'booksId', 'prefix', 'life', 'policyVersion']),
    subdomain: row.subdomain ?? undefined,
    booksName: row.booksName ?? undefined,
    startDate: row.startDate ?? undefined,
    type: row.type ?? undefined,
    get policy() {
      return (policy ??= readPolicy());
    },
    get approval() {
      return practice === 'two' ? practice : this.policy.approval;
    },
    problem: row.problem ?? undefined,
    lastSyncedAt: row.lastSyncedAt ?? undefined,
    lastVerifiedAt: row.lastVerifiedAt ?? undefined,
    verifyFindings: row.verifyFindings ?? undefined,
  };
}
