import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { canonicalJson } from '../../src/evidence/canonical-json.js';
import { systemClock } from '../../src/ground/clock.js';
import { openDatabase } from '../../src/app/open-database.js';
import { insertPractice } from '../factories/practice.js';
import { runHere } from '../harness/here.js';
import { secretKey } from '../harness/secret-key.js';

/** The verifier of docs/evidence.md, as a stranger copies it: Python's standard library and openssl, nothing of ours. */
const [, verifier = ''] = /```python\n([^]*?)```/.exec(readFileSync('docs/evidence.md', 'utf8')) ?? [];

const run = promisify(execFile);
const linesMax = 42;

let folder: string;
let evidence: Evidence;
type Evidence = Record<string, unknown> & {
  about: Record<string, unknown>;
  pages: Record<string, unknown>;
  signature: { key: Record<string, unknown>; value: string };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-stranger-'));
  const databaseUrl = `sqlite:${join(folder, 'counterfoil.db')}`;
  const database = await openDatabase({ databaseUrl }, systemClock);
  await database.migrate();
  await insertPractice(database);
  await database.close();
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' };
  const there = (...args: string[]) => runHere(args, { env, cwd: folder });
  await there('month-file', 'Dale Ltd', 'oct-2025', '--format', 'zip', '--out', 'month.zip');
  await writeFile(join(folder, 'keys.json'), (await there('key', 'public')).stdout);
  await there('key', 'signing', '--rotate');
  const { keys } = (await there('key', 'public')).json<{ keys: readonly { x: string }[] }>();
  const files = unzipSync(await readFile(join(folder, 'month.zip')));
  const text = Buffer.from(files['evidence.json'] ?? []).toString();
  evidence = JSON.parse(text) as Evidence;
  await writeFile(join(folder, 'evidence.json'), text);
  const others = keys.filter(({ x }) => x !== evidence.signature.key['x']);
  await writeFile(join(folder, 'other-keys.json'), JSON.stringify({ keys: others }));
  await writeFile(join(folder, 'verify.py'), verifier);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function verified(file: string, keys = 'keys.json'): Promise<[code: number, said: string]> {
  try {
    const { stdout } = await run('python3', ['verify.py', file, keys], { cwd: folder });
    return [0, stdout];
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return [code, stderr.trim()];
  }
}

async function changed(change: (copy: Evidence) => void, asText = canonicalJson): Promise<[number, string]> {
  const copy = structuredClone(evidence);
  change(copy);
  await writeFile(join(folder, 'changed.json'), asText(copy));
  return verified('changed.json');
}

test(`has ${linesMax} lines at most`, () => {
  expect(verifier.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(linesMax);
});

test('finds a month file valid, as a ZIP and as its evidence.json, and says what it is about', async () => {
  for (const file of ['month.zip', 'evidence.json']) {
    const [code, said] = await verified(file);
    expect([code, JSON.parse(said.replace('valid: ', ''))]).toEqual([0, evidence.about]);
  }
});

test('takes what may be added later: a member of what it is about, and a page with its hash', async () => {
  const { signedEvidence } = await import('../../src/evidence/evidence-file.js');
  const { generateKeyPairSync, sign } = await import('node:crypto');
  const { publicKeyOf } = await import('../../src/evidence/public-keys.js');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKeyOf(publicKey.export({ format: 'jwk' }).x ?? '');
  const signer = { key, sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url') };
  // Names whose order differs by code unit and by code point, and text that is escaped.
  const pages = {
    ...evidence.pages,
    later: { '\u{1f4d2}': 'line\nbreak "quoted" \u0007', '\uffee': 1, é: [true, null] },
  };
  const later = signedEvidence({ ...evidence.about, practice: 'Dale & Partners' }, pages, signer);
  await writeFile(join(folder, 'later.json'), canonicalJson(later));
  await writeFile(join(folder, 'later-keys.json'), JSON.stringify({ keys: [key] }));
  expect(await verified('later.json', 'later-keys.json')).toEqual([0, expect.stringContaining('Dale & Partners')]);
});

test.each<[string, (copy: Evidence) => void, string]>([
  ['a page changed', (it) => Object.assign(it.pages, { summary: { title: 'Other' } }), 'summary was changed'],
  ['a page taken out', (it) => void delete it.pages['payroll'], 'payroll is not there any more'],
  ['a page added', (it) => Object.assign(it.pages, { notes: 'fine' }), 'notes was changed'],
  ['about changed', (it) => Object.assign(it.about, { company: 'Birch Ltd' }), 'the signature does not fit'],
  ['another signature', (it) => Object.assign(it.signature, { value: 'A'.repeat(86) }), 'the signature does not fit'],
  ['another format', (it) => Object.assign(it, { format: 'counterfoil-evidence-2' }), 'another format'],
])('finds %s', async (_, change, words) => {
  expect(await changed(change)).toEqual([1, expect.stringContaining(`not valid: ${words}`)]);
});

test('finds another key, and a file that was saved again', async () => {
  expect(await verified('evidence.json', 'other-keys.json')).toEqual([1, 'not valid: signed with another key']);
  const savedAgain = (value: unknown) => JSON.stringify(value, undefined, 2);
  expect(await changed(() => {}, savedAgain)).toEqual([1, 'not valid: it was saved again']);
});

/** Unpacks the ZIP and packs its files again, as Python does. */
async function zippedAgain(name: string, change: string): Promise<void> {
  const program = `import sys, zipfile
files = {name: zipfile.ZipFile("month.zip").read(name) for name in zipfile.ZipFile("month.zip").namelist()}
${change}
with zipfile.ZipFile("${name}", "w", zipfile.ZIP_DEFLATED) as again:
    for each, content in files.items(): again.writestr(each, content)`;
  await run('python3', ['-c', program], { cwd: folder });
}

test('a ZIP that was packed again is told so by us, and what is in it is valid by itself', async () => {
  await zippedAgain('again.zip', '');
  const ours = await runHere(['evidence', 'verify', 'again.zip', '--key', 'keys.json'], { cwd: folder });
  expect([ours.code, ours.stdout]).toEqual([3, expect.stringContaining('zipped again by another program')]);
  expect(ours.stdout).toContain('check the evidence.json in it alone');
  expect((await verified('again.zip'))[0]).toBe(0);
});

test.each([
  ['changed', 'files["month-file.pdf"] += b" "'],
  ['taken out', 'del files["month-file.xlsx"]'],
  ['added', 'files["more.txt"] = b"more"'],
])('finds a file of the ZIP that was %s', async (_, change) => {
  await zippedAgain('other.zip', change);
  expect(await verified('other.zip')).toEqual([1, 'not valid: a file in it was changed, added or taken out']);
});
