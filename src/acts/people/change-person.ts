import type { ReadRows, Rows } from '../../ground/rows.js';
import { personNamed, type PersonDetails } from '../../access/people.js';
import { Person, PersonName } from '../../access/person.entity.js';
import { covers, hasRole, reaches, sameRights } from '../../access/principal.js';
import { Sessions } from '../../access/sessions.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { Connection } from '../../companies/connection.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import { problem } from '../../ground/problem.js';
import type { Who } from '../act.js';
import { type Carried, wholePerson } from '../../record/log/carried.js';
import { Decisions, type NewDecision } from '../../record/runs/decisions.js';
import { mustHaveReason } from '../reason.js';
import { installation } from '../../record/log/log-entry.entity.js';
import { randomSecret } from '../../access/secret.js';
import { acting, type Logging } from '../acting.js';
import { otherAdmins, toBeAskedAgain } from '../approval/second-admin.js';
import { mustBeFree } from './must-be-free.js';
import { mustReachAll } from './must-reach-all.js';
import { tidied } from './person-details.js';

export type PersonChange = Partial<PersonDetails & Pick<Person, 'active'>> & {
  /** Null removes their identity at the issuer: they sign in there as someone new, until they claim it again. */
  readonly identity?: null;
};

/**
 * Changes what a person may do. If their rights change they must sign in again: nothing that was begun with other
 * rights goes on.
 */
export async function changePerson(
  { database, log }: Logging,
  named: string,
  { change, who, reason = '' }: { readonly change: PersonChange; readonly who: Who; readonly reason?: string },
): Promise<Person> {
  mustReachAll(who);
  const { identity, ...details } = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as PersonChange;
  const given = { ...tidied(details), ...(identity === null && { issuer: null, subject: null }) };
  const { value } = await acting({ database, log }, who, async (rows) => {
    // If two people remove each other, one of them sees the other's change.
    await rows.find(Person, { where: { role: 'admin' }, forUpdate: true });
    const before = await personNamed(rows, named);
    const after = Object.assign(new Person(), before, given);
    const changes = changesOf(before, after);
    if (changes.length === 0) return { value: before, line: undefined };
    await mustBeFree(rows, given, before);
    const asking = await askingForTwo(rows, { before, after, who });
    const isAlone = asking.length > 0 && (await otherAdmins(rows, { who, about: before.id })).length === 0;
    if (asking.length > 0) {
      const words = `${before.name} changed (${changes.join(', ')})`;
      const question = { who, companyId: installation, words, logged: 'a person changed', about: before.id };
      const change = ['person', before.id, whoTheyAre(before), whoTheyAre(after)];
      const notYet = await toBeAskedAgain(rows, await database.now(rows), { ...question, change });
      if (isAlone) mustHaveReason(reason, before.name);
      if (notYet) return notYet;
    }
    const { id, createdAt: _, ...columns } = after;
    await rows.update(Person, { id }, columns);
    if (after.name !== before.name) {
      const salt = randomSecret();
      await rows.upsert(PersonName, { name: after.name, personId: id, salt }, ['name']);
    }
    if (mayManage(before) && !mayManage(after)) await mustLeaveAnAdmin(rows, before);
    const unknownThere = before.subject !== after.subject;
    if (!after.active || unknownThere || !sameRights(before, after))
      await new Sessions(database).endAllOf(rows, id, who);
    const answer = changes.join(', ');
    const kept = isAlone ? await reasonsKept(database, rows, asking, { field: answer, reason, actor: who.actor }) : [];
    const line = { companyId: installation, act: 'person', outcome: outcomeOf(before, after), ref: id } as const;
    return { value: after, line: { ...line, answer, carries: [...wholePerson(id), ...kept] } };
  });
  return value;
}

/** For the month files of each practice that asks for two: no sync uses a decision that has ended. */
async function reasonsKept(
  database: Logging['database'],
  rows: Rows,
  asking: readonly CompanyRow[],
  about: Pick<NewDecision, 'reason' | 'actor' | 'field'>,
): Promise<readonly Carried[]> {
  const decisions = new Decisions(database);
  const kept: Carried[] = [];
  for (const connectionId of new Set(asking.map((company) => company.connectionId))) {
    const { id } = await decisions.record(rows, { ...about, connectionId, scope: 'practice', kind: 'person' });
    await decisions.end(rows, id);
    kept.push(['decision', id]);
  }
  return kept;
}

const whoTheyAre = ({ name, email, login, issuer, subject, role, pay, companies, active }: Person) => [
  ...[name, email, login, issuer, subject],
  ...[role, pay, companies, active],
];

/**
 * The one who holds a person's address is that person: a link goes there, and the log names them. So an administrator who
 * changes the address of one who may review could be both pairs of eyes, and so could a program. Taking rights away takes
 * one: it must be possible at once.
 */
async function askingForTwo(
  rows: ReadRows,
  { before, after, who }: { readonly before: Person; readonly after: Person; readonly who: Who },
): Promise<readonly CompanyRow[]> {
  if (before.id === who.person) return [];
  if (![before, after].some(mayReview)) return [];
  const isOther = (['name', 'email', 'login', 'subject'] as const).some((what) => before[what] !== after[what]);
  const pay = true;
  const hasMore = (after.active && !before.active) || !covers({ ...before, pay }, { ...after, pay });
  return isOther || hasMore ? askedOf(rows, [before, after]) : [];
}

/** Active or not: who is let in again has the address that was given them in the meantime. */
const mayReview = (person: Person): boolean => hasRole(person, 'reviewer') && person.companies?.length !== 0;

/** The companies that one of them reaches and that ask for two, by their own policy or their practice's. */
async function askedOf(rows: ReadRows, people: readonly Pick<Person, 'companies'>[]): Promise<readonly CompanyRow[]> {
  const practices = rows
    .createQueryBuilder(CompanyRow, 'c')
    .innerJoin(Connection, 'n', 'n.id = c.connectionId')
    .where(`c.life <> 'left' AND n.approval = 'two'`)
    .getMany();
  const companies = rows
    .createQueryBuilder(CompanyRow, 'c')
    .innerJoin(PolicyVersion, 'v', 'c.id = v.companyId AND c.policyVersion = v.version')
    .where(`c.life <> 'left' AND v.policy LIKE '%"approval":"two"%'`)
    .getMany();
  const asking = [...(await practices), ...(await companies)];
  return asking.filter(({ id }) => people.some((one) => reaches(one, id)));
}

/** Who else must ask for the same before this person is another; undefined where one administrator is enough. */
export async function secondAdminsFor(
  rows: ReadRows,
  person: Person,
  who: Pick<Who, 'actor' | 'person'>,
): Promise<readonly string[] | undefined> {
  if (person.id === who.person || !mayReview(person) || (await askedOf(rows, [person])).length === 0) return undefined;
  return (await otherAdmins(rows, { who, about: person.id })).map(({ name }) => name);
}

/** In words for the log: no names, no addresses. */
function changesOf(before: Person, after: Person): readonly string[] {
  const pay = (person: Person) => (person.pay ? 'sees pay' : 'sees no pay');
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

async function mustLeaveAnAdmin(rows: ReadRows, { name }: Person): Promise<void> {
  const admins = await rows.findBy(Person, { role: 'admin', active: true });
  if (admins.some(mayManage)) return;
  throw problem('last-administrator', {
    detail: `Without "${name}" no one could add people, or reach every company.`,
    todo: 'Make someone else an administrator of all companies first.',
  });
}
