import { once } from 'node:events';
import fc from 'fast-check';
import { Actor } from '../../src/record/actor.entity.js';
import { eraseActor } from '../../src/record/actors.js';
import { companyWithPolicy } from '../../src/record/log/carried.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { Decisions } from '../../src/record/runs/decisions.js';
import { installation, LogEntry } from '../../src/record/log/log-entry.entity.js';
import { PayPeriodRecord } from '../../src/record/runs/pay-period.entity.js';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { storedText } from '../../src/record/runs/stored-text.js';
import { Retention } from '../../src/runner/retention.js';
import type { Database } from '../../src/ground/database.js';
import { insertCompany } from '../factories/companies.js';
import { describeOnDatabases } from '../harness/databases.js';
import { october, recorded } from './recorded.js';
import { cases } from '../harness/cases.js';

const base = { companyId: 'ash', trigger: 'page', actor: 'ann', act: 'verify', outcome: 'done' } as const;

/** Half surrogates and NUL among them. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 700 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 700 }).map((units) => String.fromCharCode(...units)),
);

describe('a text that is stored', () => {
  test.each([
    ['as it is', 'Gross £2,000 ✓', 300, 'Gross £2,000 ✓'],
    ['without half a surrogate pair', 'a\ud83db', 300, 'a\u{FFFD}b'],
    ['without NUL', 'a\0b', 300, 'a\u{FFFD}b'],
    ['cut between letters', `${'x'.repeat(299)}👍👍`, 300, `${'x'.repeat(299)}👍`],
    ['of the most letters', '👍'.repeat(300), 300, '👍'.repeat(300)],
  ])('is kept %s', (_, given, most, kept) => {
    expect(storedText(given, most)).toBe(kept);
  });
});

describeOnDatabases('the log', (open, kind) => {
  test('verifies whatever text was in it', async () => {
    const db = await open();
    await insertCompany(db, { name: 'Ash' });
    const [log, decisions] = [new PostingLog(db), new Decisions(db)];
    await db.work((rows) => log.append(rows, { ...base, act: 'connect', carries: companyWithPolicy('ash', 1) }));
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (answer, name, reason) => {
        await db.work(async (rows) => {
          const words = { reason: storedHere(reason), actor: storedHere(name) || 'ann' };
          const { id } = await decisions.record(rows, { companyId: 'ash', scope: 'run', kind: 'ignore', ...words });
          const entry = { ...base, answer, actor: name, tag: answer, holdCodes: [answer], ref: name };
          await log.append(rows, { ...entry, carries: [['decision', id]] });
        });
        expect(await log.verifyChain(['ash'])).toEqual([]);
      }),
      { numRuns: cases(20, 200) },
    );
    const text = `${'x'.repeat(295)}👍 and more words`;
    await db.work((rows) => log.append(rows, { ...base, answer: text }));
    expect(await log.verifyChain()).toEqual([]);
  });

  test('names persons by id, and verifies when the name of one was erased', async () => {
    const { db, log } = await recorded(open);
    const ann = await db.read((rows) => rows.findOneByOrFail(Actor, { name: 'ann' }));
    const raw = await db.read((rows) => rows.findOneByOrFail(LogEntry, { companyId: 'ash', seq: 1 }));
    expect(raw.actor).toBe(ann.id);
    expect((await log.page({ companyIds: ['ash'], actor: 'ann' }, 10)).at(-1)).toMatchObject({ seq: 1, actor: 'ann' });
    await db.work(async (rows) => {
      await eraseActor(rows, ann.id, await db.now(rows));
      const entry = { trigger: 'command', actor: 'ben', act: 'erase', outcome: 'done', ref: ann.id } as const;
      await log.append(rows, { ...entry, companyId: installation });
      // Other rows name her by id too.
      for (const [table, column] of [
        ['decisions', 'actor'],
        ['writes', 'actor'],
        ['notes', 'actor'],
        ['client_approvals', 'asked_by'],
        ['payroll_files', 'actor'],
        ['pay_runs', 'signed_off_by'],
      ])
        await rows.query(`UPDATE ${table} SET ${column} = '${ann.id}' WHERE ${column} = 'ann'`);
    });
    expect(await log.verifyChain()).toEqual([]);
    expect((await log.page({ companyIds: ['ash'] }, 10)).at(-1)).toMatchObject({ seq: 1, actor: 'erased' });
    const rest = JSON.stringify(await db.read((rows) => rows.query('SELECT * FROM actors')));
    expect(rest).not.toContain('"ann"');
  });

  test('verifies after names and pay were erased by retention, but not when they were erased by hand', async () => {
    const { db, log, clock } = await recorded(open);
    const { document, lines } = await payOf(db);
    expect([document, lines]).toEqual([expect.anything(), expect.arrayContaining([expect.anything()])]);
    clock.advance(9 * 366 * 86_400_000);
    await new Retention(db, 7).erase();
    expect(await payOf(db)).toEqual({ document: null, lines: [] });
    expect(await log.verifyChain()).toEqual([]);
    const [last] = await log.page({ companyIds: ['ash'] }, 1);
    expect(last).toMatchObject({
      act: 'erase',
      answer: expect.stringMatching(/^names and pay from before 2026-11-\d\d$/),
    });
    expect(last?.carries?.map(([kind]) => kind).sort()).toEqual([
      ...[
        'client',
        'decision',
        'decision',
        'figures',
        'figures',
        'figures',
        'file',
        'note',
        'period',
        'policy',
        'postings',
        'writes',
      ],
    ]);
    await new Retention(db, 7).erase();
    expect(await log.page({ companyIds: ['ash'], act: 'erase' }, 5)).toHaveLength(1);
  });

  test('verifies while others are writing into it', async () => {
    const { db, log } = await recorded(open);
    const going = (async () => {
      for (let at = 0; at < 20; at++)
        await db.work(async (rows) => {
          await rows.update(Posting, { companyId: 'ash' }, { description: `again ${at}` });
          await log.append(rows, { ...base, actor: `person ${at}`, carries: [['postings', october]] });
        });
    })();
    for (let at = 0; at < 5; at++) expect(await log.verifyChain()).toEqual([]);
    await going;
    expect(await log.verifyChain()).toEqual([]);
  });

  test('verifies in whatever order units of work came, one that waited for its chain among them', async () => {
    const { db, log } = await recorded(open);
    const append = (companyId: string) => db.work((rows) => log.append(rows, { ...base, companyId }));
    const gate = new EventTarget();
    const opened = once(gate, 'open');
    const begun = once(gate, 'begun');
    const first = db.work(async (rows) => {
      await log.append(rows, base);
      gate.dispatchEvent(new Event('begun'));
      await opened;
    });
    await begun;
    const second = append('ash');
    // On SQLite units of work take turns from their beginning.
    if (kind === 'postgres') {
      await until(db, waiting);
      await append('birch');
    }
    gate.dispatchEvent(new Event('open'));
    await Promise.all([first, second]);
    // Chains that exist, and one that has yet to begin.
    const companies = ['ash', 'birch', 'cedar', 'new'];
    await Promise.all(Array.from({ length: 40 }, (_, at) => append(companies[at % companies.length] ?? '')));
    const last = async (companyId: string) => (await log.page({ companyIds: [companyId] }, 1))[0]?.seq;
    expect(await last('new')).toBe(10);
    expect(await log.verifyChain(companies)).toEqual([
      expect.objectContaining({ companyId: 'new', detail: expect.stringContaining('company that is not there') }),
    ]);
  });
});

describeOnDatabases('an entry that waits for its chain', (open, kind) => {
  test.each(['a chain that has yet to begin', 'a chain that goes on'])(
    'carries rows as they are then: %s',
    async (chain) => {
      const { db, log } = await recorded(open);
      const companyId = chain.endsWith('begin') ? 'new' : 'ash';
      const entry = { ...base, companyId, carries: [['decision', 'd3']] as const };
      const gate = new EventTarget();
      const opened = once(gate, 'open');
      const begun = once(gate, 'begun');
      const first = db.work(async (rows) => {
        await rows.update(Decision, { id: 'd3' }, { reason: 'another reason' });
        await log.append(rows, entry);
        gate.dispatchEvent(new Event('begun'));
        await opened;
      });
      await begun;
      const second = db.work((rows) => log.append(rows, entry));
      if (kind === 'postgres') await until(db, waiting);
      gate.dispatchEvent(new Event('open'));
      await Promise.all([first, second]);
      const [later, earlier] = await log.page({ companyIds: [companyId] }, 2);
      expect(later?.carries).toEqual(earlier?.carries);
      expect(later?.carries).toEqual([['decision', 'd3', expect.stringMatching(/^[0-9a-f]{64}$/)]]);
    },
  );
});

const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Asked again and again, until it finds something. */
async function until(db: Database, sql: `SELECT ${string}`): Promise<void> {
  while ((await db.read((rows) => rows.query<unknown[]>(sql))).length === 0);
}

/** The text that reaches a decision: doors refuse NUL. */
const storedHere = (text: string) => text.replaceAll('\0', '');

async function payOf(db: Database) {
  const where = { companyId: 'ash' };
  return db.read(async (rows) => ({
    document: (await rows.findOneByOrFail(PayPeriodRecord, where)).document,
    lines: (await rows.findOneByOrFail(Posting, where)).lines,
  }));
}
