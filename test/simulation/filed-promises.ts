import { isAdjustment, isPayroll } from '../../src/record/runs/adjustment.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import type { FiledPayroll } from './filed-payroll.js';
import { runsOf, tagOf, tagOfRun } from './payroll.js';
import { type AtRest, placeOf, standingSets, waiting } from './promises.js';
import { isSameJournal, linesOf } from './reasons.js';

/** What must hold besides, where payroll comes as files: all that were drawn have come, but for those that no one has. */

export interface FilesAtRest
  extends Pick<AtRest, 'database' | 'companyId' | 'sets' | 'postFrom' | 'altered' | 'alteredSets'> {
  readonly filed: FiledPayroll;
  /** What persons approved, or tried to, as "tag code". */
  readonly approved: ReadonlySet<string>;
  /** No role moved, so that it is known which accounts bear whose pay. */
  readonly areRolesFixed: boolean;
}

export async function brokenByFiles(at: FilesAtRest): Promise<readonly string[]> {
  const rows = await at.database.read((stored) => stored.findBy(PayRunRecord, { companyId: at.companyId }));
  const own = rows.filter((row) => isPayroll(row) && !isAltered(at, row.tag));
  const posted = own.filter(({ state }) => state === 'posted');
  return [
    ...paidByNoFile(at, posted),
    ...paidOtherwise(at, posted),
    ...unanswered(at, own),
    ...paidByTwo(at, posted),
    ...returnsAccounted(at, rows),
    ...recoveriesAccounted(at, rows),
  ];
}

const isAltered = ({ filed, altered }: FilesAtRest, tag: string): boolean =>
  filed.runs.some((run) => tagOf(run) === tag && altered.has(run.id));

const standingOf = ({ sets }: FilesAtRest, tag: string) =>
  standingSets(sets).filter(({ run }) => tagOfRun(run) === tag);

function paidByNoFile(at: FilesAtRest, posted: readonly PayRunRecord[]): readonly string[] {
  return posted
    .filter(({ tag }) => runsOf(at.filed, tag).length === 0 && standingOf(at, tag).length > 0)
    .map(({ tag }) => `I3: ${tag} is shown as posted, and no file has it`);
}

/** To the penny, on each account, and owed to each person. */
function paidOtherwise(at: FilesAtRest, posted: readonly PayRunRecord[]): readonly string[] {
  return posted
    .filter(({ tag }) => runsOf(at.filed, tag).length > 0)
    .flatMap(({ tag }) => {
      const right = ofRoles(at, at.filed.books.journalOf(tag));
      const wrong = standingOf(at, tag).find((set) => !isSameJournal(ofRoles(at, linesOf(set)), right));
      return wrong === undefined
        ? []
        : [
            `I3: ${tag} is shown as posted; the books say ${shown(ofRoles(at, linesOf(wrong)))}, payroll ${shown(right)}`,
          ];
    });
}

const shown = (lines: ReadonlyMap<string, number>): string =>
  [...lines]
    .filter(([, pence]) => pence !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, pence]) => `${key} ${pence}`)
    .join(', ');

const sameCost: Readonly<Record<string, string>> = { '407': '401', '408': '402' };

function ofRoles({ areRolesFixed }: FilesAtRest, lines: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  if (areRolesFixed) return lines;
  const sums = new Map<string, number>();
  for (const [key, pence] of lines) sums.set(sameCost[key] ?? key, (sums.get(sameCost[key] ?? key) ?? 0) + pence);
  return sums;
}

/** What has to be answered first is not posted, nor sent to the books, which may refuse it. */
function unanswered(at: FilesAtRest, own: readonly PayRunRecord[]): readonly string[] {
  const sent = own.filter(({ state }) => state === 'posted' || state === 'refused');
  return sent.flatMap(({ tag, state }) =>
    at.filed.runs
      .filter((run) => !run.gone && tagOf(run) === tag)
      .flatMap((run) => [...at.filed.questions.surelyOpenIn(run, at.approved)])
      .filter((code) => !at.approved.has(`${tag} ${code}`))
      .map((code) => `I3: ${tag} is ${state}, and no one answered ${code}`),
  );
}

