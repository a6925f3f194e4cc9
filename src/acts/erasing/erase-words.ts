import { IsNull } from 'typeorm';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import { CompanyRow } from '../../companies/company.entity.js';
import type { Rows } from '../../ground/rows.js';
import type { Carried } from '../../record/log/carried.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { ClientMail } from '../../record/messages/client-mail.entity.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { Note } from '../../record/work-of-persons.entity.js';
import { areOfThem, areTheirs, erased, haveLeft, isPast, mentions, type Theirs } from './theirs.js';

/** What people wrote and set, of which the log keeps only a hash. */

export async function eraseDecisions(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, connectionId } = theirs;
  const found = await rows.findBy(Decision, [{ companyId }, { companyId: IsNull(), connectionId }]);
  const carries: Carried[] = [];
  for (const decision of found.filter((one) => isErasedFrom(one, theirs))) {
    const isTheirs = areTheirs(theirs, decision.userPath);
    // A practice's own decision goes on for its other clients.
    const isNamed = decision.companyId === null ? mentions : areOfThem;
    const isAbout = isTheirs || isNamed(theirs, decision.reason);
    const figures = isAbout || (decision.figures && mentions(theirs, JSON.stringify(decision.figures)));
    if (!isAbout && !figures) continue;
    // A missing address would mean everyone's: this one is no one's.
    const left = {
      ...(isTheirs && { userPath: erased }),
      ...(isAbout && { reason: erased }),
      ...(figures && { figures: null }),
    };
    if (Object.entries(left).every(([key, value]) => decision[key as keyof Decision] === value)) continue;
    await rows.update(Decision, { id: decision.id }, left);
    carries.push(['decision', decision.id]);
  }
  return carries;
}

/** Of a run by its tag. Others by their day; one that is still in force only if it is about someone who left. */
function isErasedFrom({ companyId, tag, at, endedAt, userPath }: Decision, theirs: Theirs): boolean {
  if (tag !== null) return theirs.tags.has(tag);
  if (theirs.haveAllLeft) return true;
  const isOver = endedAt !== null || (companyId !== null && haveLeft(theirs, userPath));
  return isOver && isPast(theirs, at);
}

export async function eraseNotes(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, tags } = theirs;
  const found = await rows.findBy(Note, { companyId });
  const ids = found.filter(({ tag, words }) => tags.has(tag) && areOfThem(theirs, words)).map(({ id }) => id);
  for (const id of ids) await rows.update(Note, { id }, { words: erased });
  return ids.map((id) => ['note', id] as const);
}

/** What a client was asked and answered stays, without name and words. */
export async function eraseClients(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId } = theirs;
  const carries: Carried[] = [];
  for (const { id, askedAt, answeredBy, words } of await rows.findBy(ClientApproval, { companyId })) {
    if (!isPast(theirs, askedAt)) continue;
    const left = {
      ...(areOfThem(theirs, answeredBy) && { answeredBy: erased }),
      ...(areOfThem(theirs, words) && { words: erased }),
    };
    if (Object.keys(left).length === 0) continue;
    await rows.update(ClientApproval, { id }, left);
    carries.push(['client', id]);
  }
  return carries;
}

/** Of an e-mail to a client, only where it went names someone. */
export async function eraseClientMails(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  for (const { id, address, createdAt } of await rows.findBy(ClientMail, { companyId: theirs.companyId }))
    if (isPast(theirs, createdAt) && areOfThem(theirs, address))
      await rows.update(ClientMail, { id }, { address: erased });
  return [];
}

const settingsOfPersons = ['roles', 'allocations', 'payrollPeople', 'employerPensions', 'paidBeforeFiles'] as const;

/** The person whom an entry of a setting is about: by user, or by payroll id. */
const userOf = (policy: PolicyVersion['policy'], setting: (typeof settingsOfPersons)[number], key: string) =>
  setting === 'roles' || setting === 'allocations' ? key : (policy.payrollPeople?.[key] ?? `payroll:${key}`);

/** Who is a director, and whose cost is split, stays in the current policy for as long as they are paid. */
export async function erasePolicies(rows: Rows, theirs: Theirs): Promise<readonly Carried[]> {
  const { companyId, haveAllLeft } = theirs;
  const inForce = (await rows.select(CompanyRow, ['policyVersion'], { where: { id: companyId } }))[0]?.policyVersion;
  const carries: Carried[] = [];
  for (const { version, policy, reason, createdAt } of await rows.findBy(PolicyVersion, { companyId })) {
    if (!isPast(theirs, createdAt)) continue;
    const isOver = version !== inForce || haveAllLeft;
    const isErased = isOver ? areTheirs : haveLeft;
    const kept = Object.fromEntries(
      settingsOfPersons.flatMap((setting) => {
        const all: readonly (readonly [string, unknown])[] = Object.entries(policy[setting] ?? {});
        const ofOthers = all.filter(([key]) => !isErased(theirs, userOf(policy, setting, key)));
        return ofOthers.length < all.length ? [[setting, Object.fromEntries(ofOthers)]] : [];
      }),
    );
    // Someone who is erased is asked for no approval any more.
    const isAddressed = (isOver || !theirs.everybody) && areOfThem(theirs, policy.clientEmail ?? null);
    const shown = { ...kept, ...(isAddressed && { clientEmail: null }) };
    const left = {
      ...(Object.keys(shown).length > 0 && { policy: { ...policy, ...shown } }),
      ...(isOver && areOfThem(theirs, reason) && { reason: erased }),
    };
    if (Object.keys(left).length === 0) continue;
    await rows.update(PolicyVersion, { companyId, version }, left);
    carries.push(['policy', String(version)]);
  }
  return carries;
}
