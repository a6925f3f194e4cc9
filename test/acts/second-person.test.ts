import { expect, it } from '@jest/globals';
import type { Person } from '../../src/access/person.entity.js';
import type { Who } from '../../src/acts/act.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import { changePerson } from '../../src/acts/people/change-person.js';
import { changePolicy } from '../../src/acts/companies/change-policy.js';
import { requireApproval } from '../../src/acts/companies/require-approval.js';
import { Secrets } from '../../src/companies/secrets.js';
import { unzipSync } from 'fflate';
import { MonthFiles } from '../../src/evidence/month-files.js';
import { SigningKeys } from '../../src/evidence/signing-keys.js';
import { secretKey } from '../harness/secret-key.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn, elm, levy, withMaternityPay } from '../sync/rig.js';

const october = 6;
const ops: Who = { actor: 'ops', trigger: 'command', companies: null };
const whoIs = ({ id, name }: Person): Who => ({ actor: name, person: id, trigger: 'page', companies: null });
const by = (person: Person, reason = 'seen') => ({ who: whoIs(person), reason });
const deduct = { field: 'other_deductions', as: 'deduct', scope: 'run' } as const;

/** October is held by one payslip's other deductions. */
async function held(books: Books) {
  const document = await books.period(2026, october);
  const [first, ...others] = document.payslips;
  const payslips = [{ ...first, other_deductions: '40.0' } as (typeof document.payslips)[number], ...others];
  await books.setPeriod(2026, october, { ...document, payslips });
  await books.sync();
  expect((await books.run(october)).state).toBe('held');
}

