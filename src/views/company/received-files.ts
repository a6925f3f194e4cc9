import type { Viewer } from '../../access/viewer.js';
import type { ReadRows } from '../../ground/rows.js';
import type { Company } from '../../companies/company.js';
import { type KeptReturn, returnsKept } from '../../payrolls/files/returned.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import type { InFile, Returned } from '../words/file-in-words.js';
import { isSendingAsked } from './sending-asked.js';

export interface ReceivedFile extends InFile {
  readonly id: string;
  readonly file: string;
  readonly receivedAt: string;
  readonly by: string;
  readonly withdrawnAt?: string;
  /** It came after the 19th of its month, and no one has said whether it was sent to HMRC by then. */
  readonly sendingAsked?: true;
}

/** The payroll files of a company, latest first. */
export async function receivedFiles(
  rows: ReadRows,
  viewer: Pick<Viewer, 'pay'>,
  { id: companyId, policy }: Pick<Company, 'id' | 'policy'>,
): Promise<readonly ReceivedFile[]> {
  const found = await rows.find(PayrollFile, { where: { companyId }, order: { receivedAt: 'DESC', id: 'ASC' } });
  const byTime = found.toReversed();
  return found.map((file) => ({
    ...{ id: file.id, file: file.name, ...inFile(file, viewer) },
    ...{ receivedAt: file.receivedAt.toISOString(), by: file.actor },
    ...(file.withdrawnAt !== null && { withdrawnAt: file.withdrawnAt.toISOString() }),
    ...(isSendingAsked(file, byTime, policy) && { sendingAsked: true }),
  }));
}

type Stored = Pick<PayrollFile, 'kind' | 'year' | 'taken'>;

/** Erased parts are not counted. */
export function inFile({ kind, year, taken }: Stored, viewer: Pick<Viewer, 'pay'>): InFile {
  if (kind === 'eps') {
    const [said] = returnsKept(taken);
    return { kind, year, payments: 0, paidOn: [], ...(said && { returned: returnedOf(said, viewer) }) };
  }
  const payments = (taken as readonly ({ readonly paidOn: string } | null)[]).filter((one) => one !== null);
  const paidOn = [...new Set(payments.map((one) => one.paidOn))].sort();
  return { kind, year, payments: payments.length, paidOn };
}

function returnedOf(
  { toDate, recoveredTo, levyTo, monthByDay, allowanceClaimed, nobodyPaid }: KeptReturn,
  { pay }: Pick<Viewer, 'pay'>,
): Returned {
  const toMonth = Math.max(recoveredTo ?? 0, levyTo ?? 0);
  const { recovered, compensation, cisSuffered, levy } = toDate;
  return {
    ...(toMonth > 0 && { toMonth }),
    ...(monthByDay && { monthByDay }),
    ...(pay && {
      recovered: recovered.toString(),
      compensation: compensation.toString(),
      cisSuffered: cisSuffered.toString(),
      levy: levy.toString(),
    }),
    ...(allowanceClaimed !== undefined && { allowanceClaimed }),
    nobodyPaid: [...nobodyPaid],
  };
}

/** What came of one file, for the terminal and the API. */
export interface FileAnswer extends InFile {
  readonly file: string;
  readonly outcome: 'received' | 'known';
  readonly company: string;
  readonly companyId: string;
  readonly id: string;
}

interface Taken {
  readonly company: Pick<Company, 'id' | 'name'>;
  readonly file: Stored & Pick<PayrollFile, 'id' | 'name'>;
  readonly isKnown: boolean;
}

export const receivedAnswer = ({ company, file, isKnown }: Taken, viewer: Pick<Viewer, 'pay'>): FileAnswer => ({
  ...{ file: file.name, outcome: isKnown ? 'known' : 'received', company: company.name, companyId: company.id },
  ...{ id: file.id, ...inFile(file, viewer) },
});
