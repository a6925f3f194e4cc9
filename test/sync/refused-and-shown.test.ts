import { describe, expect, it } from '@jest/globals';
import { leaveCompany } from '../../src/acts/companies/leave-company.js';
import { findAdjustments } from '../../src/record/runs/find-adjustments.js';
import { Posting } from '../../src/record/runs/posting.entity.js';
import {
  type Around,
  both,
  copy,
  dropOnce,
  hideNew,
  isDue,
  isOfSets,
  isPayroll,
  isPostOf,
  later,
  madeAndLost,
  madeBut,
  moveOctoberOn,
  october,
  open,
  overAndThis,
  quick,
  refusal,
  setOf,
  since,
  stateOf,
  window,
  without,
  writesOf,
  minute,
} from './refusals.js';
import { act, type Books, booksOn, levy } from './rig.js';

describe('what a look of settle showed, when the rest of that sync decides nothing of it', () => {
  const ways = ['all goes well (control)', 'payroll cannot be read', 'dry run', 'a sync of another year'] as const;
  async function endEarly(books: Books, how: (typeof ways)[number], away: { now: boolean }) {
    away.now = how === 'payroll cannot be read';
    const request = how === 'dry run' ? { dryRun: true } : how === 'a sync of another year' ? { year: 2024 } : {};
    await books.advance(window);
    await books.syncs.run(books.company, { actor: 'x', trigger: 'settle', ...request });
    away.now = false;
  }
  const setUp = (around: Around) => {
    const away = { now: false };
    return booksOn(open, {
      env: quick,
      around: both(
        without(isPayroll, 403, () => away.now),
        around,
      ),
    }).then((books) => ({ books, away }));
  };

  it.each(ways)('a double is shown: %s', async (how) => {
    const { books, away } = await setUp(dropOnce('2026-06'));
    await books.sync();
    await later(books, 7, 'settle');
    await later(books, window, 'settle');
    // The first request took effect after the window.
    await copy(books, await setOf(books, october));
    await endEarly(books, how, away);
    for (let syncs = 0; syncs < 2; syncs++) await later(books, 300);
    expect(await stateOf(books)).toBe('drift');
  });

  it.each(ways)('the set of a run that left payroll is shown: %s', async (how) => {
    const { books, away } = await setUp(madeBut('2026-06', refusal(422)));
    await hideNew(books);
    await books.sync();
    await books.setPeriod(2026, 6, { ...(await books.period(2026, 6)), payslips: [] });
    await books.sync();
    await endEarly(books, how, away);
    for (let syncs = 0; syncs < 2; syncs++) await later(books, 300);
    expect(await stateOf(books)).toBe('changed');
  });

  it.each(ways)('a run that left payroll and never came is shown no more: %s', async (how) => {
    const { books, away } = await setUp(without(isPostOf('2026-06'), 422));
    await books.sync();
    await books.setPeriod(2026, 6, { ...(await books.period(2026, 6)), payslips: [] });
    await books.sync();
    await endEarly(books, how, away);
    for (let syncs = 0; syncs < 2; syncs++) await later(books, 300);
    expect(await stateOf(books)).toBeUndefined();
  });

  it.each(ways)('a refused reversal is shown as refused, and sent once: %s', async (how) => {
    const { books, away } = await setUp(without(isPostOf('reversal-1'), 422));
    await books.sync();
    await books.acts.reverse(books.ref(6), act('wrong'));
    await later(books, 7, 'settle');
    await endEarly(books, how, away);
    await later(books, window);
    expect([await stateOf(books), (await writesOf(books, 'reversal-1')).length]).toEqual(['refused', 1]);
  });
});

describe('what was corrected while a refused post was in doubt', () => {
  it.each(['payroll', 'policy'])('is posted after the window: %s', async (what) => {
    let isRefused = true;
    const books = await booksOn(open, { env: quick, around: without(isOfSets('POST'), 422, () => isRefused) });
    await books.policy({ guard: 'off' });
    await books.sync({ year: 2026, period: 6 });
    isRefused = false;
    const document = await books.period(2026, 6);
    if (what === 'policy') await books.policy({ accounts: { salaries: '404' } });
    else await books.setPeriod(2026, 6, { ...document, payslips: document.payslips.slice(0, 1) });
    const seen: (string | undefined)[] = [];
    for (const seconds of [7, window, window]) {
      await later(books, seconds);
      seen.push(await stateOf(books));
    }
    expect(seen).toEqual(['in_doubt', 'posted', 'posted']);
  });
});

