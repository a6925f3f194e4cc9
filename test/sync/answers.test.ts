import { describe, expect, it } from '@jest/globals';
import type { Clock } from '../../src/ground/clock.js';
import type { HttpAnswer, HttpRequest } from '../../src/books/http.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { describeOnDatabases, openFresh } from '../harness/databases.js';
import { html, isPost, isPut, json, type Meddle, Proxy } from './proxy.js';
import { act, type Books, booksOn, type SandboxSet } from './rig.js';

const quick = { REQUEST_DEADLINE_SECONDS: '5', LEASE_SECONDS: '6' };
const ownWords = { errors: { error: { message: 'no' } } };
const limited = { status: 429, headers: { 'retry-after': '1' }, body: 'Rate limit exceeded' };
const octobers = async (books: Books) => (await books.sets()).filter((set) => set.tag?.includes('2026-06'));

async function behind(open: Parameters<typeof booksOn>[0], options: object = {}) {
  const proxy = new Proxy();
  const books = await booksOn(open, { env: quick, around: proxy.around, ...options });
  return { proxy, books };
}
const onlyOctober = { year: 2026, period: 6 };

/** Payroll pays more than what is posted, and a sync has shown that. */
async function raiseOctober(books: Books): Promise<void> {
  const document = await books.period(2026, 6);
  const [first] = document.payslips;
  if (first) first.basic_pay = '2100.0';
  await books.setPeriod(2026, 6, document);
  await books.sync(onlyOctober);
}

describeOnDatabases('the page of a proxy', (open) => {
  it.each([400, 401, 403, 404, 409, 422, 418, 429, 451])(
    'with a %d is not a refusal: the set that comes later is found, not doubled',
    async (status) => {
      const { proxy, books } = await behind(open);
      let commit: () => Promise<unknown> = async () => undefined;
      proxy.once(isPost, async (_request, send) => {
        commit = send;
        return html(status);
      });
      expect(await books.sync(onlyOctober)).toMatchObject({ inDoubt: 1, refused: 0, posted: 0 });
      expect(await books.sync(onlyOctober)).toMatchObject({ inDoubt: 1, posted: 0 });
      await commit();
      expect(await books.sync(onlyOctober)).toMatchObject({ inDoubt: 0, posted: 1 });
      expect(await octobers(books)).toHaveLength(1);
    },
  );

  it.each([404, 429])('is not one either when it is JSON without errors: %d', async (status) => {
    const { proxy, books } = await behind(open);
    proxy.once(isPost, async () => json(status, { message: 'no route matches' }));
    expect(await books.sync(onlyOctober)).toMatchObject({ inDoubt: 1, refused: 0 });
  });

  it.each([409, 429])('with a %d is not a refusal when the amendment comes later', async (status) => {
    const { proxy, books } = await behind(open);
    await books.sync(onlyOctober);
    await raiseOctober(books);
    let commit: () => Promise<unknown> = async () => undefined;
    proxy.once(isPut, async (_request, send) => {
      commit = send;
      return html(status);
    });
    expect((await books.acts.amend(books.ref(6), act())).run.state).toBe('in_doubt');
    await commit();
    await books.sync(onlyOctober);
    expect((await books.run(6)).state).toBe('posted');
    expect((await octobers(books))[0]?.journal_entries.map((entry) => entry.debit_value)).toContain('2100.0');
  });

  it.each([
    ['a page with 404', html(404)],
    ['JSON with 200', json(200, { maintenance: true })],
    ['nothing with 204', { status: 204, headers: {}, body: '' }],
  ])('with %s to a removal does not mean that the set is gone', async (_name, answer) => {
    const { proxy, books } = await behind(open);
    await books.sync(onlyOctober);
    const [set] = await octobers(books);
    const { url: _, ...copy } = set ?? { url: '' };
    const entries = set?.journal_entries.map(({ category, user, debit_value, description }) => ({
      category,
      user,
      debit_value,
      description,
    }));
    await books.rig.control('POST', 'companies/elm/journal_sets', {
      journal_set: { ...copy, journal_entries: entries },
    });
    await books.acts.rerun(books.ref(6), act());
    proxy.once(
      ({ method }) => method === 'DELETE',
      async () => answer,
    );
    expect((await books.acts.amend(books.ref(6), act())).run.state).toBe('in_doubt');
    expect(await octobers(books)).toHaveLength(2);
  });
});

