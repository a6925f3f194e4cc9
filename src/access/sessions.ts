import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import type { ReadRows, Rows } from '../ground/rows.js';
import { Database } from '../ground/database.js';
import { type Carried, shownOfSecret } from '../record/log/carried.js';
import { type Problem, problem } from '../ground/problem.js';
import { type ActedBy, logAccess } from './access-log.js';
import { ApiToken } from './api-token.entity.js';
import { rightsOfToken } from './token-rights.js';
import { personOfName, rightsOfPerson } from './people.js';
import { Person } from './person.entity.js';
import type { PersonalRights, Principal, Rights } from './principal.js';
import { randomSecret, secretHash } from './secret.js';
import { Session } from './session.entity.js';
import { SignInLink } from './sign-in-link.entity.js';

export const sessionHours = 8;
export const sessionIdleMinutes = 30;
/** At most one write a minute and session: with one for every request, readers would wait for writers. */
const seenEveryMs = 60_000;

/** A session as the list shows it. */
export interface OpenSession extends Rights {
  readonly id: string;
  /** Absent when a program's token opened it. */
  readonly person?: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly expiresAt: Date;
}

/** Who a session belongs to: a person, or a program through its token. */
export type SessionOf =
  | { readonly person: string; readonly sealedIdToken?: (id: string) => string }
  | { readonly token: string };

@Injectable()
export class Sessions {
  constructor(private readonly database: Database) {}

  /** Returns the id for the cookie. It is always new, so that no one can plant a known session id beforehand. */
  async start(of: SessionOf): Promise<string> {
    const id = randomSecret();
    const idHash = secretHash(id);
    const now = this.database.clock.now();
    const idToken = ('person' in of && of.sealedIdToken?.(shortOf(idHash))) || null;
    const whose = { personId: 'person' in of ? of.person : null, tokenId: 'token' in of ? of.token : null, idToken };
    await this.database.work(async (rows) => {
      await rows.delete(Session, { expiresAt: LessThanOrEqual(now) });
      await rows.delete(Session, { seenAt: LessThanOrEqual(idleSince(now)) });
      const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000);
      const session = { idHash, csrf: randomSecret(), ...whose, createdAt: now, seenAt: now, expiresAt };
      await rows.insert(Session, session);
      const rights = await rightsIn(rows, session);
      if (!rights) throw mayNotSignIn();
      const entry = { actor: rights.name, trigger: 'page', act: 'sign_in', outcome: 'done' } as const;
      const ref = shortOf(idHash);
      await logAccess(this.database, rows, { ...entry, ref, answer: rights.role, carries: sessionIn(idHash) });
    });
    return id;
  }

  /** A session ends half an hour after its last use, so each use extends it. */
  async use(id: string): Promise<Principal | undefined> {
    const idHash = secretHash(id);
    const found = await this.#open(idHash);
    if (!found) return undefined;
    const now = this.database.clock.now();
    if (now.getTime() - found.session.seenAt.getTime() >= seenEveryMs)
      await this.database.work((rows) => rows.update(Session, { idHash }, { seenAt: now }));
    return found.principal;
  }

  async find(id: string): Promise<Principal | undefined> {
    return (await this.#open(secretHash(id)))?.principal;
  }

  /** Signs out. Returns the issuer's sealed id token and the session id that it is sealed for. */
  async end(id: string): Promise<{ idToken: string; session: string } | undefined> {
    return this.database.work(async (rows) => {
      const session = await rows.findOneBy(Session, { idHash: secretHash(id) });
      const rights = session && (await rightsIn(rows, session));
      if (!session) return undefined;
      await this.#end(rows, session, { actor: rights?.name ?? 'no one', trigger: 'page' });
      const { idToken } = session;
      return idToken === null ? undefined : { idToken, session: shortOf(session.idHash) };
    });
  }

  /** Keeps the issuer's id token with a session that was there before: it is needed to sign out at the issuer too. */
  async keepIdToken(idHash: string, sealed: (id: string) => string): Promise<void> {
    await this.database.work((rows) => rows.update(Session, { idHash }, { idToken: sealed(shortOf(idHash)) }));
  }

  /** Open sessions, oldest first. */
  async list(): Promise<readonly OpenSession[]> {
    return this.database.read((rows) => this.#listed(rows));
  }

  /** Ends one session by its id, or all of a person or program by name; a person's unused sign-in links end too. */
  async revoke(idOrName: string, by: ActedBy): Promise<readonly OpenSession[]> {
    return this.database.work(async (rows) => {
      const open = await this.#listed(rows);
      const [one] = open.filter(({ id }) => id === idOrName);
      const person = one ? null : await personOfName(rows, idOrName);
      const ended = one ? [one] : open.filter((each) => isOf(each, person, idOrName));
      const found = await rows.findBy(Session, { expiresAt: MoreThan(this.database.clock.now()) });
      for (const session of found)
        if (ended.some(({ id }) => id === shortOf(session.idHash))) await this.#end(rows, session, by);
      const links = person ? await this.#endLinks(rows, person.id, by) : 0;
      if (ended.length + links === 0) throw noSuchSession(idOrName, open);
      return ended;
    });
  }

  /** Ends a person's sessions and unused links, in the unit of work that changes the person. */
  async endAllOf(rows: Rows, personId: string, by: ActedBy): Promise<void> {
    const tokens = await rows.findBy(ApiToken, { personId });
    const whose = [{ personId }, ...tokens.map(({ id: tokenId }) => ({ tokenId }))];
    for (const session of await rows.findBy(Session, whose)) await this.#end(rows, session, by);
    await this.#endLinks(rows, personId, by);
  }

  async #open(idHash: string): Promise<{ session: Session; principal: Principal } | undefined> {
    const now = this.database.clock.now();
    return this.database.read(async (rows) => {
      const session = await openSession(rows, idHash, now);
      if (!session) return undefined;
      const rights = await rightsIn(rows, session);
      if (!rights) return undefined;
      const { csrf } = session;
      return { session, principal: { ...rights, csrf, via: 'session', session: shortOf(idHash) } };
    });
  }

  async #listed(rows: ReadRows): Promise<readonly OpenSession[]> {
    const now = this.database.clock.now();
    const found = await rows.find(Session, {
      where: { expiresAt: MoreThan(now), seenAt: MoreThan(idleSince(now)) },
      order: { createdAt: 'ASC', idHash: 'ASC' },
    });
    const people = await rows.findBy(Person, { id: In(found.flatMap(({ personId }) => personId ?? [])) });
    const tokens = await rows.findBy(ApiToken, { id: In(found.flatMap(({ tokenId }) => tokenId ?? [])) });
    return found.flatMap(({ idHash, personId, tokenId, createdAt, seenAt, expiresAt }) => {
      const of = people.find(({ id }) => id === personId) ?? tokens.find(({ id }) => id === tokenId);
      if (of === undefined) return [];
      const { name, role, pay, companies } = of;
      const owner = 'personId' in of ? of.personId : of.id;
      const person = owner === null ? {} : { person: owner };
      return [{ id: shortOf(idHash), name, role, pay, companies, ...person, createdAt, seenAt, expiresAt }];
    });
  }

  async #end(rows: Rows, { idHash }: Pick<Session, 'idHash'>, by: ActedBy): Promise<void> {
    await rows.delete(Session, { idHash });
    const ref = shortOf(idHash);
    const entry = { act: 'session', outcome: 'ended', ref, carries: sessionIn(idHash) } as const;
    await logAccess(this.database, rows, { ...by, ...entry });
  }

  async #endLinks(rows: Rows, personId: string, by: ActedBy): Promise<number> {
    const links = await rows.findBy(SignInLink, {
      personId,
      usedAt: IsNull(),
      expiresAt: MoreThan(this.database.clock.now()),
    });
    for (const { codeHash } of links) {
      await rows.delete(SignInLink, { codeHash });
      const entry = { act: 'link', outcome: 'ended', ref: shortOf(codeHash), carries: linkIn(codeHash) } as const;
      await logAccess(this.database, rows, { ...by, ...entry });
    }
    return links.length;
  }
}

