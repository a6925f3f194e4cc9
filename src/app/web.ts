import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../ground/config.js';
import { isStorable } from '../ground/printable.js';
import { type Problem, problem } from '../ground/problem.js';
import { fileTypesOf } from '../doors/api/payroll-file-types.js';
import { setUpDocs } from '../doors/api/docs/docs.js';
import { plainProblemPage } from '../access/plain-problem-page.js';
import { ProblemFilter, type ProblemPage } from '../access/problem.filter.js';
import { isSecure } from '../access/session-cookie.js';
import { Strangers } from '../access/strangers.js';
import { CheckedInput } from './checked-input.js';
import { methodsAt } from './methods-at.js';
import { compareTagsHere } from './not-modified.js';

/** Enough for posting a thousand runs at once. */
const bodyBytesMax = 512 * 1024;
const formFieldsMax = 5000;

interface Limits {
  readonly connectionsMax: number;
  readonly headersTimeoutMs: number;
  /** For receiving the whole request; the answer may take longer. */
  readonly requestTimeoutMs: number;
  readonly keepAliveMs: number;
  /** How often Node checks for slow connections: by default every 30 seconds, however short the timeouts are. */
  readonly lookEveryMs: number;
}
const usualLimits: Limits = {
  connectionsMax: 1000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 5_000,
  lookEveryMs: 1000,
};

type WebConfig = Pick<Config, 'publicUrl' | 'accountingBaseUrl' | 'oidc' | 'metrics'>;

/** Headers, limits, parsers and errors of every request. Called once, before the server listens. */
export function setUpWeb(
  app: NestExpressApplication,
  config: WebConfig,
  problemPage: ProblemPage = plainProblemPage,
): void {
  // Only a proxy on this machine may name the client's address.
  app.set('trust proxy', 'loopback');
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(oneHost, securityHeaders(config), notStored, metricsApart(config), onlyJsonForPrograms);
  app.use(async (request: Request, _: Response, next: NextFunction) => {
    await app.get(Strangers, { strict: false }).mayBeParsed(request);
    next();
  });
  app.useBodyParser('json', { limit: bodyBytesMax, strict: true });
  app.useBodyParser('urlencoded', { limit: bodyBytesMax, extended: false, parameterLimit: formFieldsMax });
  app.use(onlyStorableText);
  app.useGlobalPipes(new CheckedInput());
  const http: Express = app.getHttpAdapter().getInstance();
  compareTagsHere(http);
  app.useGlobalFilters(new ProblemFilter(problemPage, (path) => methodsAt(http, path)));
  setUpDocs(app);
  limit(app.getHttpServer(), usualLimits);
}

/**
 * Must run before the server listens: Node reads `connectionsCheckingInterval` only then, and its types do not have it.
 */
export function limit(server: Server, limits: Limits): void {
  server.maxConnections = limits.connectionsMax;
  server.headersTimeout = limits.headersTimeoutMs;
  server.requestTimeout = limits.requestTimeoutMs;
  server.keepAliveTimeout = limits.keepAliveMs;
  Object.assign(server, { connectionsCheckingInterval: limits.lookEveryMs });
}

/**
 * Listens on the metrics' own address, if there is one. Every route is there too, and `metricsApart` refuses the
 * others.
 */
export async function listenForMetrics(
  app: NestExpressApplication,
  { metrics }: Pick<Config, 'metrics'>,
): Promise<Server | undefined> {
  if (typeof metrics === 'string') return undefined;
  const server = createServer(app.getHttpAdapter().getInstance());
  limit(server, usualLimits);
  server.listen(metrics.port, metrics.host);
  await once(server, 'listening');
  return server;
}

/** When the metrics have an address of their own, they are served only there, and nothing else is. */
function metricsApart({ metrics }: Pick<Config, 'metrics'>) {
  return (request: Request, _: Response, next: NextFunction): void => {
    const asked = /^\/metrics\/?$/i.test(request.path);
    const here = metrics === 'off' ? false : metrics === 'on' || request.socket.localPort === metrics.port;
    const apart = typeof metrics === 'object' && here;
    next(asked ? (here ? undefined : nothingThere()) : apart ? nothingThere() : undefined);
  };
}

/** Node takes the first of two, and a proxy perhaps the other: which site was meant would depend on who reads it. */
function oneHost({ rawHeaders }: Request, _: Response, next: NextFunction): void {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  next(hosts.length > 1 ? twoHosts() : undefined);
}

const twoHosts = () =>
  problem('wrong-request', {
    detail: 'It has more than one Host header. Nothing was done.',
    todo: 'Send one, with the name of this service.',
  });

function securityHeaders(config: Pick<Config, 'publicUrl' | 'accountingBaseUrl' | 'oidc'>) {
  const { oidc } = config;
  const secure = isSecure(config);
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        // The ticks and arrows in the style sheet are data: images.
        imgSrc: ["'self'", 'data:'],
        // The connect form ends at the accounting service; the sign-out form may end at the issuer.
        formAction: [
          "'self'",
          new URL(config.accountingBaseUrl).origin,
          ...(oidc ? [new URL(oidc.issuer).origin] : []),
        ],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure,
    // With no-referrer, browsers hide the origin of our own forms too.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
}

/** Pay is on nearly every answer, so no cache may keep one unless its route allows it. */
function notStored(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/**
 * Another site's form cannot send JSON without asking first, so a body in any other form is refused, except for files.
 */
function onlyJsonForPrograms(request: Request, _: Response, next: NextFunction): void {
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  const fileTypes = fileTypesOf(request.path);
  const isFile = fileTypes !== undefined && request.is(fileTypes);
  const wrong = request.path.startsWith('/api/') && hasBody && !isFile && !request.is('application/json');
  next(wrong ? Object.assign(new Error('not JSON'), { status: 415 }) : undefined);
}

/**
 * PostgreSQL stores neither a NUL nor half a surrogate pair, and no name needs one. An address can contain only a NUL.
 */
function onlyStorableText(request: Request, _: Response, next: NextFunction): void {
  next(/%00/.test(request.url) ? unstorable() : wrongInBody(request.body));
}

/** No body of the API has more than a handful of levels; 250,000 overflow the stack of whatever reads them next. */
const bodyLevelsMax = 32;

/** Level by level: what is nested too deeply is found without going down into it. */
function wrongInBody(body: unknown): Problem | undefined {
  let level: readonly unknown[] = [body];
  for (let levels = 0; level.length > 0; levels++) {
    if (levels > bodyLevelsMax) return tooDeep();
    if (level.some((value) => typeof value === 'string' && !isStorable(value))) return unstorable();
    const inner: unknown[] = [];
    for (const value of level)
      if (typeof value === 'object' && value !== null)
        for (const [name, part] of Object.entries(value)) {
          if (!isStorable(name)) return unstorable();
          inner.push(part);
        }
    level = inner;
  }
  return undefined;
}

function tooDeep(): Problem {
  return problem('wrong-request', {
    detail: `The body is nested more than ${bodyLevelsMax} levels deep.`,
    todo: 'Send it as /api/docs shows it.',
  });
}

function unstorable(): Problem {
  return problem('character-not-storable', {
    detail: 'Its address or its body contains a NUL character, or half of a character.',
    todo: 'Remove it and send the request again.',
  });
}

function nothingThere(): Error {
  return Object.assign(new Error('nothing there'), { status: 404 });
}
