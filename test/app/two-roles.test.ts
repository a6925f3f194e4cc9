import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import request from 'supertest';
import { createService } from '../../src/app/application.js';
import { openDatabase } from '../../src/app/open-database.js';
import { systemClock } from '../../src/ground/clock.js';
import { configure } from '../../src/ground/config.module.js';
import { Database } from '../../src/ground/database.js';
import { describeOnPostgres, freshUrl } from '../harness/databases.js';
import { secretKey } from '../harness/secret-key.js';

/** The statements between these marks in docs/operations.md, with the names replaced by this database's. */
async function statementsOf(block: string, names: Readonly<Record<string, string>>): Promise<string> {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const sql = page.split(`-- ${block}\n`)[1]?.split('```')[0] ?? '';
  expect(sql).not.toBe('');
  return Object.entries(names).reduce((text, [name, own]) => text.replaceAll(name, own), sql);
}

describeOnPostgres('two roles on PostgreSQL, as docs/operations.md sets them up', () => {
  it('are those of compose.yaml, which serves as the app and migrates as the owner', async () => {
    const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
    const own = (await read('scripts/postgres-roles.sql'))
      .split('\n')
      .filter((line) => !/^(\\getenv|-- What)/.test(line));
    const page = await statementsOf('as superuser, in the new database', {});
    expect(
      own
        .join('\n')
        .replace(/:'\w+'/g, "'…'")
        .trim(),
    ).toBe(page.trim());
    const compose = await read('compose.yaml');
    const [service = '', others = ''] = compose.split('  migrate:\n');
    expect(service).toContain('DATABASE_URL: postgres://counterfoil_app:');
    expect(others).toContain('DATABASE_URL=postgres://counterfoil_owner:');
    const revoked = await statementsOf('after every migrate, in the same database', {});
    expect(others).toContain(revoked.trim().replace(';', ''));
  });

  it('one makes the schema; the other serves with it and cannot rewrite the log', async () => {
    const url = new URL(await freshUrl('postgres'));
    const database = url.pathname.slice(1);
    const [owner, app] = [`${database}_owner`, `${database}_app`];
    const as = (role: string) => Object.assign(new URL(url), { username: role, password: 'pw' }).href;
    const names = {
      counterfoil_owner: owner,
      counterfoil_app: app,
      'DATABASE counterfoil': `DATABASE ${database}`,
      '…': 'pw',
    };
    const root = new Client({ connectionString: url.href });
    await root.connect();
    let service: Awaited<ReturnType<typeof createService>> | undefined;
    try {
      await root.query(await statementsOf('as superuser, in the new database', names));
      const migrated = await openDatabase({ databaseUrl: as(owner) }, systemClock);
      await migrated.migrate();
      await migrated.close();
      await root.query(await statementsOf('after every migrate, in the same database', names));

      const env = { DATABASE_URL: as(app), LOG_LEVEL: 'silent', SECRET_KEY: secretKey };
      service = await createService(await configure({ env, folder: null, role: 'web' }));
      await service.init();
      await request(service.getHttpServer()).get('/health/ready').expect(200);
      const inUse = service.get(Database);
      const run = (sql: string) => inUse.work((rows) => rows.query(sql));
      await run("UPDATE companies SET name = name WHERE id = 'none'");
      await expect(run('DELETE FROM log')).rejects.toThrow(/permission denied/);
      await expect(run('DROP TRIGGER log_no_change ON log')).rejects.toThrow(/must be owner/);
      await expect(run('CREATE TABLE public.mine (a int)')).rejects.toThrow(/permission denied/);
    } finally {
      await service?.close();
      await root.query(
        `REASSIGN OWNED BY ${app}, ${owner} TO CURRENT_USER; DROP OWNED BY ${app}, ${owner}; DROP ROLE ${app}, ${owner}`,
      );
      await root.end();
    }
  });
});
