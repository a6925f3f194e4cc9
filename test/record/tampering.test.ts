import type { Rows } from '../../src/ground/rows.js';
import { readFact, writeFact } from '../../src/ground/facts.js';
import { headName } from '../../src/record/log/log-head.js';
import { installation, LogEntry } from '../../src/record/log/log-entry.entity.js';
import { entryHash } from '../../src/record/log/log-hash.js';
import { Actor } from '../../src/record/actor.entity.js';
import { describeOnDatabases } from '../harness/databases.js';
import { disarm } from './disarm.js';
import { october, type Recorded, recorded } from './recorded.js';

interface Tampering {
  readonly what: string;
  with(rows: Rows, at: Recorded): Promise<unknown>;
  /** The findings include all of these. */
  readonly found: readonly RegExp[];
}

const sql = (text: string) => (rows: Rows) => rows.query(text);

/** Removes the last entry and corrects the note of the last one by hand, without our code. */
async function cutTail(rows: Rows, companyId: string): Promise<void> {
  const [last, before] = await rows.find(LogEntry, { where: { companyId }, order: { seq: 'DESC' }, take: 2 });
  if (!last || !before) throw new Error('nothing to cut');
  await rows.query(`DELETE FROM log WHERE id = ${Number(last.id)}`);
  await writeFact(rows, headName(companyId), JSON.stringify({ seq: before.seq, hash: before.hash }));
}

/** What someone who has read the source would do: recompute all hashes from one entry on, and the notes. */
async function rebuild(rows: Rows, companyId: string, seq: number, change: Partial<LogEntry>): Promise<void> {
  const actors = new Map((await rows.find(Actor)).map(({ id, hash }) => [id, hash]));
  const chain = await rows.find(LogEntry, { where: { companyId }, order: { seq: 'ASC' } });
  let previous = chain[seq - 2]?.hash ?? '0'.repeat(64);
  for (const entry of chain.slice(seq - 1)) {
    Object.assign(entry, entry.seq === seq ? change : {}, { previous });
    // Also those in which an entry witnesses an earlier one of the same chain.
    if (entry.witness?.companyId === companyId && entry.seq > seq) entry.witness = { ...entry.witness, hash: previous };
    entry.hash = entryHash(entry, actors.get(entry.actor) ?? '');
    previous = entry.hash;
    await rows.update(
      LogEntry,
      { id: entry.id },
      { ...change, previous: entry.previous, witness: entry.witness as never, hash: entry.hash },
    );
  }
  await writeFact(rows, headName(companyId), JSON.stringify({ seq: chain.length, hash: previous }));
  await rows.query(`UPDATE log_heads SET hash = '${previous}' WHERE company_id = '${companyId}'`);
}

async function forgetChain(rows: Rows, companyId: string): Promise<void> {
  await rows.query(`DELETE FROM log WHERE company_id = '${companyId}'`);
  await rows.query(`DELETE FROM log_heads WHERE company_id = '${companyId}'`);
  await rows.query(`DELETE FROM facts WHERE name = '${headName(companyId)}'`);
}

