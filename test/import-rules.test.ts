import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Small projects of one file a room: who imports whom, and the broken rule, if any. */
const imports: readonly (readonly [from: string, to: string, broken?: string])[] = [
  ['src/journal/pays.ts', 'src/books/http.ts', 'journal-imports-only-what-it-may'],
  ['src/journal/reads.ts', 'src/ground/config.ts', 'journal-imports-only-what-it-may'],
  ['src/journal/looks.ts', 'node:fs', 'journal-is-pure'],
  ['src/books/posts.ts', 'src/companies/company.ts', 'books-imports-only-what-it-may'],
  ['src/record/asks.ts', 'src/books/http.ts', 'record-imports-only-what-it-may'],
  ['src/sync/shows.ts', 'src/review/page.ts', 'sync-imports-only-what-it-may'],
  ['src/sandbox/peeks.ts', 'src/journal/money.ts', 'sandbox-imports-only-what-it-may'],
  ['src/api/plays.ts', 'src/sandbox/server.ts', 'api-imports-only-what-it-may'],
  ['src/api/draws.ts', 'src/review/page.ts', 'api-imports-only-what-it-may'],
  ['src/review/asks.ts', 'src/api/route.ts', 'review-imports-only-what-it-may'],
  ['src/ground/clock.ts', 'src/sync/act.ts', 'ground-imports-only-what-it-may'],
  ['src/api/logs.ts', 'src/record/posting-log.ts', 'doors-call-acts'],
  ['src/review/decides.ts', 'src/record/decisions.ts', 'doors-call-acts'],
  ['src/commands/connects.ts', 'src/companies/connecting.ts', 'doors-call-acts'],
  ['src/sync/strays.ts', 'src/loose.ts', 'nothing-loose'],
  ['src/sync/tidies.ts', 'src/sync/utils.ts', 'no-drawers'],
  // A cycle is reported once.
  ['src/sync/hen.ts', 'src/sync/egg.ts'],
  ['src/sync/egg.ts', 'src/sync/hen.ts', 'no-cycles'],
  ['src/journal/digests.ts', 'node:crypto'],
  ['src/books/maps.ts', 'src/journal/money.ts'],
  ['src/companies/stores.ts', 'src/ground/database.ts'],
  ['src/record/unpacks.ts', 'src/books/wire.ts'],
  ['src/acts/posts.ts', 'src/sync/syncs.ts'],
  ['src/acts/decides.ts', 'src/record/decisions.ts'],
  ['src/commands/plays.ts', 'src/sandbox/server.ts'],
  ['src/record/run.entity.ts', 'src/record/month.entity.ts'],
  ['src/record/month.entity.ts', 'src/record/run.entity.ts', 'no-cycles'],
];

let house: string;
beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'counterfoil-house-'));
  await write('tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
  await write('package.json', '{ "type": "module" }');
  for (const [, to] of imports) if (to.startsWith('src/')) await write(to, 'export const it = 1;\n');
  for (const [from, to] of imports) {
    const path = to.startsWith('src/') ? `../../${to.replace(/ts$/, 'js')}` : to;
    await write(
      from,
      `import * as it from '${from.split('/').length === 2 ? path.slice(3) : path}';\nexport { it };\n`,
    );
  }
});
afterAll(() => rm(house, { recursive: true, force: true }));

test('an import that is not allowed fails the check, and one that is allowed does not', async () => {
  const broken = await cruise(house);
  const expected = imports.filter(([, , rule]) => rule !== undefined);
  expect(broken.toSorted()).toEqual(expected.map(([from, , rule]) => `${from}: ${rule}`).toSorted());
});

async function write(path: string, text: string): Promise<void> {
  const file = join(house, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function cruise(cwd: string): Promise<string[]> {
  const args = ['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', 'src'];
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules/.bin/depcruise'), args, { cwd, maxBuffer: 10_000_000 }, (_error, stdout) => {
      const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } };
      resolve(summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`));
    });
  });
}
