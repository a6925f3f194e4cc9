import { AccessModule } from '../../../src/access/access.module.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import type { Role } from '../../../src/access/principal.js';
import { ControlReading } from '../../../src/record/controls.entity.js';
import { LogEntry } from '../../../src/record/log/log-entry.entity.js';
import { YearInBooks } from '../../../src/record/year-in-books.entity.js';
import { insertBalance, insertReading, readOn } from '../../factories/balances.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { type Door, openDoor, StillClock } from './door.js';

let temp: TempDatabase;
let door: Door;

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  for (const id of ['elm', 'oak', 'yew']) await insertCompany(temp.database, { id, name: `${id} ltd` });
  await insertBalance(temp.database, 'elm', 'Ann Ash');
  await insertReading(temp.database, 'yew', []);
  const span = { from: '2025-04-06', to: '2026-04-05', isPart: true, payRuns: 6, agrees: true };
  await temp.database.work(async (rows) => {
    const at = new Date('2025-11-05T05:00:00Z');
    const spans = [{ kind: 'tax_year' as const, ...span, waiting: [], costs: [], liabilities: [] }];
    await rows.insert(YearInBooks, { companyId: 'elm', year: 2026, readAt: at, logSeq: 0, spans });
  });
  door = await openDoor(temp.database, [AccessModule, ApiModule]);
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

async function as(role: Role, query: string) {
  const token = await door.token({ role });
  return door.http.get(`/api/control-accounts${query}`).set('Authorization', `Bearer ${token}`);
}
/** A viewer who may see pay: the person's own account is there. */
const ofElm = { company: 'elm ltd', state: 'clear', causes: [], asOn: readOn };
const written = () =>
  temp.database.read(async (rows) => [
    await rows.countBy(ControlReading, {}),
    await rows.countBy(YearInBooks, {}),
    await rows.countBy(LogEntry, { act: 'controls' }),
  ]);

test('a viewer gets what was read', async () => {
  expect((await as('viewer', `?company=elm&on=${readOn}`)).body.items).toMatchObject([ofElm]);
  expect((await as('viewer', '?company=elm')).body.items).toMatchObject([ofElm]);
  expect((await as('viewer', '/year?company=elm&year=2026')).body.items).toMatchObject([{ payRuns: 6 }]);
});

test('all companies are listed, also those that were never read, and those without a pay run to compare', async () => {
  const { body } = await as('viewer', '');
  const unread = { state: 'unread', accounts: [] };
  expect(body.items).toMatchObject([ofElm, { company: 'oak ltd', ...unread }, { company: 'yew ltd', ...unread }]);
});

test.each(['?company=elm&on=2025-11-06', '?company=oak', '/year?company=elm&year=2025', '/year?company=oak&year=2026'])(
  'the books are read for a reviewer, as on the page, and not for a viewer: %s',
  async (query) => {
    const before = await written();
    const refused = await as('viewer', query);
    expect([refused.status, refused.body.title]).toEqual([403, 'Not allowed']);
    expect(await written()).toEqual(before);
    expect((await as('reviewer', query)).status).toBe(200);
  },
);
