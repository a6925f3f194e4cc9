import { describe, expect, it } from '@jest/globals';
import { type Books, act, booksOn, connectedOn } from './rig.js';
import {
  type Around,
  copy,
  dropOnce,
  isPostOf,
  later,
  moveOctoberOn,
  october,
  open,
  paidOn,
  quick,
  setOf,
  since,
  stateOf,
  window,
  without,
} from './refusals.js';

/** How often the books pay October: its posts, less its reversals. */
const paid = async (books: Books) => {
  const tags = (await since(books, '2026-06')).filter((tag) => tag < '2026-08');
  const reversals = tags.filter((tag) => tag.includes(':reversal-')).length;
  return tags.length - 2 * reversals;
};
const takeOut = async (books: Books, tag: string) => {
  const { url } = await setOf(books, tag);
  await books.rig.control('DELETE', `companies/elm/journal_sets/${url.split('/').at(-1)}`);
};
const reversed = async (around?: Around) => {
  const books = await booksOn(open, { env: quick, around });
  await books.sync();
  await books.acts.reverse(books.ref(6), act());
  expect(await paid(books)).toBe(0);
  return books;
};

describe('a reversal that someone took out of the books', () => {
  it('is not made up for by a second journal beside the one that counts again', async () => {
    const away = { now: true };
    const books = await booksOn(open, { env: quick, around: without(isPostOf(':r2'), 403, () => away.now) });
    await books.sync();
    const document = await books.period(2026, 6);
    const payslips = document.payslips.map((slip) => ({ ...slip, basic_pay: '2100.0' }));
    await books.setPeriod(2026, 6, { ...document, payslips });
    await books.sync();
    await books.acts.reverse(books.ref(6), act()).catch(() => undefined);
    await takeOut(books, `${october}:reversal-1`);
    away.now = false;
    for (let syncs = 0; syncs < 3; syncs++) await later(books, window);
    expect(await paid(books)).toBe(1);
    // Its journal counts again, and is not what payroll has.
    expect(await stateOf(books)).toBe('changed');
  });

  it('is given up by anyone who keeps the journal', async () => {
    const books = await reversed();
    await takeOut(books, `${october}:reversal-1`);
    await books.sync({ recheck: true });
    const { state, plan } = await books.run(6);
    expect({ state, plan }).toMatchObject({ state: 'drift', plan: { what: 'missing', left: 'journal' } });
    await books.acts.post(books.ref(6), act());
    expect(await paid(books)).toBe(1);
    expect(await stateOf(books)).toBe('posted');
    // It can be reversed once more.
    await books.acts.reverse(books.ref(6), act());
    expect(await paid(books)).toBe(0);
  });

  it('is given up where payroll has the run no more, and made again', async () => {
    const books = await reversed();
    await takeOut(books, `${october}:reversal-1`);
    await books.setPeriod(2026, 6, { ...(await books.period(2026, 6)), payslips: [] });
    await books.sync({ recheck: true });
    await books.acts.post(books.ref(6), act());
    expect([await paid(books), await stateOf(books)]).toEqual([1, 'changed']);
    await books.acts.reverse(books.ref(6), act());
    expect([await paid(books), await stateOf(books)]).toEqual([0, 'nothing']);
  });

  it('keeps back the same pay on another day of its period', async () => {
    const books = await reversed();
    await takeOut(books, `${october}:reversal-1`);
    const document = await books.period(2026, 6);
    await books.setPeriod(2026, 6, { ...document, ...paidOn('2025-10-30', document.payslips) });
    for (let syncs = 0; syncs < 2; syncs++) await later(books, 60);
    expect(await paid(books)).toBe(1);
    expect(await stateOf(books, 'counterfoil:2026-06:2025-10-30')).toBe('changed');
  });

  it('keeps back the same pay in the next period, once a look has shown it', async () => {
    const books = await reversed();
    await takeOut(books, `${october}:reversal-1`);
    await books.sync({ recheck: true });
    await moveOctoberOn(books);
    for (let syncs = 0; syncs < 2; syncs++) await later(books, 60);
    expect(await paid(books)).toBe(1);
  });
});

it('a reversal whose journal someone took out of the books undoes nothing that is posted', async () => {
  const books = await reversed();
  await takeOut(books, october);
  await books.sync({ recheck: true });
  const { state, plan } = await books.run(6);
  expect({ state, plan }).toMatchObject({ state: 'drift', plan: { what: 'missing', left: 'reversal' } });
  await expect(books.acts.post(books.ref(6), act())).rejects.toThrow('its reversal is still in the books');
  expect(await since(books, '2026-06')).toEqual(['2026-06:2025-10-31:reversal-1']);
  // With both out of the books, it may be posted.
  await takeOut(books, `${october}:reversal-1`);
  await books.sync({ recheck: true });
  await books.acts.post(books.ref(6), act());
  expect(await paid(books)).toBe(1);
});

// Seed 810001177: the backup was older than the journal, and someone removed that before it was connected again.
it('a reversal whose journal no record knows is said to stand alone, and nothing is posted next to it', async () => {
  const books = await reversed();
  await takeOut(books, october);
  const again = await connectedOn(books.rig, await open(books.clock), books.clock, { env: quick });
  await again.sync();
  const { state, plan } = await again.run(6);
  expect({ state, plan }).toMatchObject({ state: 'drift', plan: { what: 'missing', left: 'reversal' } });
  await expect(again.acts.post(again.ref(6), act())).rejects.toThrow('its reversal is still in the books');
  const findings = await again.verify.run(again.company, { actor: 'reviewer', trigger: 'command' });
  expect(findings).toEqual([
    expect.objectContaining({ tag: `${october}:reversal-1`, problem: 'missing', journalSet: undefined }),
  ]);
  await takeOut(again, `${october}:reversal-1`);
  await again.sync({ recheck: true });
  await again.acts.post(again.ref(6), act());
  expect(await paid(again)).toBe(1);
});

describe('a copy of a journal that was reversed', () => {
  it.each([['before anything is posted again'], ['after it was posted again']])('%s', async (when) => {
    const books = await booksOn(open, { env: quick, around: dropOnce('2026-06') });
    await books.sync();
    await later(books, 7);
    await later(books, window);
    expect(await paid(books)).toBe(1);
    const first = await setOf(books, october);
    await books.acts.reverse(books.ref(6), act());
    if (when.startsWith('after')) await books.acts.post(books.ref(6), act());
    await copy(books, first);
    await later(books, window);
    expect(await stateOf(books)).toBe('drift');
    if (when.startsWith('before')) {
      await expect(books.acts.post(books.ref(6), act())).rejects.toThrow('only a run that is ready');
      await books.acts.amend(books.ref(6), act());
      expect(await paid(books)).toBe(0);
    }
  });
});
