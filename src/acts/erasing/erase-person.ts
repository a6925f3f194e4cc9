import { In } from 'typeorm';
import type { Company } from '../../companies/company.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { pathOf } from '../../journal/pay-run.js';
import type { Carried } from '../../record/log/carried.js';
import { isAdjustment } from '../../record/runs/adjustment.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { PayRunRecord, type StoredMapping } from '../../record/runs/pay-run.entity.js';
import { Posting, type StoredLine } from '../../record/runs/posting.entity.js';
import { Write } from '../../record/runs/write.entity.js';
import { isOpenYear } from '../../sync/open-years.js';
import { today } from '../../ground/clock.js';
import type { Who } from '../act.js';
import { acting, type Logging } from '../acting.js';
import { eraseNextToPayroll, namesAny, pays } from './erase-next-to-payroll.js';

interface Erasing {
  readonly who: Who;
  /** The person's user address in the books, or the name as payslips have it. */
  readonly person: string;
}

export interface ErasedPerson {
  readonly company: string;
  readonly payRuns: number;
  /** Tax years, by the year they end in. */
  readonly years: readonly number[];
}

/**
 * Erases one person's name and pay from the tax years that are closed; the log, its hashes and the totals stay. Payroll
 * still has what is open, and the next sync would bring it back.
 */
export async function erasePerson(
  { database, log }: Logging,
  company: Company,
  { who, person }: Erasing,
): Promise<ErasedPerson> {
  const { value } = await acting({ database, log }, who, async (rows) => {
    const day = today(database.clock);
    const all = await runsOf(rows, company.id);
    const closed = all.filter((run) => isClosed(run, day));
    const user = personIn(company, closed, person);
    const isTheirs = (url: string | undefined) => url !== undefined && pathOf(url) === user;
    const tags = closed.map(({ tag }) => tag);
    const names = namesIn(closed, isTheirs);
    const carries: Carried[] = [
      ...(await eraseNextToPayroll(rows, {
        ...{ companyId: company.id, names, isTheirs, tags: new Set(tags) },
        paying: new Set(closed.filter((run) => pays(run, isTheirs)).map(({ tag }) => tag)),
        until: `${Math.max(...closed.map(({ year }) => year))}-04-05`,
        stays: all.some((run) => !isClosed(run, day) && pays(run, isTheirs)),
      })),
    ];
    const years = new Set<number>();
    let payRuns = 0;
    for (const run of closed) {
      const mapped = run.mapped && withoutPerson(run.mapped, isTheirs);
      const roles = without(run.roles, isTheirs);
      if (!mapped || sameText([mapped, roles], [run.mapped, run.roles])) continue;
      // The recovery of a person's statutory pay names them too.
      await rows.update(PayRunRecord, { companyId: company.id, tag: run.tag }, { mapped, roles, plan: null });
      if (isAdjustment(run)) continue;
      payRuns++;
      years.add(run.year);
    }
    carries.push(...(await erasePeriods(rows, company.id, years, isTheirs)));
    carries.push(...(await eraseSets(rows, company.id, tags, isTheirs)));
    carries.push(...(await eraseDecisions(rows, company.id, { tags: new Set(tags), names, isTheirs })));
    const inOrder = [...years].sort((a, b) => a - b);
    const answer = `name and pay of one person in ${payRuns} pay runs of the tax years that end in ${inOrder.join(', ')}`;
    const value = { company: company.name, payRuns, years: inOrder };
    return { value, line: { companyId: company.id, act: 'erase', answer, carries } };
  });
  return value;
}

const runsOf = (rows: ReadRows, companyId: string): Promise<readonly PayRunRecord[]> =>
  rows.find(PayRunRecord, { where: { companyId }, order: { datedOn: 'ASC', tag: 'ASC' } });

const isClosed = ({ year }: Pick<PayRunRecord, 'year'>, day: string) => !isOpenYear(year, day) && `${year}-04-05` < day;

function namesIn(runs: readonly PayRunRecord[], isTheirs: Theirs): readonly string[] {
  const paid = runs.flatMap(({ mapped }) => mapped?.paid ?? []).filter(({ user }) => isTheirs(user));
  return [...new Set(paid.map(({ name }) => name.trim()))].filter((name) => name !== '');
}