describe('a reversal that the service refuses for good', () => {
  it.each([
    ['nothing else (control)', { policy: false, gone: false, byPolicy: false }],
    ['the policy has changed since posting', { policy: true, gone: false, byPolicy: false }],
    ['payroll has the run no more', { policy: false, gone: true, byPolicy: false }],
    ['payroll has the run no more, and the policy reverses', { policy: false, gone: true, byPolicy: true }],
  ])(
    'is shown as refused and sent once: %s',
    async (_, { policy, gone, byPolicy }) => {
      const books = await booksOn(open, { env: quick, around: without(isPostOf('reversal-1'), 422) });
      if (byPolicy) await books.policy({ amendments: 'reverse' });
      await books.sync();
      if (policy) await books.policy({ variance: null, directors: 'role', amendments: 'amend' });
      if (gone) await books.setPeriod(2026, 6, { ...(await books.period(2026, 6)), payslips: [] });
      await books.sync();
      if (!byPolicy) await books.acts.reverse(books.ref(6, '2025-10-31'), act('wrong'));
      const before = await books.requests();
      let syncs = 0;
      // As the service does it: every 15 seconds, while something is in doubt or due.
      for (let seconds = 0; seconds < 3600; seconds += 15) {
        await books.advance(15);
        if (!(await isDue(books))) continue;
        await later(books, 0, 'settle');
        syncs++;
      }
      const requests = (await books.requests()) - before;
      // Three for each sync, the first of them for whose books these are, and nothing that begins anew.
      expect(requests).toBeLessThanOrEqual(3 * syncs);
      expect(syncs).toBeLessThan(60);
      expect([await stateOf(books), (await writesOf(books, 'reversal-1')).length]).toEqual(['refused', 1]);
    },
    60_000,
  );
});

describe('what no one comes back to', () => {
  it.each(['reverse', 'post'] as const)(
    'a new decision about a refused %s, while the service was away',
    async (what) => {
      const now = { refused: true, away: false };
      const part = what === 'reverse' ? 'reversal-1' : '2026-06';
      const books = await booksOn(open, {
        env: quick,
        around: both(
          without(
            () => true,
            403,
            () => now.away,
          ),
          without(isPostOf(part), 422, () => now.refused),
        ),
      });
      await books.sync();
      if (what === 'reverse') {
        await books.acts.reverse(books.ref(6), act('wrong'));
        for (const seconds of [7, window, window]) await later(books, seconds, 'settle');
      }
      expect(await stateOf(books)).toBe('refused');
      Object.assign(now, { refused: false, away: true });
      if (what === 'post') await books.acts.post(books.ref(6), act('again'));
      else await books.acts.reverse(books.ref(6), { ...act('again'), on: '2025-11-05' });
      now.away = false;
      for (let syncs = 0; syncs < 2; syncs++) await later(books, 1000);
      expect([
        await stateOf(books),
        (await since(books, '2026-06')).filter((tag) => tag.includes(part)).length,
      ]).toEqual([what === 'post' ? 'posted' : 'held', 1]);
    },
  );

  it('a reversal in a year that is over, asked for while the service was away', async () => {
    let isAway = false;
    const around = without(
      () => true,
      403,
      () => isAway,
    );
    const books = await booksOn(open, { env: quick, scenario: overAndThis, postFrom: '2024-01-01', around });
    await books.sync();
    isAway = true;
    await books.acts.reverse(books.ref(11, '2024-03-29', 2024), act('wrong'));
    isAway = false;
    for (let syncs = 0; syncs < 2; syncs++) await later(books, 1000);
    expect(await since(books, '2024')).toContain('2024-11:2024-03-29:reversal-1');
  });

  it('a post in a year that is over, refused for want of access', async () => {
    let isAway = true;
    const around = without(isOfSets('POST'), 403, () => isAway);
    const books = await booksOn(open, { env: quick, scenario: overAndThis, postFrom: '2024-01-01', around });
    await books.sync();
    isAway = false;
    await later(books, window, 'settle');
    for (let syncs = 0; syncs < 2; syncs++) await later(books, 1000);
    const { plan } = await books.run(11, '2024-03-29', 2024);
    expect([plan, await since(books, '2024')]).toEqual([null, expect.arrayContaining(['2024-11:2024-03-29'])]);
  });
});

describe('what is refused for its content', () => {
  it.each(['the look after it fails', 'the policy has changed since posting'])(
    'an amendment is sent once: %s',
    async (how) => {
      let fails = false;
      const around: Around = (transport) => async (request) => {
        if (request.method === 'PUT') {
          fails = how === 'the look after it fails';
          return { headers: {}, ...refusal(422) };
        }
        const isLook = fails && request.method === 'GET' && /journal_sets\/\d+$/.test(request.url);
        if (isLook) fails = false;
        return isLook ? { headers: {}, ...refusal(403) } : transport(request);
      };
      const books = await booksOn(open, { env: quick, around });
      if (how === 'the look after it fails') await books.policy({ amendments: 'amend' });
      await books.sync();
      if (how !== 'the look after it fails') await books.policy({ amendments: 'amend' });
      const document = await books.period(2026, 6);
      await books.setPeriod(2026, 6, { ...document, payslips: document.payslips.slice(0, 1) });
      for (let syncs = 0; syncs < 4; syncs++) await later(books, 60);
      const writes = await writesOf(books, '2026-06');
      expect([await stateOf(books), writes.filter(({ kind }) => kind === 'amend').length]).toEqual(['refused', 1]);
    },
  );

  it('a removal is sent once', async () => {
    let sent = 0;
    const around: Around = (transport) => async (request) =>
      request.method === 'DELETE' ? (sent++, { headers: {}, ...refusal(422) }) : transport(request);
    const books = await booksOn(open, { env: quick, around });
    await books.sync();
    await copy(books, await setOf(books, october));
    await books.acts.rerun(books.ref(6), act());
    await books.acts.amend(books.ref(6), act());
    for (let syncs = 0; syncs < 4; syncs++) await later(books, 600);
    expect(sent).toBe(1);
  });
});