/** Inserts a copy of a row with other values. */
async function slipIn(rows: Rows, table: string, where: string, other: Record<string, unknown>): Promise<void> {
  const [row] = await rows.query<Record<string, unknown>[]>(`SELECT * FROM ${table} WHERE ${where}`);
  const copy = { ...row, ...other };
  const places = Object.keys(copy).map((_, at) => (rows.kind === 'postgres' ? `$${at + 1}` : '?'));
  await rows.query(
    `INSERT INTO ${table} (${Object.keys(copy).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(copy),
  );
}

async function deleteCompany(rows: Rows, id: string): Promise<void> {
  await rows.query(`DELETE FROM policies WHERE company_id = '${id}'`);
  await rows.query(`DELETE FROM companies WHERE id = '${id}'`);
}

const tamperings: readonly Tampering[] = [
  {
    what: 'an entry changed',
    with: sql(`UPDATE log SET outcome = 'refused' WHERE company_id = 'ash' AND seq = 2`),
    found: [/^ash 2 was changed/],
  },
  {
    what: 'two entries changed',
    with: sql(`UPDATE log SET act = 'x' WHERE company_id = 'ash' AND seq IN (1, 3)`),
    found: [/^ash 1 was changed/, /^ash 3 was changed/],
  },
  {
    what: 'an entry removed',
    with: sql(`DELETE FROM log WHERE company_id = 'ash' AND seq = 2`),
    found: [/^ash 2 is not there/],
  },
  {
    what: 'the first and another entry removed',
    with: sql(`DELETE FROM log WHERE company_id = 'ash' AND seq IN (1, 3)`),
    found: [/^ash 1 is not there/, /^ash 3 is not there/],
  },
  {
    what: 'an entry added',
    with: sql(`INSERT INTO log (company_id, seq, at, trigger, actor, act, outcome, previous, hash)
      SELECT company_id, 99, at, trigger, actor, act, outcome, previous, hash FROM log WHERE company_id = 'ash' AND seq = 1`),
    found: [/^ash 99 was changed/],
  },
  {
    what: 'two entries in each other’s place',
    with: async (rows) => {
      await rows.query(`UPDATE log SET seq = 1000 WHERE company_id = 'ash' AND seq = 2`);
      await rows.query(`UPDATE log SET seq = 2 WHERE company_id = 'ash' AND seq = 3`);
      await rows.query(`UPDATE log SET seq = 3 WHERE company_id = 'ash' AND seq = 1000`);
    },
    found: [/^ash 2 was changed/, /^ash 3 was changed/],
  },
  {
    what: 'an entry moved to another company',
    with: sql(`UPDATE log SET company_id = 'birch', seq = 50 WHERE company_id = 'ash' AND seq = 2`),
    found: [/^ash 2 is not there/, /^birch 50 was changed/],
  },
  {
    what: 'an entry given to another person',
    with: sql(`UPDATE log SET actor = (SELECT id FROM actors WHERE name = 'ben') WHERE company_id = 'ash' AND seq = 1`),
    found: [/^ash 1 was changed/],
  },
  {
    what: 'the name of a person changed',
    with: sql(`UPDATE actors SET name = 'carl' WHERE name = 'ann'`),
    found: [/^installation 0 the name of person/],
  },
  {
    what: 'the name of a person changed with its hash',
    with: sql(`UPDATE actors SET name = 'carl', salt = 'x', hash = 'y' WHERE name = 'ann'`),
    found: [/^ash 1 was changed/, /^installation 0 the name of person/],
  },
  {
    what: 'the name of a person taken away',
    with: sql(`UPDATE actors SET name = NULL, salt = NULL WHERE name = 'ann'`),
    found: [/^installation 0 the name of person .* was erased/],
  },
  {
    what: 'a tail cut',
    with: sql(`DELETE FROM log WHERE company_id = 'ash' AND seq >= 3`),
    found: [/^ash 2 the log ends here/],
  },
  {
    what: 'a tail cut, and the log’s note of its end rewritten',
    with: (rows) => cutTail(rows, 'ash'),
    found: [/^ash \d+ the log ends here/],
  },
  {
    what: 'a tail cut, and both notes of its end rewritten, while another company went on',
    with: async (rows) => {
      await cutTail(rows, 'ash');
      const head = JSON.parse((await readFact(rows, headName('ash'))) ?? '') as { seq: number; hash: string };
      await rows.query(`UPDATE log_heads SET seq = ${head.seq}, hash = '${head.hash}' WHERE company_id = 'ash'`);
    },
    found: [/^ash \d+ is not there any more: entry \d+ of birch was written after it/],
  },
  {
    what: 'a company’s whole log wiped',
    with: sql(`DELETE FROM log WHERE company_id = 'ash'`),
    found: [/^ash 0 the log ends here/],
  },
  {
    what: 'a company’s whole log wiped, with every note of it',
    with: (rows) => forgetChain(rows, 'ash'),
    found: [/^ash \d+ is not there any more: entry \d+ of birch/, /^ash 0 no entry mentions the journal sets of/],
  },
  {
    what: 'a company’s row deleted',
    with: (rows) => deleteCompany(rows, 'cedar'),
    found: [/^cedar 1 is the last of a company that is not there/],
  },
  {
    what: 'a company’s row deleted with its whole log and every note of it',
    with: async (rows) => {
      await forgetChain(rows, 'cedar');
      await deleteCompany(rows, 'cedar');
    },
    found: [/^cedar 1 is not there any more: entry \d+ of \w+ was written after it/],
  },
  {
    what: 'a chain rebuilt from one entry on, with its notes, while another company went on',
    with: (rows) => rebuild(rows, 'ash', 2, { outcome: 'refused' }),
    found: [/^ash \d+ is not what it was: entry \d+ of birch was written after it/],
  },
  {
    what: 'the chain of the installation changed',
    with: sql(`UPDATE log SET outcome = 'done' WHERE company_id = '${installation}' AND act = 'refuse'`),
    found: [/^installation \d+ was changed/],
  },
  {
    what: 'a decision changed',
    with: sql(`UPDATE decisions SET reason = 'other' WHERE id = 'd1'`),
    found: [/^ash \d+ carries decision d1, which was changed/],
  },
  {
    what: 'a decision given to someone else',
    with: sql(`UPDATE decisions SET actor = 'ben' WHERE id = 'd1'`),
    found: [/^ash \d+ carries decision d1, which was changed/],
  },
  {
    what: 'a decision that was carried out made to stand again',
    with: sql(`UPDATE decisions SET ended_at = NULL WHERE id = 'd2'`),
    found: [/^ash \d+ carries decision d2, which was changed/],
  },
  {
    what: 'a decision deleted',
    with: sql(`DELETE FROM decisions WHERE id = 'd1'`),
    found: [/^ash \d+ carries decision d1, which is not there/],
  },
  {
    what: 'a decision slipped in',
    with: sql(
      `INSERT INTO decisions (id, company_id, scope, kind, tag, reason, actor, at) SELECT 'd9', company_id, scope, kind, tag, reason, actor, at FROM decisions WHERE id = 'd1'`,
    ),
    found: [/^ash 0 no entry mentions decision d9/],
  },
  {
    what: 'a decision slipped in, as if it were older than the log',
    with: sql(
      `INSERT INTO decisions (id, company_id, scope, kind, tag, reason, actor, at) SELECT 'd9', company_id, scope, kind, tag, reason, actor, '2020-01-01T00:00:00.000Z' FROM decisions WHERE id = 'd1'`,
    ),
    found: [/^ash 0 no entry mentions decision d9/],
  },
  {
    what: 'a decision for a whole practice slipped in',
    with: sql(
      `INSERT INTO decisions (id, connection_id, scope, kind, field, treatment, reason, actor, at) SELECT 'd9', connection_id, scope, kind, 'overtime', treatment, reason, actor, at FROM decisions WHERE id = 'd3'`,
    ),
    found: [/^installation 0 no entry mentions decision d9, for a whole practice/],
  },
  {
    what: 'a write changed',
    with: sql(`UPDATE writes SET target = '{}' WHERE id = 'w1'`),
    found: [/^ash \d+ carries the writes of/],
  },
  {
    what: 'a write marked as refused',
    with: sql(`UPDATE writes SET state = 'refused' WHERE id = 'w1'`),
    found: [/^ash \d+ carries the writes of/],
  },
  {
    what: 'a write deleted',
    with: sql(`DELETE FROM writes WHERE id = 'w1'`),
    found: [/^ash \d+ carries the writes of .* which is not there/],
  },
  {
    what: 'a posting changed',
    with: sql(`UPDATE postings SET lines = '[]' WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries the journal sets of/],
  },
  {
    what: 'a posting marked as missing',
    with: sql(`UPDATE postings SET state = 'missing' WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries the journal sets of/],
  },
  {
    what: 'a posting deleted',
    with: sql(`DELETE FROM postings WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries the journal sets of .* which is not there/],
  },
  {
    what: 'a policy changed',
    with: sql(`UPDATE policies SET policy = REPLACE(policy, 'hold', 'pay') WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries policy version 1, which was changed/],
  },
  {
    what: 'a policy slipped in',
    with: sql(
      `INSERT INTO policies (company_id, version, policy, actor, reason, created_at) SELECT company_id, 2, policy, actor, reason, created_at FROM policies WHERE company_id = 'ash'`,
    ),
    found: [/^ash 0 no entry mentions policy version 2/],
  },
  {
    what: 'the policy in force deleted',
    with: sql(`DELETE FROM policies WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries policy version 1, which is not there/],
  },
  {
    what: 'another version of the policy put in force',
    with: sql(`UPDATE companies SET policy_version = 0 WHERE id = 'ash'`),
    found: [/^ash \d+ carries company ash, which was changed/],
  },
  {
    what: 'a company given to other keys',
    with: sql(`UPDATE companies SET connection_id = 'connection-birch' WHERE id = 'ash'`),
    found: [/^ash \d+ carries company ash, which was changed/],
  },
  {
    what: 'a connection that got another id',
    with: sql(`UPDATE connections SET id = 'another' WHERE id = 'connection-birch'`),
    found: [/^birch \d+ is the last of a company whose connection is not there any more/],
  },
  {
    what: 'a company made to work again',
    with: sql(`UPDATE companies SET life = 'paused' WHERE id = 'ash'`),
    found: [/^ash \d+ carries company ash, which was changed/],
  },
  {
    what: 'a company slipped in',
    with: sql(
      `INSERT INTO companies (id, connection_id, name, books_id, prefix, life, policy_version, created_at) SELECT 'elm', connection_id, 'Elm', 'x', prefix, life, 1, created_at FROM companies WHERE id = 'ash'`,
    ),
    found: [/^elm 0 no entry mentions company elm/],
  },
  {
    what: 'the whole log wiped, with every note of it and the database’s own count',
    with: async (rows, { db }) => {
      for (const statement of [
        `DELETE FROM log`,
        `DELETE FROM log_heads`,
        `DELETE FROM facts WHERE name LIKE 'log-head:%'`,
      ])
        await rows.query(statement);
      if (db.kind === 'sqlite') await rows.query(`DELETE FROM sqlite_sequence WHERE name = 'log'`);
    },
    found: [
      /^ash 0 no entry mentions company ash/,
      /^birch 0 no entry mentions company birch/,
      /^ash 0 no entry mentions policy version 1/,
      /^ash 0 no entry mentions decision d1/,
      /^ash 0 no entry mentions pay run /,
      /^ash 0 no entry mentions pay period 2026-6/,
      /^ash 0 no entry mentions the journal sets of /,
      /^ash 0 no entry mentions the writes of /,
      /^installation 0 no entry mentions decision d3/,
    ],
  },
  {
    what: 'a pay run slipped in',
    with: (rows) => slipIn(rows, 'pay_runs', `tag = '${october}'`, { tag: 'counterfoil:2026-07:2025-11-30' }),
    found: [/^ash 0 no entry mentions pay run counterfoil:2026-07/],
  },
  {
    what: 'a pay period slipped in',
    with: (rows) => slipIn(rows, 'pay_periods', 'period = 6', { period: 7 }),
    found: [/^ash 0 no entry mentions pay period 2026-7/],
  },
  {
    what: 'a sign-off given to someone else',
    with: sql(`UPDATE pay_runs SET signed_off_by = 'ben' WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries pay run /],
  },
  {
    what: 'a pay run’s figures changed',
    with: sql(`UPDATE pay_runs SET net = net + 100 WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries pay run /],
  },
  {
    what: 'a pay run deleted',
    with: sql(`DELETE FROM pay_runs WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries pay run .* which is not there/],
  },
  {
    what: 'a payroll period changed',
    with: sql(`UPDATE pay_periods SET status = 'unfiled' WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries pay period 2026-6, which was changed/],
  },
  {
    what: 'a payroll document changed',
    with: sql(`UPDATE pay_periods SET document = '{"payslips":[]}' WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries pay period 2026-6, whose document was changed/],
  },
  {
    what: 'a payroll document that is none any more',
    with: sql(`UPDATE pay_periods SET document = 'H4sI' WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries pay period 2026-6, whose document was changed/],
  },
  {
    what: 'a payroll document erased by hand',
    with: sql(`UPDATE pay_periods SET document = NULL WHERE company_id = 'ash'`),
    found: [/^ash \d+ carries pay period 2026-6, which was changed/],
  },
];

