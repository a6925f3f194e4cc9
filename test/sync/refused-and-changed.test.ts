import { describe, expect, it } from '@jest/globals';
import { leaveCompany } from '../../src/acts/companies/leave-company.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import { findAdjustments } from '../../src/record/runs/find-adjustments.js';
import {
  type Around,
  both,
  copy,
  dropOnce,
  ed,
  hideNew,
  isDue,
  isOfSets,
  isPayroll,
  isPostOf,
  journalByHand,
  later,
  madeBut,
  minute,
  month,
  october,
  open,
  overAndThis,
  paidOn,
  quick,
  refusal,
  setOf,
  since,
  stateOf,
  window,
  without,
  writesOf,
} from './refusals.js';
import { act, type Books, booksOn, elm, levy } from './rig.js';

const refused = (part: string, status: number, isOn = () => true) => without(isPostOf(part), status, isOn);

describe('a run without cost, which the guard cannot see', () => {
  const refund = elm({
    payroll: {
      '2026': {
        periods: [
          month(6, '2025-10-31', [
            { ...ed, basic_pay: '0.0', tax_deducted: '-190.2', employee_ni: '0.0', employer_ni: '0.0' },
          ]),
        ],
      },
    },
  });
  it.each([
    ['429, one sync', { status: 429, headers: { 'retry-after': '1' }, body: 'slow down' }],
    ['422, a person reruns', refusal(422)],
    ['403, the next sync', refusal(403)],
  ])('a refund of tax is posted once: %s', async (how, answer) => {
    const books = await booksOn(open, { env: quick, scenario: refund, around: madeBut('2026-06', answer) });
    await hideNew(books);
    await books.sync();
    if (how.startsWith('422')) {
      await books.advance(minute);
      await books.acts.rerun(books.ref(6), act('again'));
    }
    if (how.startsWith('403')) await later(books, 60);
    expect(await since(books, '2026-06')).toEqual(['2026-06:2025-10-31']);
  });
});

it('a run whose salaries go to another account while its post may yet show is posted once', async () => {
  const scenario = elm({ payroll: { '2026': { periods: [month(6, '2025-10-31', [{ ...ed, employer_ni: '0.0' }])] } } });
  const books = await booksOn(open, { env: quick, scenario, around: madeBut('2026-06', refusal(422)) });
  await books.policy({ accounts: { salaries: '250' } });
  await hideNew(books);
  await books.sync();
  await books.policy({ accounts: { salaries: '401' } });
  await books.advance(minute);
  await books.sync();
  expect(await since(books, '2026-06')).toEqual(['2026-06:2025-10-31']);
});

it('an adjustment that is put on other accounts while it may yet show is posted once', async () => {
  const books = await booksOn(open, { env: quick, around: madeBut('other-1', refusal(422)) });
  await books.sync();
  await books.advance(400);
  await hideNew(books);
  const other = (account: string, against: string, amount: string) => ({
    ...act(),
    kind: 'other' as const,
    lines: [
      { account, amount },
      { account: against, amount: `-${amount}` },
    ],
  });
  await books.acts.adjust(books.ref(6), other('250', '405', '125.00'));
  await books.advance(minute);
  await books.acts.adjust(books.ref(6), { ...other('251', '404', '200.00'), number: 1 });
  expect(await since(books, '2026-06:other')).toEqual(['2026-06:other-1']);
});

describe('two pairs of eyes: what a person had to look at, posted by that person, refused or in doubt, then changed', () => {
  it.each(['dropped', '422', '403'])('waits for a person again: %s', async (how) => {
    const now = { once: false };
    const around: Around = (transport) => async (request) => {
      if (!now.once || !isPostOf('2026-06')(request)) return transport(request);
      now.once = false;
      if (how === 'dropped') throw new Error('the connection broke');
      return { headers: {}, ...refusal(Number(how)) };
    };
    const books = await booksOn(open, { env: quick, around });
    await books.policy({ approval: 'two' });
    const id = await journalByHand(books, '5000.0');
    await books.sync();
    await books.rig.control('DELETE', `companies/elm/journal_sets/${id}`);
    await later(books, 60);
    expect(await stateOf(books)).toBe('ready');
    const ben = await addPerson(
      { database: books.db },
      { name: 'Ben', role: 'reviewer', pay: true, companies: null },
      { actor: 'ops', trigger: 'command', companies: null },
    );
    now.once = true;
    await books.acts.post(books.ref(6), {
      who: { actor: 'Ben', person: ben.id, trigger: 'page', companies: null },
      reason: 'fine',
    });
    const document = await books.period(2026, 6);
    await books.setPeriod(2026, 6, {
      ...document,
      payslips: document.payslips.map((slip) => ({ ...slip, basic_pay: '2500.0' })),
    });
    for (const seconds of [7, window, window]) await later(books, seconds);
    expect([await stateOf(books), await since(books, '2026-06')]).toEqual(['ready', []]);
  });
});

