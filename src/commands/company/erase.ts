import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { byCommand, withRooms } from '../boot.js';
import { json, note, say } from '../output.js';

interface Options {
  readonly company: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function register(program: Command): void {
  program
    .command('erase')
    .description('erase one person’s name and pay in the tax years that are closed; log, totals and hashes stay')
    .argument('<person>', 'the name as payslips have it, or the address in the books, such as /v2/users/2')
    .requiredOption('--company <company>', 'who paid them: name, id or subdomain')
    .option('--yes', 'do not ask')
    .option('--json', 'answer {"company", "payRuns", "years"}')
    .action(async (person: string, options: Options) => {
      await withRooms(async (rooms) => {
        const { ActTools } = await import('../../acts/act-tools.js');
        const { erasePerson } = await import('../../acts/erase-person.js');
        const { Companies } = await import('../../companies/companies.js');
        const company = await rooms.get(Companies).find(options.company);
        if (!(await mayGoOn(options, company.name))) return note('Nothing was erased.');
        const erased = await erasePerson(rooms.get(ActTools), company, { who: await byCommand(rooms), person });
        if (options.json) return json(erased);
        say(`Erased from ${erased.payRuns} pay runs of ${erased.company}. The log has a line of it, without the name.`);
      });
    });
}

/** It cannot be undone: asked where somebody can answer. */
async function mayGoOn({ yes = false, json: asJson = false }: Options, company: string): Promise<boolean> {
  if (yes || asJson || !process.stdin.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      `Erase this person from the closed tax years of ${company} for ever? (yes/no) `,
    );
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}
