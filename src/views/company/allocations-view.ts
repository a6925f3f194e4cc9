import type { Company } from '../../companies/company.js';
import type { AllocationRule } from '../../journal/nouns/allocation-of-cost.js';
import { costAccounts } from '../../journal/allocation/cost-accounts.js';
import { taxYearOf } from '../../journal/nouns/dates.js';
import type { Money } from '../../journal/nouns/money.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { today } from '../../ground/clock.js';
import type { Database } from '../../ground/database.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Viewer } from '../../access/viewer.js';
import { YearEnds } from '../year/year-end.js';

export interface AllocatedPerson {
  readonly user: string;
  readonly name: string;
  readonly director: boolean;
  /** Earliest first; with none, the policy's accounts apply. */
  readonly rules: readonly AllocationRule[];
}

/** Whose cost is split over which accounts, and what the tax year has cost on each. */
export interface AllocationsView {
  /** People who were paid lately or are allocated; only for viewers who may see pay. */
  readonly people: readonly AllocatedPerson[];
  readonly year: number;
  readonly cost: readonly { readonly account: string; readonly amount: Money }[];
}

const runsRead = 3;

export async function allocationsView(
  database: Database,
  viewer: Viewer,
  company: Company,
  asked?: number,
): Promise<AllocationsView> {
  const runs = await database.read((rows) =>
    rows.find(PayRunRecord, {
      where: { companyId: company.id, kind: 'payroll' },
      order: { year: 'DESC', period: 'DESC', datedOn: 'DESC' },
      take: runsRead,
    }),
  );
  const year = asked ?? runs[0]?.year ?? taxYearOf(today(database.clock));
  const totals = (await new YearEnds(database).find(viewer, company.id, year))?.totals ?? new Map<string, Money>();
  const cost = costAccounts(company.policy);
  return {
    people: viewer.pay ? peopleOf(company, runs) : [],
    year,
    cost: [...totals]
      .filter(([account]) => cost.has(account))
      .map(([account, amount]) => ({ account, amount }))
      .sort((a, b) => (a.account < b.account ? -1 : 1)),
  };
}

function peopleOf({ policy: { allocations } }: Company, runs: readonly PayRunRecord[]): readonly AllocatedPerson[] {
  const people = new Map<string, AllocatedPerson>();
  for (const { user, name, director } of runs.flatMap((run) => run.mapped?.paid ?? [])) {
    if (!people.has(pathOf(user))) people.set(pathOf(user), { user, name, director, rules: [] });
  }
  for (const [user, rules] of Object.entries(allocations)) {
    const known = people.get(pathOf(user)) ?? { user, name: user, director: false };
    people.set(pathOf(user), { ...known, rules: rules.toSorted((a, b) => (a.from < b.from ? -1 : 1)) });
  }
  return [...people.values()].sort((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}
