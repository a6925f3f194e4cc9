import { pick } from '../../ground/pick.js';
import { IsNull } from 'typeorm';
import type { Companies } from '../../companies/companies.js';
import type { Company } from '../../companies/company.js';
import { type KeptSurroundings, surroundingsFact } from '../../companies/surroundings.js';
import { readFact } from '../../ground/facts.js';
import type { ReadRows } from '../../ground/rows.js';
import { comesAsFiles } from '../../journal/policy/moves.js';
import { parseAdjustmentTag } from '../../journal/nouns/adjustment.js';
import { withoutSuffix } from '../../journal/nouns/chart.js';
import { taxMonthOf, taxMonthRange, taxYearOf } from '../../journal/nouns/dates.js';
import { sourceIn } from '../../journal/nouns/identity.js';
import { Money } from '../../journal/nouns/money.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { adjustmentDueOn } from '../../journal/paye/bills.js';
import type { Policy } from '../../journal/policy/policy.js';
import { ControlNoteRow } from '../../record/controls.entity.js';
import { type Adjustment, isAdjustment, isPayroll } from '../../record/runs/adjustment.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord, type RunState } from '../../record/runs/pay-run.entity.js';
import { isStanding, Posting, type StoredLine } from '../../record/runs/posting.entity.js';
import { runLines } from '../../record/runs/run-lines.js';
import { yearsOf } from '../../views/checks/paye-tie.js';
import { schemesOf } from '../../views/checks/scheme-years.js';
import { lineOf } from './lines.js';
import { beforeIn } from './scheme.js';
import { waitingOf } from './waiting.js';
import type {
  AdjustmentFacts,
  ChargedLine,
  CompanyFacts,
  LiabilityKind,
  Line,
  MonthFacts,
  Note,
  PostedLine,
  RunFacts,
  WaitingAdjustment,
} from '../judge/facts.js';

/** What our records hold of a company: everything but the balances of its books, and its bank. */
export async function factsOf(
  rows: ReadRows,
  companies: Companies,
  company: Company,
  on: string,
  since: 'cut_over' | 'first_day' = 'cut_over',
): Promise<CompanyFacts> {
  const { id: companyId, policy, startDate = '' } = company;
  const all = await rows.find(PayRunRecord, { where: { companyId }, order: { datedOn: 'ASC' } });
  const from = since === 'cut_over' && (policy.postFrom ?? '') > startDate ? (policy.postFrom ?? '') : startDate;
  const runs = all.filter((run) => isPayroll(run) && counts(run, from));
  const start = startOf(from, runs[0]?.datedOn ?? on);
  const postings = (await rows.findBy(Posting, { companyId })).filter(isStanding);
  const notes = await rows.findBy(ControlNoteRow, { companyId, endedAt: IsNull() });
  const years = comesAsFiles(policy) ? await schemesOf(rows, company) : undefined;
  const waiting = waitingOf(all.filter(isAdjustment), postings.filter(isOnce), { company, start, on, years });
  return {
    on,
    start,
    policy: policy.controls,
    kinds: await kindsOf(companies, company, runs),
    runs: runs.map((run) => runFacts(run, postings, company)),
    adjustments: adjustmentsOf(all.filter(isAdjustment), postings, { company, start }),
    ...(years && {
      scheme: { account: policy.accounts.payeNi, years, before: beforeIn(years, all, { company, start }) },
    }),
    waiting,
    months: withoutWaiting(await monthsOf(rows, companyId, { start, on }), waiting),
    notes: notes.map(noteOf),
    names: new Map(
      runs.flatMap(({ mapped }) =>
        (mapped?.paid ?? []).map(({ user, name }) => [pathOf(user), { name, user }] as const),
      ),
    ),
    ...(await chartOf(rows, companyId)),
  };
}

/** What was there before the tax month of the first pay run is brought forward: none of it was ever charged. */
function startOf(from: string, firstPaid: string): string {
  const month = taxMonthRange(taxYearOf(firstPaid), taxMonthOf(firstPaid)).from;
  return from > month ? from : month;
}

