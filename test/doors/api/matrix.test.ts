import type { Express } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';
import { ApiTokens } from '../../../src/access/api-tokens.js';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { changePerson } from '../../../src/acts/people/change-person.js';
import { type Role, roles } from '../../../src/access/principal.js';
import { AppModule } from '../../../src/app/app.module.js';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import { LogEntry } from '../../../src/record/log/log-entry.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { SyncRecord } from '../../../src/record/runs/sync-record.entity.js';
import { insertAudit } from '../../factories/audit.js';
import { insertReading, openAccount } from '../../factories/balances.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { insertDryRun } from '../../factories/dry-run.js';
import { insertLogEntry } from '../../factories/log.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { type Door, openDoor, StillClock } from './door.js';
import { answerOf, asksTheService, mayCall, routeTable } from './route-table.js';

/** Two companies, and callers with every kind of access: on no route may anybody reach the other company. */
const companies = [
  { id: 'ash', name: 'Ash Limited', person: 'Amara Okafor' },
  { id: 'bramley', name: 'Quincefield Holdings', person: 'Zebedee Thornapple' },
] as const;
type CompanyId = (typeof companies)[number]['id'];

interface Who {
  /** Undefined for someone who has not signed in. */
  readonly role?: Role;
  readonly reach: readonly CompanyId[];
  /** A browser whose form lacks the proof. */
  readonly forged?: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly company: CompanyId;
}

/** How a program is told that it is not let in, and where a browser is led instead. */
const asUnknown = { 'content-type': /^application\/problem\+json/, 'www-authenticate': /^Bearer/ };
const toSignIn = { location: /^\/sign-in$/ };
const unlike = ({ headers }: { headers: IncomingHttpHeaders }, expected: Readonly<Record<string, RegExp>>) =>
  Object.entries(expected).flatMap(([name, words]) =>
    words.test(String(headers[name])) ? [] : [`with ${name} ${headers[name]}`],
  );

const ops = { actor: 'ops', trigger: 'command', companies: null } as const;
let counted = 0;

const everything = ['ash', 'bramley'] as const;
type Reach = readonly CompanyId[];
const reaches: readonly Reach[] = [everything, ['ash']];