/** Undefined when it ended, is too old, or was not used for half an hour. */
export async function openSession(rows: ReadRows, idHash: string, now: Date): Promise<Session | undefined> {
  const session = await rows.findOneBy(Session, { idHash });
  return session && session.expiresAt > now && session.seenAt > idleSince(now) ? session : undefined;
}

export const sessionIn = (idHash: string): readonly Carried[] => [['session', shortOf(idHash)]];
export const linkIn = (codeHash: string): readonly Carried[] => [['link', shortOf(codeHash)]];

/** The public id of a session or link, shown instead of its secret. */
export const shortOf = (secretsHash: string) => secretsHash.slice(0, shownOfSecret);

const isOf = (session: OpenSession, person: Person | null, name: string) =>
  person ? session.person === person.id : session.person === undefined && session.name === name;

const idleSince = (now: Date) => new Date(now.getTime() - sessionIdleMinutes * 60_000);

async function rightsIn(rows: ReadRows, session: Session): Promise<PersonalRights | undefined> {
  if (session.personId !== null) return rightsOfPerson(rows, session.personId);
  const token = await rows.findOneBy(ApiToken, { id: session.tokenId ?? '', revokedAt: IsNull() });
  return token ? rightsOfToken(rows, token) : undefined;
}

function mayNotSignIn(): Problem {
  return problem('not-let-in-any-more', {
    detail: 'The person this belongs to may not sign in any more.',
    todo: 'Ask an administrator.',
  });
}

function noSuchSession(idOrName: string, open: readonly OpenSession[]): Problem {
  const names = [...new Set(open.map(({ name }) => `"${name}"`))].join(', ');
  return problem('no-such-session', {
    detail: `No open session is "${idOrName}" or of "${idOrName}". ${names ? `Signed in: ${names}.` : 'No one is signed in.'}`,
    todo: 'See `counterfoil sessions list`.',
  });
}
