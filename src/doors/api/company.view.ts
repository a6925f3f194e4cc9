import * as z from 'zod';
import { day, moment } from '../../ground/written.js';
import type { Answer } from './answer.js';
import type { CompanyListed } from '../../views/month/companies-listed.js';
import { settings } from '../../journal/policy/settings.js';

export const companyView = z
  .object({
    id: z.string(),
    name: z.string(),
    subdomain: z.string().optional(),
    life: z.enum(['setup', 'working', 'paused', 'left']),
    mode: settings.mode.schema,
    postFrom: day.nullable(),
    policyVersion: z.number().int(),
    problem: z.string().optional().meta({ description: 'Why it cannot be synced.' }),
    lastSyncedAt: moment.optional(),
    lastVerifiedAt: moment.optional(),
  })
  .meta({ id: 'Company' });

export function companyViewOf({ inForce, ...row }: CompanyListed): Answer<typeof companyView> {
  return {
    id: row.id,
    name: row.name,
    subdomain: row.subdomain ?? undefined,
    life: row.life,
    mode: inForce.policy.mode,
    postFrom: inForce.policy.postFrom,
    policyVersion: row.policyVersion,
    problem: row.problem ?? undefined,
    lastSyncedAt: row.lastSyncedAt ?? undefined,
    lastVerifiedAt: row.lastVerifiedAt ?? undefined,
  };
}
