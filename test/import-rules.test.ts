import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const checkers = join(root, 'tools/check/node_modules/.bin');

/** Small projects of one file a room: who imports whom, and the broken rule, if any. */
const imports: readonly (readonly [from: string, to: string, broken?: string])[] = [
  ['src/journal/pays.ts', 'src/books/http.ts', 'journal-imports-only-what-it-may'],
  ['src/journal/reads.ts', 'src/ground/config.ts', 'journal-imports-only-what-it-may'],
  ['src/journal/looks.ts', 'node:fs', 'journal-is-pure'],
  ['src/books/posts.ts', 'src/companies/company.ts', 'books-imports-only-what-it-may'],
  ['src/record/asks.ts', 'src/books/http.ts', 'record-imports-only-what-it-may'],
  ['src/sync/shows.ts', 'src/doors/review/page.ts', 'sync-imports-only-what-it-may'],
  ['src/doors/api/draws.ts', 'src/doors/review/page.ts', 'doors/api-imports-only-what-it-may'],
  ['src/doors/review/asks.ts', 'src/doors/api/route.ts', 'doors/review-imports-only-what-it-may'],
  ['src/doors/terminal/starts.ts', 'src/app/application.ts', 'doors/terminal-imports-only-what-it-may'],
  ['src/ground/clock.ts', 'src/sync/act.ts', 'ground-imports-only-what-it-may'],
  ['src/doors/api/logs.ts', 'src/record/log/posting-log.ts', 'doors-call-acts'],
  ['src/doors/review/decides.ts', 'src/record/runs/decisions.ts', 'doors-call-acts'],
  ['src/doors/terminal/connects.ts', 'src/companies/connecting.ts', 'doors-call-acts'],
  ['src/doors/api/keeps.ts', 'src/record/kept-answers.ts', 'doors-call-acts'],
  ['src/doors/review/names.ts', 'src/record/actors.ts', 'doors-call-acts'],
  ['src/doors/api/signs.ts', 'src/access/access-log.ts', 'doors-call-acts'],
  ['src/doors/review/lets.ts', 'src/access/api-tokens.ts', 'doors-call-acts'],
  ['src/doors/review/opens.ts', 'src/access/sign-in-links.ts', 'doors-call-acts'],
  ['src/doors/terminal/enters.ts', 'src/access/sessions.ts', 'doors-call-acts'],
  ['src/doors/api/links.ts', 'src/companies/connections.ts', 'doors-call-acts'],
  ['src/doors/terminal/seals.ts', 'src/companies/re-seal.ts', 'doors-call-acts'],
  ['src/doors/review/retires.ts', 'src/evidence/signing-keys.ts', 'doors-call-acts'],
  ['src/doors/terminal/checks.ts', 'src/sync/verify.ts', 'doors-call-acts'],
  ['src/doors/review/reads.ts', 'src/controls/controls.ts', 'doors-call-acts'],
  ['src/doors/api/forgets.ts', 'src/runner/retention.ts', 'doors-call-acts'],
  ['src/doors/api/counts.ts', 'src/access/failed-attempts.ts', 'doors-call-acts'],
  ['src/doors/review/enters.ts', 'src/access/oidc/oidc-sign-in.ts', 'doors-call-acts'],
  ['src/doors/api/builds.ts', 'src/evidence/month-files.ts', 'doors-call-acts'],
  ['src/doors/review/queues.ts', 'src/runner/queue.ts', 'doors-call-acts'],
  ['src/doors/api/notes.ts', 'src/ground/facts.ts', 'doors-call-acts'],
  ['src/doors/terminal/stores.ts', 'src/sync/keep/keep.ts', 'doors-call-acts'],
  ['src/doors/terminal/sends.ts', 'src/sync/steps/send.ts', 'doors-call-acts'],
  ['src/doors/terminal/goes-on.ts', 'src/sync/syncs.ts', 'doors-call-acts'],
  ['src/views/remembers.ts', 'src/ground/facts.ts', 'doors-call-acts'],
  ['src/views/appends.ts', 'src/record/log/posting-log.ts', 'doors-call-acts'],
  ['src/app/decides.ts', 'src/record/runs/decisions.ts', 'doors-call-acts'],
  ['src/doors/api/fires.ts', 'src/runner/schedule.ts', 'doors-call-acts'],
  ['src/doors/review/fires.ts', 'src/runner/schedule.module.ts', 'doors-call-acts'],
  ['src/sync/facts/asks.ts', 'src/sync/keep/keeps.ts', 'sync-facts-asks-only-below'],
  ['src/sync/keep/asks.ts', 'src/sync/steps/sends.ts', 'sync-keep-asks-only-below'],
  ['src/sync/steps/asks.ts', 'src/sync/story/tells.ts', 'sync-steps-asks-only-below'],
  ['src/sync/story/asks.ts', 'src/sync/syncs.ts', 'sync-story-asks-only-below'],
  ['src/views/log/asks.ts', 'src/views/month/lists.ts', 'views-log-asks-only-below'],
  ['src/journal/nouns/asks.ts', 'src/journal/policy/settings.ts', 'journal-nouns-asks-only-below'],
  ['src/journal/allocation/asks.ts', 'src/journal/mapping/maps.ts', 'journal-allocation-asks-only-below'],
  ['src/journal/mapping/asks.ts', 'src/journal/paye/ties.ts', 'journal-mapping-asks-only-below'],
  ['src/journal/decide/asks.ts', 'src/journal/mapping/maps.ts', 'journal-decides-by-nouns'],
  ['src/sync/story/tells.ts', 'src/sync/facts/knows.ts'],
  ['src/sync/strays.ts', 'src/loose.ts', 'nothing-loose'],
  ['packages/double/src/peeks.ts', 'src/journal/nouns/money.ts', 'packages-stand-alone'],
  ['packages/double/src/asks.ts', 'packages/other/src/main.ts', 'packages-stand-alone'],
  ['packages/double/src/starts.ts', 'packages/double/src/serve.ts'],
  ['src/doors/api/serves.ts', 'packages/double/src/serve.ts', 'only-the-terminal-uses-packages'],
  ['src/doors/terminal/serves.ts', 'packages/double/src/serve.ts'],
  ['src/sync/tidies.ts', 'src/sync/utils.ts', 'no-drawers'],
  // A cycle is reported once.
  ['src/sync/hen.ts', 'src/sync/egg.ts'],
  ['src/sync/egg.ts', 'src/sync/hen.ts', 'no-cycles'],
  ['src/journal/digests.ts', 'node:crypto'],
  ['src/books/maps.ts', 'src/journal/nouns/money.ts'],
  ['src/companies/stores.ts', 'src/ground/database.ts'],
  ['src/record/unpacks.ts', 'src/payrolls/service/wire.ts'],
  ['src/acts/posts.ts', 'src/sync/syncs.ts'],
  ['src/acts/decides.ts', 'src/record/runs/decisions.ts'],
  ['src/doors/api/idempotency.interceptor.ts', 'src/record/kept-answers.ts'],
  ['src/doors/api/sign-in.controller.ts', 'src/access/sessions.ts'],
  ['src/doors/terminal/tokens.ts', 'src/access/api-tokens.ts'],
  ['src/doors/terminal/sync.ts', 'src/sync/syncs.ts'],
  ['src/doors/api/syncs.controller.ts', 'src/runner/queue.ts'],
  ['src/app/app.module.ts', 'src/runner/schedule.module.ts'],
  ['src/views/lists/names-in-books.ts', 'src/ground/facts.ts'],
  ['src/views/shows.ts', 'src/record/run.entity.ts'],
  ['src/record/run.entity.ts', 'src/record/month.entity.ts'],
  ['src/record/month.entity.ts', 'src/record/run.entity.ts', 'no-cycles'],
];

