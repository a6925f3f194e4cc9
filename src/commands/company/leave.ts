import type { Command } from 'commander';
import { withRooms } from '../boot.js';
import { companyAnswer } from './company-answer.js';
import { changeCompany } from './company-change.js';
import { json, say } from '../output.js';

export function register(program: Command): void {
  program
    .command('leave')
    .description('stop working for a company: destroy its keys, keep its record')
    .argument('<company>', 'its name, id or subdomain')
    .option('--force', 'also while it is not known whether a journal was posted')
    .option('--json', 'answer {"company", "life", …}')
    .addHelpText('after', '\nOf a practice, the keys are destroyed with its last client.')
    .action(async (named: string, options: { force?: boolean; json?: boolean }) => {
      await withRooms(async (rooms) => {
        const { Companies } = await import('../../companies/companies.js');
        const { Database } = await import('../../ground/database.js');
        const companies = rooms.get(Companies);
        const { id, name } = await companies.find(named);
        if (!options.force) await mustBeSettled(rooms.get(Database), { id, name });
        const company = await changeCompany(rooms, 'leave', () => companies.leave(id));
        if (options.json) return json(companyAnswer(company));
        say(
          `${company.name} was left: nothing is fetched or posted any more. Its record is kept: counterfoil log --company "${company.name}"`,
        );
      });
    });
}

/** Without keys nobody can look any more. */
async function mustBeSettled(
  database: import('../../ground/database.js').Database,
  { id, name }: { id: string; name: string },
) {
  const { Write } = await import('../../record/write.entity.js');
  const { Problem } = await import('../../ground/problem.js');
  const open = await database.read((em) =>
    em.countBy(Write, [
      { companyId: id, state: 'sending' },
      { companyId: id, state: 'in_doubt' },
    ]),
  );
  if (open === 0) return;
  throw new Problem({
    title: 'Something is still being settled',
    detail: `${name}: of ${open} writes it is not known yet whether they reached the books, and without keys nobody can look.`,
    todo: `Run \`counterfoil sync --company "${name}"\` when the settle window is over, then leave. Or leave now with --force.`,
    status: 409,
    exitCode: 3,
  });
}
