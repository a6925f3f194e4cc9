import { PolicyVersion } from '../../companies/policy-version.entity.js';
import { type KeptSurroundings, surroundingsFact } from '../../companies/surroundings.js';
import { readFact } from '../../ground/facts.js';
import type { ReadRows } from '../../ground/rows.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { paidApart } from '../../payrolls/files/namesakes.js';
import { keyOf } from '../../payrolls/files/year-to-date.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';
import { namesIn } from './theirs.js';

/**
 * A person with every name and address that something kept has for them. Files pay Edward Inkhorn as E7, who is matched
 * to Ed Quill, user 2: both names, `payroll:E7` and `/v2/users/2` are his.
 */
export interface KeptPerson {
  readonly paths: ReadonlySet<string>;
  readonly names: readonly string[];
  /** The pay dates in files. */
  readonly paidOn: readonly string[];
}

/** Everyone of whom a company's pay runs, files, matches or users have a name or an address. */
export async function peopleKept(
  rows: ReadRows,
  companyId: string,
  runs: readonly Pick<PayRunRecord, 'mapped'>[],
): Promise<readonly KeptPerson[]> {
  const people = new Grouped();
  for (const { user, name } of runs.flatMap(({ mapped }) => mapped?.paid ?? [])) people.know(user, { name });
  for (const { url, firstName, lastName } of await usersOf(rows, companyId))
    people.know(url, { name: `${firstName} ${lastName}` });
  const files = await rows.find(PayrollFile, { where: { companyId }, order: { receivedAt: 'ASC', id: 'ASC' } });
  const paying = files.filter(({ kind }) => kind !== 'eps');
  for (const year of new Set(paying.map((one) => one.year)))
    for (const payment of paidApart(paying.filter((one) => one.year === year)).flat()) {
      const { firstName, lastName, paidOn, oldPayId } = payment;
      const place = placeOf(keyOf(payment));
      people.know(place, { name: `${firstName} ${lastName}`, paidOn });
      if (oldPayId !== undefined) people.join(place, placeOf(oldPayId));
    }
  for (const [key, user] of await matchesOf(rows, companyId)) people.join(placeOf(key), user);
  return people.all();
}

/** Where a person is whom files pay. */
export const placeOf = (key: string): string => `payroll:${key}`;

async function usersOf(rows: ReadRows, companyId: string): Promise<KeptSurroundings['people']> {
  const kept = await readFact(rows, surroundingsFact(companyId));
  return kept === undefined ? [] : (JSON.parse(kept) as KeptSurroundings).people;
}

/** Of every version of the policy. One that was put right counts no longer: id and user each belong to another now. */
async function matchesOf(rows: ReadRows, companyId: string): Promise<readonly (readonly [string, string])[]> {
  const versions = await rows.find(PolicyVersion, { where: { companyId }, order: { version: 'ASC' } });
  const matches = versions.map(({ policy }) => policy.payrollPeople ?? {});
  const inForce = matches.at(-1) ?? {};
  const users = new Set(Object.values(inForce).map(pathOf));
  return matches
    .flatMap((of) => Object.entries(of))
    .filter(([key, user]) => !users.has(pathOf(user)) || pathOf(inForce[key] ?? user) === pathOf(user));
}

interface Group {
  readonly paths: Set<string>;
  readonly names: Set<string>;
  readonly paidOn: Set<string>;
}

/** Joins addresses that turn out to be one person's: the smaller group goes into the larger. */
class Grouped {
  readonly #of = new Map<string, Group>();

  know(address: string, { name, paidOn }: { readonly name: string; readonly paidOn?: string }): void {
    const group = this.#groupOf(address);
    group.names.add(name);
    if (paidOn !== undefined) group.paidOn.add(paidOn);
  }

  join(one: string, other: string): void {
    const [large, small] = [this.#groupOf(one), this.#groupOf(other)].sort((a, b) => b.paths.size - a.paths.size);
    if (large === undefined || small === undefined || large === small) return;
    for (const path of small.paths) this.#of.set(path, large);
    for (const part of ['paths', 'names', 'paidOn'] as const) for (const had of small[part]) large[part].add(had);
  }

  all(): readonly KeptPerson[] {
    return [...new Set(this.#of.values())].map(({ paths, names, paidOn }) => ({
      paths,
      paidOn: [...paidOn],
      // Where a report has no name, the payroll id stands for it.
      names: namesIn([...names].map((name) => ({ name }))).filter((name) => !/\d/.test(name)),
    }));
  }

  #groupOf(address: string): Group {
    const path = pathOf(address);
    const group = this.#of.get(path) ?? { paths: new Set([path]), names: new Set(), paidOn: new Set() };
    this.#of.set(path, group);
    return group;
  }
}
