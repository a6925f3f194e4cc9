import { pathOf } from './pay-run.js';

/** Why a person must look before anything is posted, and what releases each hold. */
const releases = {
  ambiguous_field: 'decision',
  unknown_money_field: 'decision',
  possible_double_count: 'approval',
  possible_duplicate_payslip: 'approval',
  allowance_exceeds_employer_ni: 'approval',
  allowance_above_maximum: 'approval',
  allowance_not_claimed: 'approval',
  negative_allowance: 'approval',
  negative_employer_ni: 'approval',
  negative_gross: 'approval',
  negative_net_pay: 'approval',
  unsupported_role: 'policy',
  unknown_user: 'payroll',
  payslip_date_outside_tax_year: 'payroll',
  accounts_closed: 'approval',
  not_exact_money: 'payroll',
  missing_account: 'policy',
  split_exceeds_amount: 'decision',
  director_allocated: 'policy',
  already_in_books: 'approval',
  unexplained_movement: 'approval',
  reversed: 're-post',
} as const;

export type HoldCode = keyof typeof releases;
export const holdCodes = Object.keys(releases) as readonly HoldCode[];

export const warningCodes = [
  'negative_tax',
  'role_differs_from_ni_calc_type',
  'statutory_recovery_not_posted',
  'recovery_to_decide',
  'date_outside_tax_month',
  'allowance_caught_up',
  'sole_director_claims_allowance',
  'employer_pension_equals_sacrificed',
  'not_filed',
] as const;
export type WarningCode = (typeof warningCodes)[number];

interface Remark {
  /** In an accountant's words: who, which field, how much, what to do. */
  readonly message: string;
  /** The user's url of the payslip it is about. */
  readonly payslip?: string;
  readonly field?: string;
  readonly amount?: string;
}

export interface Hold extends Remark {
  readonly code: HoldCode;
}

/** Worth knowing; never stops a post. */
export interface Warning extends Remark {
  readonly code: WarningCode;
}

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

/** A payslip item that is not on an account: nobody has decided where it goes, or it cannot be read. */
export const leavesItemOpen = (code: string): boolean => isDecidedByField(code) || code === 'not_exact_money';

/** What payroll seemed to have may be what a proxy made of it: it is read again before a person is left with it. */
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
