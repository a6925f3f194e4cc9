import { setImmediate } from 'node:timers/promises';
import { CompanyRow } from '../../companies/company.entity.js';
import { generationTag } from '../../journal/nouns/identity.js';
import type { Database } from '../../ground/database.js';
import type { ReadRows } from '../../ground/rows.js';
import { onlyAfter, onlyUpTo, type Place, placeOf, sorted } from '../../ground/seek.js';
import { Actor } from '../../record/actor.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { byTag, seenBy } from '../run/run-row.js';
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
 * How many pay runs, and payslips in them, are looked through without a pause: 5,000 payslips are 1.5 MB, which take
 * SQLite some 20 ms.
 */
const atOnce = { runs: 500, payslips: 5000 };

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
  if (viewer.companies !== null) query.andWhere('c.id IN (:...seen)', { seen: seenBy(viewer) });
  return (await query.getRawMany<{ id: string }>()).map(({ id }) => id);
}

/** Ids and names, because entries of the log's first format hold the name. */
async function peopleNamed(rows: ReadRows, part: string): Promise<readonly string[]> {
  const people = await rows
    .createQueryBuilder(Actor, 'a')
    .where(`LOWER(a.name) LIKE :part ESCAPE '\\'`, { part })
    .limit(foundMax)
    .getMany();
  return people.flatMap(({ id, name }) => (name === null ? [id] : [id, name]));
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
  let newest: readonly RunFound[] = [];
  for (let after: Place | undefined; ; ) {
    const from = after;
    const { end, found } = await database.read(async (rows) => {
      const last = await endOf(rows, viewer, from, lookedThrough);
      const to = last && placeOf(byTag, last);
      return { end: to, found: to === undefined ? [] : await containing(rows, viewer, { part, from, to }) };
    });
    const named = found.flatMap(({ companyId, tag, datedOn, mapped }): RunFound[] => {
      const names = (mapped?.paid ?? []).map((person) => person.name).filter((one) => one.toLowerCase().includes(name));
      return names.length === 0 ? [] : [{ companyId, tag, datedOn, names }];
    });
    newest = [...newest, ...named].sort((a, b) => (a.datedOn < b.datedOn ? 1 : -1)).slice(0, foundMax);
    if (end === undefined) return inCompanies(newest);
    after = end;
    await setImmediate();
  }
}

interface RunFound extends Pick<PayRunRecord, 'companyId' | 'tag'> {
  readonly datedOn: string;
  readonly names: readonly string[];
}

/** The last of the runs that are looked through next, by how many people they pay; undefined if there is none. */
async function endOf(
  rows: ReadRows,
  viewer: Viewer,
  from: Place | undefined,
  lookedThrough: typeof atOnce,
): Promise<PayRunRecord | undefined> {
  const next = await runsAfter(rows, viewer, from)
    .select(['r.companyId', 'r.tag', 'r.payslips'])
    .limit(lookedThrough.runs)
    .getMany();
  let payslips = 0;
  const within = next.findIndex((run) => (payslips += run.payslips) >= lookedThrough.payslips);
  return next.at(within);
}

function containing(
  rows: ReadRows,
  viewer: Viewer,
  { part, from, to }: { readonly part: string; readonly from: Place | undefined; readonly to: Place },
): Promise<PayRunRecord[]> {
  const query = runsAfter(rows, viewer, from).select(['r.companyId', 'r.tag', 'r.datedOn', 'r.mapped']);
  onlyUpTo(query, byTag, to);
  return query.andWhere(`r.kind = 'payroll' AND LOWER(r.mapped) LIKE :part ESCAPE '\\'`, { part }).getMany();
}

function runsAfter(rows: ReadRows, viewer: Viewer, from: Place | undefined) {
  const query = sorted(rows.createQueryBuilder(PayRunRecord, 'r').where('1 = 1'), byTag);
  if (viewer.companies !== null) query.andWhere('r.companyId IN (:...seen)', { seen: seenBy(viewer) });
  if (from !== undefined) onlyAfter(query, byTag, from);
  return query;
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
