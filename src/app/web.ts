import { StandardSchemaValidationPipe } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../ground/config.js';
import { Problem } from '../ground/problem.js';
import { setUpDocs } from '../api/docs/docs.js';
import { plainProblemPage } from '../access/plain-problem-page.js';
import { ProblemFilter, type ProblemPage } from '../access/problem.filter.js';
import { isSecure } from '../access/session-cookie.js';

/** Room for a thousand runs that are posted at once. */
const bodyBytesMax = 512 * 1024;
const formFieldsMax = 5000;
const headersTimeoutMs = 10_000;
/** To receive a request whole; how long it may take to answer is up to what it does. */
const requestTimeoutMs = 30_000;
const keepAliveMs = 5_000;

/** What every answer and every request of the app obeys. Called once, before it listens. */
export function setUpWeb(
  app: NestExpressApplication,
  config: Pick<Config, 'publicUrl' | 'accountingAuthorizeUrl'>,
  problemPage: ProblemPage = plainProblemPage,
): void {
  // Only a proxy on this machine is believed when it says who asks.
  app.set('trust proxy', 'loopback');
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(securityHeaders(config), notStored, onlyJsonForPrograms);
  app.useBodyParser('json', { limit: bodyBytesMax, strict: true });
  app.useBodyParser('urlencoded', { limit: bodyBytesMax, extended: false, parameterLimit: formFieldsMax });
  app.useGlobalPipes(new StandardSchemaValidationPipe({ exceptionFactory: wrongInput }));
  app.useGlobalFilters(new ProblemFilter(problemPage));
  setUpDocs(app);

  const server = app.getHttpServer();
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveMs;
}

function securityHeaders(config: Pick<Config, 'publicUrl' | 'accountingAuthorizeUrl'>) {
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
        // Connecting a company is a form that ends at the accounting service.
        formAction: ["'self'", new URL(config.accountingAuthorizeUrl).origin],
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

/** Pay is on nearly every answer: no cache keeps it, unless a route says so itself. */
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
