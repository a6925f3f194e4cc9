import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { StandardSchemaValidationPipe } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../ground/config.js';
import { isStorable } from '../ground/printable.js';
import { Problem } from '../ground/problem.js';
import { setUpDocs } from '../api/docs/docs.js';
import { plainProblemPage } from '../access/plain-problem-page.js';
import { ProblemFilter, type ProblemPage } from '../access/problem.filter.js';
import { isSecure } from '../access/session-cookie.js';

/** Room for a thousand runs that are posted at once. */
const bodyBytesMax = 512 * 1024;
const formFieldsMax = 5000;

interface Limits {
  readonly connectionsMax: number;
  readonly headersTimeoutMs: number;
  /** To receive a request whole; how long it may take to answer is up to what it does. */
  readonly requestTimeoutMs: number;
  readonly keepAliveMs: number;
  /** Node looks for what is too slow only so often: by default every 30 seconds, whatever the timeouts are. */
  readonly lookEveryMs: number;
}
const usualLimits: Limits = {
  connectionsMax: 1000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 5_000,
  lookEveryMs: 1000,
};

type WebConfig = Pick<Config, 'publicUrl' | 'accountingAuthorizeUrl' | 'oidc' | 'apiDocs' | 'metrics'>;

/** What every answer and every request of the app obeys. Called once, before it listens. */
export function setUpWeb(
  app: NestExpressApplication,
  config: WebConfig,
  problemPage: ProblemPage = plainProblemPage,
): void {
  // Only a proxy on this machine is believed about who asks.
  app.set('trust proxy', 'loopback');
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(securityHeaders(config), notStored, metricsApart(config), onlyJsonForPrograms);
  app.useBodyParser('json', { limit: bodyBytesMax, strict: true });
  app.useBodyParser('urlencoded', { limit: bodyBytesMax, extended: false, parameterLimit: formFieldsMax });
  app.use(onlyStorableText);
  app.useGlobalPipes(new StandardSchemaValidationPipe({ exceptionFactory: wrongInput }));
  app.useGlobalFilters(new ProblemFilter(problemPage));
  if (config.apiDocs) setUpDocs(app);
  limit(app.getHttpServer(), usualLimits);
}

/** Before it listens: only then does Node take `connectionsCheckingInterval`, which has no name of its own in its types. */
export function limit(server: Server, limits: Limits): void {
  server.maxConnections = limits.connectionsMax;
  server.headersTimeout = limits.headersTimeoutMs;
  server.requestTimeout = limits.requestTimeoutMs;
  server.keepAliveTimeout = limits.keepAliveMs;
  Object.assign(server, { connectionsCheckingInterval: limits.lookEveryMs });
}

/** Where the metrics have an address of their own. The same routes answer there; `metricsApart` lets nothing else through. */
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

/** The metrics on an address of their own, where one is set; there is nothing else there, and they are nowhere else. */
function metricsApart({ metrics }: Pick<Config, 'metrics'>) {
  return (request: Request, _: Response, next: NextFunction): void => {
    const asked = /^\/metrics\/?$/i.test(request.path);
    const here = metrics === 'off' ? false : metrics === 'on' || request.socket.localPort === metrics.port;
    const apart = typeof metrics === 'object' && here;
    next(asked ? (here ? undefined : nothingThere()) : apart ? nothingThere() : undefined);
  };
}

function securityHeaders(config: Pick<Config, 'publicUrl' | 'accountingAuthorizeUrl' | 'oidc'>) {
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
        // The style sheet's own marks (ticks, arrows) are data: images.
        imgSrc: ["'self'", 'data:'],
        // Connecting a company is a form that ends at the accounting service; signing out may be one that ends at the issuer.
        formAction: [
          "'self'",
          new URL(config.accountingAuthorizeUrl).origin,
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

/** Pay is on nearly every answer: no cache keeps it, unless a route asks for it. */
function notStored(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** A form of another site can send anything but JSON. */
function onlyJsonForPrograms(request: Request, _: Response, next: NextFunction): void {
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  const wrong = request.path.startsWith('/api/') && hasBody && !request.is('application/json');
  next(wrong ? Object.assign(new Error('not JSON'), { status: 415 }) : undefined);
}

/** A NUL or half a surrogate pair: PostgreSQL takes neither, and no name or reason holds one. An address can hold only a NUL. */
function onlyStorableText(request: Request, _: Response, next: NextFunction): void {
  next(!/%00/.test(request.url) && isStorableAll(request.body) ? undefined : unstorable());
}

function isStorableAll(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorableAll(inner));
}

function unstorable(): Problem {
  return new Problem({
    title: 'The request holds a character that cannot be stored',
    detail: 'Its address or its body holds a NUL character, or half of a character.',
    todo: 'Remove it and send the request again.',
    status: 400,
  });
}

function nothingThere(): Error {
  return Object.assign(new Error('nothing there'), { status: 404 });
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}
const issuesShownMax = 10;

/** Names what is wrong, never the value: it may be a secret or a person's pay. */
function wrongInput(issues: readonly Issue[]): Problem {
  const words = issues.slice(0, issuesShownMax).map(({ message, path = [] }) => {
    const where = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
    return where ? `${where}: ${message}` : message;
  });
  const more = issues.length - words.length;
  return new Problem({
    title: 'The request is not as it should be',
    detail: more > 0 ? `${words.join('; ')}; and ${more} more` : words.join('; '),
    todo: 'Correct what is named and send it again; /api/docs shows every field.',
    status: 400,
  });
}
