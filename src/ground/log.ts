import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import querystring from 'node:querystring';
import type { LoggerService } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import { pinoHttp } from 'pino-http';
import pretty from 'pino-pretty';
import type { Config } from './config.js';
import { printable } from './printable.js';

const standardError = 2;
const nestedMax = 6;
/** The longest text that is logged: a stack trace is shorter, and a request's path may be anything. */
const textMax = 8192;

/** Keys whose values never reach a log: secrets, names of people, amounts. Compared without case and punctuation. */
const hiddenKeys = new Set(
  [
    ...['authorization', 'cookie', 'set-cookie', 'x-api-key', 'password', 'secret', 'secretKey', 'clientSecret'],
    ...['token', 'accessToken', 'refreshToken', 'codeVerifier', 'verifier', 'webhookSecret'],
    ...['firstName', 'lastName', 'personName', 'email', 'niNumber', 'taxCode', 'people', 'person', 'users'],
    ...['amount', 'amounts', 'figures', 'gross', 'net', 'netPay', 'taxAuthority', 'pension', 'totals', 'debit'],
    ...['debitValue', 'lines', 'entries', 'journalEntries', 'payslips', 'document', 'raw', 'body'],
  ].map(plainKey),
);

const codeInQuery =
  /((?:[?&]|%(?:25)*(?:3f|26))(?:c|%(?:25)*[46]3)(?:o|%(?:25)*[46]f)(?:d|%(?:25)*[46]4)(?:e|%(?:25)*[46]5)(?:=|%(?:25)*3d))[^&\s"]+/gi;
const codeInPath =
  /((?:s|%(?:25)*[57]3)(?:i|%(?:25)*[46]9)(?:g|%(?:25)*[46]7)(?:n|%(?:25)*[46]e)(?:[^\w\s"]|_|%(?:25)*[\da-f]{2}){0,3}(?:i|%(?:25)*[46]9)(?:n|%(?:25)*[46]e)(?:\/|(?=[^\w\s"-])))[^\s"]+/gi;

/** Secrets and amounts inside texts. */
const hiddenTexts: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [hidden]'],
  [/([?&](?:access_token|refresh_token|client_secret)=)[^&\s"]+/gi, '$1[hidden]'],
  // Any of these letters may be written as %xx, or as %25xx, and the server may still understand it.
  [codeInQuery, '$1[hidden]'],
  [codeInPath, '$1[hidden]'],
  // Anything as long as the secrets that we make, wherever it is.
  [/(?<![\w-])(counterfoil_)?[\w-]{43}(?![\w-])/g, '$1[hidden]'],
  // Begins at a slash and stops at the next: a pattern that may begin at any letter reads a long path once for each of
  // them.
  [/(:\/{1,3}[^/:@\s]*:)[^@/\s]+@/g, '$1[hidden]@'],
  [/£\s?-?[\d,]+(\.\d+)?/g, '£[hidden]'],
];

const context = new AsyncLocalStorage<Readonly<Record<string, string>>>();

/** Every line written while `act` runs has these fields, such as the sync's id. */
export function withLogFields<T>(fields: Readonly<Record<string, string>>, act: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, act);
}

/** JSON lines on standard error, where they never mix with a command's output; easy to read on a terminal. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, stream: DestinationStream = defaultStream()): Logger {
  return pino(
    {
      level: logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => context.getStore() ?? {},
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => hideFields(fields, nestedMax) as Record<string, unknown>,
      },
      hooks: {
        logMethod(args, method) {
          method.apply(this, args.map((arg) => (typeof arg === 'string' ? hideText(arg) : arg)) as typeof args);
        },
      },
    },
    stream,
  );
}

/** Logs every request with its time, and gives every line written for it the request's id, which the answer repeats. */
export function logRequests(log: Logger): RequestHandler {
  const logOne = pinoHttp({
    logger: log,
    genReqId: requestId,
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
    // Machines ask for these every few seconds.
    autoLogging: { ignore: (req) => /^\/(health|metrics)\b/.test(req.url ?? '') },
    serializers: { req: describeRequest, res: describeResponse },
    // Only known once the request was let in: the line is written at its end.
    customSuccessObject: (req, _res, fields) => ({ ...fields, ...principalOf(req) }),
    customErrorObject: (req, _res, _error, fields) => ({ ...fields, ...principalOf(req) }),
  });
  return (req, res, next) => {
    logOne(req, res);
    withLogFields({ request: String(req.id) }, next);
  };
}

/** Nest's own classes that log at level info each module and route they set up: two hundred lines before a start. */
const startUp: ReadonlySet<string> = new Set([
  ...['NestFactory', 'NestApplication', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer'],
]);

/** The log behind Nest's interface, for every `new Logger('Name')`: Nest's own would write on standard output. */
export function nestLog(log: Logger): LoggerService {
  const at =
    (level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace') =>
    (message: unknown, ...rest: unknown[]): void => {
      // Nest appends the name of the class that logs; a text, or the stack of an error, may come before it.
      const context = rest.pop();
      const [detail] = rest;
      const shown = level === 'info' && startUp.has(String(context)) ? 'debug' : level;
      if (message instanceof Error) log[shown]({ context, err: message });
      else if (typeof message === 'object') log[shown]({ context, ...message }, detail as string | undefined);
      else log[shown]({ context, ...(detail === undefined ? {} : { detail }) }, String(message));
    };
  return {
    fatal: at('fatal'),
    error: at('error'),
    warn: at('warn'),
    log: at('info'),
    debug: at('debug'),
    verbose: at('trace'),
  };
}

function defaultStream(): DestinationStream {
  if (process.stderr.isTTY) return pretty({ destination: standardError, sync: true, colorize: true });
  return pino.destination({ fd: standardError, sync: true });
}

function requestId(req: IncomingMessage, res: ServerResponse): string {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
  res.setHeader('X-Request-Id', id);
  return id;
}

function describeRequest(req: { id?: unknown; method?: string; url?: string }): object {
  return { id: req.id, method: req.method, url: hideText(addressShown(req.url ?? '')) };
}

/** Parameters that name no person and no amount, with all that is shown of each. */
const harmless: Readonly<Record<string, RegExp>> = {
  year: /^\d{4}$/,
  period: /^\d{1,2}$/,
  month: /^\d{4}-\d\d$/,
  toMonth: /^\d{4}-\d\d$/,
  ...Object.fromEntries(['from', 'until', 'day', 'on', 'paid', 'since'].map((day) => [day, /^\d{4}-\d\d-\d\d$/])),
  limit: /^\d{1,4}$/,
  dryRun: /^(true|false)$/,
  format: /^(csv|json|pdf|xlsx|zip)$/,
};

/** What follows them in a path is a person, or a name by which one signs in. */
const beforeNames: ReadonlySet<string> = new Set(['people', 'employees', 'sessions']);

/** The path and harmless parameters. The finder's have names and amounts, and uploads have file names: "…" for each. */
function addressShown(url: string): string {
  const at = url.indexOf('?');
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  const segments = path.slice(0, textMax).split('/');
  // The server reads %70eople and People as people.
  const first = segments.findIndex((segment) => beforeNames.has(querystring.unescape(segment).toLowerCase()));
  const shown = segments.map((segment, index) =>
    (first >= 0 && index > first) || !/^[\w.~-]*$/.test(segment) ? '…' : segment,
  );
  const asked = [...new URLSearchParams(query.slice(0, textMax))].map(([name, value]) =>
    Object.hasOwn(harmless, name) && harmless[name]?.test(value) ? `${name}=${value}` : '…',
  );
  return shown.join('/') + (asked.length === 0 ? '' : `?${[...new Set(asked)].join('&')}`);
}

/** Set by the code that lets requests in. */
function principalOf(req: IncomingMessage): object {
  const { principal } = req as { principal?: { name?: string } };
  return principal?.name === undefined ? {} : { principal: principal.name };
}

function describeResponse(res: { statusCode?: number }): object {
  return { status: res.statusCode };
}

function hideFields(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return hideText(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth === 0) return '[deep]';
  if (value instanceof Error) return describeError(value, depth);
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item) => hideFields(item, depth - 1));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      printable(key),
      hiddenKeys.has(plainKey(key)) ? '[hidden]' : hideFields(item, depth - 1),
    ]),
  );
}

function describeError(error: Error, depth: number): object {
  const cause = error.cause === undefined ? {} : { cause: hideFields(error.cause, depth - 1) };
  return { type: error.name, message: hideText(error.message), stack: hideText(error.stack ?? ''), ...cause };
}

/** Requests and similar objects have serializers of their own. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function hideText(text: string): string {
  const more = text.length - textMax;
  const some = more > 0 ? `${text.slice(0, textMax)}… (${more} more)` : text;
  return printable(hiddenTexts.reduce((shown, [pattern, instead]) => shown.replace(pattern, instead), some));
}

function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, '');
}
