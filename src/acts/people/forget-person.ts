import { personNamed } from '../../access/people.js';
import { ApiToken } from '../../access/api-token.entity.js';
import { Person, PersonName } from '../../access/person.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import type { Database } from '../../ground/database.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { Rows } from '../../ground/rows.js';
import { Actor } from '../../record/actor.entity.js';
import { eraseActor } from '../../record/actors.js';
import { ControlNoteRow } from '../../record/control-account.entity.js';
import { Decision } from '../../record/runs/decision.entity.js';
import { installation } from '../../record/log/log-entry.entity.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { SyncRecord } from '../../record/runs/sync-record.entity.js';
import { Note } from '../../record/work-of-persons.entity.js';
import { Write } from '../../record/runs/write.entity.js';
import type { Who } from '../act.js';
import { type Logging, logged } from '../acting.js';
import { mustReachAll } from './must-reach-all.js';

type By = Pick<Who, 'actor'> & { readonly trigger: string };

/** Erases the names and addresses of somebody who worked here. What they did stays, done by somebody without a name. */
export async function forgetPerson(
  { database }: Logging,
  named: string,
  who: Who,
): Promise<{ readonly names: number }> {
  mustReachAll(who);
  return database.work(async (rows) => {
    const person = await personNamed(rows, named);
    if (person.active) throw stillActive(person);
    return { names: await eraseNamesOf(database, rows, person, who) };
  });
}

export async function eraseNamesOf(database: Database, rows: Rows, { id }: Person, by: By): Promise<number> {
  const names = await rows.findBy(PersonName, { personId: id });
  for (const { name } of names) await eraseName(database, rows, name, by);
  const name = `erased ${id.slice(0, 8)}`;
  const nobody = { name, email: null, login: null, issuer: null, subject: null, digest: 'never' } as const;
  await rows.update(Person, { id }, nobody);
  await rows.delete(PersonName, { personId: id });
  await rows.insert(PersonName, { name, personId: id });
  for (const token of await rows.findBy(ApiToken, { personId: id }))
    await rows.update(ApiToken, { id: token.id }, { name: `erased ${token.id.slice(0, 8)}` });
  return names.length;
}

/**
 * Rows name somebody by name until it is erased, then by the id that the log has for them: so their hashes stay the
 * same.
 */
export async function eraseName(database: Database, rows: Rows, name: string, by: By): Promise<void> {
  const known = await rows.findOneBy(Actor, { name });
  const as = known?.id ?? 'erased';
  if (known) await eraseActor(rows, known.id, await database.now(rows));
  for (const table of byActor) await rows.update<{ actor: string }>(table, { actor: name }, { actor: as });
  await rows.update(PayRunRecord, { signedOffBy: name }, { signedOffBy: as });
  await rows.update(PayRunRecord, { enteredBy: name }, { enteredBy: as });
  await rows.update(ClientApproval, { askedBy: name }, { askedBy: as });
  if (!known) return;
  const answer = 'the name of somebody who acted here';
  await logged({ database }, rows, by, { companyId: installation, act: 'erase', ref: known.id, answer });
}

const byActor = [Decision, PolicyVersion, Note, Write, ControlNoteRow, SyncRecord];

function stillActive({ name }: Person): Problem {
  return problem('still-may-sign-in', {
    detail: `"${name}" is active, and what somebody does bears their name.`,
    todo: `Let them in no more first: \`counterfoil people change "${name}" --no-active\`.`,
  });
}
