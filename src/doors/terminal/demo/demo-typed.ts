import type { INestApplicationContext } from '@nestjs/common';
import type { Company } from '../../../companies/company.js';
import { Money } from '../../../journal/nouns/money.js';
import { taxYearOf } from '../../../journal/nouns/dates.js';

/** The demo's third company: its bookkeeper types a journal each month, and nothing of it is posted here. */

export const whatItIs = 'Larch & Holm Ltd’s bookkeeper types its journals';

/** Audits the year of its last month; the outcome, in a sentence. */
export async function auditTyped(
  rooms: INestApplicationContext,
  company: Company,
  runs: readonly { readonly datedOn: string }[],
): Promise<string> {
  const { Syncs } = await import('../../../sync/syncs.js');
  const { Database } = await import('../../../ground/database.js');
  const { AuditRecord } = await import('../../../record/audit.entity.js');
  const { causeWords } = await import('../../../audit/words.js');
  const year = Math.max(...runs.map(({ datedOn }) => taxYearOf(datedOn)));
  const request = { trigger: 'command', actor: 'demo', audit: year } as const;
  const { problem } = await rooms.get(Syncs, { strict: false }).run(company, request);
  if (problem !== undefined) throw problem;
  const { answer } = await rooms
    .get(Database, { strict: false })
    .read((rows) => rows.findOneByOrFail(AuditRecord, { companyId: company.id, year }));
  const told = answer.causes.map(
    ({ cause, runs: times, amount }) => `${causeWords[cause]} (${times}), ${Money.parse(amount).inPounds()}`,
  );
  return `${whatItIs}: an audit of its ${answer.runs.length} pay runs found ${told.join('; ')} (Clients, Audits). Nothing was posted for it`;
}
