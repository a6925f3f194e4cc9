import type { ReadRows } from '../../ground/rows.js';
import { logAccess } from '../../access/access-log.js';
import { personNamed, type PersonDetails } from '../../access/people.js';
import { Person, PersonName } from '../../access/person.entity.js';
import { rightsHash } from '../../access/rights-in-log.js';
import { sameRights } from '../../access/principal.js';
import { Sessions } from '../../access/sessions.js';
import { problem } from '../../ground/problem.js';
import type { Who } from '../act.js';
import type { ActTools } from '../act-tools.js';
import { mustBeFree } from './must-be-free.js';
import { mustReachAll } from './must-reach-all.js';
import { tidied } from './person-details.js';

export type PersonChange = Partial<PersonDetails & Pick<Person, 'active'>> & {
  /** Null removes who they are at the issuer: they sign in there as somebody new, until they make it theirs again. */
  readonly identity?: null;
};

/**
 * Changes what somebody may do. If their rights change they must sign in again: nothing that was begun with other
 * rights goes on.
 */
export async function changePerson(
  { database }: Pick<ActTools, 'database'>,
  named: string,
  { change, who }: { readonly change: PersonChange; readonly who: Who },
): Promise<Person> {
  mustReachAll(who);
  const { identity, ...details } = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as PersonChange;
  const given = { ...tidied(details), ...(identity === null && { issuer: null, subject: null }) };
  return database.work(async (rows) => {
    const before = await personNamed(rows, named);
    const after = Object.assign(new Person(), before, given);
    const changes = changesOf(before, after);
    if (changes.length === 0) return before;
    await mustBeFree(rows, given, before);
    const { id, createdAt: _, ...columns } = after;
    await rows.update(Person, { id }, columns);
    if (after.name !== before.name) await rows.upsert(PersonName, { name: after.name, personId: id }, ['name']);
    const answer = changes.join(', ');
    const entry = { act: 'person', outcome: outcomeOf(before, after), ref: id, answer } as const;
    await logAccess(database, rows, { ...who, ...entry, fingerprint: rightsHash(after) });
    // Checked after the log line, which only one unit of work writes at a time: of two people who remove each other,
    // one sees the other's change.
    if (mayManage(before) && !mayManage(after)) await mustLeaveSomebody(rows, before);
    const unknownThere = before.subject !== after.subject;
    if (!after.active || unknownThere || !sameRights(before, after))
      await new Sessions(database).endAllOf(rows, id, who);
    return after;
  });
}

/** In words for the log: no names, no addresses. */
function changesOf(before: Person, after: Person): readonly string[] {
  const pay = (person: Person) => (person.pay ? 'sees pay' : 'totals only');
  const reached = !sameRights({ ...before, role: after.role, pay: after.pay }, after);
  return [
    ...(before.role === after.role ? [] : [`${before.role} is now ${after.role}`]),
    ...(before.pay === after.pay ? [] : [`${pay(before)} is now ${pay(after)}`]),
    ...(reached ? [reachInWords(before, after)] : []),
    ...(before.active === after.active ? [] : [after.active ? 'active' : 'inactive']),
    ...(['name', 'email', 'login', 'digest'] as const).filter((what) => before[what] !== after[what]),
    ...(before.subject === after.subject ? [] : ['sign-in at the issuer removed']),
  ];
}

function reachInWords({ companies: before }: Person, { companies: after }: Person): string {
  const counted = (companies: Person['companies']) =>
    companies === null ? 'all companies' : companies.length === 1 ? '1 company' : `${companies.length} companies`;
  if (before?.length === 1) return `1 company is now ${after?.length === 1 ? 'another' : counted(after)}`;
  const isAsMany = before !== null && before.length === after?.length;
  return `${counted(before)} are now ${isAsMany ? `a different ${before.length}` : counted(after)}`;
}

function outcomeOf(before: Person, after: Person): string {
  if (before.active === after.active) return 'changed';
  return after.active ? 'active' : 'inactive';
}

const mayManage = ({ active, role, companies }: Person) => active && role === 'admin' && companies === null;

async function mustLeaveSomebody(rows: ReadRows, { name }: Person): Promise<void> {
  const admins = await rows.findBy(Person, { role: 'admin', active: true });
  if (admins.some(mayManage)) return;
  throw problem('last-administrator', {
    detail: `Without "${name}" nobody could let anybody in, or reach every company.`,
    todo: 'Make somebody else an administrator of all companies first.',
  });
}
