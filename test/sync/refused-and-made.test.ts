import { describe, expect, it } from '@jest/globals';
import type { HttpRequest } from '../../src/books/http.js';
import {
  hideNew,
  isOfSets,
  journalByHand,
  madeBut,
  october,
  open,
  quick,
  refusal,
  window,
  without,
  writesOf,
  minute,
} from './refusals.js';
import { act, type Books, booksOn } from './rig.js';

/** October’s journal is made and refused, and the list lags. */
async function refusingOctober(): Promise<Books> {
  const books = await booksOn(open, { env: quick, around: madeBut('2026-06', refusal(422)) });
  await hideNew(books);
  return books;
}

const tagged = async (books: Books, part: string) => (await books.sets()).filter(({ tag }) => tag?.includes(part));

/** October’s second person is paid in November instead. */
async function moveAnn(books: Books): Promise<void> {
  const { payslips, ...october } = await books.period(2026, 6);
  const [ed, ann] = payslips;
  if (!ed || !ann) throw new Error('October pays two people.');
  await books.setPeriod(2026, 6, { ...october, payslips: [ed] });
  await books.setPeriod(2026, 7, {
    ...october,
    dated_on: '2025-11-07',
    payslips: [{ ...ann, dated_on: '2025-11-07' }],
  });
}

/** The months in which the books pay Ann. */
const monthsOfAnn = async (books: Books) =>
  (await books.sets())
    .filter(({ journal_entries: entries }) => entries.some(({ user }) => user?.endsWith('/users/1')))
    .map(({ tag }) => tag?.split(':')[1]);

