import { randomUUID } from 'node:crypto';
import { Books } from '../books/books.js';
import { Reader } from '../books/reader.js';
import type { OwnBooks } from '../books/own-books.js';
import { Practice } from '../books/practice.js';
import { type Service, tokensOf } from '../books/service.js';
import { ServiceSession } from '../books/session.js';
import type { Closed } from '../books/quotas.js';
import { refreshScopeOf, type Tokens } from '../books/tokens.js';
import type { Database } from '../ground/database.js';
import { problem } from '../ground/problem.js';
import type { GivenTokens } from './connect-details.js';
import { Connection, type ConnectionKind } from './connection.entity.js';
import type { Secrets } from './secrets.js';
import { openTokens, sealTokens, storeTokens, TokenVault } from './token-vault.js';

interface NamedBooks {
  readonly name: string;
  readonly subdomain?: string | null;
}

interface ClientOf {
  readonly connectionId: string;
  readonly subdomain?: string | null;
}

/** What waits, and on whose behalf it was asked: a company's requests, or the tokens of its connection. */
export interface Waiting extends Pick<Closed, 'at' | 'until'> {
  readonly what: 'requests' | 'tokens';
}

/** Only a practice names its client. */
const clientOf = ({ kind }: Connection, { subdomain }: Pick<ClientOf, 'subdomain'>): string | undefined =>
  kind === 'practice' ? (subdomain ?? undefined) : undefined;

const scopeOf = ({ id }: Connection, client: string | undefined): string =>
  client === undefined ? id : `${id}/${client}`;

/** The connections we hold keys to, and what those keys give access to. */
export class Connections {
  readonly #tokens = new Map<string, Tokens>();

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    readonly service: Service,
  ) {}

  /** Stored before its tokens are first used, because a refresh may rotate them. */
  async create(given: { kind: ConnectionKind; name: string; tokens: GivenTokens }): Promise<Connection> {
    const id = randomUUID();
    const now = this.database.clock.now();
    const connection: Connection = {
      id,
      kind: given.kind,
      name: given.name,
      origin: this.service.origin,
      practice: null,
      state: 'working',
      approval: 'one',
      decided: 0,
      ...sealTokens(this.secrets, id, given.tokens),
      refreshingBy: null,
      refreshingUntil: null,
      problem: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.database.work((rows) => rows.insert(Connection, connection));
    return connection;
  }

  /** Its tokens were thought to be a practice's, and turned out to reach one company only. */
  async ofCompany(connection: Connection): Promise<Connection> {
    await this.database.work((rows) => rows.update(Connection, { id: connection.id }, { kind: 'company' }));
    return { ...connection, kind: 'company' };
  }

  async find(id: string): Promise<Connection> {
    return this.database.read((rows) => rows.findOneByOrFail(Connection, { id }));
  }

  async practices(): Promise<readonly Connection[]> {
    return this.database.read((rows) =>
      rows.find(Connection, { where: { kind: 'practice', state: 'working' }, order: { createdAt: 'ASC' } }),
    );
  }

  async practiceNamed(practice: string): Promise<Connection | null> {
    return this.database.read((rows) => rows.findOneBy(Connection, { origin: this.service.origin, practice }));
  }

  /** One company's books. A practice names its client by subdomain, and the service then counts requests per client. */
  books(connection: Connection, company: NamedBooks & Partial<OwnBooks>): Books {
    this.#mustHoldKeys(connection, company.name);
    const { name: who, booksId, booksName } = company;
    const client = clientOf(connection, company);
    const scope = scopeOf(connection, client);
    const session = new ServiceSession(this.service, {
      who,
      scope,
      subdomain: client,
      tokens: this.#tokensOf(connection),
    });
    return new Books(new Reader(session, booksId === undefined ? undefined : { booksId, booksName }));
  }

  practice(connection: Connection): Practice {
    const { id: scope, name: who } = connection;
    return new Practice(new ServiceSession(this.service, { who, scope, tokens: this.#tokensOf(connection) }));
  }

  /** Which requests of a company wait because the service asked for it. */
  async waiting({ connectionId, subdomain }: ClientOf): Promise<readonly Waiting[]> {
    const connection = await this.find(connectionId);
    const scope = scopeOf(connection, clientOf(connection, { subdomain }));
    const found = await this.service.throttle.waiting([scope, refreshScopeOf(connectionId)]);
    return found.map((one) => ({ ...one, what: one.scope === scope ? 'requests' : 'tokens' }));
  }

  /** Connected again, or left: nothing that the service asked for holds any longer. */
  async forgetWaits({ connectionId, subdomain }: ClientOf): Promise<void> {
    const client = subdomain ? [`${connectionId}/${subdomain}`] : [];
    await this.service.throttle.forget([connectionId, refreshScopeOf(connectionId), ...client]);
  }

  /** Moves tokens from a connection that was made only to try them to the one that keeps them. */
  async moveTokens(from: Connection, to: Connection): Promise<void> {
    await this.database.work(async (rows) => {
      const { accessToken, refreshToken, expiresAt } = openTokens(
        this.secrets,
        await rows.findOneByOrFail(Connection, { id: from.id }),
      );
      const tokens = { accessToken, refreshToken, accessExpiresAt: expiresAt };
      await storeTokens(rows, this.secrets, to.id, tokens, this.database.clock.now());
      await rows.delete(Connection, { id: from.id });
    });
    this.#tokens.get(to.id)?.forget();
    await this.forgetWaits({ connectionId: to.id });
    this.#tokens.delete(from.id);
  }

  async remove({ id }: Connection): Promise<void> {
    await this.database.work((rows) => rows.delete(Connection, { id }));
    this.#tokens.delete(id);
  }

  #tokensOf({ id, name }: Connection): Tokens {
    let tokens = this.#tokens.get(id);
    if (!tokens) {
      tokens = tokensOf(this.service, id, new TokenVault(id, name, this.database, this.secrets));
      this.#tokens.set(id, tokens);
    }
    return tokens;
  }

  #mustHoldKeys({ state }: Connection, name: string): void {
    if (state !== 'left') return;
    throw problem('no-keys', {
      detail: `${name} was left: its tokens were destroyed.`,
      todo: `Connect it again with \`counterfoil connect --name "${name}"\`.`,
    });
  }
}
