import { CompanyRow } from '../../companies/company.entity.js';
import { generationTag } from '../../journal/nouns/identity.js';
import { onlyAmong } from '../../ground/among.js';
import type { Database } from '../../ground/database.js';
import type { ReadRows } from '../../ground/rows.js';
import { Actor } from '../../record/actor.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { atOnce, runsLookedThrough } from '../lists/runs-looked-through.js';
import type { Viewer } from '../../access/viewer.js';

/** One place in the log to search, by its own index. */
export interface LogPlace {
  readonly companyId?: string;
  readonly actors?: readonly string[];
  /** Tags of pay runs and their sets, with the people found in each. */
  readonly paid?: ReadonlyMap<string, readonly string[]>;
}

const foundMax = 200;

/**
 * Looks for part of a word, whatever the case, in the names of companies, of people who acted and, if the viewer may
 * see pay, of employees.
 */
export async function placesOf(
  database: Database,
  viewer: Viewer,
  search: string,
  lookedThrough = atOnce,
): Promise<readonly LogPlace[]> {
  const part = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const companyIds = await database.read((rows) => companiesNamed(rows, viewer, part));
  const actors = await database.read((rows) => peopleNamed(rows, part));
  const runs = viewer.pay
    ? await runsPaying(database, viewer, { name: search.toLowerCase(), part }, lookedThrough)
    : [];
  return [
    ...companyIds.map((companyId) => ({ companyId })),
    ...(actors.length > 0 ? [{ actors }] : []),
    ...[...runs].map(([companyId, paid]) => ({ companyId, paid })),
  ];
}

async function companiesNamed(rows: ReadRows, viewer: Viewer, part: string): Promise<readonly string[]> {
  const query = rows.createQueryBuilder().select('c.id', 'id').from(CompanyRow, 'c').limit(foundMax);
  query.where(`LOWER(c.name) LIKE :part ESCAPE '\\'`, { part });
  onlyAmong(query, 'c.id', viewer.companies);
  return (await query.getRawMany<{ id: string }>()).map(({ id }) => id);
}

async function peopleNamed(rows: ReadRows, part: string): Promise<readonly string[]> {
  const people = await rows
    .createQueryBuilder(Actor, 'a')
    .where(`LOWER(a.name) LIKE :part ESCAPE '\\'`, { part })
    .limit(foundMax)
    .getMany();
  return people.map(({ id }) => id);
}

interface Sought {
  readonly name: string;
  /** The same as SQL looks for it. */
  readonly part: string;
}

/** By company and tag, of runs and their sets. Only the newest runs, because each run of a person contains the name. */
async function runsPaying(
  database: Database,
  viewer: Viewer,
  { name, part }: Sought,
  lookedThrough: typeof atOnce,
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>> {
  const sought = { where: `LOWER(r.mapped) LIKE :part ESCAPE '\\'`, values: { part } };
  let newest: readonly RunFound[] = [];
  for await (const found of runsLookedThrough(database, viewer, () => sought, lookedThrough)) {
    const named = found.flatMap(({ run: { companyId, tag, datedOn, mapped } }): RunFound[] => {
      const names = (mapped?.paid ?? []).map((person) => person.name).filter((one) => one.toLowerCase().includes(name));
      return names.length === 0 ? [] : [{ companyId, tag, datedOn, names }];
    });
    newest = [...newest, ...named].sort((a, b) => (a.datedOn < b.datedOn ? 1 : -1)).slice(0, foundMax);
  }
  return inCompanies(newest);
}

interface RunFound extends Pick<PayRunRecord, 'companyId' | 'tag'> {
  readonly datedOn: string;
  readonly names: readonly string[];
}

function inCompanies(runs: readonly RunFound[]): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, Map<string, readonly string[]>>();
  for (const { companyId, tag, names } of runs) {
    const tags = found.get(companyId) ?? new Map<string, readonly string[]>();
    for (const one of setsOf(tag)) tags.set(one, names);
    found.set(companyId, tags);
  }
  return found;
}

const generations = [1, 2, 3];

const setsOf = (tag: string) => [
  tag,
  ...generations.flatMap((n) => [generationTag(tag, 'reversal', n), generationTag(tag, 'post', n + 1)]),
];
