import * as z from 'zod';
import { reason } from '../acts/act-body.js';
import type { Company } from '../companies/company.js';
import type { Allocations } from '../journal/nouns/allocation-of-cost.js';
import { day, money } from '../ground/written.js';
import { year } from '../views/lists/lists.js';
import { acts, type Asked, reads } from './answer.js';
import { asSeen, companyOf, toolsOf, whoOf } from './asked.js';
import { company } from './companies.js';
import { sending } from './sending.js';

const inThis = { of: 'Companies', showsPay: 'allocations' } as const;

const rule = z.object({
  from: day.meta({ description: 'The first pay date to which it applies.' }),
  parts: z.array(
    z.object({
      percent: z.string().meta({ description: 'A decimal; the parts sum to exactly 100.' }),
      accounts: z
        .object({
          salaries: z.string().optional(),
          employerNics: z.string().optional(),
          staffPensions: z.string().optional(),
        })
        .default({})
        .meta({ description: 'For an account left out, the policy’s is used.' }),
    }),
  ),
  directors: z.boolean().optional().meta({ description: 'Must be true for a director.' }),
});
const allocations = z.record(z.string(), z.array(rule)).meta({ id: 'Allocations', description: 'By user url.' });

const inForce = z
  .object({
    company: z.string(),
    companyId: z.string(),
    policyVersion: z.number().int(),
    people: z
      .array(z.object({ user: z.string(), name: z.string(), director: z.boolean(), rules: z.array(rule) }))
      .meta({ description: 'The people paid lately, and those allocated. Needs the right to see pay.' }),
    year: z.number().int(),
    cost: z
      .array(z.object({ account: z.string(), amount: money }))
      .meta({ description: 'What the tax year has cost.' }),
  })
  .meta({ id: 'AllocationsInForce' });

export const getAllocations = reads({
  ...inThis,
  name: 'getAllocations',
  at: 'GET /api/companies/:company/allocations',
  role: 'viewer',
  isVersioned: true,
  takes: z.strictObject({ company, year: year.optional() }),
  gives: inForce,
  summary: 'who is split over which accounts, and what the tax year has cost on each',
  does: async (asked, given) => allocationsShown(asked, await companyOf(asked, given.company), given.year),
});

export const changeAllocations = acts({
  ...inThis,
  name: 'changeAllocations',
  at: 'PUT /api/companies/:company/allocations',
  role: 'admin',
  isVersioned: true,
  takes: z.strictObject({ company, allocations, reason }),
  gives: inForce.extend({ sending }).meta({ id: 'AllocationsChanged' }),
  summary: 'replace all allocations with a new version of the policy; what is posted stays as it is',
  does: async (asked, given) => {
    const { changeAllocations: change } = await import('../acts/companies/change-allocations.js');
    const seen = asSeen(await companyOf(asked, given.company), asked);
    const act = { who: whoOf(asked), allocations: given.allocations as Allocations, reason: given.reason };
    const changed = await change(await toolsOf(asked), seen, act);
    return { ...(await allocationsShown(asked, changed)), sending: changed.sending };
  },
});

export const previewAllocations = acts({
  ...inThis,
  name: 'previewAllocations',
  at: 'POST /api/companies/:company/allocations/preview',
  role: 'admin',
  takes: z.strictObject({ company, allocations }),
  gives: z
    .object({
      run: z.object({ year: z.number().int(), period: z.number().int(), datedOn: day }).optional(),
      accounts: z.array(z.object({ account: z.string(), before: money, after: money })),
      holds: z.array(z.object({ code: z.string(), message: z.string() })),
    })
    .meta({ id: 'AllocationsPreview', description: 'The last pay run with these allocations.' }),
  summary: 'preview the last pay run with other allocations; nothing is changed',
  does: async (asked, given) => {
    const { effectRow, policyPreview } = await import('../acts/companies/policy-preview.js');
    const { policyWith } = await import('../acts/companies/change-allocations.js');
    const found = await companyOf(asked, given.company);
    const policy = policyWith(found, given.allocations as Allocations);
    const effect = await policyPreview(await toolsOf(asked), asked.who, found, policy, { begun: true });
    return effect === undefined ? { accounts: [], holds: [] } : effectRow(effect);
  },
});

async function allocationsShown(asked: Asked, found: Company, ofYear?: number) {
  const { allocationsView } = await import('../views/company/allocations-view.js');
  const { database } = await toolsOf(asked);
  const view = await allocationsView(database, asked.who, found, ofYear);
  return { company: found.name, companyId: found.id, policyVersion: found.policyVersion, ...view };
}
