import { In, IsNull } from 'typeorm';
import type { Company } from '../../companies/company.js';
import type { ReadRows } from '../../ground/rows.js';
import { inWords } from '../../journal/nouns/dates.js';
import { isNamesake, isUntold, paidApart, type PaidInFile } from '../../payrolls/files/namesakes.js';
import { partsOf, proposals } from '../../payrolls/files/propose-person.js';
import { keyOf } from '../../payrolls/files/year-to-date.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import { type NamedPerson, peopleOf } from '../lists/names-in-books.js';

/** A person whom files pay, by payroll id, or by name if the files have none. */
export interface PayrollPerson {
  readonly id: string;
  /** The name in the latest file. */
  readonly name: string;
  /** Of two people of one name without a payroll id: how much pay this one had by the first day. */
  readonly toDate?: string;
  /** Who that is in the books, once someone has confirmed it. */
  readonly user?: string;
  readonly userName?: string;
  /** The only person with an agreeing name, if there is exactly one: a proposal to be confirmed. */
  readonly proposed?: string;
  readonly proposedName?: string;
}

export interface PayrollPeople {
  readonly people: readonly PayrollPerson[];
  /** Everyone in the books, as last read: none before the first sync that found someone paid. */
  readonly inBooks: readonly NamedPerson[];
}

/** The people that a company's files paid in their last two tax years, and who they are in its books. */
export async function payrollPeople(
  rows: ReadRows,
  { id: companyId, policy }: Pick<Company, 'id' | 'policy'>,
): Promise<PayrollPeople> {
  const inBooks = await peopleOf(rows, companyId);
  const nameOf = (user: string) => inBooks.find(({ url }) => url === user)?.name;
  const paid = [...(await paidInFiles(rows, companyId))];
  const isSaid = (id: string) => Object.hasOwn(policy.payrollPeople, id);
  const open = paid.filter(([id]) => !isSaid(id));
  // A person who is matched already is not proposed for another name.
  const taken = new Set(Object.values(policy.payrollPeople));
  const free = inBooks.filter(({ url }) => !taken.has(url)).map((one) => ({ url: one.url, name: surnameFirst(one) }));
  const found = proposals(
    open.map(([, { toCompare }]) => toCompare),
    free,
  );
  const proposedFor = new Map(open.map(([id], at) => [id, found[at]?.url]));
  const people = paid.map(([id, { name, toDate }]) => {
    const [user, proposed] = [isSaid(id) ? policy.payrollPeople[id] : undefined, proposedFor.get(id)];
    return {
      id,
      name,
      ...(toDate !== undefined && { toDate }),
      ...(user !== undefined && { user, userName: nameOf(user) }),
      ...(proposed !== undefined && { proposed, proposedName: nameOf(proposed) }),
    };
  });
  return { people: people.toSorted((a, b) => a.id.localeCompare(b.id, 'en-GB', { numeric: true })), inBooks };
}

/**
 * Of those that are chosen: whose name in the books is quite another than in the files, and of whom the reason says
 * nothing. It names the payroll id, as a reason for all of a change says nothing of one person in it.
 */
export function namedOtherwise(
  { people, inBooks }: PayrollPeople,
  chosen: Readonly<Record<string, string>>,
  reason: string,
): readonly { readonly id: string; readonly name: string; readonly userName: string }[] {
  return people.flatMap(({ id, name }) => {
    const user = Object.hasOwn(chosen, id) ? inBooks.find(({ url }) => url === chosen[id]) : undefined;
    const isSame = user === undefined || isAlike(name, user.name) || isNamedIn(reason, id);
    return isSame ? [] : [{ id, name, userName: user.name }];
  });
}

/** E1 is not named by E12. */
const isNamedIn = (reason: string, id: string): boolean =>
  reason
    .split(id)
    .some((before, at, all) => at + 1 < all.length && !/\w$/.test(before) && !/^\w/.test(all[at + 1] ?? ''));

/** One part of the names in common is enough: people marry, and shorten their first names. */
const isAlike = (a: string, b: string): boolean => partsOf(a).some((part) => partsOf(b).includes(part));

interface InFiles {
  readonly name: string;
  /** An FPS says which is the surname; a report does not. */
  readonly toCompare: string;
  readonly toDate?: string | undefined;
}

async function paidInFiles(rows: ReadRows, companyId: string): Promise<ReadonlyMap<string, InFiles>> {
  const where = { companyId, kind: In(['fps', 'report'] as const), withdrawnAt: IsNull() };
  const years = (await rows.select(PayrollFile, ['year'], { where })).map(({ year }) => year);
  const last = Math.max(0, ...years);
  const files = await rows.find(PayrollFile, {
    where: { ...where, year: In([last, last - 1]) },
    order: { receivedAt: 'ASC', id: 'ASC' },
  });
  const found = new Map<string, InFiles>();
  for (const year of [last - 1, last]) {
    const ofYear = files.filter((file) => file.year === year);
    for (const [at, paid] of paidApart(ofYear).entries())
      for (const one of paid.filter((payment) => !isUntold(payment))) {
        const name = `${one.firstName} ${one.lastName}`.trim();
        const toDate = found.get(keyOf(one))?.toDate ?? toDateOf(one);
        found.set(keyOf(one), { name, toCompare: ofYear[at]?.kind === 'fps' ? surnameFirst(one) : name, toDate });
      }
  }
  return found;
}

/** It tells the person from another of that name, which no name and no id in the file does. */
const toDateOf = (one: PaidInFile): string | undefined =>
  isNamesake(one) && 'toDate' in one
    ? `${one.toDate.taxable.inPounds()} of pay this tax year by ${inWords(one.paidOn)}`
    : undefined;

const surnameFirst = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${lastName}, ${firstName}`;
