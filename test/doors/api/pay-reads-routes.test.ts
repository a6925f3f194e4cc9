import type { Express } from 'express';
import { tagOf } from '../../../src/journal/nouns/identity.js';
import { runId } from '../../../src/views/lists/run-id.js';
import { Notification } from '../../../src/record/messages/notification.entity.js';
import { AppModule } from '../../../src/app/app.module.js';
import { LogEntry } from '../../../src/record/log/log-entry.entity.js';
import { TaxYearRecord } from '../../../src/record/runs/pay-period.entity.js';
import { YearInBooks } from '../../../src/record/year-in-books.entity.js';
import { insertAudit } from '../../factories/audit.js';
import { account as accountOf, insertReading, openAccount } from '../../factories/balances.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { insertDryRun } from '../../factories/dry-run.js';
import { insertLogEntry } from '../../factories/log.js';
import { payrollOf, userUrl } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { asBytes } from '../../harness/as-bytes.js';
import { figuresIn } from '../../harness/figures-in.js';
import { type Door, openDoor, StillClock } from './door.js';
import { routeTable, showsPay } from './route-table.js';

const slips = [
  { id: 1, name: 'Amara Okafor', basic: '2011.17', tax: '190.40', ni: '76.16', employerNi: '237.45' },
  { id: 2, name: 'Zebedee Thornapple', basic: '3022.23', tax: '390.40', ni: '176.16', employerNi: '337.45' },
  { id: 3, name: 'Ida Moss', basic: '1533.31', tax: '90.40', ni: '26.16', employerNi: '137.45' },
];
const [one] = slips.map((slip) => payrollOf([slip]));
const own = slips.map((slip) => payrollOf([slip]));
/** What single people are paid: of Ash's three, and of Birch's one, whose totals are that person's pay. */
const pays = new Set(
  own.flatMap(({ gross, net, taxAuthority }) => [gross, net, taxAuthority].map((of) => Number(of.toPence()))),
);
const months = [
  ['2025-09-30', '5'],
  ['2025-10-31', '6'],
] as const;

/**
 * Adjustments, what is due of a month to sign off, and journals that correct what others posted: these companies have
 * none.
 */
const ofMore: readonly string[] = [
  ...['/api/adjustments', '/clients/:company/settings/adjustments', '/runs/sign-off'],
  '/clients/:company/audit.:format',
];

