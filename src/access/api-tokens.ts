import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../ground/database.js';
import { type Problem, problem } from '../ground/problem.js';
import { type ActedBy, atTerminal, logAccess } from './access-log.js';
import { ApiToken } from './api-token.entity.js';
import { whoseName, wrongInName } from './names.js';
import { mustBeActive, personNamed } from './people.js';
import { type PersonalRights, type Rights, sameRights } from './principal.js';
import { isReservedName } from './reserved-names.js';
import { randomSecret, secretHash } from './secret.js';
import { Session } from './session.entity.js';
import { rightsOfToken } from './token-rights.js';

/** A token found in a file or a log is recognised by its prefix. */
const tokenPrefix = 'counterfoil_';
/** Last use is kept to the minute: with a write for every request, readers would wait for writers. */
const lastUseEveryMs = 60_000;

@Injectable()
export class ApiTokens {
  constructor(private readonly database: Database) {}

  /** For a person, or for a program, which goes by `name`. The token itself is returned here and kept nowhere. */
  async create(
    { name, role, pay, companies }: Rights,
    by: ActedBy = atTerminal,
    person?: string,
  ): Promise<{ token: string; record: ApiToken }> {
    const token = `${tokenPrefix}${randomSecret()}`;
    const record = Object.assign(new ApiToken(), {
      id: randomUUID(),
      name,
      role,
      pay,
      companies,
      personId: null as string | null,
      hash: secretHash(token),
      createdAt: this.database.clock.now(),
      lastUsedAt: null,
      revokedAt: null,
    });
    if (isReservedName(name)) throw nameReserved(name);
    const wrong = wrongInName(name.trim() === '' ? '' : name, 'program');
    if (wrong !== undefined) throw nameWrong(wrong);
    await this.database.work(async (rows) => {
      if (await rows.existsBy(ApiToken, { name, revokedAt: IsNull() })) throw nameTaken(name);
      const whose = person === undefined ? await whoseName(rows, name) : undefined;
      if (whose === 'name') throw nameOfPerson(name);
      if (whose === 'program') throw nameTaken(name);
      const owner = person === undefined ? undefined : await personNamed(rows, person);
      if (owner) mustBeActive(owner);
      record.personId = owner?.id ?? null;
      await rows.insert(ApiToken, record);
      await logAccess(this.database, rows, { ...by, act: 'token', outcome: 'made', ...about(record) });
    });
    return { token, record };
  }

  list(): Promise<ApiToken[]> {
    return this.database.read((rows) => rows.find(ApiToken, { order: { createdAt: 'ASC', id: 'ASC' } }));
  }

  /** Sessions that were opened with the token end with it. */
  async revoke(nameOrId: string, by: ActedBy = atTerminal): Promise<ApiToken> {
    return this.database.work(async (rows) => {
      const live = await rows.findBy(ApiToken, { revokedAt: IsNull() });
      const token = live.find((t) => t.id === nameOrId) ?? live.find((t) => t.name === nameOrId);
      if (!token) throw noSuchToken(nameOrId, live);
      token.revokedAt = this.database.clock.now();
      await rows.update(ApiToken, { id: token.id }, { revokedAt: token.revokedAt });
      await rows.delete(Session, { tokenId: token.id });
      await logAccess(this.database, rows, { ...by, act: 'token', outcome: 'revoked', ...about(token) });
      return token;
    });
  }

  /** The rights a token gives; undefined when it is unknown or revoked, or its person may not sign in any more. */
  async rightsOf(token: string): Promise<(PersonalRights & { readonly token: string }) | undefined> {
    const found = await this.#read(token);
    if (!found) return undefined;
    await this.#noteUse(found.record);
    return { ...found.rights, token: found.record.id };
  }

  /** Whether the token still gives exactly these rights: checked during long work that began with it. */
  async stillAllows(token: string, rights: Rights): Promise<boolean> {
    const found = await this.#read(token);
    return found !== undefined && sameRights(found.rights, rights);
  }

  async #read(token: string): Promise<{ record: ApiToken; rights: PersonalRights } | undefined> {
    const hash = secretHash(token);
    return this.database.read(async (rows) => {
      const record = await rows.findOneBy(ApiToken, { hash, revokedAt: IsNull() });
      if (!record) return undefined;
      const rights = await rightsOfToken(rows, record);
      return rights && { record, rights };
    });
  }

  async #noteUse({ id, lastUsedAt }: ApiToken): Promise<void> {
    const now = this.database.clock.now();
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < lastUseEveryMs) return;
    await this.database.work((rows) => rows.update(ApiToken, { id }, { lastUsedAt: now }));
  }
}

const about = ({ id }: ApiToken) => ({ ref: id, carries: [['token', id]] }) as const;

function nameReserved(name: string): Problem {
  return problem('name-reserved', {
    detail: `A program called "${name}" could not be told from the service in the log.`,
    todo: 'Choose another name.',
  });
}

function nameWrong(detail: string): Problem {
  return problem('wrong-token-name', {
    detail,
    todo: 'Choose another name.',
  });
}

function nameOfPerson(name: string): Problem {
  return problem('name-of-person', {
    detail: `"${name}" is a person; the log could not tell a program of that name from them.`,
    todo: `Make it theirs with --person "${name}" and another name, or choose another name for the program.`,
  });
}

function nameTaken(name: string): Problem {
  return problem('token-name-taken', {
    detail: `A token named "${name}" is in use; the log could not tell the two apart.`,
    todo: `Choose another name, or revoke the old one first: \`counterfoil tokens revoke "${name}"\`.`,
  });
}

function noSuchToken(nameOrId: string, live: readonly ApiToken[]): Problem {
  const names = live.map(({ name }) => `"${name}"`).join(', ');
  return problem('no-such-token', {
    detail: `No token in use is called "${nameOrId}". ${names ? `There are: ${names}.` : 'There are none.'}`,
    todo: 'See `counterfoil tokens list`.',
  });
}