describe('what is shown', () => {
  it('a reversal that came twice', async () => {
    const books = await booksOn(open, { env: quick, around: dropOnce('reversal-1') });
    await books.sync();
    await books.acts.reverse(books.ref(6), act('wrong'));
    await later(books, 7, 'settle');
    await later(books, window, 'settle');
    await copy(books, await setOf(books, `${october}:reversal-1`));
    await later(books, window, 'settle');
    expect([await stateOf(books), (await books.run(6)).holdCodes]).toEqual(['drift', []]);
  });

  it('which run it really waits for', async () => {
    const books = await booksOn(open, { env: quick, around: without(isPostOf('2026-06'), 422) });
    await books.sync({ year: 2026, period: 4 });
    await books.sync({ year: 2026, period: 6 });
    const august = await books.period(2026, 4);
    await books.setPeriod(2026, 4, { ...august, payslips: august.payslips.slice(0, 1) });
    await books.sync();
    expect((await books.run(5)).plan).toMatchObject({ why: 'neighbour', waitsFor: ['counterfoil:2026-04:2025-08-29'] });
  });

  it('nothing that cannot be done, while it waits for a journal that may yet show', async () => {
    const books = await booksOn(open, { env: quick, around: madeBut('2026-06', refusal(422)) });
    await hideNew(books);
    await books.sync();
    await moveOctoberOn(books);
    await books.sync();
    const [from, to] = [await books.run(6), await books.run(7)];
    expect([from.state, to.reason]).not.toEqual(['nothing', 'deal with the pay run beside it first']);
  });

  it('when a write in doubt again will be settled', async () => {
    const books = await booksOn(open, { env: quick, around: madeBut('2026-06', refusal(422)) });
    await hideNew(books);
    await books.sync({ year: 2026, period: 6 });
    await books.advance(280);
    const { run } = await books.acts.rerun(books.ref(6), act('again'));
    const settledBy = run.plan?.kind === 'in_doubt' ? Date.parse(run.plan.settledBy ?? '') : 0;
    expect(Math.round((settledBy - books.clock.now().getTime()) / 1000)).toBeGreaterThanOrEqual(600);
  });

  it('what became of an adjustment in doubt, of a paused company', async () => {
    const books = await booksOn(open, { env: quick, around: madeAndLost('levy-1') });
    await books.sync();
    await books.acts.adjust(books.ref(6), { ...act(), ...levy });
    await books.rig.companies.pause(books.company.id);
    await later(books, 7, 'settle');
    const [row] = await books.db.read((rows) => findAdjustments(rows, {}));
    expect([row?.state, (await writesOf(books, 'levy-1')).map(({ state }) => state)]).toEqual(['posted', ['done']]);
  });

  it('a set that an earlier one of two refused writes made, as ours', async () => {
    let late: (() => Promise<unknown>) | undefined;
    let posts = 0;
    const around: Around = (transport) => async (request) => {
      if (!isPostOf('2026-06')(request) || ++posts > 2) return transport(request);
      late ??= () => transport({ ...request, signal: new AbortController().signal, mayStart: undefined });
      return { headers: {}, ...refusal(422) };
    };
    const books = await booksOn(open, { env: quick, around });
    await books.policy({ amendments: 'amend' });
    await books.sync();
    const document = await books.period(2026, 6);
    const payslips = document.payslips.map((slip) => ({ ...slip, basic_pay: '2100.0' }));
    await books.setPeriod(2026, 6, { ...document, payslips });
    await books.advance(minute);
    await books.sync();
    await late?.();
    await later(books, window);
    const [posting] = await books.db.read((rows) => rows.findBy(Posting, { runTag: october }));
    const states = (await writesOf(books, '2026-06')).map(({ kind, state }) => `${kind} ${state}`);
    expect([posting?.origin, await stateOf(books), states]).toEqual([
      'posted',
      'posted',
      ['post done', 'post refused', 'amend done'],
    ]);
  });

  it('that no one can leave while a refused journal may yet show', async () => {
    const books = await booksOn(open, { env: quick, around: madeBut('2026-06', refusal(422)) });
    await hideNew(books);
    await books.sync();
    const tools = { database: books.db, companies: books.rig.companies, log: books.log } as never;
    const company = await books.rig.companies.find(books.company.id);
    const left = leaveCompany(tools, company, { who: { actor: 'Ruth', trigger: 'command', companies: null } });
    expect(
      await left.then(
        ({ life }) => life,
        () => 'refused',
      ),
    ).toBe('refused');
  });
});
