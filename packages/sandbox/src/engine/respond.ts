import { createHash } from 'node:crypto';
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
} from '../answer.js';
import { type Call, type CompanyCall, Level } from './call.js';
import { Router, type Route } from './router.js';
import type { Company } from '../company/company.js';
import type { Login } from '../oauth/logins.js';
import { bearerOf } from '../oauth/tokens.js';
import { ROUTES } from '../registry.js';
import type { Settings, World } from '../world.js';
import type { Fields } from './field.js';
import { xmlText } from './xml.js';

const router = new Router(ROUTES);

const DEFAULT_HOST = '127.0.0.1';

/** Also used by the controls, which find their company by another way than a token. */
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
    base: `${request.secure ? 'https' : 'http'}://${request.headers['host'] ?? DEFAULT_HOST}`,
    now: world.clock.ms(),
    hiddenSince,
  };
}

/** Finishes each request of the service before it begins the next. */
export function respond(world: World, sent: SandboxRequest, hiddenSince?: number): Answer {
  const { request, format, extension } = readable(sent);
  const isHead = request.method === 'HEAD';
  let shape: Fields | undefined;
  const answer = answerTo(
    world,
    () => {
      checkHeaders(request, world.settings);
      const path = request.path.split('?', 1)[0]!;
      const { route, params } = router.find(isHead ? 'GET' : request.method, path);
      const answers = route.doc?.answers;
      shape = answers === 'file' ? undefined : answers;
      // Paging links keep the format that was asked for.
      const call = { ...callOf(world, request, params, hiddenSince), path: `${path}${extension}` };
      return route.scope === 'open' ? route.act(call) : authorised(route, call);
    },
    (document) => (format === 'xml' ? xmlText(document, shape) : undefined),
  );
  if (!['GET', 'HEAD'].includes(request.method) && answer.status < 400) world.keep?.(sent);
  return conditional(request, isHead ? { ...answer, body: '' } : answer, answer.body);
}

/** The path without doubled slashes and extension, and the format that the extension or the headers ask for. */
function readable(sent: SandboxRequest): { request: SandboxRequest; format: 'json' | 'xml'; extension: string } {
  const [path = '', query] = sent.path.split('?', 2);
  const tidy = path.replace(/\/{2,}/g, '/');
  const [, bare = tidy, extension] = /^(\/v2\/.*)\.(json|xml)$/.exec(tidy) ?? [];
  const request = { ...sent, path: query === undefined ? bare : `${bare}?${query}` };
  if (extension !== undefined) return { request, format: extension as 'json' | 'xml', extension: `.${extension}` };
  const accept = sent.headers['accept'] ?? '';
  return { request, format: /\bxml\b/.test(accept) && !/json|html/.test(accept) ? 'xml' : 'json', extension: '' };
}

/** Answers 304 without a body when the caller already has this document. */
function conditional(request: SandboxRequest, answer: Answer, body: string): Answer {
  if (!['GET', 'HEAD'].includes(request.method) || answer.status !== 200 || answer.bytes) return answer;
  const etag = `W/"${createHash('sha1').update(body).digest('hex')}"`;
  const headers: Record<string, string> = { ...answer.headers, etag };
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (!known.includes(etag) && !known.includes('*')) return { ...answer, headers };
  delete headers['content-type'];
  return { ...answer, status: 304, headers, body: '' };
}

/** Turns a reply or a refusal into an answer with the headers that every answer has. */
export function answerTo(
  world: World,
  act: () => Reply,
  inXml: (document: unknown) => string | undefined = () => undefined,
): Answer {
  const headers: Record<string, string> = { date: world.clock.now().toUTCString() };
  const encoded = (document: unknown) => {
    const xml = typeof document === 'object' ? inXml(document) : undefined;
    headers['content-type'] = xml === undefined ? 'application/json; charset=utf-8' : 'application/xml; charset=utf-8';
    return xml ?? bodyText(document);
  };
  try {
    const { status = 200, headers: more, json, html, bytes } = act();
    // The live service calls an empty body JSON too.
    const body = html ?? encoded(json);
    if (html !== undefined) headers['content-type'] = 'text/html; charset=utf-8';
    return { status, headers: { ...headers, ...more }, body, ...(bytes && { bytes }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const body = encoded(error.body);
    return { status: error.status, headers: { ...headers, ...error.headers }, body };
  }
}

const SENDS_BODY = ['POST', 'PUT'];
const TOKEN_PATHS = /^\/v2\/(token_endpoint|approve_app)/;
const READABLE = /json|\bxml\b|multipart\/form-data/;

function checkHeaders({ method, path, headers, body }: SandboxRequest, settings: Settings): void {
  const isExcused = settings.tokensWithoutUserAgent && path.startsWith('/v2/token_endpoint');
  if (!headers['user-agent'] && !isExcused)
    throw refuse(400, 'A User-Agent header is required, to identify the calling application.');
  const contentType = headers['content-type'] ?? '';
  // A body without a Content-Type is read as JSON.
  const isUnread = contentType !== '' && !READABLE.test(contentType);
  if (SENDS_BODY.includes(method) && body !== '' && !TOKEN_PATHS.test(path) && isUnread) {
    throw refuse(415, 'Send the body with Content-Type: application/json or application/xml.');
  }
}

function authorised(route: Exclude<Route, { scope: 'open' }>, call: Call): Reply {
  const token = bearerOf(call.headers);
  const login = token === undefined ? undefined : call.world.tokens.login(token);
  if (!login) throw unauthorised();
  const subdomain = call.headers['x-subdomain'];
  limit(call, login, subdomain);
  if (route.scope === 'practice') {
    if (login.kind !== 'manager') throw forbidden();
    return route.act({ ...call, login });
  }
  const { company, level, author } = booksOf(call.world, login, subdomain);
  if (level < route.level) throw forbidden();
  const companyCall: CompanyCall = { ...call, login, company, level, author };
  return route.act(companyCall);
}

/** Limits count by user and company; for a practice, by client. */
function limit(call: Call, login: Login, subdomain: string | undefined): void {
  if (!call.world.settings.limits) return;
  const test = !/^(|0|false|no)$/i.test(call.headers['x-ratelimit-test'] ?? '');
  const scope = login.kind === 'manager' ? (subdomain ?? '') : login.subdomain;
  call.world.limits.request(`${login.key} ${scope}`, test);
}

interface Books {
  readonly company: Company;
  readonly level: number;
  readonly author: string;
}

/** The books that a login works on, its access level there, and its name. */
function booksOf(world: World, login: Login, subdomain: string | undefined): Books {
  if (login.kind === 'user') {
    if (subdomain !== undefined && subdomain !== login.subdomain) throw forbidden();
    const company = world.company(login.subdomain)!;
    const permission = company.users.get(String(login.userId))?.values['permission_level'];
    const level = login.level ?? (typeof permission === 'number' ? permission : Level.full);
    return { company, level, author: company.nameOf(String(login.userId)) };
  }
  if (subdomain === undefined) throw forbidden();
  const company = world.company(subdomain);
  if (!company) throw notFound();
  const client = world.practice!.clients.get(String(company.record['id']));
  if (!client || !world.practice!.sees(login.managerId, client)) throw forbidden();
  const manager = world.practice!.managers.get(String(login.managerId));
  return { company, level: Level.full, author: String(manager?.values['name'] ?? '') };
}
