import type { Express } from 'express';
import { z } from 'zod';
import { declaredRows } from '../../../src/answers/answers.js';
import { AppModule } from '../../../src/app/app.module.js';
import { SyncRecord } from '../../../src/record/runs/sync-record.entity.js';
import { insertAudit } from '../../factories/audit.js';
import { insertReading, openAccount } from '../../factories/balances.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { type Payroll, payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { type Door, openDoor, StillClock } from './door.js';
import { answerOf, asksTheService, type Least, routeTable, takesFile } from './route-table.js';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly least: Least | 'public';
}

const routes: readonly Route[] = Object.entries(routeTable).map(([route, least]) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, least };
});
const named = (some: readonly Route[]) => some.map((route) => [`${route.method} ${route.path}`, route] as const);
const guarded = routes.filter(({ least }) => least !== 'public');
const ofCompany = guarded.filter(({ path, least }) => path.includes(':company') && least !== 'admin everywhere');
const withBody = guarded
  .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))
  .filter(({ path }) => !takesFile(path));

const payroll: Payroll = payrollOf([
  { id: 1, name: 'Amara Okafor', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' },
]);

/** Of a route that needs nothing, an empty object is no wrong body. */
const askNothing = declaredRows
  .filter(({ at, takes: { shape } }) =>
    Object.entries(shape).every(([name, of]) => at.includes(`:${name}`) || of instanceof z.ZodOptional),
  )
  .map(({ at }) => at.split(' ')[1] ?? '');

describe('every route of the app', () => {
  let temp: TempDatabase;
  let door: Door;
  let everywhere: string;
  let ofAsh: string;

  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    for (const name of ['Ash', 'Bramley']) {
      await insertCompany(temp.database, { name });
      await insertReading(temp.database, name.toLowerCase(), [
        openAccount('902', '1.00', { user: '/v2/users/1', name: 'Amara Okafor' }),
      ]);
      await insertRun(temp.database, name.toLowerCase(), payroll, { state: 'posted', datedOn: '2025-10-31' });
      await insertAudit(temp.database, name.toLowerCase());
    }
    const request = { trigger: 'page', actor: 'ann', dryRun: true } as const;
    const at = temp.database.clock.now();
    const dryRun = {
      companyId: 'ash',
      trigger: 'page',
      actor: 'ann',
      request,
      state: 'done',
      queuedAt: at,
      endedAt: at,
    };
    await temp.database.work((rows) => rows.insert(SyncRecord, { id: 'x', ...dryRun } as never));
    door = await openDoor(temp.database, [AppModule]);
    everywhere = await door.token({ role: 'admin', companies: null });
    ofAsh = await door.token({ role: 'admin', companies: ['ash'] });
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  const call = ({ method, path }: Route, company = 'ash') => {
    const filled = path
      .replace(':company', company)
      .replace(':year', '2026')
      .replace(':period', '6')
      .replace(':paidOn', '2025-10-31')
      .replace(':act', 'rerun')
      .replace(':user', '1')
      .replace(':what', 'assign')
      .replace(':name', 'recovery')
      .replace(':format', 'csv')
      .replaceAll(/:\w+/g, 'x');
    const by = { GET: door.http.get, PUT: door.http.put, PATCH: door.http.patch }[method] ?? door.http.post;
    if (path.endsWith('/reports')) return by(`${filled}?paid=2025-10-31`);
    if (path.endsWith('/reconciliation/accept')) return by(`${filled}?account=902&user=/v2/users/1&item=paye%20902`);
    return by(path.endsWith('/movement') ? `${filled}?account=902&from=2025-10-06` : filled);
  };
  /** Harmless where it is let in: an unknown field for the API, a company that does not exist for pages. */
  const wrong = { unknown: true, company: 'no one' };

  it('is in the table, and the table has no other', () => {
    const { router } = door.app.getHttpAdapter().getInstance() as Express;
    const real = router.stack.flatMap(({ route }) =>
      route === undefined
        ? []
        : Object.keys((route as unknown as { methods: object }).methods).map(
            (method) => `${method.toUpperCase()} ${route.path}`,
          ),
    );
    // What reads the files of a form is a layer of its own.
    expect([...new Set(real)].sort()).toEqual(Object.keys(routeTable).sort());
  });

  // Who is let in where is the matrix's: test/doors/api/matrix.test.ts.
  it.each(named(ofCompany))('%s knows nothing of a company that is not theirs', async (_, route) => {
    const bodies: Readonly<Record<string, object>> = {
      approve: { reason: 'r', hold: 'already_in_books' },
      'take-back': { reason: 'r', decision: '1a2b3c4d' },
      decide: { reason: 'r', field: 'other_deductions', as: 'deduct', for: 'run' },
      policy: { policy: {}, reason: 'r' },
      allocations: { allocations: {}, reason: 'r' },
      preview: { allocations: {} },
      recover: { reason: 'r', rate: 'usual' },
      ':period': { reason: 'r', kind: 'other', lines: [] },
      recheck: {},
      pause: {},
      resume: {},
      leave: {},
      erase: { everything: true },
      'client-links': { year: 2026, period: 6 },
      withdraw: route.path.startsWith('/api/payrolls') ? { reason: 'r' } : {},
      move: { to: 'files', on: '2025-10-31', reason: 'r' },
      assign: { to: null },
      note: { words: 'seen' },
    };
    const ask = (company: string) => {
      const request = call(route, company).set('Authorization', `Bearer ${ofAsh}`).set('If-Match', '"1"');
      const particular = route.path.startsWith('/api/') ? bodies[route.path.split('/').at(-1) ?? ''] : undefined;
      const body = particular ?? { reason: 'r' };
      return route.method === 'GET' ? request : request.send(body);
    };
    const [foreign, missing] = [await ask('bramley'), await ask('no one')];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.text.replaceAll('bramley', 'no one')).toBe(missing.text);
    expect(foreign.text).not.toContain('Bramley');
    if (route.method === 'GET')
      expect((await ask('ash')).status).toBe(asksTheService(route.path) ? 502 : answerOf(route.path));
  });

  it.each(named(withBody))('%s refuses a body of a wrong shape, type or size', async (_, route) => {
    const send = (body: unknown, type = 'application/json') =>
      call(route)
        .set({ Authorization: `Bearer ${everywhere}` })
        .set('If-Match', '"1"')
        .set('Content-Type', type)
        .send(typeof body === 'string' ? body : JSON.stringify(body));
    const refused = [
      [400, {}],
      [400, []],
      [400, wrong],
      [400, { reason: { deep: ['r'] }, year: 'x', policy: 7, runs: 'all' }],
      [400, { reason: '   ', policy: {}, runs: [], period: 99 }],
      [400, { reason: 'r'.repeat(5000), hold: 'h', field: 'f', as: 'deduct', for: 'run', policy: {}, period: -1 }],
      [400, '{"reason": "cut'],
      [400, '"text"'],
      [415, 'reason=r', 'application/x-www-form-urlencoded'],
      [415, '<reason>r</reason>', 'application/xml'],
      [413, { reason: 'r'.repeat(600 * 1024) }],
    ] as const;
    for (const [status, body, type] of refused) {
      if (askNothing.includes(route.path) && JSON.stringify(body) === '{}') continue; // nothing is asked of it there
      const answer = await send(body, type);
      expect([status, body, answer.status]).toEqual([status, body, status]);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    }
  });
});
