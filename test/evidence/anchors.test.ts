import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey, Secrets } from '../../src/companies/secrets.js';
import { type Anchor, type AnchoredHead, treeRoot } from '../../src/evidence/anchor.js';
import { checkAnchors, readAnchors } from '../../src/evidence/check-anchors.js';
import { LogAnchor } from '../../src/evidence/log-anchor.entity.js';
import { LogAnchors } from '../../src/evidence/log-anchors.js';
import { readPublicKeys } from '../../src/evidence/public-keys.js';
import { SigningKeys } from '../../src/evidence/signing-keys.js';
import type { Database } from '../../src/ground/database.js';
import type { Rows } from '../../src/ground/rows.js';
import { headName } from '../../src/record/log/log-head.js';
import type { Message } from '../../src/record/messages/outbox.js';
import { describeOnDatabases } from '../harness/databases.js';
import { type Recorded, recorded } from '../record/recorded.js';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-anchors-'));
  folders.push(folder);
  return folder;
}

interface Anchored extends Recorded {
  readonly folder: string;
  readonly keys: SigningKeys;
  readonly messages: Message[];
  readonly warnings: string[];
  readonly anchors: LogAnchors;
}

async function anchoredOn(open: Parameters<typeof recorded>[0], folder: string, isKept = true): Promise<Anchored> {
  const at = await recorded(open);
  const keys = new SigningKeys(at.db, new Secrets(newKey()));
  const messages: Message[] = [];
  const warnings: string[] = [];
  const outbox = { put: async (_: Rows, message: Message) => void messages.push(message) };
  const places = { outbox, warn: (words: string) => void warnings.push(words), ...(isKept && { folder }) };
  const anchors = new LogAnchors(at.db, keys, places);
  return { ...at, folder, keys, messages, warnings, anchors };
}

const findings = async (
  { db, folder }: Pick<Anchored, 'db' | 'folder'>,
  trusted?: Parameters<typeof checkAnchors>[2],
) =>
  (await checkAnchors(db, await readAnchors(folder), trusted)).map(
    ({ companyId, seq, detail }) => `${companyId} ${seq} ${detail}`,
  );

const guards = {
  sqlite: ['log_no_update', 'log_no_delete', 'log_no_replace', 'log_heads_grow', 'log_heads_no_delete'],
  postgres: ['log', 'log_heads'],
};

/** Forges the log as the owner of the database could, including the notes of its last entries. */
async function forged(db: Database, forge: (rows: Rows) => Promise<unknown>, look: () => Promise<void>): Promise<void> {
  const undone = new Error('undone');
  const work = db.work(async (rows) => {
    for (const name of guards[db.kind])
      await rows.query(db.kind === 'sqlite' ? `DROP TRIGGER ${name}` : `ALTER TABLE ${name} DISABLE TRIGGER ALL`);
    if (db.kind === 'postgres') await rows.query('SET LOCAL session_replication_role = replica');
    await forge(rows);
    await look();
    throw undone;
  });
  await work.catch((error: unknown) => {
    if (error !== undone && (error as Error).cause !== undone) throw error;
  });
}

const forget = async (rows: Rows, company: string, from: number) => {
  await rows.query(`DELETE FROM log WHERE company_id = '${company}' AND seq >= ${from}`);
  await rows.query(`DELETE FROM facts WHERE name = '${headName(company)}'`);
  await rows.query(`DELETE FROM log_heads WHERE company_id = '${company}'`);
};

