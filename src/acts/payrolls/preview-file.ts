import type { Viewer } from '../../access/viewer.js';
import { NotFound } from '../../books/errors.js';
import { type KeptSurroundings, surroundingsFact } from '../../companies/surroundings.js';
import { readFact } from '../../ground/facts.js';
import { dayInLondon } from '../../ground/london.js';
import { dayInWords, taxYearInWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { paidKept, type TakenFile } from '../../payrolls/files/kept-file.js';
import type { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { filesOfYear } from '../../record/runs/files-of-year.js';
import type { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import { inFileOf } from '../../sync/facts/file-touches.js';
import type { RunFacts } from '../../sync/facts/run-facts.js';
import { longPart } from '../../sync/facts/content.js';
import { type FilePreview, monthShown, type RunPreviewed, runShown } from '../../views/company/file-preview.js';
import { namesInBooks, type NamesInBooks } from '../../views/lists/names-in-books.js';
import { inFile } from '../../views/company/received-files.js';
import { type FileRead, placeOf } from './keep-file.js';
import { type MappedYear, type PreviewTools, recordedYear, yearWith } from './year-mapped.js';

/**
 * What a file would come to: its year is made of all files with this one, and mapped from the record, as a sync does it.
 * Nothing is written, and the books are not asked. Refuses what receiving refuses.
 */
export async function previewFile(
  tools: PreviewTools,
  viewer: Pick<Viewer, 'pay'>,
  file: FileRead,
): Promise<FilePreview> {
  const { company, name, year } = file;
  const { database } = tools;
  const found = await database.read(async (rows) => ({
    ...(await placeOf(rows, file)),
    files: await filesOfYear(rows, company.id, year),
    kept: await readFact(rows, surroundingsFact(company.id)),
    names: await namesInBooks(rows, company.id),
  }));
  const { isKnown, files } = found;
  const head = {
    ...{ file: name, outcome: 'preview' as const, company: company.name, companyId: company.id, isKnown },
    ...inFile(file, viewer),
  };
  const withIt = filesWith(files, file, found);
  const known = found.kept === undefined ? undefined : (JSON.parse(found.kept) as KeptSurroundings);
  const record = await recordedYear(tools, company, year);
  try {
    // With two pairs of eyes the person who gives it has touched what it pays.
    const brought = { act: 'receive_file', name: '', at: database.clock.now(), file: inFileOf(file) } as const;
    const touched = { ...record, touches: company.approval === 'two' ? [...record.touches, brought] : [] };
    const [was, is] = [await yearWith(record, known, files), await yearWith(touched, known, withIt)];
    const paidOn = new Set(file.kind === 'eps' ? [] : paidKept(file).map((one) => one.paidOn));
    const runs = runsMoved(was, is, paidOn).map((one) => shown(viewer, found.names, one));
    return { ...head, runs, months: viewer.pay ? monthsMoved(was, is) : [], notes: notesOn(known, is) };
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return { ...head, runs: [], months: [], notes: [erasedNote(year)] };
  }
}

/** All files of the year in their order, with this one in its place. */
function filesWith(
  files: readonly PayrollFile[],
  file: FileRead,
  { before, isOvertaken }: Awaited<ReturnType<typeof placeOf>>,
): readonly TakenFile[] {
  if (before === null || isOvertaken) return [...files, file];
  const isEarlier = ({ receivedAt }: PayrollFile) => receivedAt < before.receivedAt;
  const isLater = (one: PayrollFile) => one.id !== before.id && !isEarlier(one);
  return [...files.filter(isEarlier), file, ...files.filter(isLater)];
}

interface Moved {
  readonly run: RunFacts;
  readonly change: RunPreviewed['change'];
  readonly would: RunPreviewed['would'];
}

/** The runs that the file is about, and whichever others come to something else with it. */
function runsMoved(was: MappedYear, is: MappedYear, paidOn: ReadonlySet<string>): readonly Moved[] {
  const moved = [...is.runs.values()].map((run): Moved => {
    const before = was.runs.get(run.tag);
    const change = changeOf(before, run);
    return { run, change, would: is.verdicts.get(run.tag)?.do ?? 'wait' };
  });
  return moved
    .filter(({ run, change }) => change !== 'same' || (run.adjustment === undefined && paidOn.has(run.datedOn)))
    .filter(({ run }) => run.payroll.mapped !== undefined || run.recorded.row !== undefined)
    .sort(({ run: a }, { run: b }) => a.datedOn.localeCompare(b.datedOn) || a.tag.localeCompare(b.tag));
}

function changeOf(before: RunFacts | undefined, after: RunFacts): Moved['change'] {
  if (!after.payroll.inPayroll) return before?.payroll.inPayroll ? 'gone' : 'same';
  if (!before?.payroll.inPayroll) return 'new';
  return contentOf(before) === contentOf(after) ? 'same' : 'changed';
}

const contentOf = ({ payroll: { mapped, holds } }: RunFacts): string =>
  JSON.stringify([mapped?.fingerprint, holds, mapped?.warnings]);

function shown(viewer: Pick<Viewer, 'pay'>, names: NamesInBooks, { run, change, would }: Moved): RunPreviewed {
  const { mapped, holds } = run.payroll;
  const { year, period, datedOn } = run;
  const totals = mapped?.totals;
  return runShown(viewer, names, {
    ...{ year, period, datedOn, change, would, kind: run.adjustment?.kind ?? 'payroll' },
    totals: {
      ...{ gross: totals?.gross ?? Money.zero, net: totals?.netPay ?? Money.zero },
      ...{ taxAuthority: totals?.taxAuthority ?? Money.zero, pension: totals?.pension ?? Money.zero },
      other: totals?.other ?? Money.zero,
    },
    mapped: {
      ...(mapped ? longPart(mapped) : { outcome: 'nothing', datedOn, description: '', lines: [], paid: [] }),
      ...{ holds, warnings: mapped?.warnings ?? [] },
    },
  });
}

function monthsMoved(was: MappedYear, is: MappedYear) {
  const returnedIn = ({ periods }: MappedYear, { year, period }: Pick<PayPeriodRecord, 'year' | 'period'>) =>
    periods.find((one) => one.period === period)?.document?.period(year).returned;
  return is.periods.flatMap(({ year, period }) => {
    const at = { year, period };
    return monthShown(at, returnedIn(was, at), returnedIn(is, at)) ?? [];
  });
}

const erasedNote = (year: number): string =>
  `Some of what was received before for ${taxYearInWords(year)} has been erased, so the result cannot be worked out.`;

function notesOn(known: KeptSurroundings | undefined, { runs, periods }: MappedYear): string[] {
  const allowances = new Set(
    [...runs.values()].filter(({ adjustment }) => adjustment?.kind === 'allowance').map(({ period }) => period),
  );
  const waits = periods.some(({ year, period, document }) => {
    const allowance = document?.period(year).returned?.allowance ?? Money.zero;
    return !allowance.isZero() && !allowances.has(period);
  });
  return [
    known === undefined
      ? 'The books have not been read yet: the sync will check that the people and accounts are there.'
      : `People and accounts are those of the books on ${dayInWords(dayInLondon(new Date(known.at)))}; the sync reads them again.`,
    'The sync looks for what is in the books already.',
    ...(waits ? ['The employment allowance is posted once its month is over and its pay is in the books.'] : []),
  ];
}
