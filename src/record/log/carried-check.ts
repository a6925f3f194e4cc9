import type { Database } from '../../ground/database.js';
import { type CarriedKind, documentBreaks, hashesOf, keysOf, kindsIn, mayGo, readRows } from './carried.js';
import type { People } from './chain-walk.js';
import { installation, type LogEntry } from './log-entry.entity.js';
import type { BrokenLink } from './broken-link.js';
import { entriesAfter } from './log-rows.js';

/** The last entry that carries a row, by the row's kind and key. */
export type LastCarried = Map<CarriedKind, Map<string, { readonly seq: number; readonly hash: string | null }>>;

export function noteCarried(carried: LastCarried, page: readonly LogEntry[]): void {
  for (const { seq, carries } of page)
    for (const [kind, key, hash] of carries ?? []) {
      const ofKind = carried.get(kind) ?? new Map();
      carried.set(kind, ofKind.set(key, { seq, hash }));
    }
}

interface ToCheck {
  readonly companyId: string;
  readonly carried: LastCarried;
  /** The last entry that was walked. */
  readonly after: number;
  readonly people: People;
}

/** Rows that differ from what their last entry carries, and rows that no entry carries. */
export async function brokenRows(db: Database, given: ToCheck): Promise<readonly BrokenLink[]> {
  const { companyId, carried, after } = given;
  const broken = [...(await rowsThatChanged(db, given)), ...(await rowsSlippedIn(db, given))];
  if (broken.length === 0) return [];
  // The service keeps working: a row that has an entry since then changed together with it.
  const later: LastCarried = new Map();
  for await (const page of entriesAfter(db, companyId, after, () => undefined)) noteCarried(later, page);
  return broken
    .filter(({ kind, key }) => !later.get(kind)?.has(key))
    .map(({ kind, key, detail }) => ({ companyId, seq: carried.get(kind)?.get(key)?.seq ?? 0, detail }));
}

interface BrokenRow {
  readonly kind: CarriedKind;
  readonly key: string;
  readonly detail: string;
}

const keysPerRead = 200;

async function rowsThatChanged(db: Database, { companyId, carried, people }: ToCheck): Promise<readonly BrokenRow[]> {
  const hashes = new Map<string, string>();
  for (const { id, name, hash } of people.values()) for (const one of [id, name ?? id]) hashes.set(one, hash);
  const broken: BrokenRow[] = [];
  for (const [kind, ofKind] of carried) {
    const keys = [...ofKind.keys()];
    for (let from = 0; from < keys.length; from += keysPerRead) {
      const part = keys.slice(from, from + keysPerRead);
      const found = await db.read((rows) => readRows(rows, companyId, kind, part));
      for (const [, key, hash] of hashesOf(kind, part, found, hashes)) {
        const then = ofKind.get(key)?.hash;
        if (hash === then || (hash === null && mayGo(kind))) continue;
        const what = then === null ? 'was not there and is' : hash === null ? 'is not there any more' : 'was changed';
        broken.push({ kind, key, detail: `carries ${inWords(kind, key)}, which ${what}` });
      }
      if (kind === 'period')
        for (const key of await db.read((rows) => documentBreaks(rows, companyId, part)))
          broken.push({ kind, key, detail: `carries ${inWords(kind, key)}, whose document was changed` });
    }
  }
  return broken;
}

async function rowsSlippedIn(db: Database, { companyId, carried }: ToCheck): Promise<readonly BrokenRow[]> {
  const broken: BrokenRow[] = [];
  for (const kind of kindsIn(companyId === installation ? 'installation' : 'company'))
    for (const key of await db.read((rows) => keysOf(rows, companyId, kind)))
      if (!carried.get(kind)?.has(key)) broken.push({ kind, key, detail: `no entry mentions ${inWords(kind, key)}` });
  return broken;
}

const words: Readonly<Record<CarriedKind, string>> = {
  company: 'company',
  decision: 'decision',
  policy: 'policy version',
  file: 'payroll file',
  period: 'pay period',
  run: 'pay run',
  figures: 'the figures of entry',
  postings: 'the journal sets of',
  writes: 'the writes of',
  note: 'note',
  client: 'the question to a client',
  person: 'person',
  names: 'the names of person',
  token: 'token',
  session: 'session',
  link: 'sign-in link',
  approval: 'the two pairs of eyes of practice',
};
const inWords = (kind: CarriedKind, key: string) => `${words[kind]} ${key}`;
