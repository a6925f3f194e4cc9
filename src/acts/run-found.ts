import type { Rows } from '../ground/rows.js';
import { Problem } from '../ground/problem.js';
import { PayRunRecord } from '../record/pay-run.entity.js';
import type { RunRef } from './act.js';

/** The one pay run of that period, or of that pay date. */
export async function runFound(em: Rows, ref: RunRef): Promise<PayRunRecord> {
  const { company, year, period, paid } = ref;
  const rows = await em.findBy(PayRunRecord, {
    companyId: company.id,
    year,
    period,
    ...(paid ? { datedOn: paid } : {}),
  });
  const [only] = rows;
  if (only && rows.length === 1) return only;
  throw only ? severalRuns(ref, rows) : noSuchRun(ref);
}

function severalRuns({ company, year, period }: RunRef, rows: readonly PayRunRecord[]): Problem {
  const dates = rows
    .map((row) => row.datedOn)
    .sort()
    .join(', ');
  return new Problem({
    title: 'Several pay runs',
    detail: `${company.name} has ${rows.length} pay runs in ${year} period ${period}: paid ${dates}.`,
    todo: 'Say which: --paid DATE.',
    status: 400,
    exitCode: 2,
  });
}

function noSuchRun({ company, year, period, paid }: RunRef): Problem {
  return new Problem({
    title: 'No such pay run',
    detail: `${company.name} has no pay run in ${year} period ${period}${paid ? ` paid ${paid}` : ''}.`,
    todo: '`counterfoil runs` lists them; `counterfoil sync` fetches what is new.',
    status: 404,
    exitCode: 2,
  });
}
