import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import type { Company } from '../../companies/company.js';
import type { Policy } from '../../journal/policy.js';
import { byCommand, withRooms } from '../boot.js';
import { json, print } from '../output.js';

interface Options {
  readonly set: readonly string[];
  readonly file?: string;
  readonly export?: boolean;
  readonly practiceApproval?: 'one' | 'two';
  readonly reason: string;
  readonly json?: boolean;
}

export function register(program: Command): void {
  program
    .command('policy')
    .description('show, change, export or replace how a company’s payroll is posted')
    .argument('<company>', 'its name, id or subdomain')
    .option('--set <path=value...>', 'change one thing: mode=approve, accounts.payeNi=814, treatments.bonus=pay', [])
    .option('--file <file>', 'replace all of it by this JSON file ("-": standard input)')
    .option('--export', 'print it as such a file')
    .addOption(
      new Option('--practice-approval <pairs>', 'pairs of eyes for every company of its practice').choices([
        'one',
        'two',
      ]),
    )
    .option('--reason <reason>', 'kept with the new version', 'Changed at the command line')
    .option('--json', 'answer {"company", "policyVersion", "policy"}')
    .addHelpText(
      'after',
      `
Every change makes a new version; what is posted keeps the version it was posted with.
A role or a treatment is removed with the value null: --set treatments.bonus=null`,
    )
    .action(async (named: string, options: Options) => {
      await withRooms(async (rooms) => {
        const { Companies } = await import('../../companies/companies.js');
        const companies = rooms.get(Companies);
        if (options.practiceApproval !== undefined)
          await required(await companies.find(named), options.practiceApproval);
        const before = await companies.find(named);
        const changes = options.file !== undefined || options.set.length > 0;
        const company = changes ? await changed(before) : before;
        if (options.export) return print(JSON.stringify(company.policy, null, 2));
        const { name, policyVersion, policy } = company;
        if (options.json) return json({ company: name, policyVersion, policy });
        print(`${name}, policy version ${policyVersion}\n${JSON.stringify(policy, null, 2)}`);

        async function required(company: Company, approval: 'one' | 'two'): Promise<void> {
          const { ActTools } = await import('../../acts/act-tools.js');
          const { requireApproval } = await import('../../acts/require-approval.js');
          const given = { who: await byCommand(rooms), approval, reason: options.reason };
          await requireApproval(rooms.get(ActTools), company, given);
        }

        async function changed(seen: Company): Promise<Company> {
          const policy = await readPolicy(seen.policy, options);
          const { ActTools } = await import('../../acts/act-tools.js');
          const { changePolicy } = await import('../../acts/change-policy.js');
          return changePolicy(rooms.get(ActTools), seen, {
            who: await byCommand(rooms),
            policy,
            reason: options.reason,
          });
        }
      });
    });
}

async function readPolicy(before: Policy, { set, file }: Options): Promise<unknown> {
  const { withSettings } = await import('./policy-settings.js');
  return withSettings(file === undefined ? before : await readJson(file), set);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'));
  } catch (error) {
    const { Problem } = await import('../../ground/problem.js');
    throw new Problem({
      title: 'The policy is not as it should be',
      detail: `${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
      todo: '`counterfoil policy COMPANY --export` prints one.',
      exitCode: 2,
    });
  }
}