describe('a write that was refused and made anyway', () => {
  it('is waited for, if the accounts moved by just its figures', async () => {
    const books = await refusingOctober();
    expect(await books.sync({ year: 2026, period: 6 })).toMatchObject({ posted: 0, refused: 1 });
    await books.advance(minute);
    const { run } = await books.acts.rerun(books.ref(6), act('refused'));
    expect([run.state, run.holdCodes]).toEqual(['in_doubt', []]);
    await books.advance(window);
    expect(await books.sync({ year: 2026, period: 6 })).toMatchObject({ posted: 1, inDoubt: 0 });
    expect(await tagged(books, '2026-06')).toHaveLength(1);
  });

  it('is waited for, whatever else moved meanwhile', async () => {
    const books = await refusingOctober();
    expect(await books.sync({ year: 2026, period: 6 })).toMatchObject({ posted: 0, refused: 1 });
    // Someone else journals on the same accounts, so that the movement is not just ours.
    await journalByHand(books, '100.0');
    await books.advance(minute);
    const { run } = await books.acts.rerun(books.ref(6), act('refused'));
    expect([run.state, run.holdCodes]).toEqual(['in_doubt', []]);
    await books.advance(window);
    expect(await books.sync({ year: 2026, period: 6 })).toMatchObject({ posted: 1, held: 0 });
    expect(await tagged(books, '2026-06')).toHaveLength(1);
  });

  it('is waited for, though a person approves what the guard sees of it for another pay date', async () => {
    const books = await booksOn(open, { env: quick, around: madeBut('2025-10-15', refusal(422)) });
    await hideNew(books);
    const document = await books.period(2026, 6);
    const [ed, ann] = document.payslips;
    const earlier = { ...ed, dated_on: '2025-10-15' };
    await books.setPeriod(2026, 6, { ...document, payslips: [earlier, ann] as typeof document.payslips });
    expect(await books.sync({ year: 2026, period: 6 })).toMatchObject({ posted: 0, refused: 1, held: 1 });
    const later = books.ref(6, '2025-10-31');
    const [hold = ''] = (await books.run(6, '2025-10-31')).holdCodes;
    const { run } = await books.acts.approve(later, { ...act('not ours'), hold });
    expect([run.state, run.holdCodes]).toEqual(['held', [hold]]);
    await books.advance(window);
    expect(await books.sync({ year: 2026, period: 6 })).toMatchObject({ posted: 2, held: 0 });
    expect(await tagged(books, '2026-06')).toHaveLength(2);
  });

  it('is waited for, though its run is ignored, and what the guard sees of it is approved for another', async () => {
    const books = await booksOn(open, { env: quick, around: madeBut('2025-10-15', refusal(422)) });
    await hideNew(books);
    const document = await books.period(2026, 6);
    const [ed, ann] = document.payslips;
    const earlier = { ...ed, dated_on: '2025-10-15' };
    await books.setPeriod(2026, 6, { ...document, payslips: [earlier, ann] as typeof document.payslips });
    await books.sync({ year: 2026, period: 6 });
    await books.acts.ignore(books.ref(6, '2025-10-15'), act('paid elsewhere'));
    const later = books.ref(6, '2025-10-31');
    const [hold = ''] = (await books.run(6, '2025-10-31')).holdCodes;
    const { run } = await books.acts.approve(later, { ...act('not ours'), hold });
    expect([run.state, run.holdCodes]).toEqual(['held', [hold]]);
    await books.advance(window);
    expect(await books.sync({ year: 2026, period: 6 })).toMatchObject({ posted: 2, held: 0 });
  });

  it('is waited for, though payroll moves the pay date to another period', async () => {
    const books = await refusingOctober();
    expect(await books.sync()).toMatchObject({ posted: 2, refused: 1 });
    const { period: _, ...document } = { period: 6, ...(await books.period(2026, 6)) };
    const payslips = document.payslips.map((payslip) => ({ ...payslip, dated_on: '2025-11-07' }));
    await books.setPeriod(2026, 6, { ...document, payslips: [] });
    await books.setPeriod(2026, 7, { ...document, dated_on: '2025-11-07', payslips });
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 1 });
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 1 });
    expect(await books.run(7)).toMatchObject({ state: 'changed', plan: { waitsFor: [october] } });
    await books.advance(window);
    expect(await books.sync()).toMatchObject({ posted: 1, changed: 2 });
    expect(await tagged(books, '2026-06')).toHaveLength(1);
    expect(await tagged(books, '2026-07')).toHaveLength(0);
  });

  it.each([403, 422])('is waited for when it is a reversal (%d)', async (status) => {
    const books = await booksOn(open, { env: quick, around: madeBut('reversal-1', refusal(status)) });
    expect(await books.sync()).toMatchObject({ posted: 3 });
    await hideNew(books);
    expect((await books.acts.reverse(books.ref(6), act('wrong'))).run.state).toBe('in_doubt');
    await books.advance(120);
    expect(await books.sync()).toMatchObject({ inDoubt: 1 });
    await books.advance(window);
    expect(await books.sync()).toMatchObject({ inDoubt: 0 });
    expect(await tagged(books, 'reversal-1')).toHaveLength(1);
    expect((await books.run(6)).holdCodes).toEqual(['reversed']);
  });

  it('is waited for when it replaces a set whose reversal the list does not show either', async () => {
    const tooMany = { status: 429, body: 'Rate limit exceeded', headers: { 'retry-after': '1' } };
    const books = await booksOn(open, { env: quick, around: madeBut('2025-10-31:r2', tooMany) });
    expect(await books.sync()).toMatchObject({ posted: 3 });
    await books.advance(window);
    await hideNew(books);
    // To the guard the reversal and the replacement together would be no movement at all.
    expect((await books.acts.reverse(books.ref(6), act('wrong'))).run.state).toBe('held');
    expect((await books.acts.post(books.ref(6), act('again'))).run.state).toBe('in_doubt');
    await books.advance(window);
    expect(await books.sync()).toMatchObject({ inDoubt: 0 });
    expect(await tagged(books, ':r2')).toHaveLength(1);
  });

  it('is found a window later, when the list lagged', async () => {
    const books = await refusingOctober();
    expect(await books.sync()).toMatchObject({ posted: 2, refused: 1 });
    // The look that ends the minute shows nothing: the list still lags.
    await books.advance(minute);
    expect(await books.sync()).toMatchObject({ posted: 0, refused: 1 });
    await books.advance(window);
    await books.sync();
    expect((await books.run(6)).state).toBe('posted');
    expect(await tagged(books, '2026-06')).toHaveLength(1);
  });

  it('is recorded when it is an amendment, though access was missing', async () => {
    const books = await booksOn(open, { env: quick, around: madeBut('2026-06', refusal(403), 'PUT') });
    await books.policy({ amendments: 'amend' });
    const whole = await books.period(2026, 6);
    await books.setPeriod(2026, 6, { ...whole, payslips: whole.payslips.slice(0, 1) });
    await books.sync();
    await books.setPeriod(2026, 6, whole);
    expect(await books.sync()).toMatchObject({ amended: 1, refused: 0 });
    await moveAnn(books);
    await books.sync();
    expect(await monthsOfAnn(books)).toEqual(['2026-04', '2026-05', '2026-07']);
  });

  it('is waited for, though its run was sent once more and refused again meanwhile', async () => {
    let late: (() => Promise<unknown>) | undefined;
    let posts = 0;
    const books = await booksOn(open, {
      env: quick,
      around: (transport) => async (request) => {
        if (request.method !== 'POST' || !request.body?.includes('2026-06') || ++posts > 2) return transport(request);
        late ??= () => transport({ ...request, signal: new AbortController().signal, mayStart: undefined });
        return { headers: {}, ...refusal(posts === 1 ? 422 : 403) };
      },
    });
    expect(await books.sync()).toMatchObject({ posted: 2, refused: 1 });
    await books.advance(20);
    await moveAnn(books);
    expect(await books.sync()).toMatchObject({ posted: 0, refused: 1, changed: 1 });
    await late?.();
    await books.advance(window);
    await books.sync();
    expect(await monthsOfAnn(books)).toEqual(['2026-04', '2026-05', '2026-06']);
  });

  it('is shown where the company is paused', async () => {
    const books = await refusingOctober();
    await books.sync();
    await books.rig.companies.pause(books.company.id);
    await books.advance(window);
    await books.sync();
    expect((await books.run(6)).state).toBe('posted');
  });
});

