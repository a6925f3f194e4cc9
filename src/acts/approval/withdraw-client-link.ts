import { IsNull } from 'typeorm';
import { notHere } from '../../access/refusals.js';
import type { Company } from '../../companies/company.js';
import { monthTagOf } from '../../journal/nouns/identity.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { problem } from '../../ground/problem.js';
import type { Rows } from '../../ground/rows.js';
import type { Who } from '../act.js';
import { acting, type Line, type Logging, logged } from '../acting.js';

/**
 * From now on the link shows nothing and takes no answer. A link that has ended stays ended, and nothing is logged
 * again.
 */
export async function withdrawClientLink(
  tools: Logging,
  company: Company,
  { id, who }: { readonly id: string; readonly who: Pick<Who, 'actor' | 'trigger'> },
): Promise<ClientApproval> {
  const { value } = await acting(tools, who, async (rows) => {
    const link = await rows.findOneBy(ClientApproval, { id, companyId: company.id });
    if (!link) throw notHere('such link');
    if (link.answer !== null) throw answeredAlready();
    const isEnded = await ended(tools, rows, id);
    const after = await rows.findOneByOrFail(ClientApproval, { id });
    return { value: after, line: isEnded ? linkLine(company, link, 'withdrawn') : undefined };
  });
  return value;
}

/** Once one link of a month is answered, or another takes its place, none of the others may be answered differently. */
export async function endOtherLinks(
  tools: Logging,
  rows: Rows,
  { company, of, by }: { readonly company: Company; readonly of: Month; readonly by: By },
): Promise<void> {
  const { year, period } = of;
  const where = { companyId: company.id, year, period, answer: IsNull(), endedAt: IsNull() };
  for (const link of await rows.find(ClientApproval, { where, order: { askedAt: 'ASC', id: 'ASC' } }))
    if (await ended(tools, rows, link.id)) await logged(tools, rows, by, linkLine(company, link, 'ended'));
}

type Month = Pick<ClientApproval, 'year' | 'period'>;

interface By {
  readonly actor: string;
  readonly trigger: string;
}

/** False if it had ended, or was answered, before. */
async function ended({ database }: Logging, rows: Rows, id: string): Promise<boolean> {
  const open = { id, answer: IsNull(), endedAt: IsNull() };
  return (await rows.update(ClientApproval, open, { endedAt: await database.now(rows) })) === 1;
}

function linkLine(
  { id: companyId, prefix }: Company,
  { id, year, period, fingerprint }: ClientApproval,
  outcome: 'withdrawn' | 'ended',
): Line {
  const tag = monthTagOf(prefix, year, period);
  return { companyId, act: 'client_link', outcome, fingerprint, ref: id, tag, carries: [['client', id]] };
}

function answeredAlready() {
  return problem('client-link-answered', {
    detail: 'The client has answered by it.',
    todo: 'See what they said on the pay run’s page. If it no longer counts, send another link.',
  });
}