it('a replacement dated by its reversal, refused for its content with the guard off, is sent once', async () => {
  const books = await booksOn(open, { env: quick, around: refused('2025-10-31:r2', 422) });
  await books.policy({ guard: 'off' });
  await books.sync();
  await books.acts.reverse(books.ref(6), { ...act('wrong'), on: '2025-11-20' });
  await books.acts.post(books.ref(6), act('again'));
  let syncs = 0;
  for (let seconds = 0; seconds < 7200; seconds += 60) {
    await books.advance(60);
    if (!(await isDue(books))) continue;
    await later(books, 0, 'settle');
    syncs++;
  }
  expect([await stateOf(books), (await writesOf(books, ':r2')).length, syncs < 30]).toEqual(['refused', 1, true]);
}, 60_000);

describe('a year that is over whose payroll cannot be read any more', () => {
  it.each([
    'a reversal there was asked for',
    'a post there was refused for want of access',
    'the second look there is due',
  ])('does not keep this year back: %s', async (what) => {
    const now = { gone: false };
    const around = both(
      without(
        ({ url }) => url.includes('/payroll/2024'),
        404,
        () => now.gone,
      ),
      what.startsWith('a post')
        ? refused('2024-11', 403)
        : what.startsWith('the second')
          ? dropOnce('2024-11')
          : (transport) => transport,
    );
    const books = await booksOn(open, { env: quick, scenario: overAndThis, postFrom: '2024-01-01', around });
    await books.sync();
    if (what.startsWith('the second')) for (const seconds of [7, window]) await later(books, seconds, 'settle');
    now.gone = true;
    if (what.startsWith('a reversal')) await books.acts.reverse(books.ref(11, '2024-03-29', 2024), act('wrong'));
    await later(books, window + 1, 'settle');
    const document = await books.period(2026, 6);
    await books.setPeriod(2026, 7, { ...document, ...paidOn('2025-11-07', document.payslips) });
    const errors = [];
    for (let syncs = 0; syncs < 4; syncs++) errors.push((await later(books, 300)).result.error?.title);
    const old = await stateOf(books, 'counterfoil:2024-11:2024-03-29');
    expect([old, errors.at(-1), await since(books, '2026-07')]).toEqual([
      what.startsWith('a post') ? 'refused' : what.startsWith('a reversal') ? 'held' : 'posted',
      what.startsWith('a post') ? 'The accounting service has no such record' : undefined,
      ['2026-07:2025-11-07'],
    ]);
  });
});

describe('a change that the service refuses for its content', () => {
  it.each(['amend', 'reverse'] as const)(
    'is made in the other way once the policy says so: first %s',
    async (first) => {
      const around = first === 'amend' ? without(isOfSets('PUT'), 422) : refused('reversal-1', 422);
      const books = await booksOn(open, { env: quick, around });
      await books.policy({ amendments: first });
      await books.sync();
      const document = await books.period(2026, 6);
      await books.setPeriod(2026, 6, { ...document, payslips: document.payslips.slice(0, 1) });
      for (const seconds of [0, 7, window, window]) await later(books, seconds);
      expect(await stateOf(books)).toBe('refused');
      const then = first === 'amend' ? 'reverse' : 'amend';
      await books.policy({ amendments: then });
      for (let syncs = 0; syncs < 3; syncs++) await later(books, 300);
      const kinds = (await writesOf(books, '2026-06')).map(({ kind, state }) => `${kind} ${state}`);
      // What the policy reversed, it posts again.
      const replaced = then === 'reverse' ? ['post done'] : [];
      expect(kinds).toEqual(['post done', `${first} refused`, `${then} done`, ...replaced]);
    },
  );
});

