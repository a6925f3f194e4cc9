import { describe, expect, it } from '@jest/globals';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { Write } from '../../src/record/runs/write.entity.js';
import {
  ann,
  type Around,
  both,
  ed,
  hideNew,
  isOfSets,
  isPostOf,
  journalByHand,
  later,
  madeAndLost,
  madeBut,
  minute,
  month,
  moveOctoberOn,
  october,
  open,
  paidOn,
  quick,
  refusal,
  since,
  window,
} from './refusals.js';
import { act, booksOn, elm } from './rig.js';

describe('a re-post whose date is outside what the guard or the look reads', () => {
  const limited = { status: 429, headers: { 'retry-after': '1' }, body: 'slow down' };
  it.each([
    ['422, list lags, a person reruns', '2025-11-20', refusal(422), true],
    ['429, list lags, one sync', '2025-11-20', limited, true],
    ['403, list does not lag, the next sync', '2025-12-20', refusal(403), false],
  ])(
    'is made once: %s',
    async (_, on, answer, lags) => {
      const books = await booksOn(open, { env: quick, around: madeBut('2025-10-31:r2', answer) });
      await books.sync();
      await books.acts.reverse(books.ref(6), { ...act('wrong'), on });
      await books.advance(400);
      if (lags) await hideNew(books);
      await books.acts.post(books.ref(6), act('again'));
      if (answer.status === 422) {
        await books.advance(minute);
        await books.acts.rerun(books.ref(6), act('again'));
      } else await later(books, 200);
      expect(await since(books, '2026-06:2025-10-31:r2')).toEqual([
        '2026-06:2025-10-31:reversal-1',
        '2026-06:2025-10-31:r2',
      ]);
    },
    60_000,
  );

  it.each(['r2', 'reversal-1'])('is made once, though a backup from before it was restored: %s', async (what) => {
    const books = await booksOn(open, { env: quick });
    await books.sync();
    const key = { companyId: books.company.id, tag: october };
    const rowNow = () => books.db.read((rows) => rows.findOneByOrFail(PayRunRecord, key));
    const posted = await rowNow();
    await books.acts.reverse(books.ref(6), { ...act('wrong'), on: '2025-12-20' });
    const reversed = await rowNow();
    if (what === 'r2') await books.acts.post(books.ref(6), act('again'));
    await books.db.work(async (rows) => {
      await rows.delete(Posting, { tag: `${october}:${what}` });
      await rows.delete(Write, { tag: `${october}:${what}` });
      await rows.update(Decision, { kind: what === 'r2' ? 'post' : 'reverse' }, { endedAt: null });
      await rows.update(PayRunRecord, key, (what === 'r2' ? reversed : posted) as never);
    });
    await later(books, 60);
    expect((await since(books, october.slice(12))).filter((tag) => tag.endsWith(what))).toHaveLength(1);
  });

  it.each([
    ['the first open day', '2026-03-20', undefined],
    ['a later one', undefined, '2026-03-20'],
    ['an earlier one', '2026-03-20', '2025-12-20'],
  ])('is made once, though a backup from before it was restored and the day is now %s', async (_, first, second) => {
    const books = await booksOn(open, { env: quick });
    await books.sync();
    const key = { companyId: books.company.id, tag: october };
    const posted = await books.db.read((rows) => rows.findOneByOrFail(PayRunRecord, key));
    await books.acts.reverse(books.ref(6), { ...act('wrong'), on: first });
    await books.db.work(async (rows) => {
      await rows.delete(Posting, { tag: `${october}:reversal-1` });
      await rows.delete(Write, { tag: `${october}:reversal-1` });
      await rows.delete(Decision, { kind: 'reverse' });
      await rows.update(PayRunRecord, key, posted as never);
    });
    const { run } = await books.acts.reverse(books.ref(6), { ...act('wrong'), on: second });
    expect(run).toMatchObject({ state: 'held', holdCodes: ['reversed'] });
    expect((await since(books, october.slice(12))).filter((tag) => tag.endsWith('reversal-1'))).toHaveLength(1);
  });
});

describe('an ignored run whose set shows later', () => {
  it.each([
    ['posted (control)', undefined],
    ['refused and made', madeBut('2026-06', refusal(422))],
    ['in doubt and made', madeAndLost('2026-06')],
  ])('passes its decision on as one whose set stands does: %s', async (_, around) => {
    const books = await booksOn(open, { env: quick, around });
    if (around) await hideNew(books);
    await books.sync();
    await books.acts.ignore(books.ref(6), act('settled with the client'));
    const [september, { payslips, ...moved }] = [await books.period(2026, 5), await books.period(2026, 6)];
    const lessPaid = september.payslips.map((slip, at) => (at === 0 ? { ...slip, basic_pay: '1900.0' } : slip));
    await books.setPeriod(2026, 5, { ...september, payslips: [] });
    await books.setPeriod(2026, 6, { ...september, ...paidOn('2025-10-06', lessPaid) });
    await books.setPeriod(2026, 7, { ...moved, ...paidOn('2025-11-07', payslips) });
    await books.sync();
    await later(books, window);
    await later(books, window);
    expect(await since(books, '2026-06')).toEqual(['2026-06:2025-10-31']);
  });
});

