import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEndOfFile } from '../harness/runner/end-of-file.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const folders: string[] = [];
atEndOfFile(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true }))));

/** What a later release may do: add columns and tables, and take nothing away. */
const migration = `export class NextRelease9000000000000 {
  name = 'NextRelease9000000000000';
  async up(runner) {
    for (const table of ['companies', 'pay_runs', 'postings', 'writes', 'decisions', 'book_leases', 'log', 'syncs'])
      await runner.query('ALTER TABLE ' + table + ' ADD COLUMN next_release text');
    await runner.query('CREATE TABLE next_releases (id text PRIMARY KEY)');
    await runner.query('CREATE INDEX writes_next ON writes (next_release)');
  }
  async down() {}
}
`;

/** This build with one more migration, in place of a release that does not exist yet. */
export async function nextRelease(): Promise<string> {
  const built = dirname(dirname(process.env.TEST_BIN ?? join(root, 'dist/src/main.js')));
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-next-'));
  folders.push(folder);
  await cp(built, join(folder, 'dist'), { recursive: true });
  await writeFile(join(folder, 'dist/migrations/9000000000000-next-release.js'), migration);
  await writeFile(join(folder, 'package.json'), await readFile(join(root, 'package.json')));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'dist/src/main.js');
}