let house: string;
beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'counterfoil-house-'));
  await write('tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
  await write('package.json', '{ "type": "module" }');
  for (const [, to] of imports) if (!to.startsWith('node:')) await write(to, 'export const it = 1;\n');
  for (const [from, to] of imports) {
    const path = to.startsWith('node:')
      ? to
      : relative(dirname(from), to)
          .replace(/ts$/, 'js')
          .replace(/^(?!\.)/, './');
    await write(from, `import * as it from '${path}';\nexport { it };\n`);
  }
});
afterAll(() => rm(house, { recursive: true, force: true }));

test('an import that is not allowed fails the check, and one that is allowed does not', async () => {
  const broken = await cruise(house);
  const expected = imports.filter(([, , rule]) => rule !== undefined);
  expect(broken.toSorted()).toEqual(expected.map(([from, , rule]) => `${from}: ${rule}`).toSorted());
});

/** What would change something at a door, or reach past the acts to what does. */
const reaching = [
  ...['database.work()', 'database.alone()', 'database.source', 'tools.log.append()', 'tools.decisions.record()'],
  ...['rows.insert()', 'rows.insertIfAbsent()', 'rows.upsert()', 'rows.upsertAll()', 'rows.update()', 'rows.delete()'],
  ...['rows.createChangeBuilder()', 'rows.runner', 'companies.booksToWrite()'],
  ...['tools.syncs.run()', 'tools.verify.run()', 'tools.reruns', 'tools.connecting', 'tools.authorising'],
  ...['tools.practiceImport', 'syncs.enlist()', 'companies.setPolicy()', 'companies.pause()', 'companies.resume()'],
  ...['companies.leave()', 'companies.setApproval()', 'companies.noteSynced()', 'companies.noteVerified()'],
];

