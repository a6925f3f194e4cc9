import { IsNull } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import type { Companies } from '../../companies/companies.js';
import type { Company } from '../../companies/company.js';
import { type KeptSurroundings, surroundingsFact } from '../../companies/surroundings.js';
import { readFact } from '../../ground/facts.js';
import { withoutSuffix } from '../../journal/chart.js';
import { parseAdjustmentTag } from '../../journal/adjustment.js';
import { liabilitiesOf } from '../../journal/controls/accounts.js';
import {
  type ChargedLine,
  type AdjustmentCharge,
  type CompanyFacts,
  type ControlNote,
  controlKey,
  type LiabilityKind,
  type MonthFacts,
  type RunCharged,
} from '../../journal/controls/company-facts.js';
import { Money } from '../../journal/money.js';
import { pathOf } from '../../journal/pay-run.js';
import type { ClaimedPay } from '../../journal/paye/claims.js';
import { paymentAfter } from '../../journal/paye/month.js';
import type { Policy } from '../../journal/policy.js';
import { ControlAccount, ControlNoteRow } from '../../record/control-account.entity.js';
import { PayPeriodRecord, TaxYearRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord, type RunState } from '../../record/runs/pay-run.entity.js';
import { isStanding, Posting, type StoredLine } from '../../record/runs/posting.entity.js';
import { runLines } from '../../record/runs/run-lines.js';
import { statutoryPayIn } from '../../views/checks/paye-tie.js';

/** What our records hold of a company: everything but balances and bank. */
export type StoredFacts = Omit<CompanyFacts, 'balances' | 'bank'>;

export async function storedFacts(
  rows: ReadRows,
  companies: Companies,
  company: Company,
  on: string,
): Promise<StoredFacts> {
  const { id: companyId } = company;
  const runs = await rows.find(PayRunRecord, { where: { companyId, kind: 'payroll' }, order: { datedOn: 'ASC' } });
  const postings = (await rows.findBy(Posting, { companyId })).filter(isStanding);
  const kindsOf = await kindsByVersion(companies, company, runs);
  const counted = runs.filter((run) => counts(run, company));
  const notes = await rows.findBy(ControlNoteRow, { companyId, endedAt: IsNull() });
  return {
    on,
    policy: company.policy.controls,
    runs: counted.map((run) => charged(run, postings, kindsOf.get(run.policyVersion) as Kinds, company)),
    months: await monthsOf(rows, companyId, runs),
    adjustments: postings.flatMap((posting) => adjustmentOf(posting, company)),
    notes: notes.map(noteOf),
    clearTo: await clearToOf(rows, companyId, on),
    chart: await chartOf(rows, companyId),
    names: new Map(
      runs.flatMap(({ mapped }) =>
        (mapped?.paid ?? []).map(({ user, name }) => [pathOf(user), { name, user }] as const),
      ),
    ),
  };
}

type Kinds = ReadonlyMap<string, LiabilityKind>;

/** A policy may have changed since a run was posted, and an account may have had another purpose then. */
async function kindsByVersion(
  companies: Companies,
  company: Company,
  runs: readonly PayRunRecord[],
): Promise<ReadonlyMap<number, Kinds>> {
  const kinds = new Map<number, Kinds>([[company.policyVersion, liabilitiesOf(company.policy)]]);
  for (const version of new Set(runs.map(({ policyVersion }) => policyVersion))) {
    if (!kinds.has(version)) kinds.set(version, liabilitiesOf(await policyOf(companies, company, version)));
  }
  return kinds;
}

/** A version that is gone is read as today's. */
async function policyOf(companies: Companies, company: Company, version: number): Promise<Policy> {
  return companies.policyAt(company.id, version).catch(() => company.policy);
}

const withoutPayslips: readonly RunState[] = ['nothing', 'not_ready', 'overdue'];

/** A run paid before the first day of the books is part of the opening balances. */
function counts({ state, datedOn, gone, journalSet }: PayRunRecord, { startDate = '' }: Company): boolean {
  if (gone && journalSet === null) return false;
  return datedOn >= startDate && !withoutPayslips.includes(state);
}

const postedByOthers: readonly RunState[] = ['agrees', 'before_cutover'];
const notByUs: readonly RunState[] = ['ignored', 'differs', 'in_doubt'];

