import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { answerAsClient } from '../../src/acts/approval/answer-as-client.js';
import { askClient } from '../../src/acts/approval/ask-client.js';
import { changeAllocations } from '../../src/acts/companies/change-allocations.js';
import { leaveCompany } from '../../src/acts/companies/leave-company.js';
import { pauseCompany } from '../../src/acts/companies/pause-company.js';
import { requireApproval } from '../../src/acts/companies/require-approval.js';
import { resumeCompany } from '../../src/acts/companies/resume-company.js';
import { assign } from '../../src/acts/runs/assign.js';
import { note } from '../../src/acts/runs/note.js';
import { decidedSoFar } from '../../src/record/decided.js';
import { Decisions } from '../../src/record/runs/decisions.js';
import { logActs } from '../../src/views/log/log-words.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn, levy, withMaternityPay } from '../sync/rig.js';
import { companyOn } from './rules/on-rows.js';

/** What is written about a company, and changes nothing of what is sent for it. */
const nothingSent = new Set([
  ...['assign', 'note', 'sign_off', 'rerun', 'verify', 'month_close', 'erase', 'read_pay', 'controls', 'bring_forward'],
  ...['month_file', 'anchor', 'signing_key', 'secret_key', 'ask_admin'],
]);

describeOnDatabases('what can change what is sent', (open) => {
  const line = { companyId: 'elm', trigger: 'page', actor: 'Ann', outcome: 'done' };

  it('raises the company’s counter with its line in the log, whatever the act, unless it is known to change nothing', async () => {
    const { database, log } = await companyOn(open);
    const raisedBy = async (entry: object) => {
      const before = await database.read((rows) => decidedSoFar(rows, 'elm'));
      await database.work((rows) => log.append(rows, { ...line, act: '', ...entry }));
      const after = await database.read((rows) => decidedSoFar(rows, 'elm'));
      return [after.company - before.company, after.practice - before.practice];
    };
    for (const word of [...logActs, 'an_act_of_tomorrow']) {
      expect([word, await raisedBy({ act: word })]).toEqual([word, [nothingSent.has(word) ? 0 : 1, 0]]);
      // What a sync writes is what it did, not what was decided.
      expect([word, await raisedBy({ act: word, syncId: 'a sync' })]).toEqual([word, [0, 0]]);
    }
    const forPractice = { connectionId: 'connection-elm', scope: 'practice', kind: 'treatment' } as const;
    const { id } = await database.work((rows) =>
      new Decisions(database).record(rows, { ...forPractice, reason: 'x', actor: 'Ann' }),
    );
    expect(await raisedBy({ act: 'decide', carries: [['decision', id]] })).toEqual([1, 1]);
    expect(await raisedBy({ companyId: '', act: 'approval', practice: 'connection-elm' })).toEqual([0, 1]);
  });

  it('does so by every act', async () => {
    const books = await booksOn(open, { mode: 'approve' });
    await books.policy({ recovery: { from: '2025-08-06' } });
    await withMaternityPay(books, '500.0');
    await books.sync();
    const counters = () => books.db.read((rows) => decidedSoFar(rows, books.company.id));
    const tools = {
      database: books.db,
      companies: books.rig.companies,
      log: books.log,
      decisions: books.decisions,
      outbox: books.outbox,
    };
    const who = { ...act().who, trigger: 'command' } as const;
    const now = () => books.rig.companies.find(books.company.id);
    const asked = { who, pay: true, year: 2026, period: 4, publicUrl: 'http://localhost' };
    const raisedBy = async (does: () => Promise<unknown>) => {
      const before = await counters();
      await does();
      const after = await counters();
      return `${after.company - before.company} ${after.practice - before.practice}`;
    };
    const acts: readonly (readonly [string, string, () => Promise<unknown>])[] = [
      ['policy', '1 0', () => books.policy({ layout: 'summarised' })],
      ['allocations', '1 0', async () => changeAllocations(tools, await now(), { who, allocations: mostly150(books), reason: 'x' })],
      ['decide for a run', '1 0', () => books.acts.decide(books.ref(6), { ...act(), ...deduct, scope: 'run' })],
      ['decide for a practice', '1 1', () => books.acts.decide(books.ref(6), { ...act(), ...deduct, scope: 'practice' })],
      ['decide for a company', '1 0', async () => books.acts.decide({ ...books.ref(6), company: await now() }, { ...act(), ...deduct, scope: 'company' })],
      ['client', '4 0', async () => {
        await books.policy({ clientApproval: 'before' });
        const { url } = await askClient(tools, await now(), asked);
        await answerAsClient(tools, url.split('/').at(-1) ?? '', { answer: 'approved', name: 'Dora', words: '' });
        await books.policy({ clientApproval: 'after' });
      }],
      ['post', '1 0', () => books.acts.post(books.ref(5), act())],
      ['recover', '1 0', () => books.acts.recover(books.ref(5), { ...act(), rate: 'usual' })],
      ['reverse', '1 0', () => books.acts.reverse(books.ref(5), act())],
      ['adjust', '1 0', () => books.acts.adjust(books.ref(5), { ...act(), ...levy })],
      ['ignore', '1 0', () => books.acts.ignore(books.ref(6), act())],
      ['note', '0 0', () => note(tools, books.ref(5), { who, words: 'seen' })],
      ['assign', '0 0', () => assign(tools, books.ref(5), { who, to: null })],
      ['rerun', '0 0', () => books.acts.rerun(books.ref(5), act())],
      ['pause', '1 0', async () => pauseCompany(tools, await now(), who)],
      ['pause again', '0 0', async () => pauseCompany(tools, await now(), who)],
      ['resume', '1 0', async () => resumeCompany(tools, await now(), who)],
      ['approval', '0 1', async () => {
        await books.db.work((rows) => rows.query(`UPDATE connections SET kind = 'practice'`));
        await requireApproval(tools, await now(), { who, approval: 'two', reason: 'required of us' });
      }],
      ['leave', '1 0', async () => leaveCompany(tools, await now(), { who, force: true })],
    ]; // biome-ignore format: one table
    for (const [name, raised, does] of acts) expect([name, await raisedBy(does)]).toEqual([name, raised]);
  });
});

const deduct = { field: 'other_deductions', as: 'deduct' } as const;
const mostly150 = ({ rig }: Books) => ({
  [`${rig.baseUrl}/v2/users/2`]: [{ from: '2025-04-06', parts: [{ percent: '100', accounts: { salaries: '150' } }] }],
});

/** Sign-in has its own lines: some for no one whom we know, of some attempts none. */
const known = ['people/ask-for-link.ts', 'people/sign-in-by-issuer.ts'];
/** One line for each that is changed. */
const several = ['people/forget-person.ts', 'people/add-person.ts'];

it('is changed through acting, which writes the line, so that none can be forgotten', () => {
  const folder = fileURLToPath(new URL('../../src/acts/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const changing = (how: string) => files.filter((name) => readFileSync(`${folder}${name}`, 'utf8').includes(how));
  expect(changing('acting(').length).toBeGreaterThan(10);
  expect(
    changing('.work(')
      .filter((name) => name !== 'acting.ts')
      .sort(),
  ).toEqual([...several, ...known].sort());
});
