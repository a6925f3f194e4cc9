import { Problem } from '../ground/problem.js';
import { pathOf } from '../journal/pay-run.js';
import type { RecoveryRate } from '../journal/recovery-rates.js';
import { claimedAs } from '../journal/statutory-pay.js';
import { isRecovered, wordsOf } from '../journal/treatments.js';
import { PayPeriodRecord } from '../record/pay-period.entity.js';
import type { PayRunRecord } from '../record/pay-run.entity.js';
import type { Rows } from '../ground/rows.js';
import type { Act, Acted, RunRef } from './act.js';
import type { RunTools } from './act-tools.js';
import { decided, type ToDecide } from './decided.js';
import { notNow } from './not-now.js';

export interface RecoveryAct extends Act {
  readonly rate: RecoveryRate;
  /** A user's url or path; absent: everybody of the tax month. */
  readonly user?: string;
  /** A statutory pay; absent: every kind. */
  readonly field?: string;
}

/** At which rate HMRC gives back statutory pay: of each claim, from then on. Then the recovery is posted. */
export function decideRecovery(tools: RunTools, ref: RunRef, act: RecoveryAct): Promise<Acted> {
  return decided(tools, { ref, act, name: 'recover' }, async (run, rows) => {
    if (ref.company.policy.recovery.post === 'off')
      throw notNow(ref.company.name, run, 'recover', 'the policy posts no recoveries (recovery.post is off)');
    const claims = await claimsOf(rows, run, act);
    if (claims.length === 0) throw noClaim(ref, run, act);
    return claims.map(
      ({ userPath, kind }): ToDecide => ({
        kind: 'recovery',
        scope: 'person',
        tag: null,
        field: kind,
        userPath,
        figures: { rate: act.rate },
      }),
    );
  });
}

/** A claim is a person's, for one kind of pay. */
async function claimsOf(rows: Rows, run: PayRunRecord, { user, field }: RecoveryAct) {
  const { companyId, year, period } = run;
  const row = await rows.findOneBy(PayPeriodRecord, { companyId, year, period });
  if (!row?.document) return [];
  const claims = row.document
    .period(year)
    .payslips.flatMap(({ userPath, figures }) =>
      [...figures.keys()].filter(isRecovered).map((one) => ({ userPath, kind: claimedAs(one), one })),
    );
  const meant = claims.filter(
    (claim) =>
      (user === undefined || claim.userPath === pathOf(user)) &&
      (field === undefined || claim.one === field || claim.kind === field),
  );
  return [...new Map(meant.map((claim) => [`${claim.userPath} ${claim.kind}`, claim])).values()];
}

function noClaim({ company }: RunRef, run: PayRunRecord, { user, field }: RecoveryAct): Problem {
  const what = field === undefined ? 'statutory parental pay' : wordsOf(field);
  return notNow(
    company.name,
    run,
    'recover',
    `${user === undefined ? 'nobody has' : `the user at ${pathOf(user)} does not have`} ${what} in it`,
  );
}