const forgeries: readonly (readonly [what: string, forge: (rows: Rows) => Promise<unknown>, found: RegExp])[] = [
  ['a tail cut with every note of it', (rows) => forget(rows, 'ash', 3), /^ash \d+ is not there any more: anchor 1/],
  [
    'a whole log wiped with every note of it',
    (rows) => forget(rows, 'cedar', 0),
    /^cedar 1 is not there any more: anchor 1/,
  ],
  [
    'every log wiped',
    async (rows) => {
      for (const table of ['log', 'log_heads']) await rows.query(`DELETE FROM ${table}`);
      await rows.query(`DELETE FROM facts WHERE name LIKE 'log-head:%'`);
    },
    /^birch \d+ is not there any more: anchor 1/,
  ],
  [
    'a chain rebuilt to its end, with other hashes',
    (rows) =>
      rows.query(
        `UPDATE log SET hash = 'r' || substr(hash, 2), previous = 'r' || substr(previous, 2) WHERE company_id = 'ash'`,
      ),
    /^ash \d+ is not what it was: anchor 1/,
  ],
  [
    'the installation’s chain rebuilt',
    (rows) => rows.query(`UPDATE log SET hash = 'r' || substr(hash, 2) WHERE company_id = 'installation'`),
    /^installation \d+ is not what it was: anchor 1/,
  ],
  [
    'the anchors of the database deleted',
    (rows) => rows.query('DELETE FROM log_anchors'),
    /^installation 0 anchor 1 of \S+ is not in the database any more/,
  ],
  [
    'an anchor of the database changed',
    (rows) => rows.query(`UPDATE log_anchors SET root = 'x' WHERE number = 1`),
    /^installation 0 anchor 1 of \S+ is another one in the database/,
  ],
  [
    'the keys of the database replaced',
    (rows) => rows.query('DELETE FROM signing_keys'),
    /^installation 0 anchor 1 of \S+ is signed with key/,
  ],
];