/** Goes through the routes themselves, so that a new page that shows pay without a log entry fails. */
describe('every route that shows what someone is paid', () => {
  let temp: TempDatabase;
  let door: Door;
  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    for (const [id, payroll] of [
      ['ash', payrollOf(slips)],
      ['birch', one],
    ] as const) {
      if (payroll === undefined) continue;
      await insertCompany(temp.database, { id, name: id });
      const posted = await insertRun(temp.database, id, payroll, { state: 'posted', datedOn: '2025-09-30' });
      await insertRun(temp.database, id, payroll, { state: 'ready', datedOn: '2025-10-31' });
      await insertLogEntry(temp.database, {
        companyId: id,
        act: 'post',
        tag: posted.tag,
        fingerprint: posted.fingerprint,
      });
      const amount = payroll.taxAuthority;
      await insertDryRun(temp.database, id, `Amara Okafor is paid ${one?.net.inPounds()}.`);
      const ofPerson = accountOf('902', { user: '/v2/users/1', name: 'Amara Okafor' });
      await insertReading(temp.database, id, [openAccount('814', amount.toString()), ofPerson], { logSeq: 1 });
      await insertAudit(temp.database, id, { left: amount.toString(), misstated: amount });
      const payments = [{ dueOn: '2025-10-22', amountDue: amount.toString(), status: 'unpaid' }];
      const account = {
        account: '407',
        name: 'Pay',
        payslips: payroll.gross.toString(),
        books: payroll.gross.toString(),
      };
      await temp.database.work(async (rows) => {
        const year = { companyId: id, year: 2026, adoptedAt: null, listedAt: null, fullReadAt: null, payments };
        await rows.insert(TaxYearRecord, year as never);
        const span = { kind: 'tax_year' as const, from: '2025-04-06', to: '2026-04-05', isPart: true, payRuns: 1 };
        const costs = [{ ...account, difference: '0.00', because: [] }];
        const spans = [{ ...span, agrees: true, waiting: [], costs, liabilities: [] }];
        await rows.insert(YearInBooks, { companyId: id, year: 2026, readAt: new Date(), logSeq: 1, spans });
      });
    }
    const at = new Date();
    const event = {
      id: 'x',
      companyId: 'birch',
      kind: 'held',
      once: 'x',
      payload: { tag: tagOf('counterfoil', 2026, 5, '2025-09-30'), text: 'held', link: 'http://x.test/' },
    };
    const delivered = { attempts: 1, nextAt: at, deliveredAt: at, gaveUpAt: null, createdAt: at };
    await temp.database.work((rows) => rows.insert(Notification, { ...event, ...delivered }));
    door = await openDoor(temp.database, [AppModule]);
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  const noted = async () =>
    (await temp.database.read((rows) => rows.find(LogEntry, { order: { id: 'ASC' } }))).filter(({ act }) =>
      ['read_pay', 'month_file'].includes(act),
    );

  /** Who may read the books is asked to, and there are none here: a viewer gets what was last read. */
  const rightsFor = (path: string) => (path === '/api/control-accounts/year' ? { role: 'viewer' as const } : {});

  /** A route's addresses, with what it needs to show anything. */
  function addresses(path: string): readonly string[] {
    const query: Readonly<Record<string, string>> = {
      '/': '?year=2026&month=6',
      '/find': '?q=a',
      '/runs/ready': '?year=2026&month=7',
      '/runs/review': '?year=2026&month=7',
      '/runs/sign-off': '?year=2026&month=6',
      '/clients/:company/people': '?year=2026',
      '/api/audits': '?year=2026',
      '/audits': '?year=2026',
      '/clients/:company/tax-year': '?year=2026',
      '/clients/:company/tax-year.:format': '?year=2026',
      '/api/control-accounts/year': '?company=COMPANY&year=2026',
      '/api/journals.csv': '?company=COMPANY&year=2026',
      '/api/journals.xlsx': '?company=COMPANY&year=2026',
      '/api/month-files/:company/:year/:period': '?format=xlsx',
      '/clients/:company/reconciliation/accept': '?account=814&item=paye%20814',
      '/clients/:company/reconciliation/movement': '?account=814&from=2025-10-06',
      '/clients/:company/reconciliation/year': '?year=2026',
    };
    return ['ash', 'birch'].flatMap((company) =>
      months.map(([paidOn, period]) =>
        `${path}${query[path] ?? ''}`
          .replace(/:company|COMPANY/, company)
          .replace(':user', userUrl(1).split('/').at(-1) ?? '')
          .replace(':sync', `dry-run-of-${company}`)
          .replace(
            'pay-runs/:id',
            `pay-runs/${runId({ companyId: company, tag: tagOf('counterfoil', 2026, Number(period), paidOn) })}`,
          )
          .replace(':year', '2026')
          .replace(':period', period)
          .replace(':paidOn', paidOn)
          .replace(':format', 'csv')
          .replaceAll(/:\w+/g, 'x'),
      ),
    );
  }

  it('is declared, and logs who read it and what', async () => {
    const { router } = door.app.getHttpAdapter().getInstance() as Express;
    const paths = router.stack.flatMap(({ route }) =>
      route && 'get' in (route as unknown as { methods: object }).methods && route.path !== '/api/syncs/:id/events'
        ? [String(route.path)]
        : [],
    );
    const wrong: string[] = [];
    let requested = 0;
    for (const path of paths) {
      // A reader of their own for each route, because one address is written once a day.
      const reader = await door.token({ name: `reader of ${path}`, ...rightsFor(path) });
      const before = (await noted()).length;
      const get = (address: string, token: string) =>
        asBytes(door.http.get(address), { Authorization: `Bearer ${token}` });
      let isShown = false;
      for (const address of new Set(addresses(path))) {
        requested++;
        const shown = figuresIn((await get(address, reader)).body as Buffer).filter((figure) => pays.has(figure));
        isShown ||= shown.length > 0;
      }
      const lines = (await noted()).slice(before);
      const isDeclared = showsPay.includes(`GET ${path}`);
      if (isShown && !isDeclared) wrong.push(`${path} shows pay, and is not declared to`);
      if (isDeclared && !isShown && !ofMore.includes(path))
        wrong.push(`${path} is declared to show pay, and this test sees none`);
      if (isDeclared && lines.length === 0) wrong.push(`${path} shows pay, and the log has no line of it`);
      if (!isDeclared && lines.length > 0) wrong.push(`${path} is not declared, and the log says that pay was read`);
    }
    expect(wrong).toEqual([]);
    expect(requested).toBeGreaterThan(80);
    expect(showsPay.filter((route) => !(route in routeTable))).toEqual([]);
  });

  it('names what was asked for, and never a name that was searched for', async () => {
    const reader = await door.token({ name: 'ann' });
    const get = (address: string) => door.http.get(address).set('Authorization', `Bearer ${reader}`).expect(200);
    await get('/api/journals.csv?company=birch&year=2026');
    await get('/api/log?company=birch&search=Okafor');
    const answers = (await noted()).map(({ answer }) => answer);
    expect(answers).toContain('journals: /api/journals.csv?company=birch&year=2026');
    expect(answers).toContain('posting log: /api/log?company=birch');
    expect(JSON.stringify(answers)).not.toContain('Okafor');
  });
});
