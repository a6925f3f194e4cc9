import type { Company } from '../../companies/company.js';
import type { Problem } from '../../ground/problem.js';
import { type Payslip, pathOf } from '../../journal/nouns/pay-run.js';
import type { RecoveryRate } from '../../journal/paye/recovery-rates.js';
import { claimedAs } from '../../journal/mapping/claims.js';
import { isRecovered, wordsOf } from '../../journal/policy/treatments.js';
import { inSentence } from '../../views/words/words.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Act, Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { decided, type ToDecide } from './decided.js';
import { notNow } from '../not-now.js';

export interface RecoveryAct extends Act {
  readonly rate: RecoveryRate;
  /** A user's url or path; absent for everyone in the tax month. */
  readonly user?: string;
  /** A kind of statutory pay; absent for every kind. */
  readonly field?: string;
}

/**
 * Decides the rate at which HMRC repays statutory pay, for each claim and from then on. Then the recovery is posted.
 */
export function decideRecovery(tools: RunTools, ref: RunRef, act: RecoveryAct): Promise<Acted> {
  return decided(tools, { ref, act, name: 'recover' }, async (run, rows) => {
    const { companyId, year, period } = run;
    const row = await rows.findOneBy(PayPeriodRecord, { companyId, year, period });
    return toRecover(ref.company, { run, payslips: row?.document?.period(year).payslips ?? [] }, act);
  });
}

interface Month {
  readonly run: PayRunRecord;
  readonly payslips: readonly Payslip[];
}

export function toRecover(
  { name, policy }: Company,
  { run, payslips }: Month,
  act: Pick<RecoveryAct, 'rate' | 'user' | 'field'>,
): readonly ToDecide[] {
  if (policy.recovery.post === 'off')
    throw notNow(name, run, 'recover', 'the policy posts no recoveries (recovery.post is off)');
  const claims = claimsIn(payslips, act);
  if (claims.length === 0) throw noClaim(name, run, act);
  const figures = { rate: act.rate };
  return claims.map(
    ({ userPath, kind }): ToDecide => ({
      kind: 'recovery',
      scope: 'person',
      tag: null,
      field: kind,
      userPath,
      figures,
    }),
  );
}

/** A claim belongs to a person, for one kind of pay. */
function claimsIn(payslips: readonly Payslip[], { user, field }: Pick<RecoveryAct, 'user' | 'field'>) {
  const claims = payslips.flatMap(({ userPath, datedOn, figures }) =>
    [...figures.keys()].filter(isRecovered).map((one) => ({ userPath, kind: claimedAs(one, datedOn), one })),
  );
  const meant = claims.filter(
    (claim) =>
      (user === undefined || claim.userPath === pathOf(user)) &&
      (field === undefined || claim.one === field || claim.kind === field),
  );
  return [...new Map(meant.map((claim) => [`${claim.userPath} ${claim.kind}`, claim])).values()];
}

function noClaim(company: string, run: PayRunRecord, { user, field }: Pick<RecoveryAct, 'user' | 'field'>): Problem {
  const what = field === undefined ? 'statutory parental pay' : inSentence(wordsOf(field));
  return notNow(
    company,
    run,
    'recover',
    `${user === undefined ? 'no one has' : `the user at ${pathOf(user)} does not have`} ${what} in it`,
  );
}
