import type { Express } from 'express';
import { AppModule } from '../../src/app/app.module.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { insertCompany } from '../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { type Door, openDoor, StillClock } from './door.js';

const slips = [
  { id: 1, name: 'Amara Okafor', basic: '2011.17', tax: '190.40', ni: '76.16', employerNi: '237.45' },
  { id: 2, name: 'Zebedee Thornapple', basic: '3022.23', tax: '390.40', ni: '176.16', employerNi: '337.45' },
  { id: 3, name: 'Ida Moss', basic: '1533.31', tax: '90.40', ni: '26.16', employerNi: '137.45' },
];
/** Amounts of one person's pay, none of which is also a total of the three. */
const pays = /2,?011\.17|3,?022\.23|1,?533\.31|1,?744\.61|2,?455\.67|1,?416\.75/;

/** Goes through the routes themselves, so that a new page that shows pay without a log entry fails. */
describe('every route that shows what somebody is paid', () => {
  let temp: TempDatabase;
  let door: Door;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    await insertCompany(temp.database, { id: 'ash', name: 'Ash' });
    await insertRun(temp.database, 'ash', payrollOf(slips), { state: 'posted', datedOn: '2025-10-31' });
    door = await openDoor(temp.database, [AppModule]);
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  const noted = async () =>
    (await temp.database.read((rows) => rows.find(LogEntry))).filter(({ act }) =>
      ['read_pay', 'month_file'].includes(act),
    ).length;

  it('logs who read it, and shows it to nobody who may see only totals', async () => {
    const { router } = door.app.getHttpAdapter().getInstance() as Express;
    const paths = router.stack.flatMap(({ route }) =>
      route && 'get' in (route as unknown as { methods: object }).methods && !route.path.endsWith('/events')
        ? [String(route.path)]
        : [],
    );
    const reader = await door.token({ name: 'ann' });
    const totals = await door.token({ name: 'tot', pay: false });
    const shown: string[] = [];
    const wrong: string[] = [];
    for (const path of paths) {
      const filled = path
        .replace(':company', 'ash')
        .replace(':user', '1')
        .replace(':year', '2026')
        .replace(':period', '6')
        .replace(':paidOn', '2025-10-31')
        .replace(':format', 'csv')
        .replaceAll(/:\w+/g, 'x');
      const query = /journals|year-end/.test(path) ? '?company=ash&year=2026' : '';
      const get = (token: string) =>
        door.http.get(`${filled}${query}`).set('Authorization', `Bearer ${token}`).buffer(true);
      const before = await noted();
      if (!pays.test((await get(reader)).text ?? '')) continue;
      shown.push(path);
      if ((await noted()) === before) wrong.push(`${path} shows pay, and the log has no line of it`);
      if (pays.test((await get(totals)).text ?? '')) wrong.push(`${path} shows pay to who sees totals only`);
    }
    expect(wrong).toEqual([]);
    expect(shown.length).toBeGreaterThan(3);
  });
});
