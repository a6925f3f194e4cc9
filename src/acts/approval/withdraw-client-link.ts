import { IsNull } from 'typeorm';
import { notHere } from '../../access/refusals.js';
import type { Company } from '../../companies/company.js';
import { monthTagOf } from '../../journal/identity.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { problem } from '../../ground/problem.js';
import type { Rows } from '../../ground/rows.js';
import type { Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';

/** From now on the link shows nothing and takes no answer. One that has ended stays so, and nothing is logged again. */
export async function withdrawClientLink(
  tools: Pick<CompanyTools, 'database' | 'log'>,
  company: Company,
  { id, who }: { readonly id: string; readonly who: Pick<Who, 'actor' | 'trigger'> },
): Promise<ClientApproval> {
  return tools.database.work(async (rows) => {
    const link = await rows.findOneBy(ClientApproval, { id, companyId: company.id });
    if (!link) throw notHere('such link');
    if (link.answer !== null) throw answeredAlready();
    await endClientLink(tools, rows, { company, link, by: who, outcome: 'withdrawn' });
    return rows.findOneByOrFail(ClientApproval, { id });
  });
}

/** Once one link of a month is answered, none of the others may say something else. */
export async function endOtherLinks(
  tools: Pick<CompanyTools, 'database' | 'log'>,
  rows: Rows,
  { company, answered, by }: { readonly company: Company; readonly answered: ClientApproval; readonly by: By },
): Promise<void> {
  const { year, period } = answered;
  const where = { companyId: company.id, year, period, answer: IsNull(), endedAt: IsNull() };
  for (const link of await rows.find(ClientApproval, { where, order: { askedAt: 'ASC', id: 'ASC' } }))
    await endClientLink(tools, rows, { company, link, by, outcome: 'ended' });
}

interface By {
  readonly actor: string;
  readonly trigger: string;
}

interface Ending {
  readonly company: Company;
  readonly link: ClientApproval;
  readonly by: By;
  readonly outcome: 'withdrawn' | 'ended';
}

async function endClientLink(
  { database, log }: Pick<CompanyTools, 'database' | 'log'>,
  rows: Rows,
  { company, link, by, outcome }: Ending,
): Promise<void> {
  const { id, year, period, fingerprint } = link;
  const open = { id, answer: IsNull(), endedAt: IsNull() };
  if ((await rows.update(ClientApproval, open, { endedAt: await database.now(rows) })) !== 1) return;
  await log.append(rows, {
    ...{ companyId: company.id, trigger: by.trigger, actor: by.actor, act: 'client_link', outcome },
    ...{ fingerprint, ref: id, tag: monthTagOf(company.prefix, year, period) },
  });
}

function answeredAlready() {
  return problem('client-link-answered', {
    detail: 'The client has answered by it.',
    todo: 'See what they said on the pay run’s page. If it counts no more, send another link.',
  });
}
