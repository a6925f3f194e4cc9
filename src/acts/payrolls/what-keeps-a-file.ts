import { In } from 'typeorm';
import type { Company } from '../../companies/company.js';
import type { ReadRows } from '../../ground/rows.js';
import { type AdjustmentKind, adjustmentWords } from '../../journal/nouns/adjustment.js';
import { monthInWords, taxMonthOf, taxYearOf } from '../../journal/nouns/dates.js';
import { runTag, runTagOf } from '../../journal/nouns/identity.js';
import { keyInWords, payKey } from '../../journal/nouns/pay-key.js';
import { sourceOf } from '../../payrolls/files/file-source.js';
import { paidKept } from '../../payrolls/files/kept-file.js';
import { keptPayments, paymentsKept } from '../../payrolls/files/kept-payments.js';
import { rowsKept } from '../../payrolls/files/kept-rows.js';
import { isOnlyPension } from '../../payrolls/files/report-payslips.js';
import { returnedIn, returnsKept } from '../../payrolls/files/returned.js';
import { keyOf, yearOf } from '../../payrolls/files/year-to-date.js';
import { byReturns } from '../../record/runs/adjustment.js';
import { filesOfYear } from '../../record/runs/files-of-year.js';
import type { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { isStanding, Posting } from '../../record/runs/posting.entity.js';
import { unsettledOf, Write } from '../../record/runs/write.entity.js';
import { unreversed } from '../../journal/decide/decide.js';
import { type Made, type Stays, whyItStays } from './taking-back.js';

/** A run that keeps a file where it is. */
export interface Kept {
  /** "pay of 31 October 2025 (weekly)" */
  readonly what: string;
  readonly isAdjustment: boolean;
  readonly stays: Stays;
  /** The name of the file that came later. */
  readonly later: string;
}

/** A run that a file is about. */
interface About {
  readonly tag: string;
  readonly what: string;
  readonly isAdjustment: boolean;
}

/**
 * By postings and writes, and not by what a run's state is called: an ignored run has its journal in the books, and
 * that of one that changed is there without what changed it. Undefined: the file can be taken back.
 */
export async function whatKeeps(rows: ReadRows, company: Company, file: PayrollFile): Promise<Kept | undefined> {
  const files = await filesOfYear(rows, company.id, file.year);
  const about = file.kind === 'eps' ? await returnedBy(rows, company, file) : paidBy(company, file, files);
  const made = await madeOf(rows, company, about, file);
  for (const run of about) {
    const later = laterThan(files, file).findLast((one) =>
      one.kind === 'eps' ? file.kind === 'eps' : paidBy(company, one, files).some(({ tag }) => tag === run.tag),
    );
    const from = { ...made(run.tag), isLatest: later === undefined, bringsMore: true };
    const stays = whyItStays(from);
    // To work the year out twice takes long, so only where something else would keep it.
    if (stays !== undefined && whyItStays({ ...from, bringsMore: bringsMore(files, file) }) !== undefined)
      return { ...run, stays, later: later?.name ?? '' };
  }
  return undefined;
}

const laterThan = (files: readonly PayrollFile[], { id }: PayrollFile): readonly PayrollFile[] =>
  files.slice(files.findIndex((one) => one.id === id) + 1);

/** The pay runs of its pay dates, each of its own source. A report of pensions alone completes the people paid then. */
function paidBy({ prefix }: Company, file: PayrollFile, files: readonly PayrollFile[]): readonly About[] {
  if (file.kind === 'eps') return [];
  const paid = paidKept(file).map((one) => ({ day: one.paidOn, source: one.frequency && sourceOf(one.frequency) }));
  const all = file.kind === 'report' ? [...paid, ...completedBy(file, files)] : paid;
  const runs = new Map(all.map((one) => [payKey(one.day, one.source), one]));
  return [...runs].sort().map(([key, { day: datedOn, source }]) => ({
    tag: runTag(prefix, { source, year: taxYearOf(datedOn), period: taxMonthOf(datedOn) - 1, datedOn }),
    what: `pay of ${keyInWords(key)}`,
    isAdjustment: false,
  }));
}

function completedBy(file: PayrollFile, files: readonly PayrollFile[]) {
  const only = rowsKept(file.taken).filter(isOnlyPension);
  if (only.length === 0) return [];
  const filed = files.filter(({ kind }) => kind === 'fps').flatMap(paidKept);
  return only.flatMap(({ payId, paidOn: day }) =>
    filed.flatMap((one) =>
      one.paidOn === day && keyOf(one) === payId && one.frequency ? [{ day, source: sourceOf(one.frequency) }] : [],
    ),
  );
}

/** What a return says is posted as adjustments of its months; a claim of the allowance is one of every month. */
async function returnedBy(rows: ReadRows, { id: companyId }: Company, file: PayrollFile): Promise<readonly About[]> {
  const { year } = file;
  const returns = returnsKept(file.taken);
  const months = returns.flatMap(({ recoveredTo, levyTo }) => [recoveredTo, levyTo]);
  const claims = returns.some(({ allowanceClaimed }) => allowanceClaimed === true);
  const all = await rows.findBy(PayRunRecord, { companyId, year, enteredBy: byReturns });
  return all
    .filter(({ kind, period }) => (kind === 'allowance' ? claims : months.includes(period + 1)))
    .map(({ tag, kind, period }) => ({
      tag,
      what: `${adjustmentWords[kind as AdjustmentKind]} of ${monthInWords(year, period)}`,
      isAdjustment: true,
    }));
}

type MadeOf = (tag: string) => { readonly inBooks: Made; readonly onItsWay: Made };

/** What is in the books of each run, or may still get there, and whether it was made with the file. */
async function madeOf(
  rows: ReadRows,
  { id: companyId }: Company,
  about: readonly About[],
  { decided }: PayrollFile,
): Promise<MadeOf> {
  const runTags = In(about.map(({ tag }) => tag));
  const postings = (await rows.findBy(Posting, { companyId, runTag: runTags })).filter(isStanding);
  const ids = postings.flatMap(({ writeId }) => writeId ?? []);
  const made = await rows.select(Write, ['id', 'decided'], { where: { companyId, id: In(ids) } });
  const begun = new Map(made.map((write) => [write.id, write.decided]));
  const unsettled = (await rows.find(Write, { where: unsettledOf(companyId) })).filter(
    ({ kind }) => kind === 'post' || kind === 'amend',
  );
  // Of a set that was found it is not known: then it counts as made with it.
  const isWith = (at: number | null | undefined) => at == null || decided === null || at >= decided;
  const said = (counts: readonly (number | null | undefined)[]): Made =>
    counts.length === 0 ? 'no' : counts.some(isWith) ? 'with it' : 'without it';
  return (tag) => {
    const sets = unreversed(postings.filter((one) => one.runTag === tag));
    // An amendment may move its set to another pay date.
    const sent = unsettled.filter((write) => write.runTag === tag || runTagOf(write.target.tag) === tag);
    return {
      inBooks: said(sets.map(({ writeId }) => begun.get(writeId ?? ''))),
      onItsWay: said(sent.map((write) => write.decided)),
    };
  };
}

/** A file that was made once more says nothing new. */
function bringsMore(files: readonly PayrollFile[], file: PayrollFile): boolean {
  const others = files.filter(({ id }) => id !== file.id);
  if (file.kind === 'eps') {
    const [all, without] = [files, others].map((some) =>
      returnedIn(
        file.year,
        some.filter(({ kind }) => kind === 'eps').flatMap(({ taken }) => returnsKept(taken)),
      ),
    );
    return (
      JSON.stringify([...(all?.months ?? []), all?.allowanceClaimed]) !==
      JSON.stringify([...(without?.months ?? []), without?.allowanceClaimed])
    );
  }
  if (file.kind === 'report') return true;
  const said = new Set(
    others.filter(({ kind }) => kind === 'fps').flatMap(({ taken }) => taken.map((one) => JSON.stringify(one))),
  );
  if (!file.taken.every((one) => said.has(JSON.stringify(one)))) return true;
  return paidOf(files) !== paidOf(others);
}

/** All payments of a year as they are judged, as text. */
function paidOf(files: readonly PayrollFile[]): string {
  const ofFps = files.filter(({ kind }) => kind === 'fps').map(({ taken }) => ({ payments: paymentsKept(taken) }));
  const people = [...yearOf(ofFps)].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(
    people.map(([key, payments]) => [key, payments.map(({ filed, differs }) => [keptPayments([filed]), differs])]),
  );
}
