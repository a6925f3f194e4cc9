import { pathOf } from './pay-run.js';
import { type Hold, type HoldCode, releases } from './remark.js';

export { type Hold, type HoldCode, holdCodes, type Warning, type WarningCode, warningCodes } from './remark.js';

/**
 * A person's approval of a hold: for exactly these figures, or (a possible double count) for this person from now on.
 */
export interface Approval {
  readonly code: HoldCode;
  readonly fingerprint?: string;
  /** User path. */
  readonly user?: string;
  readonly amount?: string;
}

export function approvable(code: HoldCode): boolean {
  return releases[code] === 'approval';
}

/** Released by what a person decides about a payslip field. */
export const isDecidedByField = (code: string): boolean => releases[code as HoldCode] === 'decision';

/** A payslip item without an account: no one has decided where it goes, or it cannot be read. */
export const leavesItemOpen = (code: string): boolean => isDecidedByField(code) || code === 'not_exact_money';

/** A proxy may have spoilt what payroll seemed to say: it is read again before a person is asked. */
export const mayBeSpoilt = (code: string): boolean => code === 'not_exact_money' || code === 'unknown_money_field';

/** The holds that no approval releases. */
export function remaining(
  holds: readonly Hold[],
  approvals: readonly Approval[],
  fingerprint: string | undefined,
): Hold[] {
  return holds.filter((hold) => !approvals.some((approval) => releasesHold(approval, hold, fingerprint)));
}

function releasesHold(approval: Approval, hold: Hold, fingerprint: string | undefined): boolean {
  if (approval.code !== hold.code || !approvable(hold.code)) return false;
  const person = hold.payslip === undefined ? undefined : pathOf(hold.payslip);
  if (approval.user !== undefined && approval.user !== person) return false;
  if (approval.amount !== undefined && approval.amount !== hold.amount) return false;
  if (approval.fingerprint !== undefined) return approval.fingerprint === fingerprint;
  return hold.code === 'possible_double_count' && approval.user !== undefined;
}
