import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { Database } from '../ground/database.js';
import { Problem } from '../ground/problem.js';
import { type ActedBy, logAccess } from './access-log.js';
import type { Principal, Rights } from './principal.js';
import { randomSecret, secretHash } from './secret.js';
import { Session } from './session.entity.js';
import { SignInLink } from './sign-in-link.entity.js';

export const sessionHours = 12;
/** Of the hash: it names a session, and nobody comes in with it. */
const idCharacters = 12;

/** A session as it is listed. */
export interface OpenSession extends Rights {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

@Injectable()
export class Sessions {
  constructor(private readonly database: Database) {}

  /** Answers the id for the cookie. Always a new one, so that nobody can plant a session beforehand. */
  async start({ name, role, pay, companies }: Rights): Promise<string> {
    const id = randomSecret();
    const idHash = secretHash(id);
    const now = this.database.clock.now();
    await this.database.work(async (em) => {
      await em.delete(Session, { expiresAt: LessThanOrEqual(now) });
      await em.insert(Session, {
        idHash,
        csrf: randomSecret(),
        name,
        role,
        pay,
        companies,
        createdAt: now,
        expiresAt: new Date(now.getTime() + sessionHours * 3_600_000),
      });
      const entry = { actor: name, trigger: 'page', act: 'sign_in', outcome: 'done', ref: shortOf(idHash) } as const;
      await logAccess(this.database, em, { ...entry, answer: role });
    });
    return id;
  }

  async find(id: string): Promise<Principal | undefined> {
    const session = await this.database.read((em) => em.findOneBy(Session, { idHash: secretHash(id) }));
    if (!session || session.expiresAt <= this.database.clock.now()) return undefined;
    const { name, role, pay, companies, csrf } = session;
    return { name, role, pay, companies, csrf, via: 'session' };
  }

  /** Signing out. */
  async end(id: string): Promise<void> {
    await this.database.work(async (em) => {
      const session = await em.findOneBy(Session, { idHash: secretHash(id) });
      if (session) await this.#end(em, session, { actor: session.name, trigger: 'page' });
    });
  }

  /** Those that are open, the oldest first. */
  async list(): Promise<readonly OpenSession[]> {
    const now = this.database.clock.now();
    const rows = await this.database.read((em) =>
      em.find(Session, { where: { expiresAt: MoreThan(now) }, order: { createdAt: 'ASC', idHash: 'ASC' } }),
    );
    return rows.map(openSession);
  }

  /** One by its id, or all of a person, whose links that are not used yet end too. */
  async revoke(idOrName: string, by: ActedBy): Promise<readonly OpenSession[]> {
    const now = this.database.clock.now();
    return this.database.work(async (em) => {
      const open = await em.find(Session, { where: { expiresAt: MoreThan(now) } });
      const [one] = open.filter(({ idHash }) => shortOf(idHash) === idOrName);
      const ended = one ? [one] : open.filter(({ name }) => name === idOrName);
      for (const session of ended) await this.#end(em, session, by);
      const links = one ? 0 : await this.#endLinks(em, idOrName, by);
      if (ended.length + links === 0) throw noSuchSession(idOrName, open);
      return ended.map(openSession);
    });
  }

  async #end(em: Parameters<typeof logAccess>[1], { idHash }: Session, by: ActedBy): Promise<void> {
    await em.delete(Session, { idHash });
    await logAccess(this.database, em, { ...by, act: 'session', outcome: 'ended', ref: shortOf(idHash) });
  }

  async #endLinks(em: Parameters<typeof logAccess>[1], name: string, by: ActedBy): Promise<number> {
    const links = await em.findBy(SignInLink, {
      name,
      usedAt: IsNull(),
      expiresAt: MoreThan(this.database.clock.now()),
    });
    for (const { codeHash } of links) {
      await em.delete(SignInLink, { codeHash });
      await logAccess(this.database, em, { ...by, act: 'link', outcome: 'ended', ref: shortOf(codeHash) });
    }
    return links.length;
  }
}

/** What a session or a link is called where its secret must not stand. */
export const shortOf = (secretsHash: string) => secretsHash.slice(0, idCharacters);

function openSession({ idHash, name, role, pay, companies, createdAt, expiresAt }: Session): OpenSession {
  return { id: shortOf(idHash), name, role, pay, companies, createdAt, expiresAt };
}

function noSuchSession(idOrName: string, open: readonly Session[]): Problem {
  const names = [...new Set(open.map(({ name }) => `"${name}"`))].join(', ');
  return new Problem({
    title: 'No such session',
    detail: `No open session is "${idOrName}" or of "${idOrName}". ${names ? `Signed in: ${names}.` : 'Nobody is signed in.'}`,
    todo: 'See `counterfoil sessions list`.',
    status: 404,
    exitCode: 2,
  });
}