test('what reaches past the acts fails the check from every room that may not', async () => {
  const place = await mkdtemp(join(house, 'lint-'));
  await copyFile(join(root, '.oxlintrc.json'), join(place, '.oxlintrc.json'));
  const rooms = ['doors/api', 'doors/review', 'doors/terminal', 'views', 'app'];
  const files = rooms.flatMap((room) => reaching.map((code, at) => ({ code, path: `src/${room}/${at}.ts` })));
  for (const room of rooms) {
    await mkdir(join(place, 'src', room), { recursive: true });
    await writeFile(join(place, `src/${room}/reads.ts`), 'export const it = (rows: any) => rows.find();\n');
  }
  for (const { code, path } of files)
    await writeFile(join(place, path), `export const it = (${/^\w+/.exec(code)}: any) => ${code};\n`);
  const refused = await lint(place);
  expect(files.filter(({ path }) => !refused.has(path))).toEqual([]);
  expect(refused.size).toBe(files.length);
});

test('a package is imported by what it exports, never by its files', async () => {
  const place = await mkdtemp(join(house, 'lint-'));
  await copyFile(join(root, '.oxlintrc.json'), join(place, '.oxlintrc.json'));
  const from = ['src/doors/terminal/serves.ts', 'test/sync/rig.ts', 'bench/stage.ts'];
  for (const path of from) {
    await mkdir(join(place, dirname(path)), { recursive: true });
    const up = '../'.repeat(path.split('/').length - 1);
    await writeFile(join(place, path), `export * from '${up}packages/double/src/serve.js';\n`);
    await writeFile(join(place, path.replace('.ts', '-by-name.ts')), "export * from '#double';\n");
  }
  expect([...(await lint(place, 'no-restricted-imports'))].toSorted()).toEqual(from.toSorted());
});

/** What changes a company: past its act the change is in no log, and `log verify` reports it. */
const changing = ['setPolicy', 'pause', 'resume', 'leave', 'setApproval'];

test('a change to a company fails the check everywhere but in the acts, in the demo too', async () => {
  const place = await mkdtemp(join(house, 'lint-'));
  await copyFile(join(root, '.oxlintrc.json'), join(place, '.oxlintrc.json'));
  const rooms = [
    'sync',
    'runner',
    'evidence',
    'record',
    'access',
    'doors/terminal/demo',
    'doors/terminal/journal',
    'acts',
  ];
  const files = rooms.flatMap((room) => changing.map((act) => ({ act, path: `src/${room}/${act}.ts` })));
  for (const { act, path } of files) {
    await mkdir(join(place, dirname(path)), { recursive: true });
    await writeFile(join(place, path), `export const it = (companies: any) => companies.${act}();\n`);
  }
  const refused = await lint(place);
  const outside = files.flatMap(({ path }) => (path.startsWith('src/acts/') ? [] : [path]));
  expect([...refused].toSorted()).toEqual(outside.toSorted());
});

function lint(cwd: string, rule = 'no-restricted-properties'): Promise<ReadonlySet<string>> {
  const args = ['--config', '.oxlintrc.json', '--format', 'json', '.'];
  return new Promise((resolve) => {
    execFile(join(checkers, 'oxlint'), args, { cwd, maxBuffer: 10_000_000 }, (_error, stdout) => {
      const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
      const refused = diagnostics.filter(({ code }) => code.includes(rule));
      resolve(new Set(refused.map(({ filename }) => filename)));
    });
  });
}

async function write(path: string, text: string): Promise<void> {
  const file = join(house, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function cruise(cwd: string): Promise<string[]> {
  const args = ['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', 'src', 'packages'];
  return new Promise((resolve) => {
    execFile(join(checkers, 'depcruise'), args, { cwd, maxBuffer: 10_000_000 }, (_error, stdout) => {
      const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } };
      resolve(summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`));
    });
  });
}
