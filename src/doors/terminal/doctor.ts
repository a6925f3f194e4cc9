import type { Command } from 'commander';
import { firstSteps } from '../../companies/first-steps.js';
import type { Finding } from '../../companies/doctor.js';
import type { Config } from '../../ground/config.js';
import type { Database } from '../../ground/database.js';
import { assembling } from './assembling.js';
import { json, progress, print } from './output.js';

export function register(program: Command): void {
  program
    .command('doctor')
    .description('check everything, from configuration to the users on the latest payslips, and show what to mend')
    .option('--company <company>', 'only this one')
    .option('--json', 'answer {"items": [{"check", "company"?, "ok", "detail", "todo"?}]}')
    .addHelpText(
      'after',
      '\nExits 1 when anything is wrong, 2 when it is the configuration. Nothing is changed, and nothing is posted.',
    )
    .action(async (options: { company?: string; json?: boolean }) => {
      const findings: Finding[] = [];
      for await (const finding of examineAll(options.company)) {
        findings.push(finding);
        if (!options.json) print(inWords(finding));
      }
      if (options.json) json({ items: findings });
      const wrong = findings.filter((finding) => !finding.ok);
      if (wrong.length > 0) process.exitCode = wrong.some(({ check }) => check === 'configuration') ? 2 : 1;
    });
}

function inWords({ check, company, ok, detail, todo }: Finding): string {
  const line = `${ok ? 'ok  ' : 'BAD '} ${company === undefined ? '' : `${company}: `}${check}: ${detail}`;
  const lines = todo === undefined ? line : `${line}\n${todo}`;
  return lines.replaceAll('\n', '\n     ');
}

async function* examineAll(only: string | undefined): AsyncGenerator<Finding> {
  const { openSecrets } = await import('../../ground/config.js');
  const { configure } = await import('../../ground/config.module.js');
  const warning = openSecrets();
  if (warning !== undefined) yield { check: '.env', ok: false, detail: warning };
  const config = await checked('configuration', async () => (await configure()).config);
  if ('finding' in config) return yield config.finding;
  yield configurationFound(config.value);

  const database = await checked('database', () => openChecked(config.value));
  if ('finding' in database) return yield database.finding;
  yield { check: 'database', ok: true, detail: `${database.value.kind}, with today's schema` };
  try {
    yield* examineWith(config.value, database.value, only);
  } finally {
    await database.value.close();
  }
}

export function configurationFound(config: Config): Finding {
  const check = 'configuration';
  const { missing, service: address, register, set, connect, confirm } = firstSteps(config);
  const service = `the accounting service is ${address}`;
  if (missing.length === 0) return { check, ok: true, detail: `complete; ${service}` };
  const names = missing.map(({ name }) => name).join(missing.length > 2 ? ', ' : ' and ');
  const variables = missing.map(({ name, from }) => `  ${name}: ${from}`);
  return {
    check,
    ok: false,
    detail: `not complete: ${names} ${missing.length === 1 ? 'is' : 'are'} not set; ${service}`,
    todo: [`1. ${register}`, `2. ${set}`, ...variables, `3. ${connect}`, `4. ${confirm}`].join('\n'),
  };
}

async function openChecked(config: Config): Promise<Database> {
  const database = await assembling().openDatabase(config);
  await database.migrate();
  return database;
}

async function* examineWith(config: Config, database: Database, only: string | undefined): AsyncGenerator<Finding> {
  const { secretsOf } = await import('../../companies/secrets.js');
  const { openAll } = await import('../../companies/open-all.js');
  const key = await checked('key', async () => {
    const secrets = secretsOf(config);
    return { secrets, opened: await openAll(database, secrets) };
  });
  if ('finding' in key) return yield key.finding;
  const { secrets, opened } = key.value;
  const connections = opened === 1 ? '1 connection' : `${opened} connections`;
  yield { check: 'key', ok: true, detail: `set, and it opens the tokens of ${connections}` };

  const { examineSignIn } = await import('./doctor-sign-in.js');
  yield* examineSignIn(config, database);

  const { undiciTransport } = await import('../../books/http.js');
  const { accountingService } = await import('../../books/service.js');
  const { Companies } = await import('../../companies/companies.js');
  const { Connections } = await import('../../companies/connections.js');
  const transport = undiciTransport();
  const { clock } = database;
  try {
    const service = accountingService({ config, database, clock, random: Math.random, transport: transport.send });
    const { checkClock } = await import('../../companies/clock-check.js');
    const atService = await checkClock(service);
    yield atService;
    const companies = new Companies(database, new Connections(database, secrets, service));
    const { examineSyncs } = await import('./doctor-syncs.js');
    yield* examineSyncs(database, config, only === undefined ? null : [(await companies.find(only)).id]);
    yield* examineCompanies(companies, config, only);
  } finally {
    await transport.close();
  }
}

async function* examineCompanies(
  companies: import('../../companies/companies.js').Companies,
  config: Config,
  only: string | undefined,
): AsyncGenerator<Finding> {
  const { examine } = await import('../../companies/doctor.js');
  if (only !== undefined) return yield* examine(await companies.find(only), companies);
  const bar = progress('Checking');
  let done = 0;
  const life = ['setup', 'working', 'paused'] as const;
  const total = await companies.count(life);
  for await (const company of companies.all({ life })) {
    yield* examine(company, companies);
    bar.report(++done, total, company.name);
  }
  bar.end();
  const { connect, confirm } = firstSteps(config);
  if (done === 0)
    yield { check: 'companies', ok: true, detail: 'none is connected yet', todo: `${connect}\n${confirm}` };
}

async function checked<T>(
  check: Finding['check'],
  act: () => Promise<T>,
): Promise<{ value: T } | { finding: Finding }> {
  const { asProblem } = await import('../../ground/problem.js');
  try {
    return { value: await act() };
  } catch (error) {
    const { detail, todo } = asProblem(error);
    return { finding: { check, ok: false, detail, todo } };
  }
}
