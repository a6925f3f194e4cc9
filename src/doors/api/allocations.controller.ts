import { Body, Controller, Get, Headers, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import * as z from 'zod';
import { day, money } from '../../ground/written.js';
import type { Answer } from './answer.js';
import { Idempotent } from './idempotency.interceptor.js';
import { Allow, Who } from '../../access/access.js';
import { ReadsPay } from '../../access/pay-reads.js';
import type { Principal } from '../../access/principal.js';
import { sendingView } from './sending.view.js';
import { Reach } from '../../access/reach.js';
import { ActTools } from '../../acts/act-tools.js';
import { changeAllocations, policyWith } from '../../acts/companies/change-allocations.js';
import { reason } from '../../acts/act-body.js';
import { whoOf } from '../../acts/who-of.js';
import { effectRow, policyPreview } from '../../acts/companies/policy-preview.js';
import type { Company } from '../../companies/company.js';
import type { Allocations } from '../../journal/nouns/allocation-of-cost.js';
import { allocationsView } from '../../views/company/allocations-view.js';
import { word, year } from '../../views/lists/lists.js';
import { ifMatch, tagOf } from './if-match.js';
import { ApiProblems } from './docs/problem.schema.js';

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

const answer = z
  .object({
    company: z.string(),
    companyId: z.string(),
    version: z.number().int(),
    people: z
      .array(z.object({ user: z.string(), name: z.string(), director: z.boolean(), rules: z.array(rule) }))
      .meta({ description: 'The people paid lately, and those allocated. Needs the right to see pay.' }),
    year: z.number().int(),
    cost: z
      .array(z.object({ account: z.string(), amount: money }))
      .meta({ description: 'What the tax year has cost.' }),
  })
  .meta({ id: 'AllocationsInForce' });
const changedAnswer = answer.extend({ sending: sendingView }).meta({ id: 'AllocationsChanged' });
const preview = z
  .object({
    run: z.object({ year: z.number().int(), period: z.number().int(), datedOn: day }).optional(),
    accounts: z.array(z.object({ account: z.string(), before: money, after: money })),
    holds: z.array(z.looseObject({ code: z.string() })),
  })
  .meta({ id: 'AllocationsPreview', description: 'The last pay run with these allocations.' });

const yearQuery = z.strictObject({ year: year.optional() });
const previewBody = z.strictObject({ allocations });
const body = z.strictObject({
  allocations,
  reason,
});

@ApiTags('Companies')
@Controller('api/companies/:company/allocations')
export class AllocationsController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
  ) {}

  @ReadsPay('allocations')
  @Get()
  @Allow('viewer')
  @ApiOperation({ summary: 'Who is split over which accounts, and the tax year’s cost by account' })
  @ApiOkResponse({ standardSchema: answer, headers: { ETag: { schema: { type: 'string' } } } })
  @ApiProblems(404)
  async show(
    @Param('company', { schema: word }) named: string,
    @Query({ schema: yearQuery }) asked: z.infer<typeof yearQuery>,
    @Who() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<typeof answer>> {
    return this.#answer(await this.reach.company(principal, named), principal, response, asked.year);
  }

  @ReadsPay('allocations')
  @Put()
  @Allow('admin')
  @ApiOperation({ summary: 'Replace all allocations with a new version of the policy; what is posted stays as it is' })
  @ApiHeader({ name: 'If-Match', required: true, description: 'The ETag of what was read.' })
  @ApiOkResponse({ standardSchema: changedAnswer, headers: { ETag: { schema: { type: 'string' } } } })
  @ApiProblems(404, 412, 413, 415, 428)
  async change(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: body }) given: z.infer<typeof body>,
    @Headers('if-match') match: string | undefined,
    @Who() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<typeof changedAnswer>> {
    const company = await this.reach.company(principal, named);
    const who = whoOf(principal, 'api');
    const act = { who, allocations: given.allocations as Allocations, reason: given.reason };
    const changed = await ifMatch(match, company, (seen) => changeAllocations(this.tools, seen, act));
    return { ...(await this.#answer(changed, principal, response)), sending: changed.sending };
  }

  @ReadsPay('allocations')
  @Post('preview')
  @Idempotent()
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Preview the last pay run with other allocations; nothing is changed' })
  @ApiOkResponse({ standardSchema: preview })
  @ApiProblems(404, 413, 415)
  async preview(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: previewBody }) given: z.infer<typeof previewBody>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof preview>> {
    const company = await this.reach.company(principal, named);
    const policy = policyWith(company, given.allocations as Allocations);
    const effect = await policyPreview(this.tools, principal, company, policy, { begun: true });
    return effect === undefined ? { accounts: [], holds: [] } : effectRow(effect);
  }

  async #answer(
    company: Company,
    principal: Principal,
    response: Response,
    asked?: number,
  ): Promise<Answer<typeof answer>> {
    response.setHeader('ETag', tagOf(company));
    const viewer = { pay: principal.pay, companies: principal.companies };
    const { people, year: ofYear, cost } = await allocationsView(this.tools.database, viewer, company, asked);
    return { company: company.name, companyId: company.id, version: company.policyVersion, people, year: ofYear, cost };
  }
}
