import { isAdjustment, isPayroll } from '../../src/record/runs/adjustment.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { runsOf, tagOf, tagOfRun } from './payroll.js';
import { type AtRest, placeOf, standingSets, waiting } from './promises.js';

/** What must hold besides, where payroll comes as files: all that were drawn have come. */

type FilesAtRest = Pick<AtRest, 'database' | 'companyId' | 'sets' | 'payroll' | 'postFrom' | 'altered' | 'alteredSets'>;

/** What files leave open. All are here, none contradicts another, and everybody in them is known. */
const openQuestions: readonly string[] = [
  ...[
    'year_to_date_differs',
    'paid_by_difference',
    'person_unmapped',
    'employer_ni_improbable',
    'taxable_and_ni_pay_differ',
  ],
  ...['net_pay_differs', 'employer_pension_unknown', 'levy_account_unknown'],
];

export async function brokenByFiles(
  at: FilesAtRest,
  returned: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const rows = await at.database.read((stored) => stored.findBy(PayRunRecord, { companyId: at.companyId }));
  return [...paidByNoFile(at, rows), ...asked(rows), ...returnsAccounted(at, rows, returned)];
}

function paidByNoFile({ sets, payroll, altered }: FilesAtRest, rows: readonly PayRunRecord[]): readonly string[] {
  const posted = rows.filter(
    (row) => isPayroll(row) && row.state === 'posted' && runsOf(payroll, row.tag).length === 0,
  );
  const isAltered = (tag: string) => payroll.runs.some((run) => tagOf(run) === tag && altered.has(run.id));
  return posted
    .filter(({ tag }) => !isAltered(tag) && standingSets(sets).some(({ run }) => tagOfRun(run) === tag))
    .map(({ tag }) => `I3: ${tag} is shown as posted, and no file has it`);
}

function asked(rows: readonly PayRunRecord[]): readonly string[] {
  return rows.flatMap(({ tag, state, holdCodes }) =>
    (state === 'held' || state === 'changed' ? holdCodes : [])
      .filter((code) => openQuestions.includes(code))
      .map((code) => `I3: ${tag} is ${state} (${code}), and nothing is open in its files`),
  );
}

/** Each adjustment that returns make is posted once, with their amount, or waits; nothing else is posted. */
function returnsAccounted(
  { sets, payroll, postFrom, alteredSets }: FilesAtRest,
  rows: readonly PayRunRecord[],
  returned: ReadonlyMap<string, number>,
): readonly string[] {
  const broken: string[] = [];
  const kept = new Map(rows.filter(isAdjustment).map((row) => [placeOf(row.tag)?.run ?? '', row]));
  const isPaid = ({ year, period }: PayRunRecord) =>
    payroll.runs
      .filter((run) => !run.gone && run.period === year * 12 + period)
      .every((run) => rows.some(({ tag, state }) => tag === tagOf(run) && state === 'posted'));
  for (const [run, row] of kept) {
    const isShown = row.state === 'nothing' || row.state === 'ignored' || row.state === 'posted';
    const isBefore = row.state === 'before_cutover' && row.datedOn < postFrom;
    if (!isShown && !isBefore && !(waiting.includes(row.state) && row.reason !== null))
      broken.push(`I3: ${row.tag} is ${row.state} at rest, ${row.reason ?? 'without a reason'}`);
    // What was worked out of other pay stays until all pay of its month is in the books.
    if (row.state !== 'posted' || alteredSets.has(run) || (row.kind === 'allowance' && !isPaid(row))) continue;
    const owed = standingSets(sets)
      .filter((set) => set.run === run)
      .map(({ lines }) => lines.filter(({ code }) => code === '814').reduce((sum, line) => sum - line.pence, 0));
    if (owed.length !== 1 || owed[0] !== (returned.get(run) ?? 0))
      broken.push(`I3: ${row.tag} is posted; the books owe ${owed.join(', ')}, returns ${returned.get(run)}`);
  }
  for (const [run] of returned) {
    const [year = 0, period = 0] = (/^:(\d+)-(\d+)/.exec(run)?.slice(1) ?? []).map(Number);
    const month = { year, period } as PayRunRecord;
    const mustWait = run.includes(':allowance-') && !isPaid(month);
    if (!kept.has(run) && !mustWait) broken.push(`I3: ${run} is returned and nowhere`);
  }
  return broken;
}