describeOnDatabases('an answer that came after the service had acted', (open) => {
  it.each([
    ['a 401', async () => json(401, ownWords)],
    ['a 400', async () => json(400, ownWords)],
    ['a 409', async () => json(409, ownWords)],
    ['a 422', async () => json(422, ownWords)],
  ] as const)('%s: one look finds the set, and nothing is sent again', async (_name, answer) => {
    const { proxy, books } = await behind(open);
    proxy.once(isPost, (_request, send) => send().then(answer));
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 1, refused: 0, inDoubt: 0 });
    expect(await octobers(books)).toHaveLength(1);
    expect((await books.run(6)).state).toBe('posted');
  });

  it.each([
    ['a 401', async () => json(401, ownWords)],
    ['a 422', async () => json(422, ownWords)],
  ] as const)('%s, and the look fails: in doubt', async (_name, answer) => {
    const { proxy, books } = await behind(open);
    let sent = false;
    proxy.meddle = async (request, send) => {
      if (isPost(request)) {
        sent = true;
        return send().then(answer);
      }
      return sent && request.url.includes('/v2/journal_sets?') ? html(404) : send();
    };
    await books.syncs.run(books.company, { ...onlyOctober, actor: 'Ruth', trigger: 'command' });
    expect((await books.run(6)).state).toBe('in_doubt');
    proxy.meddle = (_request, send) => send();
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 1, inDoubt: 0 });
    expect(await octobers(books)).toHaveLength(1);
  });

  it('a 401 to an amendment: one look finds it amended', async () => {
    const { proxy, books } = await behind(open);
    await books.sync(onlyOctober);
    await raiseOctober(books);
    proxy.once(isPut, (_request, send) => send().then(() => json(401, ownWords)));
    expect((await books.acts.amend(books.ref(6), act())).run.state).toBe('posted');
    expect(await octobers(books)).toHaveLength(1);
  });
});

describeOnDatabases('an answer to an amendment that differs from what was sent', (open) => {
  const amendedTo = async (books: Books, answer: Meddle, proxy: Proxy) => {
    proxy.once(isPut, answer);
    const { run } = await books.acts.amend(books.ref(6), act());
    const [posting] = await books.db.read((rows) => rows.findBy(Posting, { runTag: run.tag }));
    const log = await books.db.read((rows) => rows.findBy(LogEntry, { tag: run.tag, act: 'amend', outcome: 'done' }));
    return { run, posting, line: log.at(-1) };
  };

  it('is not believed: the set is read by its address', async () => {
    const { proxy, books } = await behind(open);
    await books.sync(onlyOctober);
    await raiseOctober(books);
    const older: Meddle = async (_request, send) => {
      const answer = await send();
      return { ...answer, body: answer.body.replace('"2100.0"', '"2000.0"') };
    };
    const { run, posting, line } = await amendedTo(books, older, proxy);
    expect(run.state).toBe('posted');
    expect(line).toMatchObject({ answer: 'amended', fingerprint: posting?.fingerprint });
    expect(await books.verify.run(books.company, { actor: 'Ruth', trigger: 'command' })).toEqual([]);
  });

  it('and is what the books hold: recorded and logged as that', async () => {
    const { proxy, books } = await behind(open);
    await books.sync(onlyOctober);
    await raiseOctober(books);
    const renamed: Meddle = async ({ url }, send) => {
      const answer = await send();
      const journal_set = { dated_on: '2025-10-30' };
      await books.rig.control('PUT', `companies/elm/journal_sets/${url.split('/').at(-1)}`, { journal_set });
      return { ...answer, body: '' };
    };
    const { run, posting, line } = await amendedTo(books, renamed, proxy);
    expect([run.state, posting?.datedOn]).toEqual(['changed', '2025-10-30']);
    const answer = 'amended, and the set differs from what was sent';
    expect(line).toMatchObject({ answer, fingerprint: posting?.fingerprint });
  });
});

