import { In } from 'typeorm';
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
