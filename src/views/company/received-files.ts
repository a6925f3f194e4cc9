import type { Viewer } from '../../access/viewer.js';
import type { ReadRows } from '../../ground/rows.js';
import type { Company } from '../../companies/company.js';
import { dayInWords, monthInWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { type KeptReturn, returnsKept } from '../../payrolls/files/returned.js';
import { PayrollFile, type PayrollFileKind } from '../../record/runs/payroll-file.entity.js';
import { isSendingAsked } from './sending-asked.js';

/** What is in a file: payments, or what a return to HMRC says. */
export interface InFile {
  readonly kind: PayrollFileKind;
  readonly year: number;
  readonly payments: number;
  readonly paidOn: string[];
  readonly returned?: Returned;
}

/** What an EPS says, its amounts since 6 April: only for viewers who may see pay. */
export interface Returned {
  /** The tax month, 1 to 12, up to which its amounts run. */
  readonly toMonth?: number;
  /** It names no month: the day on which it came told which. */
  readonly monthByDay?: true;
  readonly recovered?: string;
  readonly compensation?: string;
  readonly cisSuffered?: string;
  readonly levy?: string;
  readonly allowanceClaimed?: boolean;
  readonly noPayment: { readonly from: string; readonly to: string }[];
}

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
    id: file.id,
    file: file.name,
    ...inFile(file, viewer),
    receivedAt: file.receivedAt.toISOString(),
    by: file.actor,
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
  { toDate, recoveredTo, levyTo, monthByDay, allowanceClaimed, noPayment }: KeptReturn,
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
    noPayment: [...noPayment],
  };
}

/** "3 payments of 31 October 2025", or what an EPS says. */
export function fileInWords({ year, payments, paidOn, returned }: InFile): string {
  if (returned === undefined)
    return `${payments} ${payments === 1 ? 'payment' : 'payments'}${paidOn.length === 0 ? '' : ` of ${paidOn.map(dayInWords).join(', ')}`}`;
  const { toMonth, monthByDay, allowanceClaimed, noPayment } = returned;
  const byDay = monthByDay ? ', by the day it came' : '';
  const amounts = Object.entries(amountsOfReturn).flatMap(([name, words]) => {
    const amount = Money.parse(returned[name as keyof typeof amountsOfReturn] ?? '0.00');
    return amount.isZero() ? [] : [`${words} ${amount.inPounds()}`];
  });
  const said = [
    ...(toMonth === undefined || amounts.length === 0
      ? []
      : [`since 6 April, to ${monthInWords(year, toMonth - 1)}${byDay}: ${amounts.join(', ')}`]),
    ...(allowanceClaimed === undefined ? [] : [`employment allowance ${allowanceClaimed ? '' : 'not '}claimed`]),
    ...noPayment.map(({ from, to }) => `no one paid from ${dayInWords(from)} to ${dayInWords(to)}`),
  ];
  return `EPS${said.length === 0 ? '' : `, ${said.join('; ')}`}`;
}

const amountsOfReturn = {
  recovered: 'statutory pay recovered',
  compensation: 'compensation',
  cisSuffered: 'CIS suffered',
  levy: 'apprenticeship levy',
} as const satisfies Partial<Record<keyof Returned, string>>;

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
  file: file.name,
  outcome: isKnown ? 'known' : 'received',
  company: company.name,
  companyId: company.id,
  id: file.id,
  ...inFile(file, viewer),
});