/** A policy may have changed since a run was posted, and an account may have had another purpose then. */
async function kindsOf(
  companies: Companies,
  company: Company,
  runs: readonly PayRunRecord[],
): Promise<ReadonlyMap<string, LiabilityKind>> {
  const versions = new Set(runs.map(({ policyVersion }) => policyVersion));
  versions.delete(company.policyVersion);
  const kinds = new Map<string, LiabilityKind>();
  // A version that is gone is read as today's.
  for (const version of versions) {
    const then = await companies.policyAt(company.id, version).catch(() => company.policy);
    for (const [account, kind] of liabilitiesOf(then)) kinds.set(account, kind);
  }
  for (const [account, kind] of liabilitiesOf(company.policy)) kinds.set(account, kind);
  return kinds;
}

/** The kind of liability that each account of the policy holds. */
export function liabilitiesOf({
  accounts,
  layout,
}: Pick<Policy, 'accounts' | 'layout'>): ReadonlyMap<string, LiabilityKind> {
  const kinds = new Map<string, LiabilityKind>([
    [accounts.otherDeductions, 'other'],
    [accounts.pensionCreditor, 'pension'],
    [accounts.payeNi, 'paye'],
    [accounts.netPay, 'pay'],
  ]);
  if (typeof layout === 'object' && 'liabilityCategory' in layout.merged)
    kinds.set(layout.merged.liabilityCategory, 'pay');
  return kinds;
}

const withoutPayslips: readonly RunState[] = ['nothing', 'not_ready', 'overdue'];

/** A run paid before the cut-over, or before the first day of the books, is in the balance brought forward. */
function counts({ state, datedOn, gone, journalSet }: PayRunRecord, start: string): boolean {
  if (gone && journalSet === null) return false;
  return datedOn >= start && !withoutPayslips.includes(state);
}

const byOthers: readonly RunState[] = ['agrees', 'before_cutover'];
const perhaps: readonly RunState[] = ['ignored', 'differs', 'in_doubt'];

/** Why a run is not in the books, and what to do. */
const waiting: Partial<Record<RunState, readonly [string, string]>> = {
  held: ['it is held', 'Decide on the pay run what is held.'],
  ready: ['it waits for a person to post it', 'Post it on the pay run.'],
  refused: ['the books refused it', 'The pay run says why, and what to do.'],
  ignored: ['it was ignored', 'Post it in the books by hand, or post the pay run anyway.'],
  differs: ['the books have something else', 'Compare them on the pay run.'],
  drift: ['its journal is missing', 'Put it back on the pay run.'],
  in_doubt: ['the service did not answer', 'Nothing to do: we are looking for it.'],
};
const usualWaiting = ['it is not posted yet', 'Look at the pay run.'] as const;

function runFacts(run: PayRunRecord, postings: readonly Posting[], company: Company): RunFacts {
  const { year, period, datedOn, state, tag } = run;
  const all = postings.filter(({ runTag }) => runTag === tag);
  const own = all.filter(isOnce);
  const doubled = all.filter((one) => !isOnce(one)).flatMap(postedOf);
  const posted = own.length > 0 ? own.flatMap(postedOf) : undefined;
  const mapped = run.gone ? [] : linesOf(run, own, company.policy);
  const [waits, todo] = waiting[state] ?? usualWaiting;
  return {
    year,
    period,
    datedOn,
    fromSource: sourceIn(tag),
    waits,
    todo,
    // A journal that was erased after the retention counts as it was posted.
    lines:
      run.mapped === null && !run.gone && posted !== undefined ? posted.map((line) => ({ ...line, from: [] })) : mapped,
    ...(posted && { posted }),
    ...(doubled.length > 0 && { doubled }),
    inBooks: posted !== undefined || byOthers.includes(state) ? 'yes' : perhaps.includes(state) ? 'perhaps' : 'no',
    isInDoubt: state === 'in_doubt',
    altered: alteredIn(run, own, doubled.length > 0),
  };
}

const isOnce = ({ state }: Posting): boolean => state !== 'doubled';

const chargedOf = (line: StoredLine): ChargedLine => ({ ...lineOf(line), from: line.from ?? [] });

const postedOf = ({ datedOn, journalSet, lines }: Posting): readonly PostedLine[] =>
  lines.map((line) => ({ ...lineOf(line), datedOn, journalSet }));

/** What the books showed of it that was not posted so, when they were last compared. */
function alteredIn({ plan }: PayRunRecord, own: readonly Posting[], isDoubled: boolean): readonly Line[] {
  if (plan?.kind !== 'drift' || own.length === 0) return [];
  if (plan.what === 'doubled') return isDoubled ? [] : (own.at(-1)?.lines ?? []).map(lineOf);
  // A set that was given another date moves no amount, only its day.
  const ofAccounts = plan.differences.filter(({ account }) => account !== 'date');
  return ofAccounts.map(({ account, user, before, after }) => ({
    ...lineOf({ category: account, debit: after, description: '', ...(user !== undefined && { user }) }),
    amount: Money.parse(before).minus(Money.parse(after)),
  }));
}