describeOnDatabases('a 201 that names another set', (open) => {
  it('is read back by its address, and nothing is recorded when it is not ours', async () => {
    const { proxy, books } = await behind(open);
    proxy.once(isPost, async (_request, send) => {
      const answer = await send();
      const { journal_set: set } = JSON.parse(answer.body) as { journal_set: { url: string; tag: string } };
      const other = { ...set, url: set.url.replace(/\d+$/, '999999'), tag: 'counterfoil:2026-06:2025-10-30' };
      return { ...answer, body: JSON.stringify({ journal_set: other }) };
    });
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 0, inDoubt: 1 });
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 1, inDoubt: 0 });
    expect(await octobers(books)).toHaveLength(1);
    expect((await books.run(6)).journalSet).toBe((await octobers(books))[0]?.url);
  });

  it('that is recorded already is not recorded again', async () => {
    const { proxy, books } = await behind(open);
    await books.sync({ year: 2026, period: 5 });
    const { journalSet } = await books.run(5);
    proxy.once(isPost, async (_request, send) => {
      const answer = await send();
      const { journal_set: set } = JSON.parse(answer.body) as { journal_set: object };
      return { ...answer, body: JSON.stringify({ journal_set: { ...set, url: journalSet } }) };
    });
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 0, inDoubt: 1 });
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 1, inDoubt: 0 });
    expect(await octobers(books)).toHaveLength(1);
    expect(await books.verify.run(books.company, { actor: 'Ruth', trigger: 'command' })).toEqual([]);
  });

  it('that differs from what was sent is recorded as the books hold it', async () => {
    const { proxy, books } = await behind(open);
    proxy.once(isPost, async (_request, send) => {
      const answer = await send();
      return { ...answer, body: answer.body.replace('"2000.0"', '"2001.0"') };
    });
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 1 });
    expect(await books.verify.run(books.company, { actor: 'Ruth', trigger: 'command' })).toEqual([]);
  });
});

describeOnDatabases('an answer to another question', (open) => {
  const asOther = (answer: HttpAnswer, change: (period: Record<string, unknown>) => object): HttpAnswer => {
    const { period } = JSON.parse(answer.body) as { period: Record<string, unknown> };
    return { ...answer, body: JSON.stringify({ period: change(period) }) };
  };

  it.each([
    ['another period', (period: object) => ({ ...period, period: 5, url: undefined })],
    ['another year', (period: object) => ({ ...period, url: 'http://books.test/v2/payroll/2025/6' })],
  ])('is a failed read: %s', async (_name, change) => {
    const { proxy, books } = await behind(open);
    proxy.meddle = async ({ url }, send) => (url.endsWith('/payroll/2026/6') ? asOther(await send(), change) : send());
    for (let times = 0; times < 2; times++) {
      const { result } = await books.syncs.run(books.company, { actor: 'Ruth', trigger: 'command' });
      expect(result).toMatchObject({ error: { title: 'The accounting service could not be read' } });
    }
    expect((await books.runs()).map((run) => run.period)).not.toContain(6);
    proxy.meddle = (_request, send) => send();
    await books.sync();
    expect((await books.runs()).map((run) => run.state)).toEqual(['posted', 'posted', 'posted']);
  });

  it('with the list of another year is a failed read', async () => {
    const { proxy, books } = await behind(open);
    await books.sync();
    proxy.meddle = async ({ url }, send) => {
      const answer = await send();
      return url.endsWith('/payroll/2026') ? { ...answer, body: answer.body.replaceAll('/2026/', '/2025/') } : answer;
    };
    await expect(books.sync()).rejects.toThrow('asked for payroll of 2026');
    expect((await books.runs()).map((run) => run.state)).toEqual(['posted', 'posted', 'posted']);
  });

  it.each(['amend', 'reverse'])(
    'without periods reverses nothing under %s, however long it lasts',
    async (amendments) => {
      const { proxy, books } = await behind(open);
      await books.sync();
      await books.policy({ amendments });
      const states = async () => (await books.runs()).map(({ state }) => state);
      const empty: Meddle = async ({ url }, send) => {
        const answer = await send();
        if (!url.endsWith('/payroll/2026')) return answer;
        return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), periods: [] }) };
      };
      proxy.meddle = empty;
      expect(await books.sync()).toMatchObject({ changed: 3 });
      expect(await books.sync({ full: true })).toMatchObject({ changed: 3 });
      proxy.meddle = (_request, send) => send();
      await books.sync();
      expect([await states(), (await books.sets()).length]).toEqual([['posted', 'posted', 'posted'], 3]);
      proxy.meddle = empty;
      await books.sync();
      await books.advance(600);
      await books.sync();
      expect([await states(), (await books.sets()).length]).toEqual([['changed', 'changed', 'changed'], 3]);
    },
  );
});

