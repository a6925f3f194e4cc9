import { expect, it } from '@jest/globals';
import { describeOnDatabases } from '../harness/databases.js';
import { booksOn, elm } from './rig.js';

const payslips = [
  { user: 2, basic_pay: '2000.0', tax_deducted: '190.2', employee_ni: '76.16', employer_ni: '237.45' },
  { user: 1, basic_pay: '1000.0', employer_ni: '75.0', ni_calc_type: 'Director' },
];
const month = (period: number, datedOn: string) => ({ period, dated_on: datedOn, status: 'filed', payslips });
const twoYears = elm({
  payroll: { '2026': { periods: [month(11, '2026-04-03')] }, '2027': { periods: [month(1, '2026-05-29')] } },
});
const dayS = 86_400;

describeOnDatabases('the tax year before, which is looked at once a week after 5 July', (open) => {
  it('is checked before a pay run of April is posted: its pay date may have moved from there', async () => {
    const books = await booksOn(open, { scenario: twoYears });
    await books.advance(256 * dayS);
    expect(await books.sync()).toMatchObject({ posted: 2 });

    const document = await books.period(2026, 11);
    await books.rig.control('DELETE', 'companies/elm/payroll/2026/11');
    const moved = document.payslips.map((slip) => ({ ...slip, dated_on: '2026-04-07' }));
    await books.setPeriod(2027, 0, { ...document, dated_on: '2026-04-07', payslips: moved });
    await books.advance(dayS);
    expect(await books.sync()).toMatchObject({ posted: 0, changed: 2 });
    expect((await books.runs()).map(({ datedOn, state }) => [datedOn, state])).toEqual([
      ['2026-04-03', 'changed'],
      ['2026-04-07', 'changed'],
      ['2026-05-29', 'posted'],
    ]);
  });

  it('is not checked for a pay run of another month', async () => {
    const books = await booksOn(open, { scenario: twoYears });
    await books.advance(256 * dayS);
    await books.sync();
    await books.setPeriod(2027, 2, { ...(await books.period(2027, 1)), dated_on: '2026-06-30' });
    await books.advance(dayS);
    const before = await books.rig.asked('GET', /payroll\/2026$/);
    expect(await books.sync()).toMatchObject({ posted: 1 });
    expect(await books.rig.asked('GET', /payroll\/2026$/)).toBe(before);
  });

  it('is looked at although it is before the cut-over, once it is shown', async () => {
    const books = await booksOn(open, { scenario: twoYears, postFrom: '2026-05-06' });
    await books.advance(256 * dayS);
    expect(await books.sync()).toMatchObject({ posted: 1 });
    await books.sync({ year: 2026 });
    const shown = async () => {
      const run = (await books.runs()).find(({ year }) => year === 2026);
      return [run?.state, String(run?.taxAuthority)];
    };
    expect(await shown()).toEqual(['before_cutover', '578.81']);

    const document = await books.period(2026, 11);
    const [first] = document.payslips;
    if (first) first.tax_deducted = '290.2';
    await books.setPeriod(2026, 11, document);
    await books.advance(7 * dayS);
    await books.sync();
    expect(await shown()).toEqual(['before_cutover', '678.81']);
  });
});
