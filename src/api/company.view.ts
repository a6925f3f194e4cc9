import { z } from 'zod';
import type { Rows } from '../ground/rows.js';
import { CompanyRow } from '../companies/company.entity.js';
import { PolicyVersion } from '../companies/policy-version.entity.js';
import { cursorOf, keysOf, pageOf } from '../views/seek.js';
import type { Principal } from '../access/principal.js';

export const companyView = z
  .object({
    id: z.string(),
    name: z.string(),
    subdomain: z.string().optional(),
    life: z.enum(['setup', 'working', 'paused', 'left']),
    mode: z.enum(['auto', 'approve', 'check']),
    postFrom: z.string().nullable(),
    policyVersion: z.number().int(),
    problem: z.string().optional().meta({ description: 'Why it cannot be synced.' }),
    lastSyncedAt: z.string().optional(),
    lastVerifiedAt: z.string().optional(),
  })
  .meta({ id: 'Company' });
type CompanyView = z.infer<typeof companyView>;

/** Companies sorted by name, each with its current policy. */
export async function companyPage(
  rows: Rows,
  { companies }: Pick<Principal, 'companies'>,
  { life }: { readonly life?: CompanyView['life'] },
  page: { readonly after?: string; readonly size: number },
): Promise<{ items: CompanyView[]; next?: string }> {
  const query = rows
    .createQueryBuilder(CompanyRow, 'c')
    .innerJoinAndMapOne('c.inForce', PolicyVersion, 'p', 'p.companyId = c.id AND p.version = c.policyVersion')
    .where('1 = 1');
  // SQL has no empty list, so an impossible id is always in it.
  if (companies !== null) query.andWhere('c.id IN (:...companies)', { companies: ['', ...companies] });
  if (life !== undefined) query.andWhere('c.life = :life', { life });
  const [after] = keysOf(page.after, 1) ?? [];
  if (after !== undefined) query.andWhere('c.name > :after', { after });
  query.orderBy('c.name').limit(page.size + 1);
  const { rows: found, next } = pageOf(await query.getMany(), page.size, ({ name }) => cursorOf(name));
  return { items: found.map((row) => viewOf(row as CompanyRow & { inForce: PolicyVersion })), next };
}

function viewOf({ inForce, ...row }: CompanyRow & { inForce: PolicyVersion }): CompanyView {
  return {
    id: row.id,
    name: row.name,
    subdomain: row.subdomain ?? undefined,
    life: row.life,
    mode: inForce.policy.mode,
    postFrom: inForce.policy.postFrom,
    policyVersion: row.policyVersion,
    problem: row.problem ?? undefined,
    lastSyncedAt: row.lastSyncedAt?.toISOString(),
    lastVerifiedAt: row.lastVerifiedAt?.toISOString(),
  };
}
