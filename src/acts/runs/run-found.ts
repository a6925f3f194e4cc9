import type { ReadRows } from '../../ground/rows.js';
import { type Problem, problem } from '../../ground/problem.js';
import { findAdjustments } from '../../record/runs/find-adjustments.js';
import type { Adjustment } from '../../record/runs/adjustment.js';
import { monthInWords } from '../../journal/nouns/dates.js';
import { dayInKey, keyInWords, namedByKey, payKeyOf } from '../../journal/nouns/pay-key.js';
import { adjustmentName } from '../../journal/nouns/adjustment.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { withLines } from '../../record/runs/run-lines.js';
import type { Company } from '../../companies/company.js';
import type { RunRef } from '../act.js';

/** The one pay run of that period, or of that pay date. */
export async function runFound(rows: ReadRows, ref: RunRef): Promise<PayRunRecord> {
  const { company, year, period, paid } = ref;
  if (ref.adjustment !== undefined) return adjustmentFound(rows, ref, ref.adjustment);
  const found = await rows.findBy(PayRunRecord, {
    companyId: company.id,
    kind: 'payroll',
    year,
    period,
    ...(paid ? { datedOn: dayInKey(paid) } : {}),
  });
  const only = onlyRun(ref, paid === undefined ? found : namedByKey(paid, found));
  return (await withLines(rows, [only]))[0] ?? only;
}

/** By the tag that it has for good. */
export async function payRunTagged(
  rows: ReadRows,
  { id: companyId, name }: Company,
  tag: string,
): Promise<PayRunRecord> {
  const found = await rows.findBy(PayRunRecord, { companyId, kind: 'payroll', tag });
  const [whole] = await withLines(rows, found);
  if (whole !== undefined) return whole;
  throw problem('no-such-pay-run', {
    detail: `${name} has no pay run with that id.`,
    todo: '`GET /api/pay-runs` lists them, each with its id.',
  });
}

export function onlyRun(ref: RunRef, found: readonly PayRunRecord[]): PayRunRecord {
  const [only] = found;
  if (only && found.length === 1) return only;
  throw only ? severalRuns(ref, found) : noSuchRun(ref);
}

async function adjustmentFound(rows: ReadRows, ref: RunRef, name: string): Promise<Adjustment> {
  const { company, year, period } = ref;
  const kept = await findAdjustments(rows, { companyId: company.id, year, period });
  const found = kept.find((row) => row.tag === name || adjustmentName(row) === name);
  if (found) return found;
  throw problem('no-such-adjustment', {
    detail: `${company.name} has no ${name} in ${monthInWords(year, period)}.`,
    todo: '`counterfoil runs --kind adjustments` lists them.',
  });
}

function severalRuns({ company, year, period }: RunRef, rows: readonly PayRunRecord[]): Problem {
  const dates = rows.map(payKeyOf).sort().map(keyInWords).join(', ');
  return problem('several-pay-runs', {
    detail: `${company.name} has ${rows.length} pay runs in ${monthInWords(year, period)}: paid ${dates}.`,
    todo: `Give the pay date of one: --paid ${rows.map(payKeyOf).sort()[0]}.`,
  });
}

function noSuchRun({ company, year, period, paid }: RunRef): Problem {
  return problem('no-such-pay-run', {
    detail: `${company.name} has no pay run in ${monthInWords(year, period)}${paid ? ` paid ${keyInWords(paid)}` : ''}.`,
    todo: '`counterfoil runs` lists them; `counterfoil sync` fetches what is new.',
  });
}
