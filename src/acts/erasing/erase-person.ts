import type { Company } from '../../companies/company.js';
import { type KeptSurroundings, surroundingsFact } from '../../companies/surroundings.js';
import { today } from '../../ground/clock.js';
import { readFact } from '../../ground/facts.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { isAdjustment } from '../../record/runs/adjustment.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { isOpenYear } from '../../sync/facts/open-years.js';
import type { Who } from '../act.js';
import { acting, type Logging } from '../acting.js';
import { clientsNamed, eraseClientNames } from './client-names.js';
import { eraseThem } from './erasers.js';
import { folded } from './names-in-words.js';
import { namesIn, othersIn, pays, type Theirs } from './theirs.js';

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
 * still has the open years, and the next sync would bring them back.
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
    const path = personIn(company, closed, person);
    const theirs = theirsIn(company, { all, closed, path, users: await usersOf(rows, company.id) });
    const paid = closed.filter((run) => !isAdjustment(run) && pays(run, theirs));
    const years = [...new Set(paid.map(({ year }) => year))].sort((a, b) => a - b);
    const clients = await clientsNamed(rows, theirs);
    const carries = await eraseThem(rows, theirs);
    await eraseClientNames(database, rows, clients, who);
    const answer = `name and pay of one person in ${paid.length} pay runs of the tax years that end in ${years.join(', ')}`;
    const value = { company: company.name, payRuns: paid.length, years };
    return { value, line: { companyId: company.id, act: 'erase', answer, carries } };
  });
  await database.forgetErased();
  return value;
}

interface Paid {
  readonly all: readonly PayRunRecord[];
  readonly closed: readonly PayRunRecord[];
  readonly path: string;
  /** As the books have them now: words may use a name that they took later. */
  readonly users: readonly { readonly user: string; readonly name: string }[];
}

function theirsIn(company: Company, { all, closed, path, users }: Paid): Theirs {
  const { id: companyId, connectionId } = company;
  const paths = new Set([path]);
  const everyone = [...all.flatMap(({ mapped }) => mapped?.paid ?? []), ...users];
  const named = {
    ...{ companyId, connectionId, paths, everybody: false },
    names: namesIn(everyone.filter(({ user }) => pathOf(user) === path)),
    others: [...othersIn(company), ...namesIn(everyone.filter(({ user }) => pathOf(user) !== path))],
    tags: new Set(closed.map(({ tag }) => tag)),
    until: `${Math.max(...closed.map(({ year }) => year))}-04-05`,
    paying: new Set<string>(),
    ...{ stay: paths, haveAllLeft: false },
  };
  const haveAllLeft = !all.some((run) => !closed.includes(run) && pays(run, named));
  return {
    ...{ ...named, haveAllLeft, stay: haveAllLeft ? new Set() : paths },
    paying: new Set(closed.filter((run) => pays(run, named)).map(({ tag }) => tag)),
  };
}

async function usersOf(rows: ReadRows, companyId: string): Promise<Paid['users']> {
  const kept = await readFact(rows, surroundingsFact(companyId));
  const { people } = kept === undefined ? { people: [] } : (JSON.parse(kept) as KeptSurroundings);
  return people.map(({ url, firstName, lastName }) => ({ user: url, name: `${firstName} ${lastName}` }));
}

const runsOf = (rows: ReadRows, companyId: string): Promise<readonly PayRunRecord[]> =>
  rows.find(PayRunRecord, { where: { companyId }, order: { datedOn: 'ASC', tag: 'ASC' } });

const isClosed = ({ year }: Pick<PayRunRecord, 'year'>, day: string) => !isOpenYear(year, day) && `${year}-04-05` < day;

/** By address, else by name; if several people have that name, only the address will do. */
export function personIn(company: Company, runs: readonly PayRunRecord[], person: string): string {
  const paid = runs.flatMap(({ mapped }) => mapped?.paid ?? []);
  const byPath = paid.find(({ user }) => user === person || pathOf(user) === person);
  if (byPath) return pathOf(byPath.user);
  const named = new Set(
    paid.filter(({ name }) => folded(name).trim() === folded(person).trim()).map(({ user }) => pathOf(user)),
  );
  const [only] = named;
  if (named.size === 1 && only !== undefined) return only;
  throw named.size === 0 ? notPaidHere(company) : namesakes(company, [...named]);
}

function notPaidHere({ name }: Company): Problem {
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
