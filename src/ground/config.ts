import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import {
  addressOf,
  isAddress,
  isDatabaseUrl,
  isDomain,
  isSafeForTokens,
  isSecretKey,
  isSmtpUrl,
  isWebUrl,
  listed,
  secretKeyBytes,
  withoutSlash,
} from './config-values.js';
import { isCron } from './cron.js';
import { type Problem, problem } from './problem.js';

/** Everything set in the environment, validated once at start. */
export interface Config {
  readonly databaseUrl: string;
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  /** 32 bytes, base64. */
  readonly secretKey?: string;
  /** The key with which secrets were sealed before; `counterfoil key rotate` seals them with the new one. */
  readonly secretKeyPrevious?: string;
  /** Without `/v2` and without a trailing slash. */
  readonly accountingBaseUrl: string;
  readonly accountingClientId?: string;
  readonly accountingClientSecret?: string;
  /** The tokens of the company or practice that `counterfoil connect` adds without a browser. */
  readonly connectTokens: { readonly access?: string; readonly refresh?: string };
  readonly requestDeadlineSeconds: number;
  readonly leaseSeconds: number;
  readonly settleWindowSeconds: number;
  readonly ratePerMinute: number;
  readonly ratePerHour: number;
  readonly syncCron: string;
  readonly monthCloseCron: string;
  readonly retentionYears: number;
  readonly logLevel: LogLevel;
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
  /** The mail server; absent if no e-mail is sent. */
  readonly mail?: { readonly smtpUrl: string; readonly from: string };
  /** Where people sign in; absent if they use a link or a token. */
  readonly oidc?: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret?: string;
    /** Domains of e-mail addresses, in lower case; if empty, all are allowed. */
    readonly allowedDomains: readonly string[];
  };
  /** Where the signed ends of the log are written, day by day. */
  readonly anchorFolder?: string;
  /** `on`: on the same port as everything else. An address: only there. */
  readonly metrics: 'on' | 'off' | { readonly host: string; readonly port: number };
  /** Which part of the service this process is; `serve --role` sets it. */
  readonly role: Role;
}

export const roles = ['web', 'worker', 'all'] as const;
export type Role = (typeof roles)[number];

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

const localSandboxUrl = 'http://127.0.0.1:4010';

const number = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number);
const seconds = number.pipe(z.number().positive().max(86_400));
const count = number.pipe(z.int().min(1).max(1_000_000));
const cron = z.string().refine(isCron);
const webUrl = z.string().refine(isWebUrl).transform(withoutSlash);
const accountingUrl = webUrl.refine(isSafeForTokens);

/** How every variable is read. */
const variables = {
  DATABASE_URL: z.string().refine(isDatabaseUrl).default('sqlite:./data/counterfoil.db'),
  PORT: number.pipe(z.int().min(0).max(65_535)).default(3000),
  HOST: z.string().regex(/^\S+$/).default('127.0.0.1'),
  PUBLIC_URL: webUrl.refine(isSafeForTokens).optional(),
  SECRET_KEY: z.string().refine(isSecretKey).optional(),
  SECRET_KEY_PREVIOUS: z.string().refine(isSecretKey).optional(),
  ACCOUNTING_BASE_URL: accountingUrl.refine((url) => !url.endsWith('/v2')).default(localSandboxUrl),
  ACCOUNTING_CLIENT_ID: z.string().optional(),
  ACCOUNTING_CLIENT_SECRET: z.string().optional(),
  CONNECT_ACCESS_TOKEN: z.string().optional(),
  CONNECT_REFRESH_TOKEN: z.string().optional(),
  REQUEST_DEADLINE_SECONDS: seconds.default(30),
  LEASE_SECONDS: seconds.optional(),
  SETTLE_WINDOW_SECONDS: seconds.default(600),
  RATE_PER_MINUTE: count.default(120),
  RATE_PER_HOUR: count.default(3600),
  SYNC_CRON: cron.default('30 5 * * *'),
  MONTH_CLOSE_CRON: cron.default('0 7 6 * *'),
  RETENTION_YEARS: number.pipe(z.int().min(1).max(100)).default(6),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  WEBHOOK_URL: webUrl.refine(isSafeForTokens).optional(),
  WEBHOOK_SECRET: z.string().optional(),
  OIDC_ISSUER: z.string().refine(isWebUrl).refine(isSafeForTokens).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_ALLOWED_DOMAINS: z
    .string()
    .transform((text) => listed(text))
    .refine((all) => all.every(isDomain))
    .default([]),
  SMTP_URL: z.string().refine(isSmtpUrl).optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => text.includes('@'))
    .optional(),
  ANCHOR_FOLDER: z.string().optional(),
  METRICS: z.union([z.enum(['on', 'off']), z.string().refine(isAddress).transform(addressOf)]).default('on'),
} as const;

