import type { Company } from '../../companies/company.js';
import { today } from '../../ground/clock.js';
import { type Problem, problem } from '../../ground/problem.js';
import { taxYearOf } from '../../journal/nouns/dates.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { isAdjustment } from '../../record/runs/adjustment.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { isOpenYear } from '../../sync/facts/open-years.js';
import type { Who } from '../act.js';
import { acting, type Logging } from '../acting.js';
import { clientsNamed, eraseClientNames } from './client-names.js';
import { eraseThem } from './erasers.js';
import { folded } from './names-in-words.js';
import { type KeptPerson, peopleKept } from './people-kept.js';
import { othersIn, pays, type Theirs } from './theirs.js';

interface Erasing {
  readonly who: Who;
  /** An address of theirs, in the books or by payroll id, or any name that payslips, files or the books have for them. */
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
    const all = await rows.find(PayRunRecord, {
      where: { companyId: company.id },
      order: { datedOn: 'ASC', tag: 'ASC' },
    });
    const closed = all.filter((run) => isClosed(run, day));
    const people = await peopleKept(rows, company.id, all);
    const them = personIn(company, people.filter(isPaid(closed, day)), person);
    const theirs = theirsIn(company, { all, closed, people, them, day });
    const paid = closed.filter((run) => !isAdjustment(run) && pays(run, theirs));
    const years = [...new Set([...paid.map(({ year }) => year), ...yearsPaid(them, day)])].sort((a, b) => a - b);
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

/** The closed tax years in which files pay them, also where no pay run came of it. */
const yearsPaid = ({ paidOn }: KeptPerson, day: string): readonly number[] =>
  paidOn.map(taxYearOf).filter((year) => isClosed({ year }, day));

function isPaid(closed: readonly PayRunRecord[], day: string): (person: KeptPerson) => boolean {
  const users = new Set(closed.flatMap(({ mapped }) => mapped?.paid ?? []).map(({ user }) => pathOf(user)));
  return (person) => [...person.paths].some((path) => users.has(path)) || yearsPaid(person, day).length > 0;
}

interface Paid {
  readonly all: readonly PayRunRecord[];
  readonly closed: readonly PayRunRecord[];
  readonly people: readonly KeptPerson[];
  readonly them: KeptPerson;
  readonly day: string;
}

function theirsIn(company: Company, { all, closed, people, them, day }: Paid): Theirs {
  const { id: companyId, connectionId } = company;
  const { paths, names } = them;
  const lastYear = Math.max(...closed.map(({ year }) => year), ...yearsPaid(them, day));
  const named = {
    companyId,
    connectionId,
    paths,
    names,
    everybody: false,
    others: [...othersIn(company), ...people.flatMap((one) => (one === them ? [] : one.names))],
    tags: new Set(closed.map(({ tag }) => tag)),
    until: `${lastYear}-04-05`,
    paying: new Set<string>(),
    stay: paths,
    haveAllLeft: false,
  };
  const isPaidLater = them.paidOn.some((paidOn) => !isClosed({ year: taxYearOf(paidOn) }, day));
  const haveAllLeft = !isPaidLater && !all.some((run) => !closed.includes(run) && pays(run, named));
  return {
    ...named,
    haveAllLeft,
    stay: haveAllLeft ? new Set() : paths,
    paying: new Set(closed.filter((run) => pays(run, named)).map(({ tag }) => tag)),
  };
}

const isClosed = ({ year }: Pick<PayRunRecord, 'year'>, day: string) => !isOpenYear(year, day) && `${year}-04-05` < day;

/** By address, else by any name; if several people have that name, only an address will do. */
export function personIn(company: Company, people: readonly KeptPerson[], person: string): KeptPerson {
  const at = people.find(({ paths }) => paths.has(person) || paths.has(pathOf(person)));
  if (at) return at;
  const isMeant = (name: string) => folded(name).trim() === folded(person).trim();
  const [only, ...others] = people.filter(({ names }) => names.some(isMeant));
  if (only === undefined) throw notPaidHere(company);
  if (others.length > 0)
    throw namesakes(
      company,
      [only, ...others].map(({ paths }) => [...paths].join(' or ')),
    );
  return only;
}

function notPaidHere({ name }: Company): Problem {
  return problem('not-paid', {
    detail: `${name}: no pay run of a closed tax year pays that person.`,
    todo: 'Give the name as payslips or files have it, or the address of the person in the books. What is not closed yet stays as payroll has it.',
  });
}

function namesakes({ name }: Company, paths: readonly string[]): Problem {
  return problem('several-people', {
    detail: `${name}: ${paths.join(', ')} are paid under it.`,
    todo: 'Name the person by the address in the books.',
  });
}
