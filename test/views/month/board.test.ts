import type { Database } from '../../../src/ground/database.js';
import { payDateIn } from '../../../src/journal/nouns/identity.js';
import { defaultPolicy } from '../../../src/journal/policy/policy.js';
import { Board } from '../../../src/views/month/board.js';
import { insertCompany } from '../../factories/companies.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';

const everything = { companies: null, pay: true };
const october = { year: 2026, period: 6 };
const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };
const two: Slip = { ...one, id: 2, name: 'Employee Two' };
const three: Slip = { ...one, id: 3, name: 'Employee Three' };

describeOnDatabases('The board', (open) => {
  let database: Database;
  let board: Board;
  beforeEach(async () => {
    database = await open();
    board = new Board(database);
  });

  test('the month is shown in groups: what needs a person, what is ready, what is done', async () => {
    const [ash, bramley, reed] = [
      await insertCompany(database, { name: 'Ash' }),
      await insertCompany(database, { name: 'Bramley' }),
      await insertCompany(database, { name: 'Reed' }),
    ];
    await insertRun(database, ash.id, payrollOf([one]), { state: 'ready', datedOn: '2025-10-31' });
    await insertRun(database, bramley.id, payrollOf([one]), {
      state: 'held',
      datedOn: '2025-10-31',
      reason: 'A field must be decided',
      remarks: {
        outcome: 'hold',
        holds: [{ code: 'ambiguous_field', message: 'Employee One has £40.00 in Other deductions.' }],
      },
    });
    await insertRun(database, reed.id, payrollOf([one, two]), { state: 'posted', datedOn: '2025-10-31' });
    await insertRun(database, reed.id, payrollOf([one]), { state: 'overdue', datedOn: '2025-09-30' });

    const month = await board.month(everything, october);

    expect(month.summary.companies).toBe(3);
    expect(month.counts).toMatchObject({
      needsYou: { runs: 1 },
      ready: { runs: 1 },
      done: { runs: 1, unsigned: 1 },
      checking: { runs: 0 },
    });
    expect(month.needsYou.rows).toMatchObject([
      { company: 'Bramley', state: 'held', message: 'Employee One has £40.00 in Other deductions.' },
    ]);
    expect(month.ready.rows[0]?.totals?.gross.toString()).toBe('2000.00');
    expect(month.done.rows.map((row) => row.company)).toEqual(['Reed']);
    expect(month.elsewhere.months).toEqual([{ year: 2026, period: 5, group: 'needsYou', runs: 1 }]);
    expect(month.elsewhere.latest.map((row) => [row.company, row.datedOn])).toEqual([['Reed', '2025-09-30']]);
    expect(month.year.rows.map((row) => [row.company, row.months[6]?.state])).toEqual([
      ['Ash', 'ready'],
      ['Bramley', 'held'],
      ['Reed', 'posted'],
    ]);
  });

  test('of two companies with the same two paydays a review has the run that is ticked of each, and no other', async () => {
    for (const name of ['Ash', 'Bramley']) {
      const { id } = await insertCompany(database, { name });
      for (const datedOn of ['2025-10-17', '2025-10-31'])
        await insertRun(database, id, payrollOf([one]), { state: 'ready', datedOn });
    }
    const ticked = new Set(['ash 2025-10-17', 'bramley 2025-10-31']);
    const isTicked = ({ companyId, tag }: { companyId: string; tag: string }) =>
      ticked.has(`${companyId} ${payDateIn(tag)}`);
    const { rows, picked, leftOut } = await board.review(everything, october, { isTicked, part: 0 });
    const paid = (all: readonly { company: string; datedOn: string }[]) =>
      all.map(({ company, datedOn }) => `${company} ${datedOn}`);
    expect(paid(rows)).toEqual(['Ash 2025-10-17', 'Bramley 2025-10-31']);
    expect([picked, paid(leftOut)]).toEqual([2, ['Ash 2025-10-31', 'Bramley 2025-10-17']]);
  });

  test('a viewer without pay sees no message that names pay, and no total', async () => {
    const company = await insertCompany(database, { name: 'Ash' });
    await insertRun(database, company.id, payrollOf([one, two]), { state: 'ready', datedOn: '2025-10-30' });
    await insertRun(database, company.id, payrollOf([one, two, three]), { state: 'ready', datedOn: '2025-10-31' });
    await insertRun(database, company.id, payrollOf([one]), {
      state: 'held',
      datedOn: '2025-10-17',
      reason: 'A field must be decided',
      remarks: { holds: [{ code: 'ambiguous_field', message: 'Employee One has £40.00 in Other deductions.' }] },
    });

    const month = await board.month({ companies: null, pay: false }, october);

    expect(month.ready.rows.map((row) => row.totals?.net.toString())).toEqual([undefined, undefined]);
    expect(month.needsYou.rows[0]?.message).toBeUndefined();
    expect(JSON.stringify(month)).not.toContain('Employee One');
  });

  test('a viewer of some companies sees nothing of others, and one of none sees nothing', async () => {
    const ash = await insertCompany(database, { name: 'Ash', problem: 'The connection must be made again' });
    const birch = await insertCompany(database, { name: 'Birch' });
    for (const company of [ash, birch]) {
      await insertRun(database, company.id, payrollOf([one]), { state: 'held', datedOn: '2025-10-31' });
      await insertRun(database, company.id, payrollOf([one]), { state: 'held', datedOn: '2025-09-30' });
    }

    const ofBirch = await board.month({ companies: [birch.id], pay: true }, october);
    expect(ofBirch.summary).toMatchObject({ companies: 1, troubled: [] });
    expect(ofBirch.needsYou.rows.map((row) => row.company)).toEqual(['Birch']);
    expect(ofBirch.year.rows.map((row) => row.company)).toEqual(['Birch']);
    expect(ofBirch.elsewhere.latest.map((row) => row.company)).toEqual(['Birch']);

    const ofNone = await board.month({ companies: [], pay: true }, october);
    expect(ofNone.summary.companies).toBe(0);
    expect(ofNone.needsYou.rows).toEqual([]);
    expect(ofNone.elsewhere).toEqual({ months: [], latest: [], clients: [] });
  });

  test('lists continue where the page ended, each run once', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Company ${String(index).padStart(2, '0')}`);
    for (const name of names) {
      const company = await insertCompany(database, { name });
      await insertRun(database, company.id, payrollOf([one]), { state: 'posted', datedOn: '2025-10-31' });
    }

    const [done, year]: [string[], string[]] = [[], []];
    for (let places: { done?: string; year?: string } | undefined = {}; places; ) {
      const shown = await board.month(everything, october, places);
      done.push(...shown.done.rows.map((row) => row.company));
      year.push(...shown.year.rows.map((row) => row.company));
      places = shown.done.next === undefined ? undefined : { done: shown.done.next, year: shown.year.next };
    }
    expect([done, year]).toEqual([names, names]);
  });

  test('the search finds letters in the name, and takes nothing for a pattern', async () => {
    for (const name of ['Ash & Co', 'Ash 100%', 'Birch']) {
      const company = await insertCompany(database, { name });
      await insertRun(database, company.id, payrollOf([one]), { state: 'posted', datedOn: '2025-10-31' });
    }
    const found = async (search: string) =>
      (await board.month(everything, { ...october, search })).done.rows.map((row) => row.company);
    expect(await found('ash')).toEqual(['Ash & Co', 'Ash 100%'].sort());
    expect(await found('%')).toEqual(['Ash 100%']);
  });

  test('a ready run is compared with the month before', async () => {
    const company = await insertCompany(database, { name: 'Birch' });
    await insertRun(database, company.id, payrollOf([one]), { state: 'posted', datedOn: '2025-09-30' });
    await insertRun(database, company.id, payrollOf([{ ...one, bonus: '760.00' }]), {
      state: 'ready',
      datedOn: '2025-10-31',
    });
    const [run] = (await board.month(everything, october)).ready.warned;
    expect(run?.grossBefore?.toString()).toBe('2000.00');
    expect(run?.newPay).toEqual(['bonus']);
  });

  test('new pay is found on the accounts of the policy, allocated ones and sub accounts as well', async () => {
    const accounts = { ...defaultPolicy.accounts, salaries: '420' };
    const allocations = { 'https://books.example/v2/users/1': [ruleTo('350')] };
    const company = await insertCompany(database, { name: 'Birch' }, { accounts, allocations });
    // In September the salaries were on 401 still.
    await insertRun(database, company.id, payrollOf([one, two]), { state: 'posted', datedOn: '2025-09-30' });
    const october = payrollOf([one, { ...two, bonus: '760.00' }]);
    const lines = october.lines.map((line) => {
      if (line.category !== '401') return line;
      const [category, award] = line.from?.includes('bonus') ? ['420-1', 'long_service_award'] : ['350', 'retainer'];
      return { ...line, category, from: [...(line.from ?? []), award] };
    });
    await insertRun(database, company.id, { ...october, lines }, { state: 'ready', datedOn: '2025-10-31' });
    const [run] = (await board.month(everything, { year: 2026, period: 6 })).ready.warned;
    expect(run?.newPay).toEqual(['retainer', 'bonus', 'long_service_award']);
  });
});

const ruleTo = (salaries: string) => ({ from: '2025-04-06', parts: [{ percent: '100', accounts: { salaries } }] });
