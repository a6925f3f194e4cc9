import {
  type Answer,
  bodyText,
  forbidden,
  notFound,
  refuse,
  Refusal,
  type Reply,
  type SandboxRequest,
  unauthorised,
} from './answer.js';
import { type Call, type CompanyCall, Level, Router, type Route } from './call.js';
import { categoryRoutes } from './categories.js';
import type { Company } from './company.js';
import { companyRoutes } from './company-routes.js';
import { journalSetRoutes } from './journal-sets.js';
import type { Login } from './logins.js';
import { oauthRoutes } from './oauth.js';
import { payrollRoutes } from './payroll-routes.js';
import { practiceRoutes } from './practice.js';
import { trialBalanceRoutes } from './trial-balance.js';
import type { World } from './world.js';

const router = new Router([
  ...oauthRoutes,
  ...companyRoutes,
  ...categoryRoutes,
  ...payrollRoutes,
  ...journalSetRoutes,
  ...trialBalanceRoutes,
  ...practiceRoutes,
]);

const DEFAULT_HOST = '127.0.0.1';

/** What surrounds the parameters of a call; the controls make theirs from it as well. */
export function callOf(
  world: World,
  request: SandboxRequest,
  params: Record<string, string>,
  hiddenSince = Number.POSITIVE_INFINITY,
): Call {
  const [path = '', query = ''] = request.path.split('?', 2);
  return {
    world,
    method: request.method,
    path,
    params,
    query: new URLSearchParams(query),
    body: request.body,
    headers: request.headers,
    base: `http://${request.headers['host'] ?? DEFAULT_HOST}`,
    now: world.clock.ms(),
    hiddenSince,
  };
}

/** One request of the interface, acted on at once and whole. */
export function respond(world: World, request: SandboxRequest, hiddenSince?: number): Answer {
  return answerTo(world, () => {
    checkHeaders(request);
    const path = request.path.split('?', 1)[0]!;
    const { route, params } = router.find(request.method, path);
    const call = callOf(world, request, params, hiddenSince);
    return route.scope === 'open' ? route.act(call) : authorised(route, call);
  });
}

/** A reply or a refusal as an answer, with the headers every answer has. */
export function answerTo(world: World, act: () => Reply): Answer {
  const headers: Record<string, string> = { date: world.clock.now().toUTCString() };
  try {
    const { status = 200, headers: more, json, html } = act();
    if (json !== undefined) headers['content-type'] = 'application/json; charset=utf-8';
    if (html !== undefined) headers['content-type'] = 'text/html; charset=utf-8';
    return { status, headers: { ...headers, ...more }, body: html ?? bodyText(json) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    headers['content-type'] = 'application/json; charset=utf-8';
    return { status: error.status, headers: { ...headers, ...error.headers }, body: bodyText(error.body) };
  }
}

const SENDS_JSON = ['POST', 'PUT'];
const TOKEN_PATHS = /^\/v2\/(token_endpoint|approve_app)/;

function checkHeaders({ method, path, headers, body }: SandboxRequest): void {
  if (!headers['user-agent'])
    throw refuse(400, 'A User-Agent header is required, to identify the calling application.');
  const accept = headers['accept'] ?? '';
  const contentType = headers['content-type'] ?? '';
  if (/\bxml\b/.test(accept) && !/json|html|\*\/\*/.test(accept))
    throw refuse(406, 'This sandbox answers application/json only; XML is not served yet.');
  if (/\bxml\b/.test(contentType))
    throw refuse(406, 'This sandbox reads application/json only; XML is not served yet.');
  if (SENDS_JSON.includes(method) && body !== '' && !TOKEN_PATHS.test(path) && !contentType.includes('json')) {
    throw refuse(415, 'Send the body with Content-Type: application/json.');
  }
}

function authorised(route: Exclude<Route, { scope: 'open' }>, call: Call): Reply {
  const token = /^Bearer\s+(\S+)$/i.exec(call.headers['authorization'] ?? '')?.[1];
  const login = token === undefined ? undefined : call.world.tokens.login(token);
  if (!login) throw unauthorised();
  const subdomain = call.headers['x-subdomain'];
  limit(call, login, subdomain);
  if (route.scope === 'practice') {
    if (login.kind !== 'manager') throw forbidden();
    return route.act({ ...call, login });
  }
  const { company, level } = booksOf(call.world, login, subdomain);
  if (level < route.level) throw forbidden();
  const companyCall: CompanyCall = { ...call, login, company };
  return route.act(companyCall);
}

/** Per user and company; for a practice, per client. */
function limit(call: Call, login: Login, subdomain: string | undefined): void {
  if (!call.world.settings.limits) return;
  const test = !/^(|0|false|no)$/i.test(call.headers['x-ratelimit-test'] ?? '');
  const scope = login.kind === 'manager' ? (subdomain ?? '') : login.subdomain;
  call.world.limits.request(`${login.key} ${scope}`, test);
}

/** The books a login works on, and how far it may go there. */
function booksOf(world: World, login: Login, subdomain: string | undefined): { company: Company; level: number } {
  if (login.kind === 'user') {
    if (subdomain !== undefined && subdomain !== login.subdomain) throw forbidden();
    const company = world.company(login.subdomain)!;
    const permission = company.users.get(String(login.userId))?.values['permission_level'];
    return { company, level: login.level ?? (typeof permission === 'number' ? permission : Level.full) };
  }
  if (subdomain === undefined) throw forbidden();
  const company = world.company(subdomain);
  if (!company) throw notFound();
  const client = world.practice!.clients.get(String(company.record['id']));
  if (!client || !world.practice!.sees(login.managerId, client)) throw forbidden();
  return { company, level: Level.full };
}