it('an ignored run that was refused and never came: the decision is not forgotten when its pay date moves', async () => {
  const books = await booksOn(open, { env: quick, around: refused('2026-06:2025-10-31', 422) });
  await books.sync();
  await books.acts.ignore(books.ref(6), act('settled with the client'));
  const [september, { payslips, ...moved }] = [await books.period(2026, 5), await books.period(2026, 6)];
  const lessPaid = september.payslips.map((slip, at) => (at === 0 ? { ...slip, basic_pay: '1900.0' } : slip));
  await books.setPeriod(2026, 6, { ...september, ...paidOn('2025-10-06', lessPaid) });
  await books.setPeriod(2026, 7, { ...moved, ...paidOn('2025-11-07', payslips) });
  for (const seconds of [30, window, window]) await later(books, seconds);
  expect((await since(books, '2026-06')).length).toBeLessThan(2);
});

describe('a replacement dated by its reversal, refused for want of access', () => {
  it.each([300, 3000])(
    'does not keep next month back: a sync every %s seconds',
    async (seconds) => {
      const books = await booksOn(open, { env: quick, around: refused('2025-10-31:r2', 403) });
      await books.sync();
      await books.acts.reverse(books.ref(6), { ...act('wrong'), on: '2025-11-20' });
      await books.acts.post(books.ref(6), act('again'));
      const document = await books.period(2026, 6);
      await books.setPeriod(2026, 7, { ...document, ...paidOn('2025-11-28', document.payslips) });
      for (let passed = 0; passed < 9000; passed += seconds) await later(books, seconds);
      expect(await stateOf(books, 'counterfoil:2026-07:2025-11-28')).toBe('posted');
    },
    60_000,
  );
});

describe('a posted run is not shown in doubt by its second look for ever, nor until the next day', () => {
  async function secondLookDue(around: Around = (transport) => transport): Promise<Books> {
    const books = await booksOn(open, { env: quick, around: both(around, dropOnce('2026-06')) });
    await books.sync();
    for (const seconds of [7, window]) await later(books, seconds, 'settle');
    expect(await stateOf(books)).toBe('posted');
    return books;
  }
  it('the company is left after a dry run', async () => {
    const books = await secondLookDue();
    await books.advance(window);
    await books.sync({ dryRun: true });
    const tools = { database: books.db, companies: books.rig.companies, log: books.log } as never;
    await leaveCompany(tools, await books.rig.companies.find(books.company.id), { who: act().who, force: true });
    expect(await stateOf(books)).toBe('posted');
  });
  it('the company is paused, and its users cannot be read', async () => {
    const now = { away: false };
    const books = await secondLookDue(
      without(
        ({ url }) => !/journal_sets|token/.test(url),
        403,
        () => now.away,
      ),
    );
    await books.advance(90_000);
    await books.rig.companies.pause(books.company.id);
    now.away = true;
    await later(books, window, 'settle');
    now.away = false;
    expect([await isDue(books), await stateOf(books)]).toEqual([false, 'posted']);
  });
  it('the company is paused, and the run agrees', async () => {
    const books = await booksOn(open, { env: quick, around: refused('2026-06', 422) });
    await books.sync();
    await books.policy({ mode: 'check' });
    const { journal_entries: there } = await setOf(books, 'counterfoil:2026-05:2025-09-30');
    const journal_entries = there.map(({ category, debit_value, user }) => ({ category, debit_value, user }));
    const journal_set = { dated_on: '2025-10-31', description: 'by hand', journal_entries };
    await books.rig.control('POST', 'companies/elm/journal_sets', { journal_set });
    await later(books, 60);
    expect(await stateOf(books)).toBe('agrees');
    await books.rig.companies.pause(books.company.id);
    for (let syncs = 0; syncs < 3; syncs++) await later(books, window, 'settle');
    expect(await stateOf(books)).toBe('agrees');
  });
  it.each(['payroll cannot be read', 'dry run', 'a sync of another year'])('can be signed off: %s', async (how) => {
    const now = { away: false };
    const books = await secondLookDue(without(isPayroll, 403, () => now.away));
    now.away = how.startsWith('payroll');
    await books.advance(window);
    const request = how === 'dry run' ? { dryRun: true } : how.startsWith('a sync') ? { year: 2024 } : {};
    await books.syncs.run(books.company, { actor: 'x', trigger: 'settle', ...request });
    expect(await isDue(books)).toBe(false);
    const signed = books.acts.signOff(books.ref(6), act());
    expect(
      await signed.then(
        ({ run }) => run.signedOffBy,
        (error: Error) => error.message,
      ),
    ).toBe('Ruth');
  });
});

