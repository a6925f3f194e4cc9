import { expect, it } from '@jest/globals';
import { movePayroll } from '../../../src/acts/payrolls/move-payroll.js';
import { verifyLog } from '../../../src/record/log/log-verify.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { type Books, booksOn, elm } from '../../sync/rig.js';
import { companyNow, receive, reference, who } from './files-rig.js';

/**
 * Drawn stories of a client that moves, once or twice, in any month of half a year. The payroll that does not pay goes
 * on as well, as it does in life; files come in any order. Whatever is drawn, Ed is paid once in each month.
 */

const payDays = ['2025-08-29', '2025-09-30', '2025-10-31', '2025-11-28', '2025-12-31', '2026-01-30'];
const firstMonth = 4;

/** Numbers from 0 to 1, the same for a seed. */
function drawing(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const money = (pence: number) => (pence / 100).toFixed(2);
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

interface Story {
  /** By month: what he is paid, in pounds, and who pays it. */
  readonly pay: readonly number[];
  readonly paidBy: readonly ('service' | 'files')[];
  readonly runsOn: boolean;
  readonly late: boolean;
}

function drawn(seed: number): Story {
  const next = drawing(seed);
  const upTo = (most: number) => Math.floor(next() * most);
  const turns = [1 + upTo(3), ...(next() < 0.5 ? [4 + upTo(2)] : [])];
  const first = next() < 0.6 ? 'service' : 'files';
  const other = first === 'service' ? 'files' : 'service';
  const paidBy = payDays.map((_, month) => (turns.filter((turn) => turn <= month).length % 2 === 0 ? first : other));
  return { pay: payDays.map(() => 1500 + 100 * upTo(20)), paidBy, runsOn: next() < 0.7, late: next() < 0.4 };
}

const employerNi = (pounds: number) => Math.round((pounds - 417) * 15);
const sumTo = (pay: readonly number[], month: number) => pay.slice(0, month + 1).reduce((sum, one) => sum + one, 0);

function fileOf({ pay }: Story, month: number): Uint8Array {
  const [amount = 0, toDate] = [pay[month], sumTo(pay, month)];
  return fpsFile([
    {
      ...{ payId: 'E1', fore: 'Ed', sur: 'Employee', paidOn: payDays[month], taxable: money(amount * 100) },
      ...{ tax: money(amount * 10), toDate: { taxable: money(toDate * 100), tax: money(toDate * 10) } },
      period: `<MonthNo>${firstMonth + month + 1}</MonthNo>`,
      ni: [{ earnings: money(amount * 100), employer: money(employerNi(amount)) }],
    },
  ]);
}

const inService = (books: Books, { pay }: Story, month: number) => {
  const [dated_on = '', amount = 0] = [payDays[month], pay[month]];
  const figures = {
    basic_pay: money(amount * 100),
    tax_deducted: money(amount * 10),
    employer_ni: money(employerNi(amount)),
  };
  const slip = { user: `${books.rig.baseUrl}/v2/users/2`, dated_on, ...figures };
  const period = firstMonth + month;
  return books.setPeriod(2026, period, { period, dated_on, status: 'filed', payslips: [slip] });
};

describeOnDatabases('a client that moves', (open) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('pays each month once, and goes on with its year (story %d)', async (seed) => {
    const story = drawn(seed);
    const books = await booksOn(open, { scenario: elm({ payroll: {} }) });
    await books.policy({
      ...{ ...reference, payrollPeople: { E1: `${books.rig.baseUrl}/v2/users/2` } },
      payroll: { from: story.paidBy[0] },
      employerPensions: { '*': '0.00' },
    });
    const tools = { database: books.db, companies: books.rig.companies, log: books.log };
    const waiting: number[] = [];
    for (const [month, by] of story.paidBy.entries()) {
      const before = story.paidBy[month - 1] ?? by;
      if (by !== before) {
        const on = dayAfter(payDays[month - 1] ?? '');
        await movePayroll(tools, await companyNow(books), { who, to: by, on, reason: 'Drawn' });
      }
      const comesAsFile = (by === 'files' || story.runsOn) && story.paidBy.slice(0, month + 1).includes('files');
      const comesFromService =
        by === 'service' || (story.runsOn && story.paidBy.slice(0, month + 1).includes('service'));
      if (comesFromService) await inService(books, story, month);
      if (comesAsFile) {
        // A file may come after the next one; what comes after a move is asked about.
        const mayWait = by === 'files' && story.paidBy[month + 1] === 'files';
        if (story.late && mayWait && waiting.length === 0) waiting.push(month);
        else for (const one of [month, ...waiting.splice(0)]) await receive(books, fileOf(story, one), `${one}.xml`);
      }
      await books.sync();
    }
    await books.sync({ full: true });
    const runs = (await books.runs()).map(({ datedOn, state }) => `${datedOn} ${state}`);
    expect(runs.filter((run) => run.endsWith('posted')).sort()).toEqual(payDays.map((day) => `${day} posted`));
    expect(runs.filter((run) => !/ (?:posted|moved)$/.test(run))).toEqual([]);
    const sets = (await books.sets()).toSorted((a, b) => (a.dated_on < b.dated_on ? -1 : 1));
    const gross = sets.map((set) => set.journal_entries.find(({ category }) => category.endsWith('401'))?.debit_value);
    expect(gross).toEqual(story.pay.map((amount) => `${amount}.0`));
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 0, held: 0 });
    expect(await verifyLog(books.db)).toEqual([]);
  });
});
