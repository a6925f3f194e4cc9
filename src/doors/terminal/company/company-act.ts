import type { Command } from 'commander';
import type { Changed, Who } from '../../../acts/act.js';
import type { ActTools } from '../../../acts/act-tools.js';
import type { Company } from '../../../companies/company.js';
import { byCommand, withRooms } from '../boot.js';
import { withSending } from '../../../views/words/sending-in-words.js';
import { json, print } from '../output.js';
import { companyAnswer } from './company-answer.js';

type Act = (tools: ActTools, company: Company, who: Who) => Promise<Changed>;

/** COMPANY: does one act to it, and prints the outcome in words. */
export function companyAct(command: Command, act: Act, inWords: (company: Company) => string): void {
  command
    .argument('<company>', 'its name, id or subdomain')
    .option('--json', 'answer {"company", "life", …}')
    .action(async (named: string, options: { json?: boolean }) => {
      await withRooms(async (rooms) => {
        const { Companies } = await import('../../../companies/companies.js');
        const { ActTools: Tools } = await import('../../../acts/act-tools.js');
        const company = await act(rooms.get(Tools), await rooms.get(Companies).find(named), await byCommand(rooms));
        if (options.json) return json({ ...companyAnswer(company), sending: company.sending });
        print(withSending(inWords(company), company.sending));
      });
    });
}
