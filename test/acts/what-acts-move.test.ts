import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { eraseCompany } from '../../src/acts/erasing/erase-company.js';
import { answerAsClient } from '../../src/acts/approval/answer-as-client.js';
import { askClient } from '../../src/acts/approval/ask-client.js';
import { changeAllocations } from '../../src/acts/companies/change-allocations.js';
import { movePayroll } from '../../src/acts/payrolls/move-payroll.js';
import { leaveCompany } from '../../src/acts/companies/leave-company.js';
import { pauseCompany } from '../../src/acts/companies/pause-company.js';
import { requireApproval } from '../../src/acts/companies/require-approval.js';
import { resumeCompany } from '../../src/acts/companies/resume-company.js';
import { assign } from '../../src/acts/runs/assign.js';
import { bringForward } from '../../src/acts/runs/name-difference.js';
import { note as addNote } from '../../src/acts/runs/note.js';
import { ControlAccounts } from '../../src/controls/controls.js';
import { changeSince } from '../../src/controls/show/readings.js';
import type { Database } from '../../src/ground/database.js';
import { Money } from '../../src/journal/nouns/money.js';
import { actNames, type LogAct } from '../../src/record/acts.js';
import { decidedSoFar } from '../../src/record/decided.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import type { NewLogEntry } from '../../src/record/log/posting-log.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { Decisions } from '../../src/record/runs/decisions.js';
import { insertTwoReviewers } from '../factories/people.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn, levy, withMaternityPay } from '../sync/rig.js';
import { fpsFile } from '../payrolls/files/fps-files.js';
import { ada, booksOfFiles, companyNow, receive, who as filesWho, withdraw } from './payrolls/files-rig.js';
import { companyOn } from './rules/on-rows.js';

/** These move nothing of what is sent: a sync under way goes on. */
const nothingSent = new Set<LogAct>([
  ...([
    'assign',
    'note',
    'sign_off',
    'rerun',
    'map',
    'verify',
    'month_close',
    'erase',
    'controls',
    'agrees',
    'differs',
  ] as const),
  ...([
    'bring_forward',
    'ask_admin',
    'client_link',
    'client_mail',
    'hmrc_paid',
    'client_asks',
    'month_file',
    'anchor',
    'signing_key',
  ] as const),
  ...(['secret_key', 'read_pay', 'person', 'session', 'token', 'link', 'sign_in', 'refuse', 'digest'] as const),
]);

/** These leave a reading of control accounts as good as it was. */
const leaveReadings = new Set<LogAct>([
  ...[...nothingSent].filter((act) => act !== 'erase' && act !== 'bring_forward'),
  ...(['pause', 'resume', 'leave', 'client_approved', 'approval'] as const),
]);

const forAllClients: readonly LogAct[] = ['decide', 'take_back', 'approval'];