describe('a write that was refused and not made', () => {
  it('is not waited for again and again when someone enters its figures by hand', async () => {
    const isOctober = (request: HttpRequest) => request.body?.includes('2026-06') === true;
    const books = await booksOn(open, { env: quick, around: without(isOctober, 422) });
    expect(await books.sync({ year: 2026, period: 6 })).toMatchObject({ refused: 1 });
    const { mapped } = await books.run(6);
    const journal_entries = (mapped?.lines ?? []).map(({ category, debit, user }) => ({
      category: `${books.rig.baseUrl}/v2/categories/${category}`,
      debit_value: debit,
      user,
    }));
    const journal_set = { dated_on: '2025-10-31', description: 'By hand', journal_entries };
    await books.rig.control('POST', 'companies/elm/journal_sets', { journal_set });
    await books.advance(minute);
    expect((await books.acts.rerun(books.ref(6), act())).run.state).toBe('in_doubt');
    for (let windows = 0; windows < 2; windows++) {
      await books.advance(window);
      await books.sync();
    }
    expect((await books.acts.rerun(books.ref(6), act())).run).toMatchObject({
      state: 'held',
      holdCodes: ['already_in_books'],
    });
  });

  it('is shown in the service’s words after the window where no guard stands behind it, and sent once', async () => {
    const books = await booksOn(open, { env: quick, around: without(isOfSets('POST'), 422) });
    await books.policy({ guard: 'off' });
    expect(await books.sync({ year: 2026, period: 6 })).toMatchObject({ inDoubt: 1 });
    for (const seconds of [7, window, window]) {
      await books.advance(seconds);
      await books.sync({ year: 2026, period: 6 });
    }
    expect(await books.run(6)).toMatchObject({ state: 'refused', reason: 'no', plan: { status: 422 } });
    expect(await writesOf(books, '')).toHaveLength(1);
  });

  it('is a reversal that is shown as refused after the window, and sent when someone decides anew', async () => {
    let isRefused = true;
    const books = await booksOn(open, {
      env: quick,
      around: without(
        ({ body }) => body?.includes('reversal-1') === true,
        422,
        () => isRefused,
      ),
    });
    await books.sync();
    expect((await books.acts.reverse(books.ref(6), act('wrong'))).run.state).toBe('in_doubt');
    for (const seconds of [7, window]) {
      await books.advance(seconds);
      await books.sync({ trigger: 'schedule' });
    }
    expect(await books.run(6)).toMatchObject({ state: 'refused', reason: 'no' });
    isRefused = false;
    await books.sync({ trigger: 'schedule' });
    expect((await books.run(6)).state).toBe('refused');
    const { run } = await books.acts.reverse(books.ref(6), { ...act('wrong'), on: '2025-11-05' });
    expect(run.holdCodes).toEqual(['reversed']);
    expect((await tagged(books, 'reversal-1')).map((set) => set.dated_on)).toEqual(['2025-11-05']);
  });

  it('for lack of access is not sent again by a sync that only settles', async () => {
    const books = await booksOn(open, { env: quick, around: without(isOfSets('POST'), 403) });
    expect(await books.sync({ trigger: 'schedule' })).toMatchObject({ refused: 3 });
    await books.advance(window);
    expect(await books.sync({ trigger: 'settle' })).toMatchObject({ refused: 3 });
    expect(await writesOf(books, '')).toHaveLength(3);
    expect(await books.sync({ trigger: 'schedule' })).toMatchObject({ refused: 3 });
    expect(await writesOf(books, '')).toHaveLength(6);
  });

  it('ends no sync when the second look fails, which is reported and taken again a window later', async () => {
    let isForbidden = false;
    const refuse = madeBut('2026-06', refusal(422));
    const forbid = without(isOfSets('GET'), 403, () => isForbidden);
    const books = await booksOn(open, { env: quick, around: (transport) => forbid(refuse(transport)) });
    await hideNew(books);
    await books.sync();
    await books.advance(minute);
    await books.sync();
    isForbidden = true;
    const august = await books.period(2026, 4);
    const payslips = august.payslips.map((payslip) => ({ ...payslip, basic_pay: '2500.0' }));
    await books.setPeriod(2026, 4, { ...august, payslips });
    await books.advance(window);
    const by = { actor: 'schedule', trigger: 'schedule' } as const;
    expect((await books.syncs.run(books.company, by)).result).toMatchObject({ changed: 1, refused: 1, error: {} });
    isForbidden = false;
    await books.advance(window);
    await books.sync();
    expect((await books.run(6)).state).toBe('posted');
  });
});
