import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { People } from '../../src/access/people.js';
import { randomSecret, secretHash } from '../../src/access/secret.js';
import { AppModule } from '../../src/app/app.module.js';
import { openDatabase } from '../../src/app/open-database.js';
import { connectionOptions } from '../../src/ground/data-source.js';
import { systemClock } from '../../src/ground/clock.js';
import { openDoor } from '../api/door.js';
import { describeOnDatabases, freshUrl } from '../harness/databases.js';
import { load, readFixture } from './fixture.js';

const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const now = () => new Date().toISOString();

interface LetIn {
  readonly name: string;
  readonly role: 'viewer' | 'reviewer' | 'admin';
  readonly pay: boolean;
  readonly companies: readonly string[] | null;
}

/** Tokens, links and sessions as the earlier release wrote them, each with its own rights. */
class Before {
  private constructor(private readonly source: DataSource) {}

  static async of(url: string): Promise<Before> {
    return new Before(await new DataSource(connectionOptions(url)).initialize());
  }

  async token(rights: LetIn): Promise<string> {
    const token = randomSecret();
    await this.#insert('api_tokens', {
      id: randomUUID(),
      ...plain(rights),
      hash: secretHash(token),
      created_at: now(),
    });
    return token;
  }

  async link(rights: LetIn): Promise<string> {
    const code = randomSecret();
    await this.#insert('sign_in_links', {
      ...{ code_hash: secretHash(code), ...plain(rights), created_at: now(), expires_at: soon() },
    });
    return code;
  }

  async session(rights: LetIn): Promise<string> {
    const id = randomSecret();
    await this.#insert('sessions', {
      ...{ id_hash: secretHash(id), csrf: randomSecret(), ...plain(rights), created_at: now(), expires_at: soon() },
    });
    return `counterfoil=${id}`;
  }

  close(): Promise<void> {
    return this.source.destroy();
  }

  async #insert(table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
    const isPostgres = this.source.options.type === 'postgres';
    const places = Object.keys(row).map((_, at) => (isPostgres ? `$${at + 1}` : '?'));
    const values = Object.values(row).map((value) =>
      typeof value === 'boolean' && !isPostgres ? Number(value) : value,
    );
    await this.source.query(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`,
      values,
    );
  }
}

const plain = ({ companies, ...rights }: LetIn) => ({ ...rights, companies: companies && JSON.stringify(companies) });

describeOnDatabases('whom the release before had let in', (_open, kind) => {
  it('gets in as before: links and their sessions as persons, other tokens as programs', async () => {
    const url = await freshUrl(kind);
    const fixture = readFixture(kind);
    await load(url, fixture);
    const [company] = fixture.rows.companies ?? [];
    const one = [String(company?.id)];
    const before = await Before.of(url);
    const bot = { name: 'close bot', role: 'reviewer', pay: false, companies: one } as const;
    const ann = { name: 'Ann', role: 'reviewer', pay: true, companies: null } as const;
    const annLess = { ...ann, role: 'viewer', pay: false, companies: one } as const;
    const ben = { name: 'Ben', role: 'admin', pay: true, companies: null } as const;
    const tokens = { bot: await before.token(bot), ann: await before.token(annLess) };
    const [botsSession, annsSession, bensSession] = [
      await before.session(bot),
      await before.session(annLess),
      await before.session(ben),
    ];
    const code = await before.link(ann);
    await before.close();

    const database = await openDatabase({ databaseUrl: url }, systemClock, { outlivesPowerCuts: false });
    await database.migrate();
    const door = await openDoor(database, [AppModule]);
    try {
      const people = await door.app.get(People).list();
      expect(people.map(({ name, role, pay, companies }) => ({ name, role, pay, companies }))).toEqual([ann, ben]);
      const reach = async (headers: Record<string, string>) =>
        ((await door.http.get('/api/companies').set(headers).expect(200)).body as { items: unknown[] }).items.length;
      const all = fixture.rows.companies?.length ?? 0;
      expect(await reach({ Authorization: `Bearer ${tokens.bot}` })).toBe(1);
      expect(await reach({ Authorization: `Bearer ${tokens.ann}` })).toBe(1);
      expect(await reach({ Cookie: botsSession })).toBe(1);
      expect(await reach({ Cookie: annsSession })).toBe(all);
      expect(await reach({ Cookie: bensSession })).toBe(all);
      const entered = await door.http.get(`/sign-in/${code}`).expect(303);
      expect(await reach({ Cookie: String(entered.headers['set-cookie']).split(';')[0] ?? '' })).toBe(all);
      const { body } = await door.http.get('/api/sessions').set('Cookie', bensSession).expect(200);
      const named = (body as { items: { name: string; person?: string }[] }).items;
      expect(named.map(({ name, person }) => [name, person !== undefined]).sort()).toEqual([
        ['Ann', true],
        ['Ann', true],
        ['Ben', true],
        ['close bot', false],
      ]);
    } finally {
      await door.close();
      await database.close();
    }
  }, 60_000);
});
