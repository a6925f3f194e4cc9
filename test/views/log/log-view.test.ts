import type { Database } from '../../../src/ground/database.js';
import { surroundingsFact } from '../../../src/companies/surroundings.js';
import { writeFact } from '../../../src/ground/facts.js';
import { PolicyVersion } from '../../../src/companies/policy-version.entity.js';
import { defaultPolicy, type Policy } from '../../../src/journal/policy/policy.js';
import { Actor } from '../../../src/record/actor.entity.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import type { LogViewFilter } from '../../../src/views/log/log-entries.js';
import { LogViews } from '../../../src/views/log/log-view.js';
import { insertCompany } from '../../factories/companies.js';
import { insertLogEntry } from '../../factories/log.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { detailsInWords } from '../../../src/views/log/log-words.js';
import { describeOnDatabases } from '../../harness/databases.js';

const everything = { companies: null, pay: true };
const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };
const decisionId = '00000000-0000-4000-8000-000000000001';
const day = (number: number) => new Date(`2025-10-${String(number).padStart(2, '0')}T05:31:00Z`);

describeOnDatabases('The log on the pages', (open) => {
  let database: Database;
  let log: LogViews;
  beforeEach(async () => {
    database = await open();
    log = new LogViews(database);
    for (const name of ['Ash', 'Birch']) await insertCompany(database, { name });
  });

  const acts = async (filter: LogViewFilter) => (await log.page(everything, filter)).rows.map((row) => row.act);

  test('the newest first, each with the figures and the reviewer of its pay run', async () => {
    const reviewed = { signedOffBy: 'ann', signedOffAt: day(31) };
    const run = await insertRun(database, 'ash', payrollOf([one]), {
      state: 'posted',
      datedOn: '2025-10-31',
      ...reviewed,
    });
    await insertLogEntry(database, { companyId: 'ash', act: 'connect', at: day(1) });
    await insertLogEntry(database, {
      companyId: 'ash',
      act: 'reverse',
      at: day(2),
      tag: `${run.tag}:reversal-1`,
      fingerprint: run.fingerprint,
    });

    const { rows } = await log.page(everything, {});

    expect(rows.map((row) => row.act)).toEqual(['reverse', 'connect']);
    expect(rows[0]).toMatchObject({ company: 'Ash', run: { datedOn: '2025-10-31' }, reviewer: 'ann' });
    expect(rows[0]?.totals?.gross.toString()).toBe('2000.00');
    expect(rows[1]?.totals).toBeUndefined();
  });

  test('a new version of the policy with the settings that it changed, old and new', async () => {
    const policy: Policy = {
      ...defaultPolicy,
      mode: 'approve',
      accounts: { ...defaultPolicy.accounts, salaries: '405' },
    };
    const given = {
      companyId: 'ash',
      version: 2,
      policy,
      actor: 'ann',
      reason: 'As agreed',
      createdAt: day(2),
    } as const;
    await database.work((rows) => rows.insert(PolicyVersion, given));
    await insertLogEntry(database, { companyId: 'ash', act: 'policy', at: day(2), ref: 'policy 2' });
    await insertLogEntry(database, { companyId: 'ash', act: 'connect', at: day(1), ref: 'policy 1' });

    const { rows } = await log.page(everything, {});

    expect(rows.map(({ reason }) => reason)).toEqual(['As agreed', 'Connected']);
    expect(rows.map((row) => detailsInWords(row))).toEqual([
      ['Mode: Post automatically → Wait for approval', 'Accounts, Salaries: 401 → 405'],
      [],
    ]);
  });

  test('a setting of a person by the name that the books have', async () => {
    const [ann, gone] = ['https://api.example.com/v2/users/7', '/v2/users/8'];
    const people = [{ url: ann, firstName: 'Ann', lastName: 'Lee' }];
    const policy: Policy = { ...defaultPolicy, mode: 'auto', roles: { [ann]: 'director', [gone]: 'employee' } };
    const given = { companyId: 'ash', version: 2, policy, actor: 'ann', reason: 'Asked', createdAt: day(2) } as const;
    await database.work(async (rows) => {
      await writeFact(rows, surroundingsFact('ash'), JSON.stringify({ accounts: [], people }));
      await rows.insert(PolicyVersion, given);
    });
    await insertLogEntry(database, { companyId: 'ash', act: 'policy', at: day(2), ref: 'policy 2' });
    const { rows } = await log.page(everything, {});
    expect(rows.map((row) => detailsInWords(row))).toEqual([
      ['Role of Ann Lee: Not set → director', 'Role of person 8: Not set → employee'],
    ]);
  });

  test('an adjustment has its run’s pay date and its own name, but neither the run’s figures nor its reviewer', async () => {
    const reviewed = { signedOffBy: 'ann', signedOffAt: day(31) };
    const run = await insertRun(database, 'ash', payrollOf([one]), {
      state: 'posted',
      datedOn: '2025-10-31',
      ...reviewed,
    });
    const names = [':recovery', ':recovery:r2', ':recovery:reversal-1'];
    for (const [index, name] of names.entries()) {
      await insertLogEntry(database, { companyId: 'ash', act: 'post', at: day(index + 1), tag: `${run.tag}${name}` });
    }
    await insertLogEntry(database, { companyId: 'ash', act: 'post', at: day(9), tag: 'counterfoil:2026-06:levy-1' });

    const [levy, ...recoveries] = (await log.page(everything, {})).rows;

    expect(recoveries).toHaveLength(3);
    for (const row of recoveries) {
      expect(row).toMatchObject({ adjustment: 'recovery', run: { datedOn: '2025-10-31' }, hidden: false });
      expect([row.reviewer, row.totals]).toEqual([undefined, undefined]);
    }
    expect(levy).toMatchObject({ adjustment: 'levy-1', run: undefined });
  });

  test('every filter keeps what matches, and until excludes its own moment', async () => {
    await insertLogEntry(database, { companyId: 'ash', act: 'post', at: day(1) });
    await insertLogEntry(database, { companyId: 'birch', act: 'hold', at: day(2), actor: 'ann', trigger: 'page' });
    await insertLogEntry(database, { companyId: 'ash', act: 'verify', at: day(3), tag: 'a tag' });
    expect(await acts({ companyId: 'ash' })).toEqual(['verify', 'post']);
    expect(await acts({ act: 'hold' })).toEqual(['hold']);
    expect(await acts({ actor: 'ann' })).toEqual(['hold']);
    expect(await acts({ trigger: 'page' })).toEqual(['hold']);
    expect(await acts({ tag: 'a tag' })).toEqual(['verify']);
    expect(await acts({ since: day(2) })).toEqual(['verify', 'hold']);
    expect(await acts({ until: day(2) })).toEqual(['post']);
  });

  test('unreviewed: entries of runs in the books that no one has signed off', async () => {
    const signed = { signedOffBy: 'ann', signedOffAt: day(9) };
    for (const [datedOn, more] of [
      ['2025-09-30', signed],
      ['2025-10-31', {}],
    ] as const) {
      const run = await insertRun(database, 'ash', payrollOf([one]), { state: 'posted', datedOn, ...more });
      await insertLogEntry(database, { companyId: 'ash', act: 'post', tag: run.tag });
    }
    await insertLogEntry(database, { companyId: 'ash', act: 'verify' });
    const { rows } = await log.page(everything, { unreviewed: true });
    expect(rows.map((row) => row.run?.datedOn)).toEqual(['2025-10-31']);
  });

  test('a search finds part of a word in any case: a company, a person, and an employee where pay may be seen', async () => {
    const decision = { companyId: 'ash', tag: 'x', scope: 'run', kind: 'approval', reason: 'seen', actor: 'ann' };
    await database.work(async (rows) => {
      await rows.insert(Decision, { ...decision, id: decisionId, holdCode: 'negative_gross', at: day(1) } as never);
      await rows.insert(Actor, {
        id: 'p1',
        name: 'Ruth Marlow',
        salt: 's',
        hash: 'h',
        createdAt: day(1),
        erasedAt: null,
      });
    });
    const run = await insertRun(database, 'birch', payrollOf([one]), { state: 'posted', datedOn: '2025-10-31' });
    await insertLogEntry(database, {
      companyId: 'ash',
      act: 'approve',
      at: day(1),
      actor: 'p1',
      ref: decisionId,
    });
    await insertLogEntry(database, { companyId: 'ash', act: 'verify', at: day(2) });
    await insertLogEntry(database, { companyId: 'birch', act: 'post', at: day(3), tag: run.tag });
    expect(await acts({ search: 'AS' })).toEqual(['verify', 'approve']);
    expect(await acts({ search: 'marl' })).toEqual(['approve']);
    expect(await acts({ search: 'loyee o' })).toEqual(['post']);
    // Shows why a row matches that does not contain the word itself.
    const [paid] = (await log.page(everything, { search: 'loyee o' })).rows;
    expect(paid && detailsInWords(paid)).toContain('payslip of Employee One');
    const [unsearched] = (await log.page(everything, { act: 'post' })).rows;
    expect(unsearched && detailsInWords(unsearched)).toEqual([]);
    expect(await acts({ search: 'no one' })).toEqual([]);
    expect(await acts({ search: '%' })).toEqual([]);
    const without = await log.page({ companies: null, pay: false }, { search: 'loyee o' });
    expect(without.rows).toEqual([]);
    const [approved] = (await log.page(everything, { search: 'marl' })).rows;
    expect(approved).toMatchObject({ actor: 'Ruth Marlow', reason: 'seen', decided: { hold: 'negative_gross' } });
  });

  test('pages and export continue where they ended, each entry once, even those of one moment', async () => {
    for (let entry = 0; entry < 120; entry++) {
      await insertLogEntry(database, { companyId: entry % 3 === 0 ? 'ash' : 'birch', act: `act ${entry}`, at: day(5) });
    }
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await log.page(everything, {}, after);
      seen.push(...page.rows.map((row) => row.act));
      if (page.next === undefined) break;
      after = page.next;
    }
    const expected = Array.from({ length: 120 }, (_, entry) => `act ${119 - entry}`);
    expect(seen).toEqual(expected);
    const exported: string[] = [];
    for await (const row of log.all(everything, {})) exported.push(row.act);
    expect(exported).toEqual(expected);
  });

  test('a viewer sees only their companies, even when they name another', async () => {
    await insertLogEntry(database, { companyId: 'ash', act: 'post' });
    await insertLogEntry(database, { companyId: 'birch', act: 'hold' });
    const ofBirch = { companies: ['birch'], pay: true };
    expect((await log.page(ofBirch, {})).rows.map((row) => row.act)).toEqual(['hold']);
    expect((await log.page(ofBirch, { companyId: 'ash' })).rows).toEqual([]);
    expect((await log.page({ companies: [], pay: true }, {})).rows).toEqual([]);
    const many = { companies: ['birch', ...Array.from({ length: 40 }, (_, index) => `other ${index}`)], pay: true };
    expect((await log.page(many, {})).rows.map((row) => row.act)).toEqual(['hold']);
  });
});
