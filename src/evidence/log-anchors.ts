import { access, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { IsNull, Not } from 'typeorm';
import type { Database } from '../ground/database.js';
import type { ReadRows, Rows } from '../ground/rows.js';
import { installation } from '../record/log/log-entry.entity.js';
import type { Outbox } from '../record/messages/outbox.js';
import { PostingLog } from '../record/log/posting-log.js';
import { type Anchor, type AnchoredHead, anchorFormat, noRoot, signedAnchor } from './anchor.js';
import { canonicalJson } from './canonical-json.js';
import { LogAnchor } from './log-anchor.entity.js';
import { publicKeyOf } from './public-keys.js';
import type { SigningKeys } from './signing-keys.js';
import { SigningKey } from './signing-key.entity.js';

export interface AnchorPlaces {
  /** If undefined, anchors are kept in the database and sent to the webhook, but written to no folder. */
  readonly folder?: string;
  readonly outbox: Pick<Outbox, 'put'>;
  readonly warn: (words: string) => void;
}

/** Signs the ends of all chains, day by day, and puts them where no one here can overwrite them. */
export class LogAnchors {
  constructor(
    private readonly db: Database,
    private readonly keys: SigningKeys,
    private readonly places: AnchorPlaces,
  ) {}

  /** Nothing waits for the folder: a failed write is a warning and a metric, and is tried again next time. */
  async anchor(why: LogAnchor['why']): Promise<number> {
    const signer = await this.keys.signer();
    const made = await this.db.work(async (rows) => {
      await alone(rows);
      const [last] = await rows.find(LogAnchor, { order: { number: 'DESC' }, take: 1 });
      const heads = await headsOf(rows);
      const at = await this.db.now(rows);
      const number = (last?.number ?? 0) + 1;
      const anchor = signedAnchor({ number, at: at.toISOString(), previous: last?.root ?? noRoot, heads }, signer);
      const { root, previous, signature } = anchor;
      await rows.insert(LogAnchor, {
        number,
        at,
        why,
        previous,
        root,
        heads,
        keyId: signer.key.kid,
        signature: signature.value,
        fileProblem: this.places.folder === undefined ? null : 'not written yet',
      });
      const { heads: _, ...payload } = anchor;
      await this.places.outbox.put(rows, { kind: 'log_anchor', once: `log_anchor:${number}`, payload });
      await new PostingLog(this.db).append(rows, {
        companyId: installation,
        trigger: 'schedule',
        actor: 'schedule',
        act: 'anchor',
        outcome: 'done',
        ref: String(number),
        answer: root,
      });
      return number;
    });
    await this.#writeAll();
    return made;
  }

  /** Writes every anchor that the folder lacks, oldest first. */
  async #writeAll(): Promise<void> {
    const { folder, warn } = this.places;
    if (folder === undefined) return;
    const waiting = await this.db.read((rows) =>
      rows.find(LogAnchor, { where: { fileProblem: Not(IsNull()) }, order: { number: 'ASC' } }),
    );
    for (const row of waiting) {
      const problem = await written(folder, await this.#documentOf(row));
      await this.db.work((rows) => rows.update(LogAnchor, { number: row.number }, { fileProblem: problem }));
      if (problem === null) continue;
      warn(
        `Log anchor ${row.number} could not be written to ANCHOR_FOLDER and is tried again with the next: ${problem}`,
      );
      return;
    }
  }

  async #documentOf({ number, at, previous, root, heads, keyId, signature }: LogAnchor): Promise<Anchor> {
    const key = await this.db.read((rows) => rows.findOneBy(SigningKey, { id: keyId }));
    return {
      format: anchorFormat,
      number,
      at: at.toISOString(),
      previous,
      root,
      heads,
      signature: { algorithm: 'Ed25519', key: publicKeyOf(key?.publicKey ?? ''), value: signature },
    };
  }
}

/** From the database's own note of the end of each chain, which only grows. */
async function headsOf(rows: ReadRows): Promise<readonly AnchoredHead[]> {
  const found = await rows.query<{ chain: string; seq: number; hash: string }[]>(
    'SELECT company_id AS chain, seq, hash FROM log_heads ORDER BY company_id',
  );
  return found.map(({ chain, seq, hash }) => ({ chain, seq: Number(seq), hash }));
}

/** Two replicas may do this at once, and numbers must have no gap. */
async function alone(rows: Rows): Promise<void> {
  if (rows.kind === 'postgres') await rows.query(`SELECT pg_advisory_xact_lock(hashtext('log anchors'))`);
}

export const anchorName = ({ number, at }: Pick<Anchor, 'number' | 'at'>) =>
  `anchor-${String(number).padStart(6, '0')}-${at.slice(0, 10)}.json`;

/** Written to a temporary folder first, so that there is never half a file. Returns what went wrong. */
async function written(folder: string, anchor: Anchor): Promise<string | null> {
  const path = join(folder, anchorName(anchor));
  let temporary: string | undefined;
  try {
    // A file that is there already may be locked for years: it is never overwritten.
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return null;
    temporary = await mkdtemp(join(folder, '.anchor-'));
    const file = await open(join(temporary, 'anchor'), 'wx', 0o644);
    try {
      await file.writeFile(canonicalJson(anchor));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(join(temporary, 'anchor'), path);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  }
}