describeOnDatabases('what an act moves', (open) => {
  const line = { companyId: 'elm', trigger: 'page', actor: 'Ann', outcome: 'done' };

  it('raises the counters and ends a reading as its row in the table of acts says, for every row', async () => {
    const { database, log } = await companyOn(open);
    const forPractice = { connectionId: 'connection-elm', scope: 'practice', kind: 'treatment' } as const;
    const { id } = await database.work((rows) =>
      new Decisions(database).record(rows, { ...forPractice, reason: 'x', actor: 'Ann' }),
    );
    const movedBy = async (entry: Partial<NewLogEntry> & Pick<NewLogEntry, 'act'>) => {
      const before = await database.read((rows) => decidedSoFar(rows, 'elm'));
      const end = await endOfLog(database, 'elm');
      await database.work((rows) => log.append(rows, { ...line, ...entry }));
      const after = await database.read((rows) => decidedSoFar(rows, 'elm'));
      const since = await database.read((rows) => changeSince(rows, { companyId: 'elm', logSeq: end }));
      return [after.company - before.company, after.practice - before.practice, since];
    };
    const carries = [['decision', id] as const];
    for (const act of actNames) {
      const since = leaveReadings.has(act) ? undefined : act;
      const raised = nothingSent.has(act) ? 0 : 1;
      // Other clients of the practice wait only for what may be decided for all of them.
      const wide = forAllClients.includes(act) ? 1 : 0;
      expect([act, await movedBy({ act, carries })]).toEqual([act, [raised, wide, since]]);
    }
    // Of this company alone; and what a sync writes is what it did, not what was decided.
    expect(await movedBy({ act: 'decide' })).toEqual([1, 0, 'decide']);
    expect(await movedBy({ act: 'decide', carries, syncId: 'a sync' })).toEqual([0, 0, 'decide']);
    const ofPractice = { companyId: '', practice: 'connection-elm' };
    expect(await movedBy({ ...ofPractice, act: 'approval' })).toEqual([0, 1, undefined]);
  });

  it('is moved by every act itself, and what a reading compares is as before where a reading is', async () => {
    const books = await booksOn(open, { mode: 'approve' });
    await books.policy({ recovery: { from: '2025-08-06' } });
    await insertTwoReviewers(books.db);
    await withMaternityPay(books, '500.0');
    await journalByHand(books);
    await books.sync();
    const { db, company } = books;
    const tools = {
      database: db,
      companies: books.rig.companies,
      log: books.log,
      decisions: books.decisions,
      outbox: books.outbox,
    };
    const who = { ...act().who, trigger: 'command' } as const;
    const now = () => books.rig.companies.find(company.id);
    const reader = readerOf(books);
    const asked = { who, pay: true, year: 2026, period: 4, publicUrl: 'http://localhost' };
    const link = async () => (await askClient(tools, await now(), asked)).url.split('/').at(-1) ?? '';
    const note = { who, account: '814', userPath: '', amount: Money.parse('5.00'), reason: 'before' };
    let code = '';
    const acts: readonly (readonly [string, string, () => Promise<unknown>])[] = [
      ['policy', '1 0 policy', () => books.policy({ layout: 'summarised' })],
      ['allocations', '1 0 policy', async () => changeAllocations(tools, await now(), { who, allocations: mostly150(books), reason: 'x' })],
      ['decide for a run', '1 0 decide', () => books.acts.decide(books.ref(6), { ...act(), ...deduct, scope: 'run' })],
      ['decide for a practice', '1 1 decide', () => books.acts.decide(books.ref(6), { ...act(), ...deduct, scope: 'practice' })],
      ['decide for a company', '1 0 decide', async () => books.acts.decide({ ...books.ref(6), company: await now() }, { ...act(), ...deduct, scope: 'company' })],
      ['take back', '1 0 take_back', async () => books.acts.takeBack({ ...books.ref(6), company: await now() }, { ...act(), decision: await ofRun(books) })],
      ['ask the client', '0 0 nothing', async () => { code = await link(); }],
      ['a client asks', '0 0 nothing', () => answerAsClient(tools, code, { answer: 'query', name: 'Dora', words: 'Why?' })],
      ['policy, once more', '1 0 policy', () => books.policy({ clientApproval: 'before' })],
      ['a client approves', '1 0 nothing', async () => answerAsClient(tools, await link(), { answer: 'approved', name: 'Dora', words: '' })],
      ['policy, again', '1 0 policy', () => books.policy({ clientApproval: 'after' })],
      ['post what is there by hand', '1 0 post', () => books.acts.post(books.ref(4), act())],
      ['approve', '1 0 approve', () => books.acts.approve(books.ref(4), { ...act(), hold: 'already_in_books' })],
      ['post', '1 0 post', () => books.acts.post(books.ref(5), act())],
      ['sign off', '0 0 nothing', () => books.acts.signOff(books.ref(5), act())],
      ['recover', '1 0 recover', () => books.acts.recover(books.ref(5), { ...act(), rate: 'usual' })],
      ['payroll changed', '0 0 fetch', () => payMore(books, 5)],
      ['amend', '1 0 amend', () => books.acts.amend(books.ref(5), act())],
      ['reverse', '1 0 reverse', () => books.acts.reverse(books.ref(5), act())],
      ['adjust', '1 0 adjust', () => books.acts.adjust(books.ref(5), { ...act(), ...levy })],
      ['ignore', '1 0 ignore', () => books.acts.ignore(books.ref(6), act())],
      ['note', '0 0 nothing', () => addNote(tools, books.ref(5), { who, words: 'seen' })],
      ['assign', '0 0 nothing', () => assign(tools, books.ref(5), { who, to: null })],
      ['rerun', '0 0 nothing', () => books.acts.rerun(books.ref(5), act())],
      ['read control accounts', '0 0 nothing', async () => reader.read(await now(), { ...who, on: '2025-11-10' })],
      ['bring forward', '0 0 bring_forward', async () => bringForward(tools, await now(), note)],
      ['recheck', '0 0 nothing', async () => books.verify.run(await now(), who)],
      ['pause', '1 0 nothing', async () => pauseCompany(tools, await now(), who)],
      ['pause again', '0 0 nothing', async () => pauseCompany(tools, await now(), who)],
      ['resume', '1 0 nothing', async () => resumeCompany(tools, await now(), who)],
      ['approval', '0 1 nothing', async () => {
        await db.work((rows) => rows.query(`UPDATE connections SET kind = 'practice'`));
        await requireApproval(tools, await now(), { who, approval: 'two', reason: 'required of us' });
      }],
      ['leave', '1 0 nothing', async () => leaveCompany(tools, await now(), { who, force: true })],
    ]; // biome-ignore format: one table
    for (const [name, moved, does] of acts) expect([name, await movedBy(books, does)]).toEqual([name, moved]);
  });

  it('is moved by a file that is brought or taken back, and by what is erased', async () => {
    const books = await booksOfFiles(open);
    const tools = { database: books.db, log: books.log, companies: books.rig.companies };
    const ids: string[] = [];
    const acts: readonly (readonly [string, string, () => Promise<unknown>])[] = [
      ['bring', '1 0 receive_file', async () => ids.push((await receive(books, fpsFile([ada('2025-10-31', 2000, 2000)]))).file.id)],
      ['bring again', '0 0 nothing', () => receive(books, fpsFile([ada('2025-10-31', 2000, 2000)]))],
      ['take back', '1 0 withdraw_file', () => withdraw(books, ids[0] ?? '')],
      ['move payroll', '1 0 move_payroll', async () => movePayroll(tools, await companyNow(books), { who: filesWho, to: 'service', on: '2025-11-06', reason: 'x' })],
      ['leave', '1 0 nothing', async () => leaveCompany(tools, await companyNow(books), { who: filesWho, force: true })],
      ['erase', '0 0 erase', async () => eraseCompany(tools, await companyNow(books), filesWho)],
    ]; // biome-ignore format: one table
    for (const [name, moved, does] of acts) expect([name, await movedBy(books, does)]).toEqual([name, moved]);
  });
});

