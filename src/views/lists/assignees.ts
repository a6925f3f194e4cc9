import { In, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { Person } from '../../access/person.entity.js';
import type { Viewer } from '../../access/viewer.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { Assignment } from '../../record/work-of-persons.entity.js';
import type { Colleague } from './run-work.js';

/** In place of a person's id: runs assigned to no one. */
export const unassigned = 'none';

type Run = Pick<Assignment, 'companyId' | 'tag'>;

export const workKey = ({ companyId, tag }: Run): string => `${companyId} ${tag}`;

/** Of runs `r`: those assigned to this person, or to no one; all of them if no one is named. */
export function onlyWork<T extends ObjectLiteral>(query: SelectQueryBuilder<T>, assignee: string | undefined) {
  if (assignee === undefined) return query;
  return assignee === unassigned
    ? query.andWhere(`NOT ${isWork})`)
    : query.andWhere(`${isWork} AND a.person_id = :assignee)`, { assignee });
}

const isWork = 'EXISTS (SELECT 1 FROM assignments a WHERE a.company_id = r.company_id AND a.tag = r.tag';

/** A person who looks at someone's work alone: only the companies with a pay run assigned to them. */
export async function ofWork<One extends Viewer>(
  rows: ReadRows,
  viewer: One,
  assignee: string | undefined,
): Promise<One> {
  if (assignee === undefined || assignee === unassigned) return viewer;
  const query = rows.createQueryBuilder(Assignment, 'a').select('DISTINCT a.companyId', 'id');
  onlyAmong(query.where('a.personId = :assignee', { assignee }), 'a.companyId', viewer.companies);
  return { ...viewer, companies: (await query.getRawMany<{ id: string }>()).map(({ id }) => id) };
}

/** By run, the name of the person it is assigned to. */
export async function assigneesOf(rows: ReadRows, runs: readonly Run[]): Promise<ReadonlyMap<string, string>> {
  if (runs.length === 0) return new Map();
  const tags = In([...new Set(runs.map(({ tag }) => tag))]);
  const companyIds = In([...new Set(runs.map(({ companyId }) => companyId))]);
  const found = await rows.findBy(Assignment, { companyId: companyIds, tag: tags });
  const people = await rows.findBy(Person, { id: In(found.map(({ personId }) => personId)) });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return new Map(found.map((one) => [workKey(one), names.get(one.personId) ?? '']));
}

/** Everyone with work among what the viewer may see, by name. */
export async function colleaguesWithWork(rows: ReadRows, viewer: Viewer): Promise<readonly Colleague[]> {
  const query = rows.createQueryBuilder(Assignment, 'a').select('DISTINCT a.personId', 'id');
  onlyAmong(query, 'a.companyId', viewer.companies);
  const ids = (await query.getRawMany<{ id: string }>()).map(({ id }) => id);
  const people = await rows.find(Person, { where: { id: In(ids) }, order: { name: 'ASC' } });
  return people.map(({ id, name }) => ({ id, name }));
}
