import { createHash, randomUUID } from 'node:crypto';
import { CompanyRow } from '../../companies/company.entity.js';
import { differenceOf } from '../../payrolls/files/difference.js';
import type { FiledPayment } from '../../payrolls/files/fps.js';
import { keptPayments } from '../../payrolls/files/kept-payments.js';
import type { ReadRows } from '../../ground/rows.js';
import { listAgain } from '../../record/runs/files-of-year.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { holdToDate } from '../../sync/at-work/approved-payments.js';
import type { Acted, RunRef } from '../act.js';
import type { RunTools } from '../act-tools.js';
import { acting } from '../acting.js';
import { type ApproveAct, toApprove } from '../approval/approve.js';
import { mustBeSecond } from '../approval/second-person.js';
import { notNow } from '../not-now.js';
import { boundToWhatWasSeen } from '../runs/bound-to-what-was-seen.js';
import { carriedOut } from '../runs/carried-out.js';
import { runLine } from '../runs/run-line.js';
import { differingPayments } from './differing-payments.js';
import { afterOthers, onceRaised } from './keep-file.js';

/**
 * Posts what a year to date has and no file paid: as a payment among those received, so that it counts once, is listed
 * with the files, and can be taken back until it is posted. A file that comes later for the same pay does not fit any
 * more, and is held.
 */
export async function postDifference(tools: RunTools, ref: RunRef, act: ApproveAct): Promise<Acted> {
  const { id: companyId } = ref.company;
  const { value: run, sending } = await acting(tools, act.who, async (rows) => {
    await rows.find(CompanyRow, { where: { id: companyId }, forUpdate: true });
    const seen = await boundToWhatWasSeen(rows, ref, act);
    const note = await mustBeSecond(tools, rows, { ref, run: seen, who: act.who });
    const { name } = ref.company;
    if (act.hold !== holdToDate) throw notNow(name, seen, 'post the difference of', 'only a year to date has one');
    const [approved] = toApprove(name, seen, act);
    const taken = keptPayments(await differencesOf(rows, ref, seen, approved?.userPath ?? undefined));
    const id = randomUUID();
    await rows.insert(PayrollFile, {
      id,
      companyId,
      kind: 'fps',
      year: seen.year,
      name: 'Difference to the year to date',
      bytes: 0,
      hash: createHash('sha256').update(id).digest('hex'),
      taken,
      actor: act.who.actor,
      withdrawnAt: null,
      decided: await onceRaised(rows, companyId),
      receivedAt: await afterOthers(rows, companyId, await tools.database.now(rows)),
    });
    await listAgain(rows, { companyId, year: seen.year });
    // It releases nothing: it keeps the reason.
    const about = { companyId, scope: 'run', tag: seen.tag, reason: act.reason, actor: act.who.actor } as const;
    const kept = await tools.decisions.record(rows, { ...about, kind: 'approval', holdCode: holdToDate });
    await tools.decisions.end(rows, kept.id);
    const carries = [['decision', kept.id] as const, ['file', id] as const];
    return { value: seen, line: runLine(ref, seen, { name: 'approve', about: kept.id, carries, note }) };
  });
  return { ...(await carriedOut(tools, { ref, run, act })), sending };
}

/** Of everybody in the run whose year to date differs, or of one person. */
async function differencesOf(
  rows: ReadRows,
  { company }: RunRef,
  run: PayRunRecord,
  user: string | undefined,
): Promise<readonly FiledPayment[]> {
  const { reliefInDeductions } = company.policy.payroll;
  const found = (await differingPayments(rows, company, run, user)).map(({ payments, payment }) =>
    differenceOf(payments, payment, reliefInDeductions === 'yes'),
  );
  const why = found.find((one) => typeof one === 'string') ?? (found.length === 0 ? noPayment : undefined);
  if (why !== undefined) throw notNow(company.name, run, 'post the difference of', why);
  return found.filter((one) => typeof one !== 'string');
}

const noPayment = 'no payment of a file differs in it from the year to date';
