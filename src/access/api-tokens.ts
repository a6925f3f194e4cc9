import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../ground/database.js';
import { Problem } from '../ground/problem.js';
import { type ActedBy, atTerminal, logAccess } from './access-log.js';
import { ApiToken } from './api-token.entity.js';
import type { Rights } from './principal.js';
import { randomSecret, sameSecret, secretHash } from './secret.js';
import { Session } from './session.entity.js';

/** So that a token found in a file or a log is known for what it is. */
const tokenPrefix = 'counterfoil_';
/** Last use is kept to the minute: a write for every request would make readers wait for it. */
const lastUseEveryMs = 60_000;

@Injectable()
export class ApiTokens {
  constructor(private readonly database: Database) {}

  /** The token itself is in this answer and nowhere else. */
  async create(rights: Rights, by: ActedBy = atTerminal): Promise<{ token: string; record: ApiToken }> {
    const token = `${tokenPrefix}${randomSecret()}`;
    const record = Object.assign(new ApiToken(), rights, {
      id: randomUUID(),
      hash: secretHash(token),
      createdAt: this.database.clock.now(),
      lastUsedAt: null,
      revokedAt: null,
    });
    await this.database.work(async (em) => {
      if (await em.existsBy(ApiToken, { name: rights.name, revokedAt: IsNull() })) throw nameTaken(rights.name);
      await em.insert(ApiToken, record);
      await logAccess(this.database, em, { ...by, act: 'token', outcome: 'made', ref: record.id });
    });
    return { token, record };
  }

  list(): Promise<ApiToken[]> {
    return this.database.read((em) => em.find(ApiToken, { order: { createdAt: 'ASC', id: 'ASC' } }));
  }

  /** By name or id. Sessions that were opened with the token end with it. */
  async revoke(nameOrId: string, by: ActedBy = atTerminal): Promise<ApiToken> {
    return this.database.work(async (em) => {
      const live = await em.findBy(ApiToken, { revokedAt: IsNull() });
      const token = live.find((t) => t.id === nameOrId) ?? live.find((t) => t.name === nameOrId);
      if (!token) throw noSuchToken(nameOrId, live);
      token.revokedAt = this.database.clock.now();
      await em.update(ApiToken, { id: token.id }, { revokedAt: token.revokedAt });
      await em.delete(Session, { name: token.name });
      await logAccess(this.database, em, { ...by, act: 'token', outcome: 'revoked', ref: token.id });
      return token;
    });
  }

  /** The rights that come with a token; undefined when it is unknown or revoked. */
  async rightsOf(token: string): Promise<Rights | undefined> {
    const hash = secretHash(token);
    const record = await this.database.read((em) => em.findOneBy(ApiToken, { hash, revokedAt: IsNull() }));
    if (!record || !sameSecret(record.hash, hash)) return undefined;
    await this.#noteUse(record);
    const { name, role, pay, companies } = record;
    return { name, role, pay, companies };
  }

  /** Whether it is in use still: for what began with it and goes on. */
  isLive(token: string): Promise<boolean> {
    return this.database.read((em) => em.existsBy(ApiToken, { hash: secretHash(token), revokedAt: IsNull() }));
  }

  async #noteUse({ id, lastUsedAt }: ApiToken): Promise<void> {
    const now = this.database.clock.now();
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < lastUseEveryMs) return;
    await this.database.work((em) => em.update(ApiToken, { id }, { lastUsedAt: now }));
  }
}

function nameTaken(name: string): Problem {
  return new Problem({
    title: 'There is a token of that name',
    detail: `A token named "${name}" is in use; the log would not tell the two apart.`,
    todo: `Choose another name, or revoke the old one first: \`counterfoil tokens revoke "${name}"\`.`,
    status: 409,
    exitCode: 2,
  });
}

function noSuchToken(nameOrId: string, live: readonly ApiToken[]): Problem {
  const names = live.map(({ name }) => `"${name}"`).join(', ');
  return new Problem({
    title: 'No such token',
    detail: `No token in use is called "${nameOrId}". ${names ? `There are: ${names}.` : 'There are none.'}`,
    todo: 'See `counterfoil tokens list`.',
    status: 404,
    exitCode: 2,
  });
}
