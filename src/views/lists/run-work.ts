import type { Viewer } from '../../access/viewer.js';
import { Person } from '../../access/person.entity.js';
import { hasRole, reaches } from '../../access/principal.js';
import type { ReadRows } from '../../ground/rows.js';
import { nameShown } from '../words/name-shown.js';
import { Assignment, Note } from '../../record/work-of-persons.entity.js';

/** The person a pay run is assigned to, and people's notes about it, oldest first; notes only for viewers who may see pay. */
export interface RunWork {
  readonly assignedTo?: Colleague;
  readonly notes: readonly Pick<Note, 'actor' | 'words' | 'at'>[];
}

export interface Colleague {
  readonly id: string;
  readonly name: string;
}

export async function workOn(
  rows: ReadRows,
  viewer: Pick<Viewer, 'pay'>,
  { companyId, tag }: { companyId: string; tag: string },
): Promise<RunWork> {
  const assigned = await rows.findOneBy(Assignment, { companyId, tag });
  const person = assigned && (await rows.findOneBy(Person, { id: assigned.personId }));
  const order = { at: 'ASC', id: 'ASC' } as const;
  const notes = viewer.pay ? await rows.find(Note, { where: { companyId, tag }, order }) : [];
  const shown = notes.map(({ actor, words, at }) => ({ actor: nameShown(actor), words, at }));
  return { ...(person && { assignedTo: { id: person.id, name: person.name } }), notes: shown };
}

/** Everyone who may act on a company's pay runs. */
export async function colleaguesOf(rows: ReadRows, companyId: string): Promise<readonly Colleague[]> {
  const people = await rows.find(Person, { where: { active: true }, order: { name: 'ASC' } });
  return people
    .filter((one) => hasRole(one, 'reviewer') && reaches(one, companyId))
    .map(({ id, name }) => ({ id, name }));
}
