import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppModule } from '../../src/app/app.module.js';
import { problemTypeOf, problemTypes } from '../../src/ground/problem-types.js';
import { Problem } from '../../src/ground/problem.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';

const src = fileURLToPath(new URL('../../src', import.meta.url));

/** Every title of a Problem in the folders that answer requests. */
function titles(): readonly string[] {
  const rooms = [
    'access',
    'acts',
    'api',
    'app',
    'books',
    'companies',
    'ground',
    'record',
    'review',
    'runner',
    'sync',
    'views',
  ];
  const files = rooms.flatMap((room) => filesIn(join(src, room)));
  // Given by name, or first to one of the small functions that make a problem.
  const given = /(?:title: '([^']+)',\s+detail:|\b(?:refused\(\s*company,|trouble\(|refusal\()\s*'([A-Z][^']+)')/g;
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(given)].map(([, named, first]) => named ?? first ?? ''),
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesIn(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name)
        ? [join(folder, entry.name)]
        : [],
  );
}

describe('the types of problems', () => {
  it('name every problem that a request can meet', () => {
    const found = titles();
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter((title) => problemTypeOf(title) === 'about:blank')).toEqual([]);
  });

  it('exist once for each title', () => {
    for (const title of titles()) {
      const fitting = problemTypes.filter((type) =>
        type.titles.some((one) => (typeof one === 'string' ? one === title : one.test(title))),
      );
      expect([title, fitting.length]).toEqual([title, 1]);
    }
    expect(new Set(problemTypes.map(({ slug }) => slug)).size).toBe(problemTypes.length);
  });

  it('are in the problem, whatever its details', () => {
    const problem = new Problem({ title: 'Cannot amend this pay run now', detail: 'Ash Ltd: …', todo: '…' });
    expect(problem.type).toBe('/problems/act-not-possible-now');
    expect(new Problem({ title: 'Nobody knows', detail: '', todo: '' }).type).toBe('about:blank');
  });
});

describe('the page of a type', () => {
  let temp: TempDatabase;
  let door: Door;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    door = await openDoor(temp.database, [AppModule]);
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  it('is where `type` leads to, for anybody', async () => {
    const problem = await door.http.get('/api/pay-runs').expect(401);
    expect(problem.body.type).toBe('/problems/not-signed-in');
    const page = await door.http.get(problem.body.type).expect(200);
    expect(page.text).toContain('counterfoil tokens create');
    const all = await door.http.get('/problems').expect(200);
    for (const { slug } of problemTypes) expect(all.text).toContain(`href="/problems/${slug}"`);
    await door.http.get('/problems/none').expect(404);
  });
});