describe('every route × everybody × two companies', () => {
  let temp: TempDatabase;
  let door: Door;
  /** Connections that are kept: to make one for each of seven thousand requests takes longer than most answers. */
  let pool: Pool;
  let routes: readonly { readonly method: string; readonly path: string }[];

  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    for (const [index, { id, name, person }] of companies.entries()) {
      await insertCompany(temp.database, { id, name });
      const slips = [
        { id: index + 1, name: person, basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' },
      ];
      const { tag } = await insertRun(temp.database, id, payrollOf(slips), { state: 'posted', datedOn: '2025-10-31' });
      await insertReading(temp.database, id, [openAccount('902', '1.00', { user: '/v2/users/1', name: person })]);
      // A month file is built from the log, so it needs an entry.
      await insertLogEntry(temp.database, { companyId: id, act: 'post', tag });
      await insertDryRun(temp.database, id);
      await insertAudit(temp.database, id);
    }
    door = await openDoor(temp.database, [AppModule]);
    pool = new Pool(await door.app.getUrl(), { connections: 1 });
    const { router } = door.app.getHttpAdapter().getInstance() as Express;
    routes = router.stack.flatMap(({ route }) =>
      route === undefined
        ? []
        : Object.keys((route as unknown as { methods: object }).methods).map((method) => ({
            method: method.toUpperCase(),
            path: String(route.path),
          })),
    );
  });
  afterAll(async () => {
    await pool.close();
    await door.close();
    await temp.remove();
  });

  const rightsOf = (reach: Reach) => ({ companies: reach.length === everything.length ? null : reach });

  async function withToken(role: Role, reach: Reach): Promise<Who> {
    const token = await door.token({ role, ...rightsOf(reach) });
    return { role, reach, headers: { Authorization: `Bearer ${token}` } };
  }

  /** A token that allows everything, of a person who is not allowed everything. */
  async function withOwnToken(role: Role, reach: Reach): Promise<Who> {
    const name = `owner ${++counted}`;
    const tools = { database: temp.database };
    await addPerson(tools, { name, role, pay: true, ...rightsOf(reach) }, ops);
    const everythingOf = { name: `${name}’s laptop`, role: 'admin', pay: true, companies: null } as const;
    const { token } = await door.app.get(ApiTokens).create(everythingOf, undefined, name);
    return { role, reach, headers: { Authorization: `Bearer ${token}` } };
  }

  /** Someone who was let in and has been made inactive since. */
  async function inactive(role: Role, by: 'token' | 'browser'): Promise<Who> {
    const name = `leaver ${++counted}`;
    const { cookie } = await door.browser({ name, role });
    const rights = { name: `${name}’s laptop`, role, pay: true, companies: null };
    const { token } = await door.app.get(ApiTokens).create(rights, undefined, name);
    await changePerson({ database: temp.database }, name, { change: { active: false }, who: ops });
    const headers: Record<string, string> = by === 'token' ? { Authorization: `Bearer ${token}` } : { Cookie: cookie };
    return { reach: [], headers };
  }

  async function inBrowser(role: Role, reach: Reach): Promise<Who> {
    const { cookie } = await door.browser({ role, ...rightsOf(reach) });
    const page = await door.http.get('/').set('Cookie', cookie);
    const csrf = /name="csrf" value="([^"]{10,100})"/.exec(page.text)?.[1] ?? '';
    expect(csrf).not.toBe('');
    const headers = { Cookie: cookie, 'X-CSRF-Token': csrf };
    return { role, reach, headers };
  }

  async function forged(): Promise<Who> {
    const { headers, ...who } = await inBrowser('admin', everything);
    return { ...who, forged: true, headers: { Cookie: headers.Cookie ?? '' } };
  }

  const each = (words: string, make: (role: Role, reach: Reach) => Promise<Who>) =>
    roles.flatMap((role) =>
      reaches.map((reach) => [`${role} ${words}, ${reach.join(' and ')}`, () => make(role, reach)] as const),
    );
  const everybody: readonly (readonly [words: string, make: () => Promise<Who>])[] = [
    ['no one', async () => ({ reach: [], headers: {} })],
    ['a wrong token', async () => ({ reach: [], headers: { Authorization: 'Bearer cf_wrong' } })],
    ...each('with a token', withToken),
    ...each('in a browser', inBrowser),
    ...each('with a token of their own', withOwnToken),
    ...roles.flatMap((role) =>
      (['token', 'browser'] as const).map((by) => [`inactive ${role} with a ${by}`, () => inactive(role, by)] as const),
    ),
    ['an admin’s browser without its proof', forged],
  ];

  /** Puts the company in the path, the query and the body: wherever this route may look for it. */
  async function ask(who: Who, { method, path, company }: Asked) {
    const filled = path
      .replace(':company', company)
      .replace(':user', company === 'ash' ? '1' : '2')
      .replace(':year', '2026')
      .replace(':period', '6')
      .replace(':paidOn', '2025-10-31')
      .replace(':sync', `dry-run-of-${company}`)
      .replace(':act', 'rerun')
      .replace(':what', 'assign')
      .replace(':name', 'recovery')
      .replace(':format', 'csv')
      .replaceAll(/:\w+/g, 'x');
    const sent = { company, runs: [{ company, tag: 'x', fingerprint: 'a'.repeat(64) }], reason: '' };
    const { statusCode, headers, body } = await pool.request({
      method: method as 'GET',
      ...(method === 'GET'
        ? { path: `${filled}${queryOf(path, company)}`, headers: who.headers }
        : {
            path: filled,
            headers: { ...who.headers, 'content-type': 'application/json' },
            body: JSON.stringify(sent),
          }),
    });
    return { status: statusCode, headers, text: await body.text() };
  }

  function queryOf(path: string, company: CompanyId): string {
    if (path.endsWith('/reconciliation/accept')) return '?account=902&user=/v2/users/1&item=paye%20902';
    if (path.endsWith('/movement')) return '?account=902&from=2025-10-06';
    const named = [
      '/api/log',
      '/api/log.csv',
      '/api/log.xlsx',
      '/api/journals.csv',
      '/api/journals.xlsx',
      '/api/pay-runs',
      '/api/syncs',
      '/log',
    ];
    if (path.includes('/tax-year')) return '?year=2026';
    return named.includes(path) ? `?company=${company}${path.includes('journals') ? '&year=2026' : ''}` : '';
  }

  /** The statuses that are right; undefined when they depend on more than the caller. */
  function expected(who: Who, { method, path, company }: Asked): readonly number[] | undefined {
    const least = routeTable[`${method} ${path}`];
    if (least === undefined) return [];
    if (least === 'public') return undefined;
    if (who.role === undefined)
      return who.headers.Authorization ? [401, 429] : path.startsWith('/api/') ? [401] : [303];
    if (who.forged && method !== 'GET') return [403];
    const companies = who.reach.length === everything.length ? null : who.reach;
    if (!mayCall(least, { role: who.role, companies })) return [403];
    if (!path.includes(':company')) return undefined;
    if (!who.reach.includes(company)) return [404, 400];
    return method === 'GET' ? [answerOf(path)] : undefined;
  }

  const factsOf = (id: CompanyId) =>
    temp.database.read(async (rows) =>
      JSON.stringify([
        await rows.findBy(CompanyRow, { id }),
        await rows.findBy(PayRunRecord, { companyId: id }),
        await rows.countBy(LogEntry, { companyId: id }),
        await rows.countBy(SyncRecord, { companyId: id }),
      ]),
    );

  it.each(everybody)(
    'answers %s as in the table of routes, and neither shows nor changes another company',
    async (words, make) => {
      const who = await make();
      const foreign = companies.filter(({ id }) => !who.reach.includes(id));
      const before = await Promise.all(foreign.map(({ id }) => factsOf(id)));
      const wrong: string[] = [];
      let asked = 0;
      for (const route of routes) {
        // Anyone who reaches both is answered of one as of the other, and so is who is not let in.
        const isOneEnough = foreign.length === 0 || who.role === undefined;
        for (const { id: company } of isOneEnough ? companies.slice(0, 1) : companies) {
          // After signing out, the rest of the loop would run without a session.
          if (route.path === '/sign-out' && who.headers.Cookie !== undefined && !who.forged) continue;
          const answer = await ask(who, { ...route, company });
          asked++;
          const note = `${words}: ${route.method} ${route.path} of ${company} answered ${answer.status}`;
          const right = expected(who, { ...route, company });
          // These companies have no accounting service, and these routes only ask it.
          const unasked = answer.status === 502 && asksTheService(route.path);
          if (answer.status >= 500 && !unasked) wrong.push(note);
          else if (unasked) expect(right === undefined || right.includes(200)).toBe(true);
          else if (right !== undefined && !right.includes(answer.status))
            wrong.push(`${note}, not ${right.join(' or ')}`);
          else if (right === undefined && who.role !== undefined && [401, 403].includes(answer.status))
            wrong.push(note);
          const isStranger = who.role === undefined && who.headers.Authorization === undefined;
          const told = { 401: asUnknown, 303: toSignIn }[right?.[0] ?? 0];
          if (isStranger && told) wrong.push(...unlike(answer, told).map((what) => `${note} ${what}`));
          for (const { name, person } of foreign) {
            if (answer.text.includes(name) || answer.text.includes(person)) wrong.push(`${note} and shows ${name}`);
          }
        }
      }
      expect(await Promise.all(foreign.map(({ id }) => factsOf(id)))).toEqual(before);
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThanOrEqual(routes.length - 1);
    },
  );
});
