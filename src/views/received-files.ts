import type { ReadRows } from '../ground/rows.js';
import type { Company } from '../companies/company.js';
import { PayrollFile } from '../record/runs/payroll-file.entity.js';

export interface ReceivedFile {
  readonly id: string;
  readonly file: string;
  readonly year: number;
  readonly payments: number;
  readonly paidOn: string[];
  readonly receivedAt: string;
  readonly by: string;
  readonly withdrawnAt?: string;
}

/** The payroll files of a company, the latest first. */
export async function receivedFiles(
  rows: ReadRows,
  { id: companyId }: Pick<Company, 'id'>,
): Promise<readonly ReceivedFile[]> {
  const found = await rows.find(PayrollFile, { where: { companyId }, order: { receivedAt: 'DESC', id: 'ASC' } });
  return found.map(({ id, name, year, taken, receivedAt, actor, withdrawnAt }) => ({
    ...{ id, file: name, year, ...paidIn(taken) },
    ...{ receivedAt: receivedAt.toISOString(), by: actor },
    ...(withdrawnAt !== null && { withdrawnAt: withdrawnAt.toISOString() }),
  }));
}

/** What was erased of it is not counted. */
function paidIn(stored: readonly unknown[]): Pick<ReceivedFile, 'payments' | 'paidOn'> {
  const payments = (stored as readonly ({ readonly paidOn: string } | null)[]).filter((one) => one !== null);
  return { payments: payments.length, paidOn: [...new Set(payments.map(({ paidOn }) => paidOn))].sort() };
}

/** What came of one file, as the terminal and the API answer it. */
export interface FileAnswer {
  readonly file: string;
  readonly outcome: 'received' | 'known';
  readonly company: string;
  readonly companyId: string;
  readonly id: string;
  readonly payments: number;
  readonly paidOn: string[];
}

interface Taken {
  readonly company: Pick<Company, 'id' | 'name'>;
  readonly file: Pick<PayrollFile, 'id' | 'name'>;
  readonly isKnown: boolean;
  readonly people: number;
  readonly paidOn: readonly string[];
}

export const receivedAnswer = ({ company, file, isKnown, people, paidOn }: Taken): FileAnswer => ({
  ...{ file: file.name, outcome: isKnown ? 'known' : 'received', company: company.name, companyId: company.id },
  ...{ id: file.id, payments: people, paidOn: [...paidOn] },
});
