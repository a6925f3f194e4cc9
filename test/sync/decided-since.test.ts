import { expect, it } from '@jest/globals';
import type { HttpAnswer, HttpRequest } from '../../src/books/http.js';
import { ignore } from '../../src/acts/runs/ignore.js';
import { pauseCompany } from '../../src/acts/companies/pause-company.js';
import { resumeCompany } from '../../src/acts/companies/resume-company.js';
import { describeOnDatabases, type OpenDatabase } from '../harness/databases.js';
import { type Around, isOfSets, isPayroll } from './refusals.js';
import { act, type Books, booksOn } from './rig.js';

const [august, september, october] = ['2026-04:2025-08-29', '2026-05:2025-09-30', '2026-06:2025-10-31'];
const postedIn = async (books: Books) =>
  (await books.sets()).map(({ tag }) => tag?.slice('counterfoil:'.length)).sort();
const toolsOf = ({ db, rig: { companies }, log }: Books) => ({ database: db, companies, log });
const pause = (books: Books) => pauseCompany(toolsOf(books), books.company, act().who);
const resume = (books: Books) => resumeCompany(toolsOf(books), books.company, act().who);

interface Meanwhile {
  /** During which requests someone decides, after the service has acted on it. */
  readonly during: (request: HttpRequest) => boolean;
  readonly decide: (books: Books) => Promise<unknown>;
  /** How often; once, if it is not given. */
  readonly times?: number;
  /** What the service answers to these, having done nothing. */
  readonly answer?: HttpAnswer;
}

/** A sync of everything, and what the acts answered that came in the middle of it. */
async function decidedMeanwhile(open: OpenDatabase, { during, decide, times = 1, answer }: Meanwhile) {
  let seen = 0;
  let meanwhile = async (): Promise<unknown> => undefined;
  const answers: unknown[] = [];
  const around: Around = (transport) => async (request) => {
    const isMeant = during(request) && seen < times;
    const own = isMeant && answer ? answer : await transport(request);
    if (!isMeant) return own;
    seen += 1;
    answers.push(await meanwhile());
    return own;
  };
  const books = await booksOn(open, { around });
  meanwhile = () => decide(books);
  const { result } = await books.syncs.run(books.company, { trigger: 'schedule', actor: 'test' });
  return { books, result, answers };
}

const slowPost = isOfSets('POST');
const slowMovement = ({ url }: HttpRequest) => url.includes('trial_balance');

describeOnDatabases('what is decided while a sync is going on', (open) => {
  it('a pause during a slow POST lets nothing follow it; what was posted before is counted', async () => {
    const { books, result } = await decidedMeanwhile(open, { during: slowPost, decide: pause });
    expect([await postedIn(books), result.posted, result.error]).toEqual([[august], 1, undefined]);
  });

  it.each([
    ['payroll', isPayroll],
    ['the movement, just before the first journal', slowMovement],
  ])('a pause during a slow GET of %s lets nothing be sent', async (_, during) => {
    const { books, result } = await decidedMeanwhile(open, { during, decide: pause });
    expect([await postedIn(books), result.posted]).toEqual([[], 0]);
  });

  it('a pause while the service asks to wait lets nothing be sent after the wait', async () => {
    const answer = { status: 429, headers: { 'retry-after': '1' }, body: 'Too many requests' };
    const { books } = await decidedMeanwhile(open, { during: slowMovement, decide: pause, answer });
    expect(await postedIn(books)).toEqual([]);
  });

  it('a mode that changes lets nothing more be posted, and shows the rest as ready', async () => {
    const decide = (books: Books) => books.policy({ mode: 'approve' });
    const { books, result } = await decidedMeanwhile(open, { during: slowPost, decide });
    expect(await postedIn(books)).toEqual([august]);
    expect(result).toMatchObject({ posted: 1, ready: 2 });
  });

  it('a run that is ignored is not posted; the others are', async () => {
    // Its own sync would wait for this one, which waits here for the decision.
    const carriesOutNothing = { run: async () => ({ result: undefined }) };
    const decide = (books: Books) => {
      const tools = { ...toolsOf(books), decisions: books.decisions, syncs: carriesOutNothing, reruns: new Map() };
      return ignore(tools as never, books.ref(5), act());
    };
    const { books, result } = await decidedMeanwhile(open, { during: slowPost, decide });
    expect([await postedIn(books), result.posted]).toEqual([[august, october], 2]);
    expect((await books.run(5)).state).toBe('ignored');
  });

  it('a pause that is taken back lets the sync go on', async () => {
    const decide = async (books: Books) => {
      await pause(books);
      await resume(books);
    };
    const { books, result } = await decidedMeanwhile(open, { during: slowPost, decide });
    expect([await postedIn(books), result.posted]).toEqual([[august, september, october], 3]);
  });

  it('a setting of its practice makes it start over, one of another practice does not', async () => {
    const lists = async (practiceOf: (books: Books) => string) => {
      const line = { companyId: '', trigger: 'page', actor: 'Ann', act: 'approval', outcome: 'two' } as const;
      const decide = (books: Books) =>
        books.db.work((rows) => books.log.append(rows, { ...line, practice: practiceOf(books) }));
      const { books, result } = await decidedMeanwhile(open, { during: slowPost, decide });
      expect(result.posted).toBe(3);
      return books.rig.asked('GET', /payroll\/2026$/);
    };
    expect([await lists(() => 'another'), await lists(({ company }) => company.connectionId)]).toEqual([1, 2]);
  });

  it('something each time leaves the rest to the next sync, and is told as that', async () => {
    const decide = async (books: Books) => {
      await pause(books);
      await resume(books);
    };
    const each = { during: slowMovement, decide, times: Number.POSITIVE_INFINITY };
    const { books, result } = await decidedMeanwhile(open, each);
    expect(result.error).toMatchObject({ title: 'Decided since' });
    expect([await postedIn(books), await books.rig.asked('GET', /payroll\/2026$/)]).toEqual([[], 4]);
  });

  it('names in its answer what was on its way by then', async () => {
    const { books, answers } = await decidedMeanwhile(open, { during: slowPost, decide: pause });
    const journal = { company: 'Elm Ltd', tag: `counterfoil:${august}`, act: 'post', datedOn: '2025-08-29' };
    expect(answers).toMatchObject([{ life: 'paused', sending: [journal] }]);
    expect(await resume(books)).toMatchObject({ life: 'working', sending: [] });
  });
});
