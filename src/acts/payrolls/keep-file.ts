import { createHash, randomUUID } from 'node:crypto';
import { CompanyRow } from '../../companies/company.entity.js';
import type { Company } from '../../companies/company.js';
import type { ReadRows } from '../../ground/rows.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import type { Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { acting } from '../acting.js';

/** What was taken of a file, and is not kept yet. */
export interface FileRead extends Pick<PayrollFile, 'kind' | 'year' | 'name' | 'taken'> {
  readonly company: Company;
  readonly bytes: Uint8Array;
  /** Of a file that does not say when it pays, and may have the same bytes every month. */
  readonly paidOn?: string;
  /** For the log: what came, without names or figures. */
  readonly answer: string;
  /** Refuses what contradicts a file that was received before; `id` is of the file whose place it takes. */
  readonly mustFit?: (rows: ReadRows, id: string | undefined) => Promise<void>;
}

export interface Kept {
  readonly file: PayrollFile;
  /** It was here already, and nothing was changed. */
  readonly isKnown: boolean;
}

const hashOf = ({ bytes, paidOn = '' }: FileRead): string =>
  createHash('sha256').update(bytes).update(paidOn).digest('hex');

/**
 * The file whose place it takes, if it came before; refuses what contradicts the others. A file that was
 * taken back and comes again takes its old place: behind what came since, it would read as a correction of that.
 */
export async function placeOf(
  rows: ReadRows,
  file: FileRead,
): Promise<{ before: PayrollFile | null; isKnown: boolean }> {
  const same = await rows.find(PayrollFile, {
    where: { companyId: file.company.id, hash: hashOf(file) },
    order: { receivedAt: 'ASC', id: 'ASC' },
  });
  const before = same.find(({ withdrawnAt }) => withdrawnAt === null) ?? same.at(-1) ?? null;
  if (before?.withdrawnAt === null && JSON.stringify(before.taken) === JSON.stringify(file.taken))
    return { before, isKnown: true };
  await file.mustFit?.(rows, before?.id);
  return { before, isKnown: false };
}

/** Keeps what was taken of a file, once: the same bytes, read alike, are the same file. */
export async function keepFile(tools: Pick<CompanyTools, 'database' | 'log'>, who: Who, file: FileRead): Promise<Kept> {
  const { kind, year, name, taken, answer, bytes } = file;
  const companyId = file.company.id;
  const { value } = await acting(tools, who, async (rows) => {
    // Anyone who brings the same file at the same moment waits here, and then finds it.
    await rows.find(CompanyRow, { where: { id: companyId }, forUpdate: true });
    const { before, isKnown } = await placeOf(rows, file);
    if (before !== null && isKnown) return { value: { file: before, isKnown }, line: undefined };
    // A later release may read the same file otherwise: it is taken again, in the place of what was taken then.
    const id = before?.id ?? randomUUID();
    const received = { hash: hashOf(file), bytes: bytes.length, actor: who.actor, withdrawnAt: null };
    if (before !== null) await rows.update(PayrollFile, { id }, { taken, withdrawnAt: null });
    else
      await rows.insert(PayrollFile, {
        ...{ id, companyId, kind, year, name, taken, ...received },
        receivedAt: await afterOthers(rows, companyId, await tools.database.now(rows)),
      });
    const kept = await rows.findOneByOrFail(PayrollFile, { id });
    const line = { companyId, act: 'receive_file', ref: id, answer, carries: [['file', id] as const] };
    return { value: { file: kept, isKnown: false }, line };
  });
  return value;
}

/** Files count in the order in which they came: a clock that was set back, or one millisecond for two, must not turn it. */
export async function afterOthers(rows: ReadRows, companyId: string, now: Date): Promise<Date> {
  const [latest] = await rows.find(PayrollFile, { where: { companyId }, order: { receivedAt: 'DESC' }, take: 1 });
  return latest === undefined || latest.receivedAt < now ? now : new Date(latest.receivedAt.getTime() + 1);
}
