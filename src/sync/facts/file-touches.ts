import { In } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import { taxMonthOf } from '../../journal/nouns/dates.js';
import { parseTag, runTagOf } from '../../journal/nouns/identity.js';
import { payKey, payKeyOf } from '../../journal/nouns/pay-key.js';
import { sourceOf } from '../../payrolls/files/file-source.js';
import type { TakenFile } from '../../payrolls/files/kept-file.js';
import type { KeptReturn } from '../../payrolls/files/returned.js';
import type { payFrequencies } from '../../payrolls/files/fps.js';
import { namesOf } from '../../record/actors.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';

/**
 * Which runs have figures of a payroll file. An FPS of 31 October pays that day's run. Its year to date, its NI and
 * whom it pays also tell what later runs of the year, and adjustments of its month and later ones, come to.
 */
export interface InFile {
  readonly year: number;
  /** The pay runs that it pays, by pay date and source. */
  readonly runs: ReadonlySet<string>;
  /** The months, 1 to 12, whose adjustments it states. */
  readonly months: ReadonlySet<number>;
  /** The first pay date of those, and the first month. */
  readonly fromDay?: string;
  readonly fromMonth?: number;
  /** It names old payroll ids, which the year before has. */
  readonly renames?: true;
}

export interface FileTouch {
  readonly act: 'receive_file' | 'withdraw_file' | 'approve';
  readonly name: string;
  readonly at: Date;
  readonly file: InFile;
}

/** As its fields are stored; what was erased is null. */
interface Paid {
  readonly paidOn: string;
  readonly oldPayId?: string;
  readonly frequency?: (typeof payFrequencies)[number];
}

export function inFileOf({ kind, taken, year }: TakenFile & { readonly year: number }): InFile {
  const kept: readonly unknown[] = taken.filter((one) => one !== null);
  if (kind === 'eps') return ofReturn(year, kept as readonly KeptReturn[]);
  const paid = kept as readonly Paid[];
  const days = paid.map(({ paidOn }) => paidOn).sort();
  const [fromDay] = days;
  return {
    year,
    runs: new Set(paid.map((one) => payKey(one.paidOn, one.frequency && sourceOf(one.frequency)))),
    months: new Set(),
    ...(fromDay !== undefined && { fromDay, fromMonth: taxMonthOf(fromDay) }),
    ...(paid.some(({ oldPayId }) => oldPayId !== undefined) && { renames: true }),
  };
}

/** An allowance that is claimed, or no longer, is of the whole year. */
function ofReturn(year: number, returns: readonly KeptReturn[]): InFile {
  const stated = returns.flatMap(({ recoveredTo, levyTo }) => [recoveredTo ?? [], levyTo ?? []].flat());
  const isOfYear = returns.some(({ allowanceClaimed }) => allowanceClaimed !== undefined);
  const months = isOfYear ? Array.from({ length: 12 }, (_, at) => at + 1) : stated;
  const from = months.length === 0 ? {} : { fromMonth: Math.min(...months) };
  return { year, runs: new Set(), months: new Set(months), ...from };
}

interface Run {
  readonly tag: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
}

/** `own`: its figures are in the file. `later`: it follows what the file says of the year so far. */
export function howTouched(file: InFile, run: Run, prefix: string): 'own' | 'later' | undefined {
  if (run.year !== file.year) return isAround(file, run.year) ? 'later' : undefined;
  if (parseTag(prefix, runTagOf(run.tag)) === undefined) {
    if (file.months.has(run.period + 1)) return 'own';
    return file.fromMonth !== undefined && run.period + 1 >= file.fromMonth ? 'later' : undefined;
  }
  if (file.runs.has(payKeyOf(run))) return 'own';
  return file.fromDay !== undefined && run.datedOn >= file.fromDay ? 'later' : undefined;
}

/** Files of other tax years tell whether a year began with them, and who has another payroll id: `aroundYear`. */
const isAround = ({ year, fromDay, renames }: InFile, of: number): boolean =>
  fromDay !== undefined && (of === year + 1 || (renames === true && of === year - 1));

/** Every file of these tax years and those next to them that someone brought or took back, and every difference that was posted as one. */
export async function filesTouching(
  rows: ReadRows,
  { id: companyId }: { readonly id: string },
  years: readonly number[],
): Promise<readonly FileTouch[]> {
  const around = [...new Set(years.flatMap((year) => [year - 1, year, year + 1]))];
  const files = await rows.findBy(PayrollFile, { companyId, year: In(around) });
  if (files.length === 0) return [];
  const byId = new Map(files.map((file) => [file.id, inFileOf(file)]));
  const differences = files.flatMap(({ id, bytes, actor: name, receivedAt: at }): FileTouch[] => {
    const file = byId.get(id);
    return bytes === 0 && file !== undefined ? [{ act: 'approve', name, at, file }] : [];
  });
  const entries = await rows.findBy(LogEntry, { companyId, act: In(['receive_file', 'withdraw_file']) });
  const names = await namesOf(
    rows,
    entries.map(({ actor }) => actor),
  );
  const brought = entries.flatMap(({ act, actor, at, carries }): FileTouch[] => {
    const [, id = ''] = carries?.find(([kind]) => kind === 'file') ?? [];
    const file = byId.get(id);
    const name = names.get(actor) ?? actor;
    return file === undefined ? [] : [{ act: act as 'receive_file' | 'withdraw_file', name, at, file }];
  });
  return [...differences, ...brought];
}
