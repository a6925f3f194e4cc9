import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from '../../../src/evidence/canonical-json.js';
import { signedEvidence } from '../../../src/evidence/evidence-file.js';
import { Secrets } from '../../../src/companies/secrets.js';
import { SigningKeys } from '../../../src/evidence/signing-keys.js';
import { systemClock } from '../../../src/ground/clock.js';
import { openDatabase } from '../../../src/app/open-database.js';
import { insertPractice } from '../../factories/practice.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-evidence-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a signed file is verified elsewhere, with nothing but the public keys', async () => {
  const databaseUrl = `sqlite:${join(folder, 'counterfoil.db')}`;
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' };
  const there = (...args: string[]) => runHere(args, { env });
  const made = (await there('key', 'signing', '--json')).json<{ kid: string; made: boolean }>();
  expect(made).toEqual({ kid: expect.stringMatching(/^[\w-]{43}$/), made: true });
  const published = await there('key', 'public');
  expect(published.json()).toMatchObject({ keys: [{ kid: made.kid }] });

  const database = await openDatabase({ databaseUrl }, systemClock);
  const signer = await new SigningKeys(database, new Secrets(secretKey)).signer();
  await database.close();
  const file = join(folder, 'evidence.json');
  const keys = join(folder, 'keys.json');
  const about = { company: 'Ash Ltd', month: 'tax month 7' };
  await writeFile(file, canonicalJson(signedEvidence(about, { summary: { gross: '1.00' } }, signer)));
  await writeFile(keys, published.stdout);

  // With an empty environment: no database, no key, no address.
  const here = (...args: string[]) => runHere(['evidence', 'verify', ...args], { cwd: folder });
  const valid = await here('evidence.json', '--key', 'keys.json', '--json');
  expect([valid.code, valid.json()]).toEqual([0, { valid: true, signedBy: made.kid, about, broken: [] }]);
  const unsure = await here('evidence.json');
  expect([unsure.code, unsure.stdout]).toEqual([0, expect.stringContaining('Only `--key` can show whose key that is')]);

  const rotated = (await there('key', 'signing', '--rotate', '--json')).json<{ kid: string }>();
  await writeFile(join(folder, 'new.json'), JSON.stringify((await there('key', 'public')).json()));
  expect(rotated.kid).not.toBe(made.kid);
  expect((await here('evidence.json', '--key', 'new.json')).code).toBe(0);

  await writeFile(
    file,
    canonicalJson(signedEvidence(about, { summary: { gross: '1.00' } }, signer)).replace('1.00', '2.00'),
  );
  const changed = await here('evidence.json', '--key', 'keys.json');
  expect([changed.code, changed.stdout]).toEqual([
    3,
    expect.stringContaining('The page "summary" differs from its hash'),
  ]);
  const missing = await here('nothing.json', '--json');
  expect([missing.code, missing.json()]).toMatchObject([2, { error: { title: 'The file cannot be read' } }]);
  const wrong = await here('evidence.json', '--key', 'evidence.json', '--json');
  expect([wrong.code, wrong.json()]).toMatchObject([2, { error: { title: 'The key file cannot be read' } }]);
});

test('month files are written completely: one, every client’s, every month’s; those that cannot be written are named', async () => {
  const database = await openDatabase({ databaseUrl: `sqlite:${join(folder, 'practice.db')}` }, systemClock);
  await database.migrate();
  await insertPractice(database);
  await database.close();
  const env = { DATABASE_URL: `sqlite:${join(folder, 'practice.db')}`, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' };
  const run = (...args: string[]) => runHere(['month-file', ...args, '--json'], { env, cwd: folder });

  const one = await run('Dale Ltd', 'oct-2025', '--format', 'zip');
  expect([one.code, one.json()]).toMatchObject([
    0,
    { items: [{ company: 'Dale Ltd', file: 'Dale Ltd 2025-10 month file.zip' }] },
  ]);
  expect((await runHere(['evidence', 'verify', 'Dale Ltd 2025-10 month file.zip'], { cwd: folder })).code).toBe(0);
  const all = await run('--all', 'oct-2025', '--format', 'xlsx', '--out', 'october');
  expect(all.json<{ items: unknown[] }>().items).toHaveLength(24);
  expect(await readdir(join(folder, 'october'))).toHaveLength(24);
  const months = await run('Dale Ltd', '--all', '--out', 'dale');
  expect(months.json<{ items: { file: string }[] }>().items.map(({ file }) => file)).toContain(
    'dale/Dale Ltd 2025-04 month file.pdf',
  );
  const inFolder = await run('Dale Ltd', '2026', '6', '--out', 'dale');
  expect(inFolder.json()).toMatchObject({ items: [{ file: 'dale/Dale Ltd 2025-10 month file.pdf' }] });
  const lost = await run('Dale Ltd', '2026', '6', '--out', 'nowhere/file.pdf');
  expect([lost.code, lost.json()]).toMatchObject([1, { error: { title: 'The file cannot be written' } }]);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});