/** By address, else by name; if several people have that name, only the address will do. */
export function personIn(company: Company, runs: readonly PayRunRecord[], person: string): string {
  const paid = runs.flatMap(({ mapped }) => mapped?.paid ?? []);
  const byPath = paid.find(({ user }) => user === person || pathOf(user) === person);
  if (byPath) return pathOf(byPath.user);
  const named = new Set(paid.filter(({ name }) => name === person).map(({ user }) => pathOf(user)));
  const [only] = named;
  if (named.size === 1 && only !== undefined) return only;
  throw named.size === 0 ? nobody(company) : namesakes(company, [...named]);
}

type Theirs = (url: string | undefined) => boolean;

const ofOthers = (lines: readonly StoredLine[], isTheirs: Theirs) =>
  lines.filter(({ user, payslip }) => !isTheirs(user) && !isTheirs(payslip));

function withoutPerson(mapped: StoredMapping, isTheirs: Theirs): StoredMapping {
  const remarks = (of: StoredMapping['holds']) => of.filter(({ payslip }) => !isTheirs(payslip));
  return {
    ...mapped,
    lines: ofOthers(mapped.lines, isTheirs),
    holds: remarks(mapped.holds),
    warnings: remarks(mapped.warnings),
    paid: mapped.paid.filter(({ user }) => !isTheirs(user)),
  };
}

const without = (roles: Readonly<Record<string, string>>, isTheirs: Theirs) =>
  Object.fromEntries(Object.entries(roles).filter(([url]) => !isTheirs(url)));

const sameText = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

async function erasePeriods(
  rows: Rows,
  companyId: string,
  years: ReadonlySet<number>,
  isTheirs: Theirs,
): Promise<readonly Carried[]> {
  const carries: Carried[] = [];
  const periods = years.size === 0 ? [] : await rows.findBy(PayPeriodRecord, { companyId, year: In([...years]) });
  for (const { year, period, document } of periods) {
    const kept = document?.without((user) => isTheirs(user));
    if (!kept) continue;
    // The hash of what is left, which the log carries from now on.
    const { contentHash } = kept;
    await rows.update(PayPeriodRecord, { companyId, year, period }, { document: kept, contentHash });
    carries.push(['period', `${year}-${period}`]);
  }
  return carries;
}

async function eraseSets(
  rows: Rows,
  companyId: string,
  tags: readonly string[],
  isTheirs: Theirs,
): Promise<readonly Carried[]> {
  const carries: Carried[] = [];
  for (const runTag of tags) {
    for (const { id, lines, roles } of await rows.findBy(Posting, { companyId, runTag })) {
      const left = { lines: ofOthers(lines, isTheirs), roles: without(roles, isTheirs) };
      if (sameText(left, { lines, roles })) continue;
      await rows.update(Posting, { id }, left);
      carries.push(['postings', runTag]);
    }
    for (const { id, target, before, roles } of await rows.findBy(Write, { companyId, runTag })) {
      const left = {
        target: { ...target, lines: ofOthers(target.lines, isTheirs) },
        before: before && { ...before, lines: ofOthers(before.lines, isTheirs) },
        roles: without(roles, isTheirs),
      };
      if (sameText(left, { target, before, roles })) continue;
      await rows.update(Write, { id }, left);
      carries.push(['writes', runTag]);
    }
  }
  return carries;
}

async function eraseDecisions(
  rows: Rows,
  companyId: string,
  { tags, names, isTheirs }: { tags: ReadonlySet<string>; names: readonly string[]; isTheirs: Theirs },
): Promise<readonly Carried[]> {
  const carries: Carried[] = [];
  for (const { id, tag, userPath, reason, figures } of await rows.findBy(Decision, { companyId })) {
    if (tag === null || !tags.has(tag)) continue;
    const theirs = isTheirs(userPath ?? undefined);
    if (!theirs && !namesAny(names, reason)) continue;
    // The words of a reason may name them and what they earn.
    const left = theirs ? { userPath: null, figures: null } : { userPath, figures };
    await rows.update(Decision, { id }, { reason: 'erased', ...left });
    carries.push(['decision', id]);
  }
  return carries;
}

function nobody({ name }: Company): Problem {
  return problem('not-paid', {
    detail: `${name}: no pay run of a closed tax year pays that person.`,
    todo: 'Give the name as payslips have it, or the address of the person in the books. What is not closed yet stays as payroll has it.',
  });
}

function namesakes({ name }: Company, paths: readonly string[]): Problem {
  return problem('several-people', {
    detail: `${name}: ${paths.join(', ')} are paid under it.`,
    todo: 'Name the person by the address in the books.',
  });
}