describeOnDatabases('who tampers with the database', (open, kind) => {
  let at: Recorded;
  beforeAll(async () => {
    at = await recorded(open);
  });

  it('and passes a log that no one has touched', async () => {
    expect(await at.log.verifyChain()).toEqual([]);
    // Nor one chain by itself, of which a decision for a whole practice is no part.
    expect(await at.log.verifyChain(['ash'])).toEqual([]);
  });

  it.each(tamperings)('is found out: $what', async (tampering) => {
    const { db, log } = at;
    const undone = new Error('undone');
    let found: readonly string[] = [];
    await db
      .work(async (rows) => {
        await disarm(db, rows);
        await tampering.with(rows, at);
        found = (await log.verifyChain()).map(({ companyId, seq, detail }) => `${companyId} ${seq} ${detail}`);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone && (error as Error).cause !== undone) throw error;
      });
    for (const wanted of tampering.found) expect(found).toContainEqual(expect.stringMatching(wanted));
    if (kind === 'sqlite' && /removed|cut|wiped/.test(tampering.what) && !tampering.what.includes('own count'))
      expect(found).toContainEqual(expect.stringContaining("by the database's own count"));
  });

  const refused = [
    `UPDATE log SET outcome = 'x'`,
    `DELETE FROM log`,
    `UPDATE log_heads SET seq = 1`,
    `DELETE FROM log_heads`,
    ...(kind === 'sqlite'
      ? [
          `REPLACE INTO log SELECT * FROM log WHERE company_id = 'ash' AND seq = 2`,
          `INSERT OR REPLACE INTO log (company_id, seq, at, trigger, actor, act, outcome, previous, hash)
            SELECT company_id, seq, at, trigger, actor, act, 'x', previous, hash FROM log WHERE company_id = 'ash' AND seq = 2`,
          `REPLACE INTO log_heads VALUES ('ash', 1, 'x')`,
        ]
      : [`TRUNCATE log`, `TRUNCATE log_heads`]),
    `INSERT INTO log (company_id, seq, at, trigger, actor, act, outcome, previous, hash)
      SELECT company_id, seq, at, trigger, actor, act, 'x', previous, hash FROM log WHERE company_id = 'ash' AND seq = 2
      ON CONFLICT (company_id, seq) DO UPDATE SET outcome = excluded.outcome`,
  ];
  it.each(refused)('is stopped by the database itself: %s', async (statement) => {
    await expect(at.db.work((rows) => rows.query(statement))).rejects.toThrow(/append-only|never goes back/);
    expect(await at.log.verifyChain()).toEqual([]);
  });
});