/** What two sources pay alike is posted twice only if someone approved it, whichever pay date is later. */
function paidByTwo(at: FilesAtRest, posted: readonly PayRunRecord[]): readonly string[] {
  const isAsDrawn = (tag: string) => {
    const [set] = standingOf(at, tag);
    return set !== undefined && isSameJournal(ofRoles(at, linesOf(set)), ofRoles(at, at.filed.books.journalOf(tag)))
      ? set
      : undefined;
  };
  return posted.flatMap(({ tag }) =>
    at.filed.runs
      .filter((run) => !run.gone && tagOf(run) === tag && !at.approved.has(`${tag} paid_by_two_sources`))
      .flatMap((run) => at.filed.questions.paidAlike(run))
      .filter((other) => {
        const [own, before] = [isAsDrawn(tag), isAsDrawn(tagOf(other))];
        return own !== undefined && before !== undefined && before.id < own.id;
      })
      .map((other) => `I3: ${tag} is posted, and pays someone as ${tagOf(other)} does, and no one approved it`),
  );
}

/** Each adjustment that returns make is posted once, with their amount, or waits; nothing else is posted. */
function returnsAccounted(at: FilesAtRest, rows: readonly PayRunRecord[]): readonly string[] {
  const { filed, postFrom, alteredSets } = at;
  const returned = filed.returned.all;
  const broken: string[] = [];
  const kept = new Map(rows.filter(isAdjustment).map((row) => [placeOf(row.tag)?.run ?? '', row]));
  for (const [run, row] of kept) {
    const isShown = row.state === 'nothing' || row.state === 'ignored' || row.state === 'posted';
    const isBefore = row.state === 'before_cutover' && row.datedOn < postFrom;
    if (!isShown && !isBefore && !(waiting.includes(row.state) && row.reason !== null))
      broken.push(`I3: ${row.tag} is ${row.state} at rest, ${row.reason ?? 'without a reason'}`);
    // What was worked out of other pay stays until all pay of its month is in the books.
    if (row.kind === 'recovery' || (row.kind === 'allowance' && !isPaid(at, rows, row))) continue;
    if (row.state !== 'posted' || alteredSets.has(run)) continue;
    const owed = owedBy(at, run);
    if (owed.length !== 1 || owed[0] !== (returned.get(run) ?? 0))
      broken.push(`I3: ${row.tag} is posted; the books owe ${owed.join(', ')}, returns ${returned.get(run)}`);
  }
  for (const [run] of returned) {
    const [year = 0, period = 0] = (/^:(\d+)-(\d+)/.exec(run)?.slice(1) ?? []).map(Number);
    const mustWait = run.includes(':allowance-') && !isPaid(at, rows, { year, period });
    if (!kept.has(run) && !mustWait) broken.push(`I3: ${run} is returned and nowhere`);
  }
  return broken;
}

const owedBy = ({ sets }: FilesAtRest, run: string): readonly number[] =>
  standingSets(sets)
    .filter((set) => set.run === run)
    .map(({ lines }) => lines.filter(({ code }) => code === '814').reduce((sum, line) => sum - line.pence, 0));

type Month = Pick<PayRunRecord, 'year' | 'period'>;

const paidIn = ({ filed }: FilesAtRest, { year, period }: Month) =>
  filed.runs.filter((run) => !run.gone && run.period === year * 12 + period);

const isPaid = (at: FilesAtRest, rows: readonly PayRunRecord[], month: Month): boolean =>
  paidIn(at, month).every((run) => rows.some(({ tag, state }) => tag === tagOf(run) && state === 'posted'));

/** What an employer's return recovers of a month is posted where it fits the pay, and asked about where it does not. */
function recoveriesAccounted(at: FilesAtRest, rows: readonly PayRunRecord[]): readonly string[] {
  const months = [...new Set(at.filed.runs.filter(({ gone }) => !gone).map(({ period }) => period))];
  return months.flatMap((one) => {
    const month = { year: Math.floor(one / 12), period: one % 12 };
    const pay = at.filed.books.statutory(month.year).get(month.period + 1) ?? 0;
    const isOfMonth = (row: PayRunRecord) => row.year === month.year && row.period === month.period;
    if (pay === 0 || !isPaid(at, rows, month)) return [];
    const right = at.filed.returned.recovered(month.year, month.period + 1);
    const recovery = rows.find((row) => row.kind === 'recovery' && isOfMonth(row));
    const isAsked = rows.some((row) => isOfMonth(row) && row.warningCodes.includes('recovery_to_decide'));
    if (recovery === undefined)
      return right === undefined && isAsked
        ? []
        : [`I3: statutory pay of ${one} is posted, and its recovery is nowhere`];
    const run = placeOf(recovery.tag)?.run ?? '';
    if (recovery.state !== 'posted' || at.alteredSets.has(run) || isAsked) return [];
    const [owed] = owedBy(at, run);
    return owed !== undefined && right !== undefined && -owed === right
      ? []
      : [`I3: ${recovery.tag} is posted; the books recover ${owed === undefined ? '' : -owed}, the return ${right}`];
  });
}
