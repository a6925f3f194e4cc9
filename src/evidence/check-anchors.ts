import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { In } from 'typeorm';
import type { Database } from '../ground/database.js';
import { type Problem, problem } from '../ground/problem.js';
import { installation, LogEntry } from '../record/log/log-entry.entity.js';
import type { BrokenLink } from '../record/log/broken-link.js';
import { type Anchor, type AnchoredHead, anchorShape, isSigned, treeRoot } from './anchor.js';
import { LogAnchor } from './log-anchor.entity.js';
import type { PublicKey } from './public-keys.js';
import { SigningKey } from './signing-key.entity.js';

const bytesMax = 64 * 1024 * 1024;
const seqsPerRead = 200;

export interface AnchorsGiven {
  readonly anchors: readonly Anchor[];
  /** Files that are not anchors, or are damaged. */
  readonly unreadable: readonly string[];
}

/** Reads one anchor, or all of a folder, by number. */
export async function readAnchors(path: string): Promise<AnchorsGiven> {
  const files = await filesAt(path);
  const anchors: Anchor[] = [];
  const unreadable: string[] = [];
  for (const file of files) {
    const read = anchorShape.safeParse(await jsonOf(file));
    if (read.success) anchors.push(read.data);
    else unreadable.push(file);
  }
  if (anchors.length + unreadable.length === 0) throw nothingThere(path);
  return { anchors: anchors.sort((a, b) => a.number - b.number), unreadable };
}

/**
 * What the log has lost, or has differently, since these anchors were written. `trusted`: the keys they must be signed
 * with.
 */
export async function checkAnchors(
  db: Database,
  { anchors, unreadable }: AnchorsGiven,
  trusted?: readonly PublicKey[],
): Promise<readonly BrokenLink[]> {
  const keys = trusted?.map(({ kid }) => kid) ?? (await db.read((rows) => rows.find(SigningKey))).map(({ id }) => id);
  // Without their heads: for a year of thousands of companies these are a hundred megabytes.
  const kept = await db.read((rows) => rows.select(LogAnchor, ['number', 'root']));
  const own = new Map(kept.map(({ number, root }) => [number, root]));
  const broken = unreadable.map((file) => whole(`the anchor ${file} is damaged, or is not an anchor`));
  const proven = new Map<string, AnchoredHead & { readonly by: Anchor }>();
  for (const [at, anchor] of anchors.entries()) {
    const heads =
      anchor.heads ?? (await db.read((rows) => rows.findOneBy(LogAnchor, { number: anchor.number })))?.heads;
    const problems = [...problemsOf(anchor, { heads, keys, before: anchors[at - 1] }), ...ownProblems(anchor, own)];
    broken.push(...problems.map((detail) => whole(`anchor ${anchor.number} of ${anchor.at.slice(0, 10)} ${detail}`)));
    if (heads === undefined || !isSigned(anchor) || treeRoot(heads) !== anchor.root) continue;
    for (const head of heads) {
      const key = `${head.chain} ${head.seq} ${head.hash}`;
      // The first anchor that holds it is the one to name.
      if (!proven.has(key)) proven.set(key, { ...head, by: anchor });
    }
  }
  return [...broken, ...(await headBreaks(db, [...proven.values()]))];
}

const whole = (detail: string): BrokenLink => ({ companyId: installation, seq: 0, detail });

interface Kept {
  readonly heads: readonly AnchoredHead[] | undefined;
  readonly keys: readonly string[];
  readonly before: Anchor | undefined;
}

function* problemsOf(anchor: Anchor, { heads, keys, before }: Kept): Generator<string> {
  const { kid } = anchor.signature.key;
  if (!isSigned(anchor)) yield 'is not what was signed';
  else if (!keys.includes(kid))
    yield `is signed with key ${kid}, which is not known here: this is another log, or one that was begun again`;
  if (heads === undefined) yield 'has no heads, and the database does not have it';
  else if (treeRoot(heads) !== anchor.root) yield 'has a root that is not that of its heads';
  if (before === undefined) return;
  if (before.number + 1 === anchor.number && before.root !== anchor.previous)
    yield `does not follow anchor ${before.number}`;
  if (before.number + 1 < anchor.number) yield `follows a gap: anchor ${anchor.number - 1} is not among those given`;
  if (before.number === anchor.number && before.root !== anchor.root) yield 'is there twice, with two roots';
}

function* ownProblems({ number, root }: Anchor, own: ReadonlyMap<number, string>): Generator<string> {
  const there = own.get(number);
  if (there === undefined) yield 'is not in the database any more';
  else if (there !== root) yield 'is another one in the database';
}

async function headBreaks(db: Database, heads: readonly (AnchoredHead & { by: Anchor })[]): Promise<BrokenLink[]> {
  const chains = new Map<string, (AnchoredHead & { by: Anchor })[]>();
  for (const head of heads) chains.set(head.chain, [...(chains.get(head.chain) ?? []), head]);
  const broken: BrokenLink[] = [];
  for (const [companyId, ofChain] of chains) {
    const hashes = await hashesOf(
      db,
      companyId,
      ofChain.map(({ seq }) => seq),
    );
    for (const { seq, hash, by } of ofChain) {
      const now = hashes.get(seq);
      if (now === hash) continue;
      const what = now === undefined ? 'is not there any more' : 'is not what it was';
      broken.push({
        companyId,
        seq,
        detail: `${what}: anchor ${by.number} of ${by.at.slice(0, 10)} holds it as the last`,
      });
    }
  }
  return broken;
}

async function hashesOf(
  db: Database,
  companyId: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  for (let from = 0; from < seqs.length; from += seqsPerRead) {
    const part = seqs.slice(from, from + seqsPerRead);
    const entries = await db.read((rows) => rows.find(LogEntry, { where: { companyId, seq: In(part) } }));
    for (const { seq, hash } of entries) hashes.set(seq, hash);
  }
  return hashes;
}

async function filesAt(path: string): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path);
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    throw unreadablePath(path, error);
  }
}

async function jsonOf(file: string): Promise<unknown> {
  try {
    if ((await stat(file)).size > bytesMax) return undefined;
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function nothingThere(path: string): Problem {
  return problem('no-anchors', {
    detail: `${path} holds no file that ends in .json.`,
    todo: 'Name an anchor, or the folder that ANCHOR_FOLDER was set to.',
  });
}

function unreadablePath(path: string, error: unknown): Problem {
  return problem('anchors-unreadable', {
    detail: `${path}: ${error instanceof Error ? error.message : String(error)}`,
    todo: 'Name an anchor or a folder of them that is there and that this user may read.',
    cause: error,
  });
}
