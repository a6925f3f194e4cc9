import { AppModule } from '../../src/app/app.module.js';
import { insertCompany } from '../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';
import { insertLogEntry } from '../factories/log.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { type Door, openDoor, StillClock } from '../doors/api/door.js';

const slip = (id: number, name: string) => ({
  ...{ id, name, basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' },
  ...{ pension: '62.50', employerPension: '37.50', role: id === 1 ? ('Director' as const) : ('Employee' as const) },
});
const three = payrollOf([slip(1, 'Amara Okafor'), slip(2, 'Ben Turner'), slip(3, 'Chloe Walsh')]);
const two = payrollOf([slip(1, 'Amara Okafor'), slip(2, 'Ben Turner')]);
const held = {
  outcome: 'hold' as const,
  holds: [
    {
      ...{ code: 'ambiguous_field', message: 'Ben Turner has £40.00 in Other deductions.', field: 'other_deductions' },
      ...{ payslip: 'https://books.example/v2/users/2', amount: '40.00' },
    },
  ],
};
const plan = {
  kind: 'changed' as const,
  why: 'amount' as const,
  differences: [{ account: '902', user: 'https://books.example/v2/users/2', before: '-1557.04', after: '-1517.04' }],
};

/** Every place in the API, pages and exports where a name or an amount of a pay run could leak. */
const doors = [
  '/api/pay-runs',
  '/api/pay-runs/Three/2026/6/2025-10-31',
  '/api/pay-runs/Three/2026/5/2025-09-30',
  '/api/pay-runs/Two/2026/6/2025-10-31',
  '/api/pay-runs/Two/2026/5/2025-09-30',
  '/api/log',
  '/api/log.csv',
  '/api/journals.csv',
  '/?month=2026-6',
  '/log',
  '/clients/three',
  '/clients/two',
  '/clients/two/tax-year?year=2026',
  '/clients/two/tax-year.csv?year=2026',
  ...['three', 'two'].flatMap((company) =>
    ['6/2025-10-31', '5/2025-09-30'].flatMap((run) => [
      `/runs/${company}/2026/${run}`,
      `/runs/${company}/2026/${run}/journal.csv`,
    ]),
  ),
];

describe('what someone without the right to see pay sees', () => {
  let temp: TempDatabase;
  let door: Door;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    for (const [name, payroll] of [
      ['Three', three],
      ['Two', two],
    ] as const) {
      await insertCompany(temp.database, { name });
      const id = name.toLowerCase();
      await insertRun(temp.database, id, payroll, { state: 'changed', datedOn: '2025-09-30', plan });
      const { tag } = await insertRun(temp.database, id, payroll, {
        state: 'held',
        datedOn: '2025-10-31',
        remarks: held,
      });
      await insertLogEntry(temp.database, {
        companyId: id,
        act: 'hold',
        outcome: 'held',
        tag,
        holdCodes: ['ambiguous_field'],
      });
    }
    door = await openDoor(temp.database, [AppModule]);
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  const textsFor = async (token: string) => {
    const answers = await Promise.all(
      doors.map((path) => door.http.get(path).set('Authorization', `Bearer ${token}`).expect(200)),
    );
    return answers.map(({ text }) => text);
  };

  it('is no one’s name and no one’s pay, nor the totals of fewer than three payslips, anywhere', async () => {
    const all = (await textsFor(await door.token({ role: 'viewer', pay: false }))).join('\n');
    expect(all).not.toMatch(/Amara|Okafor|Ben|Turner|Chloe|Walsh/);
    expect(all).not.toMatch(/v2\/users/);
    const inPounds = (amount: string) => amount.replaceAll(/\B(?=(\d{3})+\.)/g, ',');
    for (const amount of ['2000.00', '1557.04', '1517.04', '40.00', '190.40', '62.50', '1670.94']) {
      expect(all).not.toContain(amount);
      expect(all).not.toContain(inPounds(amount));
    }
    for (const total of [two.gross, two.net, two.taxAuthority, two.pension]) {
      expect(all).not.toContain(total.toString());
      expect(all).not.toContain(inPounds(total.toString()));
    }
    // The totals of three payslips must be shown, or this test would prove nothing.
    for (const total of [three.gross, three.net, three.taxAuthority]) {
      expect(all).toContain(total.toString());
      expect(all).toContain(inPounds(total.toString()));
    }
    // With few payslips, amounts could be guessed until the fingerprint matches.
    expect(all).not.toMatch(/[0-9a-f]{64}/);
  });

  it('is still the state of each run, and why', async () => {
    const token = await door.token({ role: 'viewer', pay: false });
    const answer = await door.http.get('/api/pay-runs/Two/2026/6/2025-10-31').set('Authorization', `Bearer ${token}`);
    expect(answer.body).toMatchObject({ state: 'held', payslips: 2, holds: [{ code: 'ambiguous_field' }] });
    expect(answer.body.holds[0]).toEqual({ code: 'ambiguous_field' });
    expect(answer.body).not.toHaveProperty('totals');
    expect(answer.body).not.toHaveProperty('journal');
    expect(answer.body).not.toHaveProperty('paid');
  });

  it('includes the fingerprint for a reviewer, who must send what was seen', async () => {
    const token = await door.token({ role: 'reviewer', pay: false });
    const answer = await door.http.get('/api/pay-runs/Two/2026/6/2025-10-31').set('Authorization', `Bearer ${token}`);
    expect(answer.body.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(answer.text).not.toMatch(/Turner|40\.00/);
  });

  it('is everything for someone with the right', async () => {
    const all = (await textsFor(await door.token({ role: 'viewer', pay: true }))).join('\n');
    for (const fact of ['Ben Turner', '1517.04', '40.00', two.gross.toString(), 'v2/users/2'])
      expect(all).toContain(fact);
  });
});