describeOnDatabases('the ends of the log, anchored', (open) => {
  let at: Anchored;
  beforeAll(async () => {
    at = await anchoredOn(open, await newFolder());
    await at.anchors.anchor('daily');
    await at.anchors.anchor('month_close');
  });

  it('are signed, kept, sent and written; an untouched log passes', async () => {
    expect(await readdir(at.folder)).toEqual([
      expect.stringMatching(/^anchor-000001-\d{4}-\d\d-\d\d\.json$/),
      expect.stringMatching(/^anchor-000002-/),
    ]);
    expect(await findings(at)).toEqual([]);
    expect(await findings(at, readPublicKeys(JSON.stringify({ keys: await at.keys.list() })))).toEqual([]);
    expect(await at.log.verifyChain()).toEqual([]);
    const found = await at.db.read((rows) => rows.find(LogAnchor, { order: { number: 'ASC' } }));
    expect(found.map(({ why, fileProblem }) => [why, fileProblem])).toEqual([
      ['daily', null],
      ['month_close', null],
    ]);
    expect(found[1]?.previous).toBe(found[0]?.root);
    expect(at.messages.map(({ kind, payload }) => [kind, (payload as { root: string }).root])).toEqual(
      found.map(({ root }) => ['log_anchor', root]),
    );
    expect(JSON.stringify(at.messages)).not.toContain('heads');
  });

  it.each(forgeries)('show: %s', async (_, forge, found) => {
    await forged(at.db, forge, async () => expect(await findings(at)).toContainEqual(expect.stringMatching(found)));
    expect(await findings(at)).toEqual([]);
  });

  it('can be checked with only the webhook’s root, while the database has the heads', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'sent.json'), JSON.stringify(at.messages[0]?.payload));
    expect(await findings({ db: at.db, folder })).toEqual([]);
    await forged(
      at.db,
      (rows) => forget(rows, 'cedar', 0),
      async () => {
        expect(await findings({ db: at.db, folder })).toContainEqual(
          expect.stringMatching(/^cedar 1 is not there any more/),
        );
      },
    );
  });

  it('are trusted only when complete: not changed, cut, foreign, missing or of another log', async () => {
    const [first = '', second = ''] = await readdir(at.folder);
    const folder = await newFolder();
    const put = (name: string, text: string) => writeFile(join(folder, name), text);
    const whole = await readFile(join(at.folder, first), 'utf8');
    await put('cut.json', whole.slice(0, -9));
    await put('foreign.json', '{"invoices":[]}');
    await put('changed.json', whole.replace('"number":1', '"number":7'));
    await put('heads.json', whole.replace('"chain":"ash"', '"chain":"elm"'));
    const found = await findings({ db: at.db, folder });
    expect(found).toContainEqual(expect.stringMatching(/the anchor \S+cut\.json is damaged, or is not an anchor/));
    expect(found).toContainEqual(expect.stringMatching(/the anchor \S+foreign\.json is damaged, or is not an anchor/));
    expect(found).toContainEqual(expect.stringMatching(/anchor 7 of \S+ is not what was signed/));
    expect(found).toContainEqual(expect.stringMatching(/anchor 1 of \S+ has a root that is not that of its heads/));
    const other = await anchoredOn(open, await newFolder());
    await other.anchors.anchor('daily');
    expect(await findings({ db: other.db, folder: at.folder })).toContainEqual(
      expect.stringMatching(/is signed with key/),
    );
    await expect(readAnchors(join(at.folder, 'nowhere'))).rejects.toThrow('The anchors cannot be read');
    await expect(readAnchors(await newFolder())).rejects.toThrow('There are no anchors');
    expect(second).toBeTruthy();
  });

  it('are of one line: none is there twice with two roots, and each follows the one before', async () => {
    const { anchors } = await readAnchors(at.folder);
    const [first, second] = anchors as [Anchor, Anchor];
    const problems = async (...given: readonly Anchor[]) =>
      (await checkAnchors(at.db, { anchors: given, unreadable: [] })).map(({ detail }) =>
        detail.replace(/^anchor (\d) of \S+ /, '$1 '),
      );
    expect(await problems(first, second)).toEqual([]);
    // The same one twice proves no less.
    expect(await problems(first, first, second)).toEqual([]);
    const other = { ...first, root: second.root };
    expect(await problems(first, other)).toContain('1 is there twice, with two roots');
    expect(await problems(first, { ...second, previous: second.root })).toContain('2 does not follow anchor 1');
    expect(await problems(first, { ...second, number: 3 })).toContain(
      '3 follows a gap: anchor 2 is not among those given',
    );
    expect(await problems({ ...first, heads: undefined, number: 9 })).toContain(
      '9 has no heads, and the database does not have it',
    );
  });

  it('are read from one file or from a folder, by number, and only from files of JSON', async () => {
    const folder = await newFolder();
    const [first = '', second = ''] = await readdir(at.folder);
    await writeFile(join(folder, 'a.json'), await readFile(join(at.folder, second)));
    await writeFile(join(folder, 'b.json'), await readFile(join(at.folder, first)));
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const numbers = async (path: string) => (await readAnchors(path)).anchors.map(({ number }) => number);
    expect(await numbers(folder)).toEqual([1, 2]);
    expect(await numbers(join(folder, 'a.json'))).toEqual([2]);
    expect((await readAnchors(folder)).unreadable).toEqual([]);
    const none = await readAnchors(join(folder, 'notes.txt'));
    expect([none.anchors, none.unreadable]).toEqual([[], [join(folder, 'notes.txt')]]);
  });

  it('prove nothing that was not signed, or is not of their root', async () => {
    const { anchors } = await readAnchors(at.folder);
    const [first] = anchors as [Anchor];
    const unknown: AnchoredHead = { chain: 'oak', seq: 9, hash: 'f'.repeat(64) };
    const heads = [...(first.heads ?? []), unknown];
    const found = async (anchor: Anchor) =>
      (await checkAnchors(at.db, { anchors: [anchor], unreadable: [] })).map(({ companyId, detail }) =>
        [companyId, detail.replace(/^anchor 1 of \S+ /, '')].join(': '),
      );
    expect(await found({ ...first, heads })).toEqual(['installation: has a root that is not that of its heads']);
    expect(await found({ ...first, heads, root: treeRoot(heads) })).toEqual([
      'installation: is not what was signed',
      'installation: is another one in the database',
    ]);
  });

  it('name the first of them that holds what is gone', async () => {
    const gone = (rows: Rows) => forget(rows, 'cedar', 0);
    await forged(at.db, gone, async () => {
      const found = await findings(at);
      expect(found.filter((one) => one.startsWith('cedar'))).toEqual([expect.stringMatching(/: anchor 1 of /)]);
    });
  });

  it('never overwrite what is in the folder, and leave nothing else there', async () => {
    const folder = await newFolder();
    const again = await anchoredOn(open, folder);
    const day = again.db.clock.now().toISOString().slice(0, 10);
    const name = `anchor-000001-${day}.json`;
    await writeFile(join(folder, name), 'locked for years');
    await again.anchors.anchor('daily');
    expect([await readFile(join(folder, name), 'utf8'), await readdir(folder)]).toEqual(['locked for years', [name]]);
    expect(again.warnings).toEqual([]);
  });

  it('are kept and sent where there is no folder, and wait for none', async () => {
    const none = await anchoredOn(open, await newFolder(), false);
    await none.anchors.anchor('daily');
    expect([none.messages.length, await readdir(none.folder), none.warnings]).toEqual([1, [], []]);
    const kept = await none.db.read((rows) => rows.find(LogAnchor));
    expect(kept.map(({ number, fileProblem }) => [number, fileProblem])).toEqual([[1, null]]);
  });

  it.each([
    ['a folder where no one may write', async () => '/proc/self/task', /ENOENT|EACCES|EPERM|EROFS/],
    [
      'a file in its place',
      async () => {
        const path = join(await newFolder(), 'anchors');
        await writeFile(path, '');
        return path;
      },
      /ENOTDIR/,
    ],
  ])('are kept, and the work goes on, with %s', async (_, folderOf, words) => {
    const stuck = await anchoredOn(open, await folderOf());
    expect([await stuck.anchors.anchor('month_close'), await stuck.anchors.anchor('daily')]).toEqual([1, 2]);
    expect(stuck.warnings).toEqual([1, 2].map(() => expect.stringMatching(words)));
    const kept = await stuck.db.read((rows) => rows.find(LogAnchor, { order: { number: 'ASC' } }));
    expect(kept.map(({ fileProblem }) => fileProblem)).toEqual([
      expect.stringMatching(words),
      expect.stringMatching(/not written yet/),
    ]);
    expect(stuck.messages).toHaveLength(2);
    expect(await stuck.log.verifyChain()).toEqual([]);
  });

  it('wait for a missing folder, with a message, and are written when it is back', async () => {
    const folder = join(await newFolder(), 'gone');
    const lost = await anchoredOn(open, folder);
    await lost.anchors.anchor('daily');
    await lost.anchors.anchor('month_close');
    expect(lost.warnings[0]).toMatch(/^Log anchor 1 could not be written to ANCHOR_FOLDER and is tried again.*ENOENT/);
    const problems = async () =>
      (await lost.db.read((rows) => rows.find(LogAnchor))).map(({ fileProblem }) => fileProblem);
    expect(await problems()).not.toContain(null);
    await mkdir(folder);
    await lost.anchors.anchor('daily');
    expect(await problems()).toEqual([null, null, null]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toHaveLength(3);
    expect(await findings({ db: lost.db, folder })).toEqual([]);
    await chmod(folder, 0o755);
    await rm(join(folder, (await readdir(folder))[1] ?? ''));
    expect(await findings({ db: lost.db, folder })).toContainEqual(
      expect.stringMatching(/anchor 3 of \S+ follows a gap: anchor 2 is not among those given/),
    );
  });
});

test('the same heads have the same root in any order, and other heads another root', () => {
  const head = (chain: string, seq = 1): AnchoredHead => ({ chain, seq, hash: chain.repeat(3) });
  const heads = ['a', 'b', 'c', 'd', 'e'].map((chain) => head(chain));
  expect(treeRoot([...heads].reverse())).toBe(treeRoot(heads));
  const others = [heads.slice(1), [...heads, head('f')], [head('a', 2), ...heads.slice(1)], [], heads.slice(0, 1)];
  expect(new Set([heads, ...others].map(treeRoot)).size).toBe(6);
});