describe('a 429 in plain text, no matter who wrote it', () => {
  const onSqlite = (clock: Clock) => openFresh('sqlite', clock);
  const gross = (set: SandboxSet | undefined) => set?.journal_entries.map(({ debit_value }) => debit_value);

  /** The service acts on the first such request a while after its answer. */
  async function actingLate(fits: (request: HttpRequest) => boolean, before: (books: Books) => Promise<unknown>) {
    const { proxy, books } = await behind(onSqlite);
    await before(books);
    let commit: () => Promise<unknown> = async () => undefined;
    proxy.once(fits, async (_request, send) => {
      commit = send;
      return limited;
    });
    return { books, commit: () => commit() };
  }

  it.each([3, 500])('a journal that comes %d seconds later is found, and not posted twice', async (seconds) => {
    const { books, commit } = await actingLate(isPost, async () => undefined);
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 0, inDoubt: 1 });
    await books.advance(seconds);
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 0, inDoubt: 1 });
    await commit();
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 1, inDoubt: 0 });
    expect(await octobers(books)).toHaveLength(1);
  });

  it('what never comes is released once the window is over, and posted', async () => {
    const { books } = await actingLate(isPost, async () => undefined);
    await books.sync(onlyOctober);
    await books.advance(7);
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 0, inDoubt: 1 });
    await books.advance(601);
    expect(await books.sync(onlyOctober)).toMatchObject({ posted: 1, inDoubt: 0 });
    expect(await octobers(books)).toHaveLength(1);
  });

  it('an amendment that comes later is found', async () => {
    const { books, commit } = await actingLate(isPut, async (now) => {
      await now.sync(onlyOctober);
      await raiseOctober(now);
    });
    expect((await books.acts.amend(books.ref(6), act())).run.state).toBe('in_doubt');
    expect(await books.sync(onlyOctober)).toMatchObject({ inDoubt: 1, amended: 0 });
    await commit();
    expect(await books.sync(onlyOctober)).toMatchObject({ inDoubt: 0, amended: 1 });
    expect(gross((await octobers(books))[0])).toContain('2100.0');
  });

  it('a reversal that comes later is found, and not made twice', async () => {
    const { books, commit } = await actingLate(isPost, async (now) => now.sync(onlyOctober));
    expect((await books.acts.reverse(books.ref(6), act())).run.state).toBe('in_doubt');
    expect(await books.sync(onlyOctober)).toMatchObject({ inDoubt: 1 });
    await commit();
    await books.sync(onlyOctober);
    expect(await octobers(books)).toHaveLength(2);
    expect((await books.run(6)).holdCodes).toEqual(['reversed']);
  });
});
