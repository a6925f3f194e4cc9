import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { mustHaveReason } from '../../../acts/reason.js';
import { changePolicy, getPolicy, requireApproval } from '../../../answers/companies.js';
import type { Policy } from '../../../journal/policy/policy.js';
import { settings } from '../../../journal/policy/settings.js';
import { sendingInWords } from '../../../views/words/sending-in-words.js';
import type { NameOf } from '../../../views/words/policy-in-words.js';
import { withRooms } from '../boot.js';
import { answersIn, shapeInWords } from '../declared-command.js';
import { json, note, print } from '../output.js';
import { ifVersionOption, mustChange } from './company-options.js';
import { withSettings } from '../../../acts/companies/with-settings.js';
import { settingsHelp } from './settings-help.js';

type Rooms = Parameters<Parameters<typeof withRooms>[0]>[0];

interface Options {
  readonly set: readonly string[];
  readonly file?: string;
  readonly export?: boolean;
  readonly practiceApproval?: 'one' | 'two';
  readonly ifVersion?: number;
  readonly reason?: string;
  readonly json?: boolean;
}

/** Scripts of the first releases give none. */
const reasonOtherwise = 'Changed at the command line';

export function register(program: Command): void {
  program
    .command('policy')
    .description('show, change, export or replace how a company’s payroll is posted')
    .argument('<company>', 'its name, id or subdomain')
    .option('--set <path=value...>', 'change one thing: mode=approve, accounts.payeNi=814, treatments.bonus=pay', [])
    .option('--file <file>', 'replace all of it by this JSON file ("-": standard input)')
    .option('--export', 'print it as such a file')
    .addOption(
      new Option('--practice-approval <pairs>', 'pairs of eyes for every company of its practice').choices(
        Object.keys(settings.approval.words),
      ),
    )
    .addOption(ifVersionOption())
    .option(
      '--reason <reason>',
      `kept with the new version (default: “${reasonOtherwise}”); needed for --practice-approval`,
    )
    .option('--json', `answer ${shapeInWords(changePolicy.gives)}; “sending” of a change`)
    .addHelpText(
      'after',
      `
A change answers what it changed; without one, all of the policy is shown. Every change makes a new version; what is posted keeps the version it was posted with. Between reading a policy and
replacing it someone else may change it: --if-version, with the version that was shown, refuses to overwrite that.
A role or a treatment is removed with the value null: --set treatments.bonus=null

${settingsHelp()}`,
    )
    .action(async (named: string, options: Options) => {
      const changes = options.file !== undefined || options.set.length > 0;
      mustChange(options.ifVersion, changes, '--set or --file');
      await withRooms(async (rooms) => {
        const ask = await answersIn(rooms);
        const company = { company: named };
        const { practiceApproval: approval, ifVersion } = options;
        if (approval !== undefined) mustHaveReason(options.reason ?? '', named);
        const required = { ...company, approval, reason: options.reason ?? '' };
        const before = approval === undefined ? undefined : await ask(requireApproval, required);
        const found = await ask(getPolicy, company);
        const change = async () => {
          const policy = await policyTyped(found.policy as Policy, options);
          const given = { ...company, policy, reason: options.reason ?? reasonOtherwise };
          return ask(changePolicy, given, ifVersion ?? found.policyVersion);
        };
        const changed = changes ? await change() : undefined;
        const sending = [...(before?.sending ?? []), ...(changed?.sending ?? [])];
        const { company: name, companyId, policyVersion, policy } = changed ?? found;
        if (sending.length > 0) note(sendingInWords(sending));
        if (options.export) {
          print(JSON.stringify(policy, null, 2));
          return note(`${name}, policy version ${policyVersion}`);
        }
        const isChanged = changes || approval !== undefined;
        if (options.json) return json({ ...(changed ?? found), ...(isChanged && { sending }) });
        const head = `${name}, policy version ${policyVersion}`;
        if (!isChanged) return print(`${head}\n${JSON.stringify(policy, null, 2)}`);
        const { policyChanges } = await import('../../../views/words/policy-in-words.js');
        const words = [
          ...(approval === undefined
            ? []
            : [`All clients of its practice: ${approval === 'two' ? 'two people' : 'as each client’s policy says'}`]),
          ...policyChanges(found.policy as Policy, policy as Policy, await namesOf(rooms, companyId)),
        ];
        print([head, ...(words.length === 0 ? ['Nothing changed.'] : words).map((one) => `  ${one}`)].join('\n'));
      });
    });
}

/** People as the books name them. */
async function namesOf(rooms: Rooms, companyId: string): Promise<NameOf> {
  const { Database } = await import('../../../ground/database.js');
  const { namesInBooks, personIn } = await import('../../../views/lists/names-in-books.js');
  return personIn(await rooms.get(Database).read((rows) => namesInBooks(rows, companyId)));
}

async function policyTyped(before: Policy, { set, file }: Options): Promise<unknown> {
  return withSettings(file === undefined ? before : await readJson(file), set);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'));
  } catch (error) {
    const { problem } = await import('../../../ground/problem.js');
    throw problem('wrong-policy', {
      detail: `${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
      todo: '`counterfoil policy COMPANY --export` prints one.',
    });
  }
}