type Variable = keyof typeof variables;
export const variableNames = Object.keys(variables) as readonly Variable[];

/** What every variable may be, in words. */
const allowed: Record<Variable, string> = {
  DATABASE_URL: 'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME',
  PORT: 'a port from 0 (any free one) to 65535',
  HOST: 'a host name or address to listen on',
  PUBLIC_URL: 'an https URL (http only to this machine)',
  SECRET_KEY: `${secretKeyBytes} bytes in base64; \`counterfoil key\` makes one`,
  SECRET_KEY_PREVIOUS: 'the key in use before SECRET_KEY, while `counterfoil key rotate` is due',
  ACCOUNTING_BASE_URL: 'an https URL without /v2 (http only to this machine)',
  ACCOUNTING_CLIENT_ID: 'text',
  ACCOUNTING_CLIENT_SECRET: 'text',
  CONNECT_ACCESS_TOKEN: 'text',
  CONNECT_REFRESH_TOKEN: 'text',
  REQUEST_DEADLINE_SECONDS: 'seconds, more than 0, at most 86400',
  LEASE_SECONDS: 'seconds, longer than REQUEST_DEADLINE_SECONDS, at most 86400',
  SETTLE_WINDOW_SECONDS: 'seconds, longer than REQUEST_DEADLINE_SECONDS, at most 86400',
  RATE_PER_MINUTE: 'a whole number from 1 to 1000000',
  RATE_PER_HOUR: 'a whole number from 1 to 1000000',
  SYNC_CRON: 'five cron fields: minute hour day month weekday',
  MONTH_CLOSE_CRON: 'five cron fields: minute hour day month weekday',
  RETENTION_YEARS: 'a whole number of years from 1 to 100',
  LOG_LEVEL: `one of ${logLevels.join(', ')}`,
  WEBHOOK_URL: 'an https URL (http only to this machine)',
  WEBHOOK_SECRET: 'text',
  OIDC_ISSUER: 'an https URL (http only to this machine)',
  OIDC_CLIENT_ID: 'text; with OIDC_ISSUER it must be set',
  OIDC_CLIENT_SECRET: 'text',
  OIDC_ALLOWED_DOMAINS: 'domains with commas between them, such as ash.co.uk,birch.co.uk',
  SMTP_URL: 'smtps://USER:PASSWORD@HOST:PORT, or smtp:// where the server offers TLS',
  MAIL_FROM: 'an e-mail address, or NAME <ADDRESS>; with SMTP_URL it must be set',
  ANCHOR_FOLDER: 'a folder, best one that this machine may add to and not change',
  METRICS: 'on, off, or as HOST:PORT an address where nothing else of the service listens',
};

const secrets: ReadonlySet<string> = new Set<Variable>([
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'ACCOUNTING_CLIENT_SECRET',
  'CONNECT_ACCESS_TOKEN',
  'CONNECT_REFRESH_TOKEN',
  'WEBHOOK_SECRET',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
]);

/** A warning if others on this machine can read the `.env` file: it may hold the key to every token. */
export function openSecrets(folder = process.cwd()): string | undefined {
  const file = join(folder, '.env');
  const mode = process.platform === 'win32' || !existsSync(file) ? 0 : statSync(file).mode;
  return (mode & 0o044) === 0 ? undefined : `Others on this machine can read ${file}. Close it to them: chmod 600 .env`;
}

/** The port on which the service really listens, if it was given 0 for any free one. */
export interface Listening {
  port?: number;
}

