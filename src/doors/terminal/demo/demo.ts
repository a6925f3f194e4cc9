import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Command } from 'commander';
import type { NextFunction, Request, Response } from 'express';
import type { Configured } from '../../../ground/config.module.js';
import { problem } from '../../../ground/problem.js';
import type { PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import type { Sandbox } from '#sandbox';
import { assembling } from '../assembling.js';
import { failedStart, freePort } from '../listening.js';
import { json, note, progress, print } from '../output.js';
import type { DemoClock } from './demo-clock.js';

const ports = { pages: 3000, sandbox: 4010 };
const portMax = 65_535;
/** Shorter than for a real service, so that people who watch see a write in doubt settle. */
const settleWindowSeconds = 120;

export function register(program: Command): void {
  program
    .command('demo')
    .description('everything at once: a local accounting service, Counterfoil, and its first sync')
    .option('--json', 'after the first sync, answer {"url", "signInLink", "accountingUrl", "runs"}; then go on')
    .addHelpText(
      'after',
      `
Needs no account, no network and no other server. Everything it makes is in a folder of its own, and gone when it ends.
Listens on PORT (${ports.pages}), and says so when that is taken and it listens elsewhere.`,
    )
    .action(run);
}

async function run({ json: asJson }: { json?: boolean }): Promise<void> {
  // With --json, standard output has only the one document, so the story goes to standard error.
  const write = asJson ? note : print;
  const { stopOnSignal } = await import('../../../ground/shutdown.js');
  const { DemoClock } = await import('./demo-clock.js');

  const clock = new DemoClock();
  const opened: (() => Promise<void>)[] = [];
  let stopping = false;
  const close = async () => {
    stopping = true;
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    const folder = await ownFolder();
    const sandbox = await openSandbox(opened);
    const configured = await demoConfig(join(folder, 'demo.db'), sandbox.credentials());
    const { host, port, requestDeadlineSeconds } = configured.config;
    const service = await assembling().createService(configured, clock);
    opened.push(() => service.close());
    const openLink = await linkThatStays(service);
    await service.listen(port, host).catch(failedStart({ host, port, choose: freePortAgain }, close));
    stopOnSignal(close, requestDeadlineSeconds);
    const { publicUrl } = configured.config;
    await show({ sandbox, service, clock, publicUrl, openLink, write, asJson, isStopping: () => stopping });
  } catch (error) {
    if (!stopping) await close();
    throw error;
  }
}

/** The folder for everything the demo makes; it is deleted at the end. */
async function ownFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'counterfoil-demo-')).catch((error: unknown) => {
    throw problem('no-demo-folder', {
      detail: `None can be made in ${tmpdir()}: ${error instanceof Error ? error.message : String(error)}`,
      todo: 'Set TMPDIR to a folder that is there and that this user may write to.',
      cause: error,
    });
  });
  // Also if a second Ctrl-C ends it before everything is closed.
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A port that was free is taken by the time it is listened on. */
const freePortAgain = 'run the demo again, which takes a free port';

async function openSandbox(opened: (() => Promise<void>)[]) {
  const { createSandbox } = await import('#sandbox');
  const sandbox = createSandbox({ scenario: 'demo:weekly', limits: false });
  opened.push(() => sandbox.close());
  const port = await freePort(ports.sandbox);
  const place = { host: '127.0.0.1', port, choose: freePortAgain };
  await sandbox.listen(port).catch(failedStart(place, () => sandbox.close()));
  return sandbox;
}

interface Stage {
  readonly sandbox: Sandbox;
  readonly service: NestExpressApplication;
  readonly clock: DemoClock;
  readonly publicUrl: string;
  /** The path of the sign-in link. */
  readonly openLink: string;
  readonly write: (text: string) => void;
  readonly asJson: boolean | undefined;
  readonly isStopping: () => boolean;
}