describe('a sync of one period beside 5 April', () => {
  it.each([
    ['April, March is refused and made', 2026, madeBut('2025-11', refusal(422))],
    ['April, March is in doubt (control)', 2026, madeAndLost('2025-11')],
    ['March, April is refused and made', 2025, madeBut('2026-00', refusal(422))],
    ['March, April is in doubt', 2025, madeAndLost('2026-00')],
  ])('pays no one who may be paid by the other: %s', async (_, then, around) => {
    const [march, april] = then === 2026 ? [[ed, ann], [ed]] : [[ed], [ed, ann]];
    const scenario = elm({
      payroll: {
        '2025': { periods: [month(11, '2025-03-31', march)] },
        '2026': { periods: [month(0, '2025-04-30', april)] },
      },
    });
    const books = await booksOn(open, { env: quick, scenario, postFrom: '2025-01-01', around });
    await hideNew(books);
    const places: readonly (readonly [number, number])[] = [
      [2025, 11],
      [2026, 0],
    ];
    const [from = [0, 0], to = [0, 0]] = then === 2026 ? places : places.toReversed();
    await books.sync({ year: from[0], period: from[1] });
    const [left, came] = [await books.period(...from), await books.period(...to)];
    await books.setPeriod(...from, { ...left, payslips: left.payslips.slice(0, 1) });
    const moved = left.payslips.slice(1).map((slip) => ({ ...slip, dated_on: came.dated_on }));
    await books.setPeriod(...to, { ...came, payslips: [...came.payslips, ...moved] });
    await books.sync({ year: to[0], period: to[1] });
    const paysAnn = (await books.sets()).filter((set) => set.journal_entries.some(({ user }) => user?.endsWith('/1')));
    expect(paysAnn).toHaveLength(1);
  });
});

describe('the guard is switched off while a post may yet show', () => {
  it.each(['the look found nothing', 'the look failed'])('and it is made once: %s', async (how) => {
    let fails = false;
    const look: Around = (transport) => async (request) => {
      if (fails && isOfSets('GET')(request)) return (fails = false), { headers: {}, ...refusal(403) };
      const answer = await transport(request);
      if (how === 'the look failed' && isPostOf('2026-06')(request) && answer.status === 422) fails = true;
      return answer;
    };
    const books = await booksOn(open, { env: quick, around: both(look, madeBut('2026-06', refusal(422))) });
    await hideNew(books);
    await books.syncs.run(books.company, { actor: 'x', trigger: 'schedule', year: 2026, period: 6 });
    await books.policy({ guard: 'off' });
    await books.advance(minute);
    await books.sync();
    expect((await since(books, '2026-06')).length).toBe(1);
  });
});

describe('a journal that may yet show and names no one', () => {
  it.each([
    ['merged, the layout stays (control)', undefined],
    ['merged, the layout becomes itemised', 'itemised'],
  ])('keeps its people back: %s', async (_, then) => {
    const books = await booksOn(open, { env: quick, around: madeBut('2026-06', refusal(422)) });
    await books.policy({ layout: { merged: { liabilityCategory: '813' } } });
    await hideNew(books);
    await books.sync();
    if (then) await books.policy({ layout: then });
    await moveOctoberOn(books);
    await books.sync();
    expect(await since(books, '2026-06')).toEqual(['2026-06:2025-10-31']);
  });

  it('keeps someone back whose net pay is nil', async () => {
    const books = await booksOn(open, { env: quick, around: madeBut('2026-06', refusal(422)) });
    const document = await books.period(2026, 6);
    const payslips = document.payslips.slice(1).map((slip) => ({ ...slip, tax_deducted: '1000.0' }));
    await books.setPeriod(2026, 6, { ...document, payslips });
    await hideNew(books);
    await books.sync();
    await moveOctoberOn(books);
    await books.sync();
    expect(await since(books, '2026-06')).toEqual(['2026-06:2025-10-31']);
  });
});

describe('a small movement that may be ours', () => {
  it('keeps an adjustment back that was changed to more', async () => {
    const books = await booksOn(open, { env: quick, around: madeBut('other-1', refusal(422)) });
    await books.sync();
    await books.advance(400);
    await hideNew(books);
    const other = (amount: string) => ({
      ...act(),
      kind: 'other' as const,
      lines: [
        { account: '250', amount },
        { account: '814', amount: `-${amount}` },
      ],
    });
    expect((await books.acts.adjust(books.ref(6), other('125.00'))).run.state).toBe('refused');
    await books.advance(minute);
    await books.acts.adjust(books.ref(6), { ...other('200.00'), number: 1 });
    expect((await since(books, '2026-06:other')).length).toBe(1);
  });

  it('keeps a pay run back that was corrected, when someone else journals £3 too', async () => {
    const books = await booksOn(open, { env: quick, around: madeBut('2026-06', refusal(422)) });
    const document = await books.period(2026, 6);
    const nil = { tax_deducted: '0.0', employee_ni: '0.0', employer_ni: '0.0' };
    const typo = document.payslips.map((slip) => ({ ...slip, ...nil, basic_pay: '20.0' }));
    await books.setPeriod(2026, 6, { ...document, payslips: typo });
    await hideNew(books);
    await books.sync({ year: 2026, period: 6 });
    await journalByHand(books, '3.0');
    await books.setPeriod(2026, 6, document);
    await books.advance(minute);
    await books.sync({ year: 2026, period: 6 });
    expect((await since(books, '2026-06')).length).toBe(1);
  });
});
