import { logAccess } from '../../access/access-log.js';
import { type Claims, isAllowed } from '../../access/oidc/claims.js';
import type { OidcConfig } from '../../access/oidc/issuer.js';
import {
  connectedElsewhere,
  domainRefused,
  inactiveHere,
  notBegunHere,
  unknownHere,
} from '../../access/oidc/oidc-refusals.js';
import type { SignedInThere } from '../../access/oidc/oidc-sign-in.js';
import { whoseName, wrongInName } from '../../access/names.js';
import { insertPerson } from '../../access/people.js';
import { Person } from '../../access/person.entity.js';
import { openSession } from '../../access/sessions.js';
import { plainName } from '../../access/reserved-names.js';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { wholePerson } from '../../record/log/carried.js';
import type { Who } from '../act.js';
import type { ActTools } from '../act-tools.js';

type Tools = Pick<ActTools, 'database'>;

/** How the log names who lets a person in for the first time. */
const issuer: Who = { actor: 'sign-in service', trigger: 'page', companies: null };

/** The person whom the issuer let in: known by issuer and subject, never by an address. */
export async function signInByIssuer(tools: Tools, there: SignedInThere, config: OidcConfig): Promise<Person> {
  const { claims, session } = there;
  if (!isAllowed(claims, config.allowedDomains)) throw domainRefused();
  const known = await tools.database.work(async (rows) => {
    const found = await rows.findOneBy(Person, { issuer: claims.issuer, subject: claims.subject });
    if (session !== undefined) return connected(tools, rows, { claims, session, found });
    if (found) return found;
    // Not all of the issuer's people are ours: a domain shows who is meant.
    if (config.allowedDomains.length === 0) throw unknownHere();
    return made(tools, rows, claims);
  });
  if (!known.active) throw inactiveHere();
  return known;
}

async function connected(
  { database }: Tools,
  rows: Rows,
  { claims, session, found }: { claims: Claims; session: string; found: Person | null },
): Promise<Person> {
  // Asked again here: it may have ended while the issuer was asked.
  const person = (await openSession(rows, session, database.clock.now()))?.personId ?? undefined;
  if (person === undefined) throw notBegunHere();
  if (found && found.id !== person) throw connectedElsewhere();
  const mine = await rows.findOneByOrFail(Person, { id: person });
  if (found) return found;
  await rows.update(Person, { id: person }, { issuer: claims.issuer, subject: claims.subject });
  const entry = { actor: mine.name, trigger: 'page', act: 'person', outcome: 'connected' } as const;
  await logAccess(database, rows, { ...entry, ref: person, carries: wholePerson(person) });
  return mine;
}

/** A viewer, who sees no company until an administrator gives them some. */
async function made({ database }: Tools, rows: Rows, claims: Claims): Promise<Person> {
  const { email } = claims;
  const taken = email !== undefined && (await rows.existsBy(Person, { email }));
  const details = { role: 'viewer', pay: false, companies: [], email: taken ? null : email } as const;
  const there = { issuer: claims.issuer, subject: claims.subject };
  return insertPerson(database, rows, { name: await freeName(rows, claims), ...details }, issuer, there);
}

/**
 * People may be able to choose their name at the issuer: no one gets another person's name that way, or one that the
 * log uses itself.
 */
async function freeName(rows: ReadRows, { name = '', email = '', subject }: Claims): Promise<string> {
  const given = [name, email, subject].map((one) => plainName(one).slice(0, 150).trim());
  const wanted = given.find((one) => wrongInName(one) === undefined) ?? 'Someone';
  for (let number = 1; ; number++) {
    const free = number === 1 ? wanted : `${wanted} (${number})`;
    if ((await whoseName(rows, free)) === undefined) return free;
  }
}