/** Throws one Problem that lists everything wrong. */
export function readConfig(env: Environment, role: Role = 'all', listening: Listening = {}): Config {
  const given = present(env);
  const read = z.object(variables).safeParse(given);
  const wrong = new Set(read.error?.issues.map((issue) => String(issue.path[0]) as Variable));
  for (const name of tooShort(given)) wrong.add(name);
  if (isMetricsOnOurPort(given)) wrong.add('METRICS');
  if (given.OIDC_ISSUER !== undefined && given.OIDC_CLIENT_ID === undefined) wrong.add('OIDC_CLIENT_ID');
  if (given.SMTP_URL !== undefined && given.MAIL_FROM === undefined) wrong.add('MAIL_FROM');
  if (!read.success || wrong.size > 0) throw wrongConfiguration(wrong, given);

  const v = read.data;
  return frozen<Config>({
    databaseUrl: v.DATABASE_URL,
    port: v.PORT,
    host: v.HOST,
    get publicUrl() {
      return v.PUBLIC_URL ?? `http://${v.HOST.includes(':') ? `[${v.HOST}]` : v.HOST}:${listening.port ?? v.PORT}`;
    },
    secretKey: v.SECRET_KEY,
    secretKeyPrevious: v.SECRET_KEY_PREVIOUS,
    accountingBaseUrl: v.ACCOUNTING_BASE_URL,
    accountingClientId: v.ACCOUNTING_CLIENT_ID,
    accountingClientSecret: v.ACCOUNTING_CLIENT_SECRET,
    connectTokens: { access: v.CONNECT_ACCESS_TOKEN, refresh: v.CONNECT_REFRESH_TOKEN },
    requestDeadlineSeconds: v.REQUEST_DEADLINE_SECONDS,
    leaseSeconds: v.LEASE_SECONDS ?? v.REQUEST_DEADLINE_SECONDS + 1,
    settleWindowSeconds: v.SETTLE_WINDOW_SECONDS,
    ratePerMinute: v.RATE_PER_MINUTE,
    ratePerHour: v.RATE_PER_HOUR,
    syncCron: v.SYNC_CRON,
    monthCloseCron: v.MONTH_CLOSE_CRON,
    retentionYears: v.RETENTION_YEARS,
    logLevel: v.LOG_LEVEL,
    webhookUrl: v.WEBHOOK_URL,
    webhookSecret: v.WEBHOOK_SECRET,
    oidc: oidcOf(v),
    mail: v.SMTP_URL && v.MAIL_FROM ? { smtpUrl: v.SMTP_URL, from: v.MAIL_FROM } : undefined,
    anchorFolder: v.ANCHOR_FOLDER,
    metrics: v.METRICS,
    role,
  });
}

function oidcOf(v: z.infer<z.ZodObject<typeof variables>>): Config['oidc'] {
  if (v.OIDC_ISSUER === undefined || v.OIDC_CLIENT_ID === undefined) return undefined;
  return {
    issuer: v.OIDC_ISSUER,
    clientId: v.OIDC_CLIENT_ID,
    clientSecret: v.OIDC_CLIENT_SECRET,
    allowedDomains: v.OIDC_ALLOWED_DOMAINS,
  };
}

/** Leaves out what is empty or blank, which counts as absent. */
export function present(env: Environment): Record<string, string> {
  const entries = Object.entries(env).map(([name, value]) => [name, value?.trim() ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** A lease or a window that ends before a request must have ended could let a write be sent twice. */
function tooShort(given: Record<string, string>): Variable[] {
  const deadline = variables.REQUEST_DEADLINE_SECONDS.safeParse(given.REQUEST_DEADLINE_SECONDS);
  if (!deadline.success) return [];
  return (['LEASE_SECONDS', 'SETTLE_WINDOW_SECONDS'] as const).filter((name) => {
    const value = variables[name].safeParse(given[name]);
    return value.success && value.data !== undefined && value.data <= deadline.data;
  });
}

/** Both would listen on one port, and the second would say that another program has taken it. */
function isMetricsOnOurPort(given: Record<string, string>): boolean {
  const [metrics, port, host] = (['METRICS', 'PORT', 'HOST'] as const).map(
    (name) => variables[name].safeParse(given[name]).data,
  );
  if (typeof metrics !== 'object' || metrics.port !== port) return false;
  return [host, metrics.host].some((one) => one === '0.0.0.0' || one === '::') || host === metrics.host;
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

function wrongConfiguration(wrong: ReadonlySet<Variable>, given: Record<string, string>): Problem {
  const lines = [...wrong].map((name) => `${name} is ${shown(name, given[name])}: allowed is ${allowed[name]}.`);
  return problem('wrong-configuration', {
    detail: lines.join('\n'),
    todo: 'Correct what is listed, in the environment or in the file .env, and start again. .env.example explains every variable.',
  });
}

function shown(name: Variable, value: string | undefined): string {
  if (value === undefined) return 'not set';
  if (secrets.has(name)) return `(hidden, ${value.length} characters)`;
  return `"${withoutPassword(value)}"`;
}

/** A URL with one slash or three is no database URL, but still holds its password. */
function withoutPassword(value: string): string {
  const shown = value.replace(/\b(password=)[^&]*/gi, '$1***');
  const at = shown.lastIndexOf('@');
  const user = shown.indexOf(':', shown.indexOf(':') + 1);
  return at < 0 ? shown : `${shown.slice(0, user > 0 && user < at ? user : 0)}:***${shown.slice(at)}`;
}
