import type { INestApplicationContext } from '@nestjs/common';
import type { Company } from '../../companies/company.js';
import { commandActor } from '../boot.js';

/** A change of a company and the line in the log that tells of it, together or not at all. */
export async function changeCompany(
  rooms: INestApplicationContext,
  act: 'connect' | 'policy' | 'pause' | 'resume' | 'leave',
  change: (actor: string) => Promise<Company>,
): Promise<Company> {
  const { Database } = await import('../../ground/database.js');
  const { PostingLog } = await import('../../record/posting-log.js');
  const database = rooms.get(Database);
  const actor = commandActor();
  return database.work(async (em) => {
    const company = await change(actor);
    await new PostingLog(database).append(em, {
      companyId: company.id,
      trigger: 'command',
      actor,
      act,
      outcome: 'done',
      policyVersion: company.policyVersion,
      ...(act === 'policy' && { ref: `policy ${company.policyVersion}` }),
      carries: [['policy', String(company.policyVersion)]],
    });
    return company;
  });
}
