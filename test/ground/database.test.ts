import { writeFile } from 'node:fs/promises';

import type { Rows } from '../../src/ground/rows.js';
import { systemClock } from '../../src/ground/clock.js';
import { Database } from '../../src/ground/database.js';
import { databaseProblem, isDuplicate } from '../../src/ground/database-problem.js';
import { entities } from '../../src/app/entities.js';
import { columns, type TableColumns } from '../../src/record/columns.js';
import { Fact } from '../../src/ground/facts.js';
import { Problem } from '../../src/ground/problem.js';
import { together } from '../../src/ground/side-by-side.js';
import { describeOnDatabases, describeOnPostgres, freshUrl, openFresh, postgresServer } from '../harness/databases.js';
import { openDatabase } from '../../src/app/open-database.js';

const insert = (rows: Rows, name: string) => rows.query(`INSERT INTO facts (name, value) VALUES ('${name}', 'x')`);
const names = async (database: Database): Promise<string[]> => {
  const found = await database.read((rows) => rows.query<{ name: string }[]>('SELECT name FROM facts ORDER BY name'));
  return found.map((row) => row.name);
};
/** A promise that the test resolves: tests decide who goes first, not timing. */
function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((open) => {
    resolve = open;
  });
  return { promise, resolve };
}

describeOnDatabases('Database', (open, kind) => {
  test('keeps what a unit of work wrote, and nothing of one that failed', async () => {
    const database = await open();
    await database.work((rows) => insert(rows, 'kept'));
    const failed = database.work(async (rows) => {
      await insert(rows, 'forgotten');
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await names(database)).toEqual(['kept']);
  });

  test('a unit that fails undoes nothing of a unit at the same time', async () => {
    const database = await open();
    const both = await Promise.allSettled([
      database.work(async (rows) => {
        await insert(rows, 'first');
        await rows.query('SELECT 1');
        throw new Error('no');
      }),
      database.work(async (rows) => {
        await insert(rows, 'second');
        await rows.query('SELECT 1');
      }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await names(database)).toEqual(['second']);
  });

  test('work within work is one transaction, even across calls that know nothing of each other', async () => {
    const database = await open();
    const outer = database.work(async (rows) => {
      await insert(rows, 'outer');
      await database.work((inner) => insert(inner, 'inner'));
      await database.read((inner) => inner.query('SELECT 1'));
      throw new Error('all of it');
    });
    await expect(outer).rejects.toThrow('all of it');
    expect(await names(database)).toEqual([]);
  });

  test('of statements sent together, all have ended before the unit that failed is rolled back', async () => {
    const database = await open();
    const slow = async (rows: Rows) => {
      for (let at = 0; at < 5; at++) await insert(rows, `slow ${at}`);
    };
    const failed = database.work((rows) => together([slow(rows), rows.query('SELECT 1 FROM nowhere')]));
    await expect(failed).rejects.toThrow(/table is missing/);
    await database.work((rows) => insert(rows, 'next'));
    expect(await names(database)).toEqual(['next']);
  });

  test('the rows of a unit that has ended are refused', async () => {
    const database = await open();
    const read = (await database.read(async (rows) => rows)) as Rows;
    for (const rows of [await database.work(async (rows) => rows), read]) {
      await expect(insert(rows, 'late')).rejects.toThrow(/after the unit of work has ended/);
      await expect(rows.delete(Fact, { name: 'late' })).rejects.toThrow(/after the unit of work has ended/);
      expect(() => rows.createQueryBuilder(Fact, 'f')).toThrow(/after the unit of work has ended/);
    }
    expect(await names(database)).toEqual([]);
  });

  test('a call that a unit did not wait for does not join it after its end', async () => {
    const database = await open();
    const { promise: ended, resolve: end } = gate();
    let straggler: Promise<unknown> | undefined;
    await database.work(async (rows) => {
      await insert(rows, 'first');
      straggler = ended.then(() => database.work((own) => insert(own, 'straggler')));
    });
    end();
    await straggler;
    expect(await names(database)).toEqual(['first', 'straggler']);
  });

  test('a unit within one of another database is its own, and each goes on after it', async () => {
    const [one, other] = [await open(), await open()];
    await one.work(async (rows) => {
      await insert(rows, 'in one');
      const failed = other.work(async (own) => {
        await insert(own, 'in the other');
        // Joins the unit that began first, and sees what that wrote.
        expect(await names(one)).toEqual(['in one']);
        await one.work((joined) => insert(joined, 'in one, from within'));
        throw new Error('only the other');
      });
      await expect(failed).rejects.toThrow('only the other');
      await other.work((own) => insert(own, 'in the other, again'));
      expect(await names(one)).toEqual(['in one', 'in one, from within']);
    });
    expect([await names(one), await names(other)]).toEqual([
      ['in one', 'in one, from within'],
      ['in the other, again'],
    ]);
  });

  test('a concurrent read never sees half of a unit', async () => {
    const database = await open();
    const { promise: halfway, resolve: isHalfway } = gate();
    const work = database.work(async (rows) => {
      await insert(rows, 'a');
      isHalfway();
      await rows.query('SELECT 1');
      await insert(rows, 'b');
    });
    await halfway;
    const seen = names(database);
    await work;
    expect([[], ['a', 'b']]).toContainEqual(await seen);
  });

  test('twenty units of two processes that read before they write count right', async () => {
    const first = await open();
    const second = await openDatabase({ databaseUrl: urlOf(first) }, systemClock);
    await first.work((rows) => rows.query(`INSERT INTO facts (name, value) VALUES ('count', '0')`));
    const lock = kind === 'postgres' ? 'FOR UPDATE' : '';
    const addOne = (database: Database) =>
      database.work(async (rows) => {
        const [row] = await rows.query<[{ value: string }]>(`SELECT value FROM facts WHERE name = 'count' ${lock}`);
        await rows.query(`UPDATE facts SET value = '${Number(row.value) + 1}' WHERE name = 'count'`);
      });
    await Promise.all(Array.from({ length: 20 }, (_, i) => addOne(i % 2 === 0 ? first : second)));
    const [row] = await second.read((rows) => rows.query<[{ value: string }]>('SELECT value FROM facts'));
    expect(row.value).toBe('20');
    await second.close();
  });

  test('two processes that migrate an empty database at once both succeed, and one applies', async () => {
    const databaseUrl = await freshUrl(kind);
    const [one, two] = await Promise.all([
      openDatabase({ databaseUrl }, systemClock),
      openDatabase({ databaseUrl }, systemClock),
    ]);
    const applied = await Promise.all([one.migrate(), two.migrate()]);
    expect(applied.map((migrations) => migrations.length > 0)).toEqual(expect.arrayContaining([false, true]));
    await Promise.all([one.close(), two.close()]);
  });

  test('a database of a version before 1.0 is not touched, and it is said what to do', async () => {
    class Before1763700000000 {
      readonly name = 'Before1763700000000';
      up = () => Promise.resolve();
      down = () => Promise.resolve();
    }
    const databaseUrl = await freshUrl(kind);
    const before = await Database.open({ databaseUrl }, systemClock, {
      entities: [],
      migrations: [Before1763700000000],
    });
    await before.migrate();
    await before.close();
    const now = await openDatabase({ databaseUrl }, systemClock);
    await expect(now.migrate()).rejects.toMatchObject({
      detail: 'A version before 1.0 made it, which was never released: this one cannot read it.',
      todo: expect.stringContaining('connect again'),
    });
    await expect(now.read((rows) => rows.query('SELECT 1 FROM companies'))).rejects.toThrow();
    await now.close();
  });

  test('prints nothing on standard output when a migration fails: there, programs read an answer', async () => {
    class Fails1795600000000 {
      readonly name = 'Fails1795600000000';
      up = () => Promise.reject(new Error('not now'));
      down = () => Promise.resolve();
    }
    const config = { databaseUrl: await freshUrl(kind) };
    const database = await Database.open(config, systemClock, { entities: [], migrations: [Fails1795600000000] });
    const { log } = console;
    const printed: unknown[][] = [];
    console.log = (...words) => void printed.push(words);
    try {
      await expect(database.migrate()).rejects.toThrow('not now');
      expect(printed).toEqual([]);
    } finally {
      console.log = log;
      await database.close();
    }
  });

  test('work of two processes on one database waits its turn', async () => {
    const first = await open();
    const second = await openDatabase({ databaseUrl: urlOf(first) }, systemClock);
    const { promise: mayEnd, resolve: end } = gate();
    const held = first.work(async (rows) => {
      await insert(rows, 'first');
      await mayEnd;
    });
    const waiting = second.work((rows) => insert(rows, 'second'));
    end();
    await Promise.all([held, waiting]);
    expect(await names(second)).toEqual(['first', 'second']);
    await second.close();
  });

  test('a duplicate key can be told from other errors', async () => {
    const database = await open();
    await database.work((rows) => insert(rows, 'one'));
    const again = await database.work((rows) => insert(rows, 'one')).catch((error: unknown) => error);
    expect(isDuplicate(again)).toBe(true);
    expect(isDuplicate(new Error('other'))).toBe(false);
  });

  test('foreign keys hold', async () => {
    const database = await open();
    const orphan = database.work((rows) =>
      rows.query(
        `INSERT INTO policies (company_id, version, policy, actor, reason, created_at)
         VALUES ('no one', 1, '{}', 'test', 'test', '2025-10-31T00:00:00.000Z')`,
      ),
    );
    await expect(orphan).rejects.toThrow(/foreign key/i);
  });

  test('every entity reads every one of its columns from the schema', async () => {
    const database = await open();
    for (const entity of entities) {
      expect(await database.read((rows) => rows.find(entity as new () => object, { take: 1 }))).toEqual([]);
    }
  });

  test('every column of the schema is listed with what it is, and nothing else is', async () => {
    const database = await open();
    const found = await database.read((rows) =>
      rows.query<{ table: string; column: string }[]>(
        kind === 'postgres'
          ? `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns WHERE table_schema = 'public'`
          : `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m, pragma_table_info(m.name) c
              WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
      ),
    );
    const listed = Object.entries<TableColumns>(columns).flatMap(([table, of]) => {
      const {
        vouched = [],
        actors = [],
        checked = [],
        operational = [],
        personal = [],
        secret = [],
        acted = [],
        works = [],
      } = of;
      const guarded = [...vouched, ...actors, ...checked, ...secret];
      expect([table, operational.filter((one) => guarded.includes(one))]).toEqual([table, []]);
      return [...new Set([...guarded, ...personal, ...works, ...acted, ...operational])].map(
        (column) => `${table}.${column}`,
      );
    });
    const inSchema = found.filter(({ table }) => table !== 'migrations');
    expect(listed.sort()).toEqual(inSchema.map(({ table, column }) => `${table}.${column}`).sort());
  });

  test('has the clock’s time', async () => {
    const then = new Date('2025-10-31T12:00:00.000Z');
    const database = await open({ ...systemClock, now: () => then });
    const now = await database.read((rows) => database.now(rows));
    if (kind === 'sqlite') expect(now).toEqual(then);
    else expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(60_000);
  });
});

describe('A database that cannot be used is an error with what to do', () => {
  const problemOf = async (act: Promise<unknown>): Promise<Problem> => {
    const error = await act.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Problem);
    return error as Problem;
  };

  test('a server that does not answer', async () => {
    const opening = openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' }, systemClock);
    expect(await problemOf(opening)).toMatchObject({ detail: 'The PostgreSQL server does not answer.', status: 503 });
  });

  describeOnPostgres('on PostgreSQL:', () => {
    test('a server without that database', async () => {
      const url = new URL(await postgresServer());
      url.pathname = '/no_such_database';
      const opening = openDatabase({ databaseUrl: url.href }, systemClock);
      expect(await problemOf(opening)).toMatchObject({ exitCode: 2, todo: expect.stringContaining('createdb') });
    });

    test('a unit of work that takes too long, which does not stop the next one', async () => {
      const database = await openFresh('postgres');
      const slow = database.work(async (rows) => {
        await rows.query('SET LOCAL statement_timeout = 1');
        await rows.query('SELECT pg_sleep(60)');
      });
      expect(await problemOf(slow)).toMatchObject({ detail: expect.stringMatching(/too long/) });
      expect(await names(database)).toEqual([]);
    });

    test('a unit that swallowed an error and that PostgreSQL therefore did not commit', async () => {
      const database = await openFresh('postgres');
      for (const durable of [true, false]) {
        const passedOver = database.work(
          async (rows) => {
            await insert(rows, 'written before');
            await rows.query('SELECT 1 / 0').catch(() => undefined);
          },
          { durable },
        );
        await expect(passedOver).rejects.toThrow(durable ? 'nothing was committed' : 'transaction is aborted');
      }
      expect(await names(database)).toEqual([]);
    });
  });

  test('a folder that cannot be made', async () => {
    const opening = openDatabase({ databaseUrl: 'sqlite:/proc/none/of/this/counterfoil.db' }, systemClock);
    expect(await problemOf(opening)).toMatchObject({ exitCode: 2, detail: expect.stringMatching(/folder/) });
  });

  test('a file that is not a database', async () => {
    const databaseUrl = await freshUrl('sqlite');
    const notes = 'These are my notes, and they are longer than a SQLite header is. '.repeat(20);
    await writeFile(databaseUrl.slice('sqlite:'.length), notes);
    const problem = await problemOf(openDatabase({ databaseUrl }, systemClock));
    expect(problem.detail).toMatch(/not a SQLite database/);
  });

  test.each([
    ['SQLITE_READONLY_DBMOVED', /read-only/],
    ['SQLITE_FULL', /full/],
    ['SQLITE_BUSY_SNAPSHOT', /locked/],
    ['SQLITE_IOERR_WRITE', /disk/],
    ['25006', /read-only/],
    ['53100', /full/],
    ['40P01', /got in each other/],
    ['28P01', /refused/],
    ['57P03', /does not answer/],
    ['57P01', /ended a connection/],
    ['ECONNRESET', /ended a connection/],
    ['57014', /too long/],
  ])('code %s', (code, words) => {
    const problem = databaseProblem(Object.assign(new Error('driver words'), { driverError: { code } }));
    expect(problem).toMatchObject({
      title: expect.stringMatching(/^The database (of DATABASE_URL )?cannot be used$/),
      detail: expect.stringMatching(words),
    });
  });

  test('any other error stays as it is', () => {
    const bug = new Error('a bug');
    expect(databaseProblem(bug)).toBe(bug);
  });
});

function urlOf({ kind, source }: Database): string {
  const { database, url } = source.options as { database?: string; url?: string };
  return kind === 'sqlite' ? `sqlite:${database}` : (url ?? '');
}
