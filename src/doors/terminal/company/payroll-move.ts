import type { Command } from 'commander';
import { dayInWords } from '../../../journal/nouns/dates.js';
import { sendingInWords } from '../../../views/words/sending-in-words.js';
import { byCommand, withRooms } from '../boot.js';
import { json, note, print } from '../output.js';
import { date } from '../run/run-options.js';

export function registerMove(payroll: Command): void {
  payroll
    .command('move')
    .description('take payroll from another source, from a pay date on; runs before it stay as they are')
    .argument('<company>', 'its name, id or subdomain')
    .requiredOption('--to <source>', 'files; service (the accounting service’s own payroll); or a pay frequency')
    .requiredOption('--on <date>', 'the first pay date that it pays', date)
    .option('--from <source>', 'between two pay frequencies: the one that ends, such as weekly')
    .requiredOption('--reason <text>', 'why; kept with the log')
    .option('--json', 'answer {"company", "from", "to", "on", "policyVersion", "sending"?}')
    .addHelpText(
      'after',
      `
Payroll of the accounting service goes on as files in October, in the middle of the tax year:
  counterfoil payroll move "Ash Ltd" --to files --on 2025-10-31 --reason "Payroll is run by a bureau"

It is refused while a pay run of that day or later is posted, or on its way to the books. What the old source still has
from that day on is shown as moved, and never posted; what it corrects of earlier days is asked about as before. A day
that was wrong is corrected by moving again.`,
    )
    .action(move);
}

interface Options {
  readonly to: string;
  readonly on: string;
  readonly from?: string;
  readonly reason: string;
  readonly json?: boolean;
}

async function move(named: string, { json: asJson, ...given }: Options): Promise<void> {
  await withRooms(async (rooms) => {
    const { ActTools } = await import('../../../acts/act-tools.js');
    const { movePayroll, movedAnswer } = await import('../../../acts/payrolls/move-payroll.js');
    const { payrollInWords } = await import('../../../views/words/policy-in-words.js');
    const tools = rooms.get(ActTools);
    const company = await tools.companies.find(named);
    const moved = await movePayroll(tools, company, { who: await byCommand(rooms), ...given });
    const answer = movedAnswer(moved);
    if (moved.sending.length > 0) note(sendingInWords(moved.sending));
    if (asJson) return json(answer);
    const { from, to, on } = answer;
    print(
      `${company.name}: payroll comes from ${payrollInWords(to)} from ${dayInWords(on)} on, and from ${payrollInWords(from)} before.\nNow: counterfoil sync --company "${company.name}" --dry-run`,
    );
  });
}
