import { PayrollFile } from '../../../src/record/runs/payroll-file.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { settingsOfFiles } from '../bringing.js';
import type { FiledPayroll } from '../filed-payroll.js';
import { type PaidRun, payKeyOf, tagOf } from '../payroll.js';
import { adjustmentShape } from '../promises.js';
import type { Random } from '../random.js';
import type { Stage } from '../stage.js';
import { takeBackAltered } from './take-back.js';

/** What payroll that comes as files asks, and persons answer: settings, approvals, and the difference that is posted. */

const who = { actor: 'reviewer', trigger: 'api' as const, companies: null };

/** What an approval may release. */
const approvable: readonly string[] = [
  ...['negative_gross', 'negative_net_pay', 'net_pay_differs', 'taxable_and_ni_pay_differ', 'employer_ni_improbable'],
  'employee_ni_improbable',
  ...['year_to_date_differs', 'notional_pay', 'off_payroll_worker', 'paid_by_two_sources', 'return_before_unknown'],
];

export async function answerFiles(stage: Stage, filed: FiledPayroll, random: Random): Promise<void> {
  const rows = await held(stage);
  const asked = rows.flatMap((row) =>
    row.holdCodes
      .filter((code) => approvable.includes(code) && !(code === 'year_to_date_differs' && asksBefore(filed, row)))
      .map((code) => ({ row, code })),
  );
  const waits = waitsFor(filed, rows);
  await random.weighted<() => Promise<unknown>>([
    [2, () => answerSetting(stage, filed, random)],
    [asked.length > 0 ? 3 : 0, () => approve(stage, filed, random.pick(asked))],
    [waits ? 5 : 1, () => (waits ? postDifference(stage, filed, waits) : missAFile(stage, filed))],
    [filed.missable.length > 0 ? 2 : 0, () => takeBackAltered(stage, filed, random)],
  ])();
  await stage.sync();
}

/** A run that waits for a file that no one has. */
const waitsFor = (filed: FiledPayroll, rows: readonly PayRunRecord[]): PaidRun | undefined =>
  filed.runs
    .filter((run) => !run.gone && rows.some((row) => row.tag === tagOf(run)))
    .find((run) => filed.missingBefore(run) !== undefined);

/** No one has the file of a pay date, and someone posts the difference with the next one. */
async function missAFile(stage: Stage, filed: FiledPayroll): Promise<void> {
  const { what, periods } = filed.loseAFile();
  stage.log(`payroll: ${what}`);
  if (periods.length === 0) return;
  await stage.deliver(periods);
  await stage.sync();
  const waits = waitsFor(filed, await held(stage));
  if (waits) await postDifference(stage, filed, waits);
}

const held = (stage: Stage): Promise<readonly PayRunRecord[]> =>
  stage
    .database()
    .read((rows) => rows.findBy(PayRunRecord, { companyId: stage.company().id }))
    .then((rows) => rows.filter(({ state }) => state === 'held' || state === 'changed'));

/** What was paid before the files is to be said. Approved instead, it would be posted as nothing. */
const asksBefore = (filed: FiledPayroll, { tag }: PayRunRecord): boolean =>
  filed.runs.some((run) => tagOf(run) === tag && filed.questions.asksBefore(run));

async function answerSetting(stage: Stage, filed: FiledPayroll, random: Random): Promise<void> {
  // A backup would bring back what was open.
  const question = filed.mayWithdraw ? filed.answers.answer(random) : undefined;
  if (question === undefined) return;
  stage.log(`someone answers: ${question}`);
  stage.report.reach('a setting of files was answered');
  await stage.changePolicy(settingsOfFiles(stage.company().policy, filed));
}

interface Asked {
  readonly row: PayRunRecord;
  readonly code: string;
}

async function approve(stage: Stage, filed: FiledPayroll, { row, code }: Asked): Promise<void> {
  stage.auditor.approved.add(`${row.tag} ${code}`);
  // What it waits for, or what waits with it, may say that its pay has another day.
  for (const run of filed.everUnder(row.tag))
    if (tagOf(run) !== row.tag || filed.files.isAwaited(run)) stage.auditor.altered.add(run.id);
  stage.report.reach('a question of files was approved');
  const process = stage.process(0);
  await stage.attempt(process, `approve ${code} of ${row.tag}`, async () => {
    const company = await process.companies.find(stage.company().id);
    const at = { company, year: row.year, period: row.period };
    const ref = adjustmentShape.test(row.tag)
      ? { ...at, adjustment: `${row.kind}${row.number === null ? '' : `-${row.number}`}` }
      : { ...at, paid: payKeyOf(row) };
    return (await process.acts.approve(ref, { who, reason: 'as drawn', hold: code })).run.state;
  });
}

/** Some file is missing for good, and what the year to date has of it is paid with the next one. */
async function postDifference(stage: Stage, filed: FiledPayroll, run: PaidRun): Promise<void> {
  const missing = filed.missingBefore(run);
  const before = await differences(stage);
  const process = stage.process(0);
  await stage.attempt(process, `post the difference with ${tagOf(run)}`, async () => {
    const company = await process.companies.find(stage.company().id);
    const ref = { company, year: Math.floor(run.period / 12), period: run.period % 12 };
    const paid = payKeyOf({ tag: tagOf(run), datedOn: run.datedOn });
    const given = { who, reason: 'as drawn', hold: 'year_to_date_differs' };
    return (await process.acts.postDifference({ ...ref, paid }, given)).run.state;
  });
  if (missing === undefined || (await differences(stage)) === before) return;
  stage.report.reach('a difference was posted');
  filed.differencePosted(missing, run);
}

const differences = (stage: Stage): Promise<number> =>
  stage
    .database()
    .read((rows) => rows.findBy(PayrollFile, { companyId: stage.company().id, bytes: 0 }))
    .then(({ length }) => length);