function charged(run: PayRunRecord, postings: readonly Posting[], kinds: Kinds, company: Company): RunCharged {
  const own = postings.filter(({ runTag }) => runTag === run.tag);
  const posted = own.length > 0 ? own.flatMap(postedOf) : undefined;
  const mapped = run.gone ? [] : linesOf(run, own, company.policy);
  const inBooks =
    own.length > 0 || postedByOthers.includes(run.state) ? 'yes' : notByUs.includes(run.state) ? 'perhaps' : 'no';
  // A journal that was erased after the retention counts as it was posted.
  const lines = run.mapped === null && posted !== undefined ? posted : mapped;
  return { year: run.year, period: run.period, datedOn: run.datedOn, kinds, lines, posted, inBooks };
}

const lineOf = ({ category, user, debit, from = [] }: StoredLine): ChargedLine => ({
  account: withoutSuffix(category),
  ...(user !== undefined && { userPath: pathOf(user) }),
  amount: Money.parse(debit).negated(),
  from,
});

const postedOf = ({ datedOn, journalSet, lines }: Posting) =>
  lines.map((line) => ({ ...lineOf(line), datedOn, journalSet }));

/** A held run has no journal yet, so its totals are charged to the usual accounts. */
function linesOf(run: PayRunRecord, postings: readonly Posting[], { accounts }: Policy): readonly ChargedLine[] {
  const lines = runLines(run, postings);
  if (lines.length > 0 || run.state !== 'held') return lines.map(lineOf);
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

async function monthsOf(
  rows: ReadRows,
  companyId: string,
  runs: readonly PayRunRecord[],
): Promise<readonly MonthFacts[]> {
  const columns = ['year', 'period', 'cis', 'owedElsewhere', 'j814', 'readAt', 'goneAt'] as const;
  const periods = await rows.select(PayPeriodRecord, columns, {
    where: { companyId },
    order: { year: 'ASC', period: 'ASC' },
  });
  const years = await rows.findBy(TaxYearRecord, { companyId });
  const months: MonthFacts[] = [];
  for (const row of periods.filter(({ readAt, goneAt }) => readAt !== null && goneAt === null)) {
    const { year, period, cis, owedElsewhere, j814 } = row;
    const payments = years.find((one) => one.year === year)?.payments ?? [];
    const due = Money.tryParse(paymentAfter({ year, period }, payments)?.amountDue);
    const isOdd = due !== undefined && !j814.minus(cis).equals(due);
    // Documents are long, so they are read only where statutory pay may explain a difference.
    const isStatutory = runs.some(
      (run) => run.year === year && run.period === period && run.warningCodes.includes('statutory_recovery_not_posted'),
    );
    const statutoryPay = isOdd || isStatutory ? await statutoryOf(rows, companyId, year, period) : [];
    months.push({ year, period, cisSuffered: cis, owedElsewhere, statutoryPay, ...(due !== undefined && { due }) });
  }
  return months;
}

async function statutoryOf(
  rows: ReadRows,
  companyId: string,
  year: number,
  period: number,
): Promise<readonly ClaimedPay[]> {
  const [row] = await rows.select(PayPeriodRecord, ['document', 'year'], { where: { companyId, year, period } });
  return row ? statutoryPayIn(row) : [];
}

function adjustmentOf({ tag, datedOn, journalSet, lines }: Posting, { prefix }: Company): readonly AdjustmentCharge[] {
  const adjustment = parseAdjustmentTag(prefix, tag);
  if (adjustment === undefined) return [];
  const { year, period } = adjustment;
  return lines.map(lineOf).map(({ account, amount }) => ({ account, year, period, datedOn, amount, journalSet }));
}

const noteOf = (row: ControlNoteRow): ControlNote => ({
  account: row.account,
  ...(row.userPath !== '' && { userPath: row.userPath }),
  kind: row.kind,
  as: row.namedAs,
  amount: row.amount,
  ...(row.dueOn !== null && { dueOn: row.dueOn }),
  reason: row.reason,
});

async function chartOf(rows: ReadRows, companyId: string): Promise<ReadonlySet<string> | undefined> {
  const kept = await readFact(rows, surroundingsFact(companyId));
  if (kept === undefined) return undefined;
  return new Set((JSON.parse(kept) as KeptSurroundings).accounts.map(({ code }) => withoutSuffix(code)));
}

async function clearToOf(rows: ReadRows, companyId: string, on: string): Promise<ReadonlyMap<string, string>> {
  const found = await rows.select(ControlAccount, ['asOn', 'account', 'userPath', 'state'], {
    where: { companyId },
    order: { asOn: 'ASC' },
  });
  const clear = found.filter(({ asOn, state }) => asOn < on && (state === 'reconciled' || state === 'settled'));
  return new Map(clear.map(({ account, userPath, asOn }) => [controlKey(account, userPath), asOn]));
}
