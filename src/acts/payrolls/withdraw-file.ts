import { In } from 'typeorm';
import { notHere } from '../../access/refusals.js';
import type { Company } from '../../companies/company.js';
import { problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';
import { dayInWords } from '../../journal/nouns/dates.js';
import { paidKept } from '../../payrolls/files/kept-file.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import { Write } from '../../record/runs/write.entity.js';
import type { Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { acting } from '../acting.js';

/** Takes a file back, as if it had not come. What was posted of it is corrected by the file that payroll sends next. */
export async function withdrawFile(
  tools: Pick<CompanyTools, 'database' | 'log'>,
  company: Company,
  { id, who }: { readonly id: string; readonly who: Who },
): Promise<PayrollFile> {
  const { value } = await acting(tools, who, async (rows) => {
    const file = await rows.findOneBy(PayrollFile, { id, companyId: company.id });
    if (!file) throw notHere('such file');
    if (file.withdrawnAt !== null) return { value: file, line: undefined };
    await mustNotBePosted(rows, company, file);
    await rows.update(PayrollFile, { id }, { withdrawnAt: await tools.database.now(rows) });
    const after = await rows.findOneByOrFail(PayrollFile, { id });
    const line = { companyId: company.id, act: 'withdraw_file', ref: id, carries: [['file', id] as const] };
    return { value: after, line };
  });
  return value;
}

async function mustNotBePosted(rows: ReadRows, { id: companyId, name }: Company, file: PayrollFile): Promise<void> {
  const paidOn = [...new Set(paidKept(file).map((one) => one.paidOn))];
  const state = In(['posted', 'changed', 'drift', 'in_doubt'] as const);
  const posted = await rows.findBy(PayRunRecord, { companyId, kind: 'payroll', state, datedOn: In(paidOn) });
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