it('a rerun after the reason of a refusal was put right posts, when someone has journalled £3', async () => {
  const now = { refused: true };
  const books = await booksOn(open, { env: quick, around: refused('2026-06', 422, () => now.refused) });
  await journalByHand(books, '3.0');
  await books.sync();
  now.refused = false;
  await books.advance(minute);
  await books.acts.rerun(books.ref(6), act('period unlocked'));
  for (const seconds of [7, window, window, window]) await later(books, seconds);
  expect(await stateOf(books)).toBe('posted');
});

it('a reversal in a year that is over is not forgotten when the look before it fails', async () => {
  const now = { away: false };
  const around = without(isOfSets('GET'), 403, () => now.away);
  const books = await booksOn(open, { env: quick, scenario: overAndThis, postFrom: '2024-01-01', around });
  await books.sync();
  now.away = true;
  await books.acts.reverse(books.ref(11, '2024-03-29', 2024), act('wrong'));
  now.away = false;
  for (let syncs = 0; syncs < 3; syncs++) await later(books, 1000);
  expect(await since(books, '2024')).toContain('2024-11:2024-03-29:reversal-1');
});

it('a refused removal is sent once, though the look after it fails', async () => {
  const now = { sent: 0, fails: false };
  const around: Around = (transport) => async (request) => {
    if (request.method === 'DELETE')
      return Object.assign(now, { sent: now.sent + 1, fails: true }), { headers: {}, ...refusal(422) };
    const isLook = now.fails && request.method === 'GET' && /journal_sets\/\d+$/.test(request.url);
    if (isLook) now.fails = false;
    return isLook ? { headers: {}, ...refusal(403) } : transport(request);
  };
  const books = await booksOn(open, { env: quick, around });
  await books.sync();
  await copy(books, await setOf(books, october));
  await books.acts.rerun(books.ref(6), act());
  await books.acts.amend(books.ref(6), act());
  for (let syncs = 0; syncs < 8; syncs++) await later(books, 700);
  expect([now.sent, await stateOf(books)]).toEqual([1, 'drift']);
});

describe('a refused adjustment that is entered again while the service is away', () => {
  it.each(['posted before', 'not posted'])('is sent: %s', async (how) => {
    const now = { refused: true, away: false };
    const isSent = how === 'posted before' ? isOfSets('PUT') : isPostOf('levy-1');
    const books = await booksOn(open, {
      env: quick,
      around: both(
        without(
          () => true,
          403,
          () => now.away,
        ),
        without(isSent, 422, () => now.refused),
      ),
    });
    await books.sync();
    const more = {
      ...act(),
      kind: 'levy' as const,
      lines: [
        { account: '405', amount: '150.00' },
        { account: '814', amount: '-150.00' },
      ],
    };
    if (how === 'posted before') await books.acts.adjust(books.ref(6), { ...act(), ...levy });
    const { run } = await books.acts.adjust(books.ref(6), how === 'posted before' ? { ...more, number: 1 } : more);
    expect(run.state).toBe('refused');
    Object.assign(now, { refused: false, away: true });
    await books.advance(10);
    await books.acts.adjust(books.ref(6), { ...more, number: 1 });
    now.away = false;
    for (let syncs = 0; syncs < 3; syncs++) await later(books, 700);
    expect((await books.db.read((rows) => findAdjustments(rows, {})))[0]?.state).toBe('posted');
  });
});
