import { IsNull } from 'typeorm';
import { notHere } from '../../access/refusals.js';
import { CompanyRow } from '../../companies/company.entity.js';
import type { Company } from '../../companies/company.js';
import { problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';
import { Decisions } from '../../record/runs/decisions.js';
import { listAgainFor } from '../../sync/facts/around-year.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import { inFile } from '../../views/company/received-files.js';
import { fileInWords } from '../../views/words/file-in-words.js';
import type { Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { acting, type Line } from '../acting.js';
import { mustHaveReason } from '../reason.js';
import { type Kept, whatKeeps } from './what-keeps-a-file.js';

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
    const kept = await whatKeeps(rows, company, file);
    if (kept !== undefined) throw staysHere(company, kept);
    await rows.update(PayrollFile, { id }, { withdrawnAt: await tools.database.now(rows) });
    await listAgainFor(rows, file);
    const after = await rows.findOneByOrFail(PayrollFile, { id });
    const decisions = new Decisions(tools.database);
    const about = { companyId: company.id, scope: 'company', kind: 'withdraw_file', reason, actor: who.actor } as const;
    const decision = await decisions.record(rows, about);
    // Nothing that a sync goes by: it keeps the reason.
    await decisions.end(rows, decision.id);
    const line: Line = {
      companyId: company.id,
      act: 'withdraw_file',
      ref: decision.id,
      answer: fileInWords(inFile(file, { pay: false })),
      carries: [
        ['file', id],
        ['decision', decision.id],
      ],
    };
    return { value: after, line };
  });
  return value;
}

/** The ids of those that can be taken back now: only then it is offered. */
export async function freeFiles(rows: ReadRows, company: Company): Promise<ReadonlySet<string>> {
  const free = new Set<string>();
  for (const file of await rows.findBy(PayrollFile, { companyId: company.id, withdrawnAt: IsNull() }))
    if ((await whatKeeps(rows, company, file)) === undefined) free.add(file.id);
  return free;
}

/** Names the run, and what to do first. */
function staysHere({ name }: Company, { what, isAdjustment, stays, later }: Kept) {
  const run = isAdjustment ? 'adjustment' : 'pay run';
  const words = {
    'is in the books': { is: 'is in the books', todo: `Or reverse the ${run} first.` },
    'is on its way': {
      is: 'is on its way to the books',
      todo: 'Or wait until it is known whether it arrived: the next syncs look for it.',
    },
    'has a later file': {
      is: `is in the books, and ${later} came after this file`,
      todo: `Or take ${later} back first, or reverse the ${run}.`,
    },
  }[stays];
  return problem('file-posted', {
    detail: `${name}: ${what}, which is in this file, ${words.is}.`,
    todo: `Receive the corrected file: what changes is asked about. ${words.todo}`,
  });
}
