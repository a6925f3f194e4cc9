import { In, IsNull } from 'typeorm';
import { notHere } from '../../access/refusals.js';
import { CompanyRow } from '../../companies/company.entity.js';
import type { Company } from '../../companies/company.js';
import { isProblem, problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';
import { type AdjustmentKind, adjustmentWords } from '../../journal/nouns/adjustment.js';
import { dayInWords, monthInWords } from '../../journal/nouns/dates.js';
import { paidKept } from '../../payrolls/files/kept-file.js';
import { returnsKept } from '../../payrolls/files/returned.js';
import { byReturns } from '../../record/runs/adjustment.js';
import { Decisions } from '../../record/runs/decisions.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { listAgain } from '../../record/runs/files-of-year.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import { Write } from '../../record/runs/write.entity.js';
import { fileInWords, inFile } from '../../views/received-files.js';
import type { Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { acting, type Line } from '../acting.js';
import { mustHaveReason } from '../reason.js';

/** Takes a file back, as if it had not come. What was posted of it is corrected by the file that payroll sends next. */
export async function withdrawFile(
  tools: Pick<CompanyTools, 'database' | 'log'>,
  company: Company,
  { id, who, reason }: { readonly id: string; readonly who: Who; readonly reason: string },
): Promise<PayrollFile> {
  mustHaveReason(reason, company.name);
  const { value } = await acting(tools, who, async (rows) => {
    // Two who take it back at one moment, or one who brings it again: one after the other.
    await rows.find(CompanyRow, { where: { id: company.id }, forUpdate: true });
    const file = await rows.findOneBy(PayrollFile, { id, companyId: company.id });
    if (!file) throw notHere('such file');
    if (file.withdrawnAt !== null) return { value: file, line: undefined };
    await mustBeFree(rows, company, file);
    await rows.update(PayrollFile, { id }, { withdrawnAt: await tools.database.now(rows) });
    await listAgain(rows, { companyId: company.id, year: file.year });
    const after = await rows.findOneByOrFail(PayrollFile, { id });
    const decisions = new Decisions(tools.database);
    const about = { companyId: company.id, scope: 'company', kind: 'withdraw_file', reason, actor: who.actor } as const;
    const kept = await decisions.record(rows, about);
    // Nothing that a sync goes by: it keeps the reason.
    await decisions.end(rows, kept.id);
    const line: Line = {
      companyId: company.id,
      act: 'withdraw_file',
      ref: kept.id,
      answer: fileInWords(inFile(file)),
      carries: [
        ['file', id],
        ['decision', kept.id],
      ],
    };
    return { value: after, line };
  });
  return value;
}

const mustBeFree = (rows: ReadRows, company: Company, file: PayrollFile): Promise<void> =>
  file.kind === 'eps' ? mustNotBeAdjusted(rows, company, file) : mustNotBePosted(rows, company, file);

/** The ids of those that can be taken back now: only then it is offered. */
export async function freeFiles(rows: ReadRows, company: Company): Promise<ReadonlySet<string>> {
  const free = new Set<string>();
  for (const file of await rows.findBy(PayrollFile, { companyId: company.id, withdrawnAt: IsNull() }))
    try {
      await mustBeFree(rows, company, file);
      free.add(file.id);
    } catch (error) {
      if (!isProblem(error, 'file-posted')) throw error;
    }
  return free;
}

const inBooks = In(['posted', 'changed', 'drift', 'in_doubt'] as const);

/** What a return says is posted as adjustments of its months; a claim of the allowance is one of every month. */
async function mustNotBeAdjusted(rows: ReadRows, { id: companyId, name }: Company, file: PayrollFile): Promise<void> {
  const { year } = file;
  const returns = returnsKept(file.taken);
  const months = returns.flatMap(({ recoveredTo, levyTo }) => [recoveredTo, levyTo]);
  const claims = returns.some(({ allowanceClaimed }) => allowanceClaimed === true);
  const posted = await rows.findBy(PayRunRecord, { companyId, year, enteredBy: byReturns, state: inBooks });
  const own = posted.find(({ kind, period }) => (kind === 'allowance' ? claims : months.includes(period + 1)));
  if (own === undefined) return;
  throw problem('file-posted', {
    detail: `${name}: ${adjustmentWords[own.kind as AdjustmentKind]} of ${monthInWords(year, own.period)}, which this file says, is posted or on its way to the books.`,
    todo: 'Receive the corrected file: what changes is asked about. Or reverse the adjustment first.',
  });
}

async function mustNotBePosted(rows: ReadRows, { id: companyId, name }: Company, file: PayrollFile): Promise<void> {
  const paidOn = [...new Set(paidKept(file).map((one) => one.paidOn))];
  const posted = await rows.findBy(PayRunRecord, { companyId, kind: 'payroll', state: inBooks, datedOn: In(paidOn) });
  const sent = await rows.findBy(Write, {
    companyId,
    state: In(['sending', 'in_doubt'] as const),
    datedOn: In(paidOn),
  });
  const [on] = [...posted, ...sent].map(({ datedOn }) => datedOn).sort();
  if (on === undefined) return;
  throw problem('file-posted', {
    detail: `${name}: pay of ${dayInWords(on)}, which is in this file, is posted or on its way to the books.`,
    todo: 'Receive the corrected file: what changes is asked about. Or reverse the pay run first.',
  });
}