const readerOf = ({ db, clock, rig, log, outbox }: Books) => new ControlAccounts(db, clock, rig.companies, log, outbox);

/** By how much the counters rose, and which act a reading says came since. */
async function movedBy(books: Books, does: () => Promise<unknown>): Promise<string> {
  const { db, company } = books;
  const compared = async () => readerOf(books).facts(await companyNow(books), '2025-11-10');
  const counters = () => db.read((rows) => decidedSoFar(rows, company.id));
  const [before, end, as] = [await counters(), await endOfLog(db, company.id), await compared()];
  await does();
  const [after, now] = [await counters(), await compared()];
  const since = await db.read((rows) => changeSince(rows, { companyId: company.id, logSeq: end }));
  if (since === undefined) expect(now).toEqual(as);
  return `${after.company - before.company} ${after.practice - before.practice} ${since ?? 'nothing'}`;
}

async function endOfLog(database: Database, companyId: string): Promise<number> {
  const [last] = await database.read((rows) =>
    rows.find(LogEntry, { where: { companyId }, order: { seq: 'DESC' }, take: 1 }),
  );
  return last?.seq ?? 0;
}

const deduct = { field: 'other_deductions', as: 'deduct' } as const;
const mostly150 = ({ rig }: Books) => ({
  [`${rig.baseUrl}/v2/users/2`]: [{ from: '2025-04-06', parts: [{ percent: '100', accounts: { salaries: '150' } }] }],
});

/** August's pay, in the books before any sync: it is held. */
async function journalByHand({ rig }: Books): Promise<void> {
  const line = (code: string, debit_value: string) => ({
    category: `${rig.baseUrl}/v2/categories/${code}`,
    debit_value,
  });
  const journal_entries = [line('401', '2000.0'), line('814', '-2000.0')];
  const journal_set = { dated_on: '2025-08-20', description: 'By hand', journal_entries };
  await rig.control('POST', 'companies/elm/journal_sets', { journal_set });
}

async function payMore(books: Books, period: number): Promise<void> {
  const document = await books.period(2026, period);
  const [first, ...others] = document.payslips;
  if (!first) throw new Error('No one is paid.');
  const payslips = [{ ...first, basic_pay: '2100.0', net_pay: undefined }, ...others];
  await books.setPeriod(2026, period, { ...document, payslips });
  await books.sync();
}

async function ofRun({ db }: Books): Promise<string> {
  const [decision] = await db.read((rows) => rows.findBy(Decision, { kind: 'treatment', scope: 'run' }));
  return decision?.id ?? '';
}

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