/** A held run has no journal yet, so its totals are charged to the usual accounts. */
function linesOf(run: PayRunRecord, postings: readonly Posting[], { accounts }: Policy): readonly ChargedLine[] {
  const lines = runLines(run, postings);
  if (lines.length > 0 || run.state !== 'held') return lines.map(chargedOf);
  const paid = (run.mapped?.paid ?? []).map(({ user, net }) => ({
    account: accounts.netPay,
    userPath: pathOf(user),
    amount: Money.parse(net),
    from: [],
  }));
  const totals = [
    { account: accounts.payeNi, amount: run.taxAuthority, from: [] },
    { account: accounts.pensionCreditor, amount: run.pension, from: [] },
    { account: accounts.otherDeductions, amount: run.other, from: [] },
  ];
  return [...paid, ...totals].filter(({ amount }) => !amount.isZero());
}

function adjustmentsOf(
  adjustments: readonly Adjustment[],
  postings: readonly Posting[],
  { company, start }: { readonly company: Company; readonly start: string },
): readonly AdjustmentFacts[] {
  return postings.flatMap((posting): AdjustmentFacts[] => {
    const parsed = parseAdjustmentTag(company.prefix, posting.tag);
    if (parsed === undefined || posting.datedOn < start) return [];
    const { year, period, kind } = parsed;
    const row = adjustments.find(({ tag }) => tag === posting.runTag);
    const entered = { year, period, ...(row?.dueOn && { dueOn: row.dueOn }) };
    const dueOn = kind === 'recovery' ? '' : adjustmentDueOn({ ...entered, kind }, company.policy.controls);
    const inPayment = row?.inPayment ?? false;
    return [
      {
        year,
        period,
        kind,
        dueOn,
        inPayment,
        tag: posting.runTag,
        lines: postedOf(posting),
        ...(!isOnce(posting) && { isDoubled: true }),
      },
    ];
  });
}

/** A difference between payroll's own payment and the journals counts only if it is recovered statutory pay. */
async function monthsOf(
  rows: ReadRows,
  companyId: string,
  { start, on }: { readonly start: string; readonly on: string },
): Promise<readonly MonthFacts[]> {
  const columns = ['year', 'period', 'cis', 'readAt', 'goneAt'] as const;
  const found = await rows.select(PayPeriodRecord, columns, {
    where: { companyId },
    order: { year: 'ASC', period: 'ASC' },
  });
  const months: MonthFacts[] = [];
  for (let year = taxYearOf(start); year <= taxYearOf(on); year++) {
    const ties = (await yearsOf(rows, [companyId], year)).get(companyId) ?? [];
    for (const { period, cis } of found.filter((one) => one.year === year && one.readAt !== null && !one.goneAt)) {
      const tie = ties.find((one) => one.period === period);
      const gap = tie?.verdict === 'explained' ? tie.difference.negated() : Money.zero;
      months.push({ year, period, cisSuffered: cis, ...(gap.isPositive() && { gap }) });
    }
  }
  return months;
}

/** A recovery that waits is a cause by itself. */
const withoutWaiting = (months: readonly MonthFacts[], waiting: readonly WaitingAdjustment[]): readonly MonthFacts[] =>
  months.map(({ gap, ...month }) => {
    const isKnown = waiting.some(
      ({ kind, year, period }) => kind === 'recovery' && year === month.year && period === month.period,
    );
    return gap === undefined || isKnown ? month : { ...month, gap };
  });

const noteOf = (row: ControlNoteRow): Note => ({
  ...pick(row, ['account', 'kind', 'item', 'amount', 'reason']),
  ...(row.userPath !== '' && { userPath: row.userPath }),
  as: row.namedAs,
  ...(row.dueOn !== null && { dueOn: row.dueOn }),
});

async function chartOf(rows: ReadRows, companyId: string): Promise<Pick<CompanyFacts, 'chart'>> {
  const kept = await readFact(rows, surroundingsFact(companyId));
  if (kept === undefined) return {};
  return { chart: new Set((JSON.parse(kept) as KeptSurroundings).accounts.map(({ code }) => withoutSuffix(code))) };
}
