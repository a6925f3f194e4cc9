import { IsNull } from 'typeorm';
import type { Company } from '../../companies/company.js';
import type { ReadRows } from '../../ground/rows.js';
import { payDateIn } from '../../journal/nouns/identity.js';
import { isPaidIn } from '../../journal/nouns/pay-key.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import type { Policy } from '../../journal/policy/policy.js';
import { sourceOf } from '../../payrolls/files/file-source.js';
import {
  type IsApproved,
  keyOf,
  type KnownPayment,
  type PayAndTax,
  wholeToDate,
} from '../../payrolls/files/year-to-date.js';
import { Decision } from '../../record/runs/decision.entity.js';

/** Payments that were approved as they stand, although their year to date differs: an approval keeps what that was. */

export const holdToDate = 'year_to_date_differs';

/** As an approval keeps them: taxable pay and tax to date, by number, so that it names no one. */
export const figuresApproved = (payments: readonly KnownPayment[]): Decision['figures'] =>
  payments.length === 0
    ? null
    : Object.fromEntries(payments.map((one, at) => [String(at + 1), figures(wholeToDate(one))]));

const figures = ({ taxable, tax }: PayAndTax): string => `${taxable.toString()} ${tax.toString()}`;

type Approval = Pick<Decision, 'kind' | 'holdCode' | 'tag' | 'userPath' | 'figures' | 'endedAt'>;

export async function approvedPayments(
  rows: ReadRows,
  { id: companyId, policy }: Pick<Company, 'id' | 'policy'>,
): Promise<IsApproved> {
  const about = { companyId, kind: 'approval' as const, holdCode: holdToDate, endedAt: IsNull() };
  return approvedBy(await rows.findBy(Decision, about), policy);
}

export function approvedBy(
  decisions: readonly Approval[],
  { payrollPeople }: Pick<Policy, 'payrollPeople'>,
): IsApproved {
  const approvals = decisions.flatMap(({ kind, holdCode, tag, userPath, figures }) =>
    kind === 'approval' && holdCode === holdToDate && tag !== null && figures !== null
      ? [{ run: { tag, datedOn: payDateIn(tag) }, userPath, toDate: new Set(Object.values(figures)) }]
      : [],
  );
  return (filed, sent) =>
    approvals.some(
      ({ run, userPath, toDate }) =>
        isPaidIn(run, { datedOn: filed.paidOn, source: sourceOf(filed.frequency) }) &&
        (userPath === null || userPath === pathOf(payrollPeople[keyOf(filed)] ?? `payroll:${keyOf(filed)}`)) &&
        toDate.has(figures(sent)),
    );
}
