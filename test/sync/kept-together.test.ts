import { Decisions } from '../../src/record/runs/decisions.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { Leases } from '../../src/record/leases.js';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { Write } from '../../src/record/runs/write.entity.js';
import { Writes } from '../../src/record/runs/writes.js';
import { keep } from '../../src/sync/keep/keep.js';
import { describeOnDatabases } from '../harness/databases.js';
import { october, recorded } from '../record/recorded.js';

describeOnDatabases('a set that arrived and cannot be recorded', (open) => {
  /** Another process has recorded a set at the address where this one's was to be recorded. */
  async function keptTwice(state: 'sending' | 'done') {
    const { db, log, clock } = await recorded(open);
    const decisions = new Decisions(db);
    const asked = {
      companyId: 'ash',
      scope: 'run',
      kind: 'post',
      tag: october,
      reason: 'again',
      actor: 'ann',
    } as const;
    await db.work(async (rows) => {
      for (let at = 0; at < 3; at++) {
        const { id } = await decisions.record(rows, asked);
        const line = { companyId: 'ash', trigger: 'page', actor: 'ann', outcome: 'asked', act: 'post' } as const;
        await log.append(rows, { ...line, carries: [['decision', id]] });
      }
      const write = await rows.findOneByOrFail(Write, { id: 'w1' });
      await rows.insert(Write, { ...write, id: 'w2', state, settledAt: null } as never);
    });
    const posting = await db.read((rows) => rows.findOneByOrFail(Posting, { id: 'p1' }));
    const write = await db.read((rows) => rows.findOneByOrFail(Write, { id: 'w2' }));
    const books = {
      ...{
        db,
        work: db.work.bind(db),
        clock,
        log,
        decisions,
        writes: new Writes(db, new Leases(db, 60), 60),
        syncId: 'sync',
      },
      ...{ company: { id: 'ash', prefix: 'counterfoil' }, request: { trigger: 'page', actor: 'ann' } },
      tally: { touched: new Set(), lookedAgain: new Map() },
    };
    const event = { is: 'posted', tag: october, open: write, posting: { ...posting, id: 'p2' } };
    const now = { facts: { outdated: true }, verdicts: new Map() };
    const error = await keep(books as never, event as never, now as never).then(
      () => undefined,
      (reason: unknown) => String(reason),
    );
    // Whatever was left running would be committed before this.
    await db.work((rows) => rows.update(Write, { id: 'w1' }, { answer: 'later' }));
    const standing = await db.read((rows) =>
      rows.findBy(Decision, { companyId: 'ash', kind: 'post', reason: 'again' }),
    );
    return { error, standing: standing.filter(({ endedAt }) => endedAt === null).length, log };
  }

  test('leaves every decision as it was', async () => {
    const { error, standing, log } = await keptTwice('sending');
    expect(error).toMatch(/unique/i);
    expect(standing).toBe(3);
    const breaks = await log.verifyChain();
    expect(breaks.filter(({ detail }) => detail.includes('decision'))).toEqual([]);
  });

  test('names the late answer when another process has recorded it', async () => {
    const { error, standing } = await keptTwice('done');
    expect(error).toMatch(/the answer came after the write was settled/);
    expect(standing).toBe(3);
  });
});
