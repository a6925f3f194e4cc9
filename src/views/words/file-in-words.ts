import { dayInWords, monthInWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { PayrollFileKind } from '../../record/runs/payroll-file-kinds.js';

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
  readonly nobodyPaid: { readonly from: string; readonly to: string }[];
}

/** "3 payments of 31 October 2025", or what an EPS says. */
export function fileInWords({ year, payments, paidOn, returned }: InFile): string {
  if (returned === undefined)
    return `${payments} ${payments === 1 ? 'payment' : 'payments'}${paidOn.length === 0 ? '' : ` of ${paidOn.map(dayInWords).join(', ')}`}`;
  const { toMonth, monthByDay, allowanceClaimed, nobodyPaid } = returned;
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
    ...nobodyPaid.map(({ from, to }) => `no one paid from ${dayInWords(from)} to ${dayInWords(to)}`),
  ];
  return `EPS${said.length === 0 ? '' : `, ${said.join('; ')}`}`;
}

const amountsOfReturn = {
  recovered: 'statutory pay recovered',
  compensation: 'compensation',
  cisSuffered: 'CIS suffered',
  levy: 'apprenticeship levy',
} as const satisfies Partial<Record<keyof Returned, string>>;
