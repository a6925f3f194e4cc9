import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Controller, Get, Module, Param } from '@nestjs/common';
import * as z from 'zod';
import { Public } from '../../../src/access/access.js';
import { AppModule } from '../../../src/app/app.module.js';
import { endWith } from '../../../src/doors/terminal/output.js';
import { problem } from '../../../src/ground/problem.js';
import { allProblemTypes, type ProblemName } from '../../../src/ground/problems.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';

const src = fileURLToPath(new URL('../../../src', import.meta.url));
const words = { detail: 'Ash Ltd: it is so.', todo: 'Do `this`.' };

const all = allProblemTypes.flatMap((type) =>
  Object.entries(type.problems).map(([name, title]) => ({ name: name as ProblemName, title, type })),
);

@Public()
@Controller('api/thrown')
class Thrower {
  @Get(':name')
  thrown(@Param('name', { schema: z.string() }) name: ProblemName): never {
    throw problem(name, words);
  }
}

@Module({ controllers: [Thrower] })
class ThrowerModule {}

describe('the table of problems', () => {
  it('has each name once, and each title once', () => {
    expect(all.length).toBeGreaterThan(100);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  });

  it('says of each type a status of trouble, what it means and what to do', () => {
    for (const { slug, status, means, todo } of allProblemTypes) {
      expect([slug, status >= 400 && status < 600]).toEqual([slug, true]);
      expect([slug, means, todo]).toEqual([slug, expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
    }
  });

  it('has no problem that is thrown nowhere', () => {
    const sources = filesIn(src)
      .filter((file) => !file.endsWith('/ground/problems.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    expect(all.map(({ name }) => name).filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
  });

  it('is the only place that a problem comes from', () => {
    const elsewhere = filesIn(src).filter((file) => !file.includes('/ground/'));
    expect(elsewhere.filter((file) => /new Problem\(/.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('each problem', () => {
  let temp: TempDatabase;
  let door: Door;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    door = await openDoor(temp.database, [AppModule, ThrowerModule]);
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  it.each(all)('$name is the same in an answer, on its page and at the terminal', async ({ name, title, type }) => {
    const { slug, status, exitCode, means, todo } = type;
    const answer = await door.http.get(`/api/thrown/${name}`);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      status,
      { type: `/problems/${slug}`, title, status, ...words },
    ]);

    const page = textOf((await door.http.get(`/problems/${slug}`).expect(200)).text);
    for (const told of [`status ${status}`, `exit code ${exitCode}`, means, todo, title]) expect(page).toContain(told);

    const forPeople = `${title}\n  ${words.detail}\n${words.todo}\n`;
    expect(atTerminal(name, false)).toEqual({ stdout: '', stderr: forPeople, exitCode });
    const { stdout, ...rest } = atTerminal(name, true);
    expect([JSON.parse(stdout), rest]).toEqual([{ error: { title, ...words } }, { stderr: '', exitCode }]);
  });

  it('is listed with its type, for people without a token', async () => {
    const refused = await door.http.get('/api/pay-runs').expect(401);
    expect(refused.body.type).toBe('/problems/not-signed-in');
    const list = await door.http.get('/problems').expect(200);
    for (const { slug } of allProblemTypes) expect(list.text).toContain(`href="/problems/${slug}"`);
    await door.http.get('/problems/none').expect(404);
  });

  it.each([
    ['an unknown route', '/api/none', 404, 'not-found'],
    ['an address that is not well formed', '/api/thrown/%', 400, 'invalid-request'],
  ])('that is not ours has a type too: %s', async (_, path, status, slug) => {
    const answer = await door.http.get(path);
    expect([answer.status, answer.body]).toMatchObject([status, { status, type: `/problems/${slug}` }]);
  });

  it.each([
    ['what is not JSON', 'application/json', '{', 400, 'invalid-request'],
    ['another type', 'text/csv', 'a,b', 415, 'unsupported-body'],
    ['too much', 'application/json', JSON.stringify('x'.repeat(600 * 1024)), 413, 'body-too-large'],
  ])('of a body has a type too: %s', async (_, type, body, status, slug) => {
    const token = await door.token();
    const sent = door.http.post('/api/syncs').set('Authorization', `Bearer ${token}`).set('Content-Type', type);
    const answer = await sent.send(body);
    expect([answer.status, answer.body]).toMatchObject([status, { status, type: `/problems/${slug}` }]);
  });
});

function atTerminal(name: ProblemName, asJson: boolean) {
  const before = process.exitCode;
  const texts = { stdout: '', stderr: '' };
  const writes = (['stdout', 'stderr'] as const).map((stream) => {
    const { write } = process[stream];
    process[stream].write = (text: unknown) => {
      texts[stream] += String(text);
      return true;
    };
    return () => void (process[stream].write = write);
  });
  try {
    endWith(problem(name, words), asJson);
    return { ...texts, exitCode: process.exitCode };
  } finally {
    for (const giveBack of writes) giveBack();
    process.exitCode = before;
  }
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const textOf = (html: string) =>
  html.replaceAll(/<\/?[a-z][^>]*>/g, '').replaceAll(/&[a-z]+;/g, (entity) => entities[entity] ?? entity);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() && /\.tsx?$/.test(entry.name) ? [join(entry.parentPath, entry.name)] : [],
  );
}