async function show({ sandbox, service, clock, publicUrl, openLink, write, asJson, isStopping }: Stage): Promise<void> {
  const { runsOf } = await import('./demo-stage.js');
  const { playStory } = await import('./demo-story.js');
  const { demoSummary } = await import('./demo-summary.js');
  const { baseUrl, companies } = sandbox.credentials();
  const [books, weekly, typed] = companies;
  if (books === undefined || weekly === undefined || typed === undefined)
    throw new Error('The demo scenario has too few companies');
  write(
    `An accounting service of its own, with three companies in it: ${companies.map(({ name }) => name).join(', ')}.`,
  );
  const company = await begin(service, books, clock.now());
  const runs = await runsOf({ rooms: service, company });
  const files = await beginWeekly(service, weekly, clock.now());
  const audited = await beginTyped(service, typed, clock.now());
  const signInLink = `${publicUrl}${openLink}`;
  if (asJson) json({ url: publicUrl, signInLink, accountingUrl: baseUrl, runs: runs.map(answered) });
  else print(`\n${demoSummary(runs)}\n`);
  write(`${files}`);
  write(`${audited}.\n`);
  write(`Look at it, as an administrator:  ${signInLink}  (as often as you like, until it ends)`);
  write(`The books themselves:         ${baseUrl}/`);
  write('Ctrl-C ends it.\n');

  try {
    write('What happens next:');
    const indented = (text: string) => write(`  ${text}`);
    await playStory({
      rooms: service,
      company,
      clock,
      sandboxUrl: baseUrl,
      subdomain: books.subdomain,
      print: indented,
    });
    write('Load Month again to see what needs you now.');
  } catch (error) {
    if (isStopping()) return;
    note(`The story could not be finished: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface SandboxCredentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Takes nothing but PORT from the environment, so that the demo is the same everywhere. As `web` it has no schedule: nothing
 * happens but what is printed and what people do on the pages.
 */
async function demoConfig(file: string, books: SandboxCredentials): Promise<Configured> {
  const { randomBytes } = await import('node:crypto');
  const { configure } = await import('../../../ground/config.module.js');
  const env = {
    DATABASE_URL: `sqlite:${file}`,
    PORT: await portOfPages(process.env.PORT?.trim() || String(ports.pages)),
    LOG_LEVEL: 'error',
    SECRET_KEY: randomBytes(32).toString('base64'),
    ACCOUNTING_BASE_URL: books.baseUrl,
    ACCOUNTING_CLIENT_ID: books.clientId,
    ACCOUNTING_CLIENT_SECRET: books.clientSecret,
    SETTLE_WINDOW_SECONDS: String(settleWindowSeconds),
    // No one waits in a demo: two tax years of balances are some sixty requests.
    RATE_PER_MINUTE: '10000',
    RATE_PER_HOUR: '100000',
  };
  return configure({ env, folder: null, role: 'web' });
}

/** A text that is no port is left to the configuration, which explains ports. */
async function portOfPages(wanted: string): Promise<string> {
  if (!/^\d{1,5}$/.test(wanted) || Number(wanted) > portMax) return wanted;
  const port = String(await freePort(Number(wanted)));
  if (port !== wanted && wanted !== '0') note(`Port ${wanted} is taken: Counterfoil listens on ${port}.`);
  return port;
}

interface Books {
  readonly name: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

function answered({ datedOn, state, holdCodes }: PayRunRecord) {
  return { datedOn, state, holds: holdCodes };
}

async function begin(service: NestExpressApplication, books: Books, now: Date) {
  const { demoPolicy } = await import('./demo-policy.js');
  const company = await demoPolicy(service, await connect(service, books, now), now.toISOString().slice(0, 10));
  await firstSync(service, company);
  return company;
}

/** Its payroll comes as files, one a week; the outcome, in a sentence. */
async function beginWeekly(service: NestExpressApplication, books: Books, now: Date): Promise<string> {
  const { receiveWeeks, whatItIs } = await import('./demo-weekly.js');
  const { runsOf } = await import('./demo-stage.js');
  const company = await connect(service, books, now);
  const received = await receiveWeeks(service, company, now.toISOString().slice(0, 10));
  await firstSync(service, company);
  const runs = await runsOf({ rooms: service, company });
  const count = (state: PayRunRecord['state']) => runs.filter((run) => run.state === state).length;
  return `${whatItIs}: ${received.files} weekly FPS ${received.files === 1 ? 'file was' : 'files were'} received, ${count('posted')} posted, ${count('held')} held (that of ${received.last} pays someone whom no one has named yet).`;
}

/** Read, audited, and nothing posted: what was before today stays as it is. */
async function beginTyped(service: NestExpressApplication, books: Books, now: Date): Promise<string> {
  const { auditTyped } = await import('./demo-typed.js');
  const { runsOf } = await import('./demo-stage.js');
  const company = await connect(service, books, now, { mode: 'approve', postFrom: now.toISOString().slice(0, 10) });
  await firstSync(service, company);
  return auditTyped(service, company, await runsOf({ rooms: service, company }));
}

/** Unless it is said otherwise, it posts by itself from the start of the previous tax year. */
async function connect(
  service: NestExpressApplication,
  { name, ...tokens }: Books,
  now: Date,
  begins?: { readonly mode: 'approve'; readonly postFrom: string },
) {
  const { Connecting } = await import('../../../companies/connecting.js');
  const { taxYearOf, taxYearRange } = await import('../../../journal/nouns/dates.js');
  const postFrom = taxYearRange(taxYearOf(now.toISOString().slice(0, 10)) - 1).from;
  const { connectCompany } = await import('../../../acts/companies/connect-company.js');
  const { PostingLog } = await import('../../../record/log/posting-log.js');
  const [connecting, log] = [service.get(Connecting, { strict: false }), service.get(PostingLog, { strict: false })];
  const { Database } = await import('../../../ground/database.js');
  const database = service.get(Database, { strict: false });
  const who = { actor: 'demo', trigger: 'command', companies: null } as const;
  const connected = await connectCompany(
    { connecting, database, log },
    { name, ...(begins ?? { mode: 'auto', postFrom }) },
    { who, tokens },
  );
  if (connected.kind !== 'company') throw new Error('The demo scenario is a practice');
  return connected.company;
}

async function firstSync(service: NestExpressApplication, company: { readonly id: string }): Promise<void> {
  const { Syncs } = await import('../../../sync/syncs.js');
  const bar = progress('Syncing');
  const syncs = service.get(Syncs, { strict: false });
  const { problem } = await syncs.run(
    company,
    { trigger: 'command', actor: 'demo' },
    { onProgress: ({ done, total, step }) => bar.report(done, total, step) },
  );
  bar.end();
  if (problem !== undefined) throw problem;
}

/**
 * A sign-in link works once, and a browser that was closed would be locked out of a demo whose link is all that there is.
 * So its path stands for a new link each time, as long as the demo runs.
 */
async function linkThatStays(service: NestExpressApplication): Promise<string> {
  const { SignInLinks } = await import('../../../access/sign-in-links.js');
  const { randomSecret } = await import('../../../access/secret.js');
  const links = service.get(SignInLinks, { strict: false });
  const rights = { name: 'reviewer', role: 'admin', pay: true, companies: null } as const;
  const stays = `/sign-in/${randomSecret()}`;
  service.use(async (request: Request, _response: Response, next: NextFunction) => {
    if (request.path === stays) request.url = new URL((await links.make(rights)).url).pathname;
    next();
  });
  return stays;
}
