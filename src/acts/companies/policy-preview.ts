import type { Viewer } from '../../access/viewer.js';
import type { Company } from '../../companies/company.js';
import type { Database } from '../../ground/database.js';
import { accountsTyped } from '../../journal/policy/accounts-in-policy.js';
import { begunBy } from '../../journal/allocation/allocation-list.js';
import { diff, type JournalDiff } from '../../journal/nouns/diff.js';
import { type MappedRun, mapPeriod } from '../../journal/mapping/mapper.js';
import { type Person, pathOf } from '../../journal/nouns/pay-run.js';
import type { Policy } from '../../journal/policy/policy.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { contextOf } from '../../sync/story/map-runs.js';
import { readKept } from '../../sync/steps/surroundings.js';
import { mustBeInChart } from '../accounts-in-chart.js';
import { mustBeFreeToComeFrom } from './change-policy.js';
import { type PreviewTools, recordedPayroll } from '../runs/recorded-payroll.js';

/** The effect of another policy on the last pay run. Nothing is written. */
export interface PolicyEffect {
  readonly run: Pick<PayRunRecord, 'companyId' | 'tag' | 'year' | 'period' | 'datedOn'>;
  readonly before: MappedRun;
  readonly after: MappedRun;
  readonly difference: JournalDiff;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Undefined while no payroll is at hand, and for people who may not see pay. `begun`: as if allocations that begin
 * later had begun by then. A posted run is shown as though it were posted by either policy, with the roles and
 * decisions it was posted with.
 */
export async function policyPreview(
  tools: PreviewTools,
  viewer: Pick<Viewer, 'pay'>,
  company: Company,
  proposed: Policy,
  options: { readonly begun?: boolean } = {},
): Promise<PolicyEffect | undefined> {
  const { database } = tools;
  // A policy that would be refused when saved needs no preview.
  await database.read(async (rows) => {
    await mustBeFreeToComeFrom(rows, company, proposed);
    await mustBeInChart(rows, company, accountsTyped(company.policy, proposed));
  });
  // The last pay run would not come from there.
  if (proposed.payroll.from !== company.policy.payroll.from) return undefined;
  // The effect is shown in figures, which are people's pay.
  if (!viewer.pay) return undefined;
  const run = await lastRun(database, company.id);
  if (run === undefined) return undefined;
  const around = (await readKept(database, company.id)) ?? { people: peopleOf(run), closed: [] };
  const record = { ...(await recordedPayroll(tools, company, run)), policies: new Map<number, Policy>() };
  const mapped = async (policy: Policy) => {
    const found = await contextOf({ ...record, company: { ...company, policy } }, run, around);
    return found && mapPeriod(found.period, found.context).runs.find((one) => one.tag === run.tag);
  };
  const allocations = options.begun ? begunBy(proposed.allocations, run.datedOn) : proposed.allocations;
  const [before, after] = [await mapped(company.policy), await mapped({ ...proposed, allocations })];
  if (before === undefined || after === undefined) return undefined;
  const names = new Map(after.people.map((person) => [person.user, person.name]));
  return { run, before, after, difference: diff(linesOf(before), linesOf(after)), names };
}

/** The last pay run before and after, as programs read it. */
export function effectRow({ run: { year, period, datedOn }, difference, after: { holds } }: PolicyEffect) {
  const accounts = difference.byAccount.map(({ code, before, after }) => ({ account: code, before, after }));
  return { run: { year, period, datedOn }, accounts, holds };
}

async function lastRun(database: Database, companyId: string): Promise<PayRunRecord | undefined> {
  const run = await database.read((rows) =>
    rows
      .createQueryBuilder(PayRunRecord, 'r')
      .where(`r.kind = 'payroll' AND r.companyId = :companyId`, { companyId })
      .andWhere(`r.state NOT IN ('not_ready', 'overdue', 'nothing')`)
      .orderBy('r.year', 'DESC')
      .addOrderBy('r.period', 'DESC')
      .addOrderBy('r.datedOn', 'DESC')
      .limit(1)
      .getOne(),
  );
  return run ?? undefined;
}

/** The people as they were when the run was mapped, if the company's users are not at hand. */
function peopleOf(run: PayRunRecord): ReadonlyMap<string, Person> {
  const people = run.mapped?.paid ?? [];
  return new Map(
    people.map(({ user, role, name }) => {
      const path = pathOf(user);
      return [path, { url: user, path, role, firstName: name, lastName: '' }];
    }),
  );
}

function linesOf({ journal, payRun }: MappedRun) {
  return { datedOn: journal?.datedOn ?? payRun.datedOn, lines: journal?.entries ?? [] };
}