describeOnDatabases('two pairs of eyes', (open, kind) => {
  async function begun(mode: 'auto' | 'approve', approval: 'one' | 'two' = 'two') {
    const books = await booksOn(open, { mode, postFrom: '2025-10-06' });
    await books.policy({ approval });
    await held(books);
    const person = (name: string) =>
      addPerson({ database: books.db }, { name, role: 'reviewer', pay: true, companies: null }, ops);
    const log = async () =>
      (await books.log.page({ companyIds: [books.company.id], tag: (await books.run(october)).tag }, 50))
        .map((entry) => `${entry.act} ${entry.outcome} ${entry.actor}${entry.answer ? `: ${entry.answer}` : ''}`)
        .reverse();
    return { books, person, log, ann: await person('Ann'), ref: books.ref(october) };
  }

  it.each(['auto', 'approve'] as const)(
    'let no one post what they decided, nor sign off what they posted: mode %s',
    async (mode) => {
      const { books, person, log, ann, ref } = await begun(mode);
      const ben = await person('Ben');
      await person('Cat');
      expect((await books.acts.decide(ref, { ...by(ann), ...deduct })).run.state).toBe('ready');
      // Nor does a sync post it by itself.
      await books.sync({ full: true });
      expect([(await books.run(october)).state, await books.sets()]).toEqual(['ready', []]);
      await expect(books.acts.post(ref, by(ann))).rejects.toMatchObject({
        title: 'A second person is needed',
        todo: 'Ben, Cat can.',
        exitCode: 3,
      });
      expect((await books.acts.post(ref, by(ben))).run.state).toBe('posted');
      await expect(books.acts.signOff(ref, by(ann))).rejects.toMatchObject({ todo: 'Ben, Cat can.' });
      // Two people are enough: what Ben posted, Ann had decided.
      expect((await books.acts.signOff(ref, by(ben))).run.signedOffBy).toBe('Ben');
      expect(await log()).toEqual(expect.arrayContaining(['decide done Ann', 'post asked Ben', 'sign_off done Ben']));
    },
  );

  it('are needed under another name too', async () => {
    const { books, person, ann, ref } = await begun('approve');
    await person('Ben');
    await books.acts.decide(ref, { ...by(ann), ...deduct });
    const renamed = await changePerson({ database: books.db }, 'Ann', {
      change: { name: 'Ann Birch' },
      who: whoIs(ann),
    });
    await expect(books.acts.post(ref, by(renamed))).rejects.toMatchObject({ todo: 'Ben can.' });
  });

  /** August to October, of which the first person's payslips have other deductions. */
  async function threeMonths(mode: 'auto' | 'approve', over: object = {}) {
    const books = await booksOn(open, { mode, postFrom: '2025-08-06' });
    await books.policy({ approval: 'two' });
    for (const period of [4, 5, october]) {
      const document = await books.period(2026, period);
      const [first, ...others] = document.payslips;
      const changed = { ...first, ...over } as (typeof document.payslips)[number];
      await books.setPeriod(2026, period, { ...document, payslips: [changed, ...others] });
    }
    const add = (name: string) =>
      addPerson({ database: books.db }, { name, role: 'reviewer', pay: true, companies: null }, ops);
    return { books, ann: await add('Ann'), ben: await add('Ben') };
  }

  it.each(['company', 'practice', 'person'] as const)(
    'let no one post what they decided in another month, until someone else has: for the %s',
    async (scope) => {
      const { books, ann, ben } = await threeMonths('approve', { other_deductions: '40.0' });
      await books.sync();
      const company = await books.rig.companies.find(books.company.id);
      await books.acts.decide({ ...books.ref(4), company }, { ...by(ann), ...deduct, scope });
      await books.sync({ full: true });
      const [september, inOctober] = [books.ref(5), books.ref(october)];
      expect((await books.run(5)).state).toBe('ready');
      const refused = { title: 'A second person is needed', todo: 'Ben can.' };
      await expect(books.acts.post(september, by(ann))).rejects.toMatchObject(refused);
      expect((await books.acts.post(september, by(ben))).run.state).toBe('posted');
      await expect(books.acts.post(books.ref(4), by(ann))).rejects.toMatchObject(refused);
      await expect(books.acts.signOff(september, by(ann))).rejects.toMatchObject({
        title: 'A second person is needed',
      });
      // What it does has been seen by someone else by now.
      const now = { ...inOctober, company: await books.rig.companies.find(books.company.id) };
      expect((await books.acts.post(now, by(ann))).run.state).toBe('posted');
    },
  );

  it('let no one post by a policy of theirs, nor a sync by itself, until someone else has', async () => {
    const { books, ann, ben } = await threeMonths('auto');
    for (const period of [5, october])
      await books.setPeriod(2026, period, { ...(await books.period(2026, period)), status: 'unfiled' });
    await books.sync();
    const company = () => books.rig.companies.find(books.company.id);
    const change = async (over: object) => {
      const seen = await company();
      const tools = { database: books.db, companies: books.rig.companies, log: books.log };
      await changePolicy(tools, seen, { who: whoIs(ann), policy: { ...seen.policy, ...over }, reason: 'as agreed' });
    };
    await change({ accounts: { ...(await company()).policy.accounts, salaries: '405' } });
    await books.setPeriod(2026, 5, { ...(await books.period(2026, 5)), status: 'filed' });
    await books.sync({ full: true });
    expect([(await books.run(4)).state, (await books.run(5)).state]).toEqual(['posted', 'ready']);
    const september = { ...books.ref(5), company: await company() };
    await expect(books.acts.post(september, by(ann))).rejects.toMatchObject({
      detail: expect.stringContaining('you changed the policy of this pay run'),
      todo: 'Ben can.',
    });
    expect((await books.acts.post(september, by(ben))).run.state).toBe('posted');
    await books.setPeriod(2026, october, { ...(await books.period(2026, october)), status: 'filed' });
    await books.sync({ full: true });
    expect((await books.run(october)).state).toBe('posted');
    // Who posts, and when, moves no figures.
    await change({ mode: 'approve' });
    await expect(books.acts.signOff(books.ref(october), by(ann))).resolves.toMatchObject({
      run: { signedOffBy: 'Ann' },
    });
  });

  it('are turned off by two administrators: one who sets one, decides, posts and sets two again was alone', async () => {
    const { books } = await begun('approve');
    const admin = (name: string) =>
      addPerson({ database: books.db }, { name, role: 'admin', pay: true, companies: null }, ops);
    const [ann, ben] = [await admin('Ann Admin'), await admin('Ben Admin')];
    const tools = { database: books.db, companies: books.rig.companies, log: books.log };
    const toOne = async (person: Person) => {
      const seen = await books.rig.companies.find(books.company.id);
      const policy = { ...seen.policy, approval: 'one' };
      return changePolicy(tools, seen, { who: whoIs(person), policy, reason: 'alone' });
    };
    for (let times = 0; times < 2; times++)
      await expect(toOne(ann)).rejects.toMatchObject({
        detail:
          'One pair of eyes for Elm Ltd: two administrators must ask for it. You have asked; nothing has changed yet.',
        todo: expect.stringContaining('Ben Admin can'),
      });
    expect((await books.rig.companies.find(books.company.id)).approval).toBe('two');
    expect((await toOne(ben)).approval).toBe('one');
  });

  it('go with a pay run whose pay date moves', async () => {
    const { books, person, ann, ref } = await begun('approve');
    await person('Ben');
    await books.acts.decide(ref, { ...by(ann), ...deduct });
    const document = await books.period(2026, october);
    const moved = document.payslips.map((slip) => ({ ...slip, dated_on: '2025-10-30', other_deductions: '0.0' }));
    await books.setPeriod(2026, october, { ...document, dated_on: '2025-10-30', payslips: moved });
    await books.sync();
    const now = books.ref(october, '2025-10-30');
    expect((await books.run(october, '2025-10-30')).state).toBe('ready');
    await expect(books.acts.post(now, by(ann))).rejects.toMatchObject({ todo: 'Ben can.' });
  });

  it('must be people: neither a program nor someone unknown will do', async () => {
    const { books, ref } = await begun('approve');
    // One after another: of several at once, one may be rejected before anything awaits it.
    for (const attempt of [
      () => books.acts.decide(ref, { ...act(), ...deduct }),
      () => books.acts.post(ref, act()),
      () => books.acts.decide(ref, { ...act(), ...deduct, scope: 'company' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ title: 'Two pairs of eyes: who is it?', exitCode: 3 });
  });

  it('must be people also for an adjustment, and another amends what one changed of it', async () => {
    const { books, person, ann, ref } = await begun('approve', 'one');
    const entered = await books.acts.adjust(ref, { ...act(), ...levy });
    expect(entered.run.state).toBe('posted');
    await books.policy({ approval: 'two' });
    const more = { ...levy, lines: levy.lines.map((line) => ({ ...line, amount: line.amount.replace('125', '150') })) };
    const before = await books.sets();
    for (const attempt of [{ ...more, number: 1 }, more])
      await expect(books.acts.adjust(ref, { ...act(), ...attempt })).rejects.toMatchObject({
        title: 'Two pairs of eyes: who is it?',
        exitCode: 3,
      });
    expect(await books.sets()).toEqual(before);
    const stale = { ...by(ann), ...more, number: 1, fingerprint: 'e'.repeat(64) };
    await expect(books.acts.adjust(ref, stale)).rejects.toMatchObject({ title: 'The figures have changed' });
    const fingerprint = entered.run.fingerprint ?? '';
    const { run } = await books.acts.adjust(ref, { ...stale, fingerprint });
    expect([run.state, run.taxAuthority.toString(), await books.sets()]).toEqual(['changed', '150.00', before]);
    const changed = { ...ref, adjustment: 'levy-1' };
    const ben = await person('Ben');
    await expect(books.acts.amend(changed, by(ann))).rejects.toMatchObject({ todo: 'Ben can.' });
    expect((await books.acts.amend(changed, by(ben))).run.state).toBe('posted');
    expect(await books.sets()).not.toEqual(before);
  });

  it('let no one post the recovery that they decided: it is a run of its own', async () => {
    const books = await booksOn(open, { mode: 'approve' });
    await books.policy({ recovery: { from: '2025-08-06' } });
    await withMaternityPay(books, '500.0');
    await books.sync();
    await books.acts.post(books.ref(5), act());
    await books.policy({ approval: 'two' });
    const add = (name: string) =>
      addPerson({ database: books.db }, { name, role: 'reviewer', pay: true, companies: null }, ops);
    const [ann, ben] = [await add('Ann'), await add('Ben')];
    await books.acts.recover(books.ref(5), { ...by(ann), rate: 'usual' });
    const recovery = { ...books.ref(5), adjustment: 'recovery' };
    expect((await books.acts.find(recovery)).state).toBe('ready');
    await expect(books.acts.post(recovery, by(ann))).rejects.toMatchObject({ todo: 'Ben can.' });
    expect((await books.acts.post(recovery, by(ben))).run.state).toBe('posted');
  });

  it('leave a run out when many are posted, and name who can post it', async () => {
    const { books, person, ann, ref } = await begun('approve');
    await person('Ben');
    await books.acts.decide(ref, { ...by(ann), ...deduct });
    const { tag, fingerprint } = await books.run(october);
    const company = await books.rig.companies.find(books.company.id);
    const answers = await books.acts.postMany([{ company, tag, fingerprint: fingerprint ?? '' }], by(ann));
    expect(answers).toMatchObject([{ tag, problem: { title: 'A second person is needed', todo: 'Ben can.' } }]);
    expect(await books.sets()).toEqual([]);
  });

  it('let a sole practitioner review his own work after a day, and the log shows it', async () => {
    const { books, log, ann, ref } = await begun('approve');
    await books.acts.decide(ref, { ...by(ann), ...deduct });
    await expect(books.acts.post(ref, by(ann))).rejects.toMatchObject({ todo: expect.stringMatching(/^No one else/) });
    // On PostgreSQL the log's times come from the server, whose clock a test cannot move.
    if (kind === 'postgres') return;
    await books.advance(24 * 3600 + 60);
    expect((await books.acts.post(ref, by(ann, 'looked again'))).run.state).toBe('posted');
    expect(await log()).toContain('post asked Ann: own work, reviewed after a day: no one else may');
    const files = new MonthFiles(books.db, new SigningKeys(books.db, new Secrets(secretKey)));
    const company = await books.rig.companies.find(books.company.id);
    const reader = { pay: true, actor: 'Ann', trigger: 'page' };
    const zip = await files.make(company, { year: 2026, period: october }, reader, 'zip');
    const { pages } = JSON.parse(Buffer.from(unzipSync(zip)['evidence.json'] ?? []).toString());
    expect(JSON.stringify(pages.summary)).toContain(
      'Approved for posting, own work, reviewed after a day: no one else may',
    );
    expect(JSON.stringify(pages.decisions)).toContain('Two: the person who decides does not post or sign off');
  });

  it('may be the same person where the policy asks for one only', async () => {
    const { books, ann, ref } = await begun('approve', 'one');
    await books.acts.decide(ref, { ...by(ann), ...deduct });
    await books.acts.post(ref, by(ann));
    expect((await books.acts.signOff(ref, by(ann))).run.signedOffBy).toBe('Ann');
  });

  it('are asked for by a practice for all its companies, not by one company for itself', async () => {
    const { books, person } = await begun('approve', 'one');
    await person('Ben');
    const tools = { database: books.db, companies: books.rig.companies, log: books.log };
    const two = { who: ops, approval: 'two', reason: 'required of us' } as const;
    await expect(requireApproval(tools, books.company, two)).rejects.toMatchObject({ title: 'Not a practice' });
    await books.db.work((rows) => rows.query(`UPDATE connections SET kind = 'practice'`));
    await expect(
      requireApproval(tools, books.company, { ...two, who: { ...ops, companies: [books.company.id] } }),
    ).rejects.toMatchObject({ status: 403 });
    await requireApproval(tools, books.company, two);
    expect((await books.rig.companies.find(books.company.id)).approval).toBe('two');
    await expect(books.acts.post(books.ref(october), act())).rejects.toMatchObject({
      title: 'Two pairs of eyes: who is it?',
    });
  });

  it('do not stop the posting of what no one had to look at', async () => {
    const books = await booksOn(open, { mode: 'auto', postFrom: '2025-10-06', scenario: elm() });
    await books.policy({ approval: 'two' });
    await books.sync();
    expect((await books.run(october)).state).toBe('posted');
  });
});
