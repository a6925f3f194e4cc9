import type { Viewer } from '../../access/viewer.js';
import type { Verdict } from '../../journal/decide/decide.js';
import { type AdjustmentKind, adjustmentWords } from '../../journal/nouns/adjustment.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import { Money } from '../../journal/nouns/money.js';
import type { Returned } from '../../journal/nouns/pay-run.js';
import type { PayRunRecord, StoredMapping, StoredRemark } from '../../record/runs/pay-run.entity.js';
import type { StoredLine } from '../../record/runs/posting.entity.js';
import type { NamesInBooks } from '../lists/names-in-books.js';
import { fileInWords, type InFile } from '../words/file-in-words.js';
import { holdWords, warningWords, wouldWords } from '../words/words.js';

/** What a file would change, before anything of it is kept. */
export interface FilePreview extends InFile {
  readonly file: string;
  readonly outcome: 'preview';
  readonly company: string;
  readonly companyId: string;
  /** It has been received already: taking it in would change nothing. */
  readonly isKnown: boolean;
  /** Of its pay dates, and whatever else it changes. */
  readonly runs: RunPreviewed[];
  /** What returns say of the months that it changes; only for those who may see pay. */
  readonly months: MonthPreviewed[];
  /** What only the next sync knows. */
  readonly notes: string[];
}

export interface RunPreviewed {
  readonly what: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  /** Compared with what was received before. */
  readonly change: 'new' | 'changed' | 'same' | 'gone';
  readonly would: Verdict['do'];
  readonly people: number;
  /** These three only for those who may see pay. */
  readonly paid?: { readonly name: string; readonly gross: string; readonly net: string }[];
  readonly totals?: Record<'gross' | 'net' | 'taxAuthority' | 'pension' | 'other', string>;
  readonly accounts?: { readonly account: string; readonly name: string; readonly debit: string }[];
  readonly holds: RemarkShown[];
  readonly warnings: RemarkShown[];
}

export interface RemarkShown {
  readonly code: string;
  /** Names people and amounts; for viewers who may not see pay, only the kind of remark. */
  readonly message: string;
}

export interface MonthPreviewed {
  readonly year: number;
  readonly period: number;
  readonly amounts: { readonly what: string; readonly before: string; readonly after: string }[];
}

export interface ToShow extends Pick<RunPreviewed, 'year' | 'period' | 'datedOn' | 'change' | 'would'> {
  readonly kind: PayRunRecord['kind'];
  readonly mapped: StoredMapping;
  readonly totals: Pick<PayRunRecord, 'gross' | 'net' | 'taxAuthority' | 'pension' | 'other'>;
}

/** One run of a preview, as its reader may see it: a hold's message names people and amounts. */
export function runShown(
  viewer: Pick<Viewer, 'pay'>,
  names: NamesInBooks,
  { kind, mapped, totals, ...run }: ToShow,
): RunPreviewed {
  const people = mapped.paid.length;
  const inText = Object.entries(totals).map(([name, amount]) => [name, amount.toString()]);
  const remarks = (all: readonly StoredRemark[], words: Readonly<Record<string, string>>) =>
    viewer.pay ? all.map(({ code, message }) => ({ code, message })) : byKind(all, words);
  return {
    ...run,
    what: kind === 'payroll' ? 'Payroll' : adjustmentWords[kind as AdjustmentKind],
    people,
    ...(viewer.pay && {
      paid: mapped.paid.map(({ name, gross, net }) => ({ name, gross, net })),
      ...(kind === 'payroll' && { totals: Object.fromEntries(inText) as never }),
      accounts: byAccount(mapped.lines, names),
    }),
    holds: remarks(mapped.holds, holdWords),
    warnings: remarks(mapped.warnings, warningWords),
  };
}

function byKind(all: readonly StoredRemark[], words: Readonly<Record<string, string>>): RemarkShown[] {
  const codes = [...new Set(all.map(({ code }) => code))];
  return codes.map((code) => ({ code, message: words[code] ?? code.replaceAll('_', ' ') }));
}

/** Credits are negative. */
function byAccount(lines: readonly StoredLine[], names: NamesInBooks) {
  const codes = [...new Set(lines.map(({ category }) => withoutSuffix(category)))].toSorted();
  return codes.map((account) => {
    const own = lines.filter(({ category }) => withoutSuffix(category) === account);
    const debit = Money.sum(own.map((line) => Money.parse(line.debit))).toString();
    return { account, name: names.account(account), debit };
  });
}

const amountsReturned = {
  recovered: 'Statutory pay recovered',
  compensation: 'Compensation',
  cisSuffered: 'CIS suffered',
  levy: 'Apprenticeship levy',
  allowance: 'Employment allowance, worked out',
} as const satisfies Partial<Record<keyof Returned, string>>;

/** What returns say of a month before the file and after it; undefined if nothing changes. */
export function monthShown(
  at: Pick<MonthPreviewed, 'year' | 'period'>,
  before: Returned | undefined,
  after: Returned | undefined,
): MonthPreviewed | undefined {
  const amounts = Object.entries(amountsReturned).flatMap(([name, what]) => {
    const of = (one: Returned | undefined) => one?.[name as keyof typeof amountsReturned] ?? Money.zero;
    const [was, is] = [of(before), of(after)];
    return was.equals(is) ? [] : [{ what, before: was.toString(), after: is.toString() }];
  });
  return amounts.length === 0 ? undefined : { ...at, amounts };
}

export const totalsWords = {
  ...{ gross: 'Gross', net: 'Net pay', taxAuthority: 'HMRC', pension: 'Pension', other: 'Other deductions' },
} as const satisfies Record<keyof NonNullable<RunPreviewed['totals']>, string>;

const changeWords: Readonly<Record<RunPreviewed['change'], string>> = {
  ...{
    new: '',
    changed: ', changed by this file',
    same: ', as it is without this file',
    gone: ', gone with this file',
  },
};

/** "Would be posted, changed by this file" */
export const outcomeInWords = ({ would, change }: RunPreviewed): string => `${wouldWords[would]}${changeWords[change]}`;

/** "Elm Ltd, 2 payments of 30 Apr 2025." */
export function previewInWords(preview: FilePreview): string {
  const kept = preview.isKnown
    ? 'It has been received already: taking it in changes nothing.'
    : 'Nothing is kept of it yet.';
  return `${preview.company}, ${fileInWords(preview)}. ${kept}`;
}
