import { Body, Controller, Get, Headers, Param, Put, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import * as z from 'zod';
import type { Answer } from './answer.js';
import { Companies } from '../../companies/companies.js';
import type { Company } from '../../companies/company.js';
import { Allow, AllowEverywhere, Who } from '../../access/access.js';
import { companiesListed } from '../../views/month/companies-listed.js';
import { companyView, companyViewOf } from './company.view.js';
import { Database } from '../../ground/database.js';
import { listOf, paging, word } from '../../views/lists/lists.js';
import { ActTools } from '../../acts/act-tools.js';
import { changePolicy } from '../../acts/companies/change-policy.js';
import { requireApproval } from '../../acts/companies/require-approval.js';
import { reason } from '../../acts/act-body.js';
import { whoOf } from '../../acts/who-of.js';
import type { Principal } from '../../access/principal.js';
import { ifMatch, tagOf } from './if-match.js';
import { ApiProblems } from './docs/problem.schema.js';
import { sendingView } from './sending.view.js';
import { Reach } from '../../access/reach.js';
import { settings } from '../../journal/policy/settings.js';

const companies = listOf(companyView);
const companyFilter = z.strictObject({
  life: z.enum(['setup', 'working', 'paused', 'left']).optional(),
  ...paging,
});

const policyFields = z
  .looseObject({ mode: settings.mode.schema.optional() })
  .meta({ id: 'Policy', description: 'How a company’s payroll is posted. What is left out has its default.' });
const policyView = z
  .object({ company: z.string(), companyId: z.string(), version: z.number().int(), policy: policyFields })
  .meta({ id: 'PolicyVersion' });
const policyChanged = policyView.extend({ sending: sendingView }).meta({ id: 'PolicyChanged' });
const policyBody = z.strictObject({
  policy: policyFields,
  reason,
});

const approval = settings.approval.schema.meta({
  description: 'Two: the person who decides neither posts nor signs off.',
});
const approvalBody = z.strictObject({
  approval,
  reason,
});
const approvalView = z
  .object({
    companyId: z.string(),
    approval: approval.meta({ description: 'What is in force for this company.' }),
    sending: sendingView,
  })
  .meta({ id: 'Approval' });

@ApiTags('Companies')
@Controller('api/companies')
export class CompaniesController {
  constructor(
    private readonly companies: Companies,
    private readonly tools: ActTools,
    private readonly reach: Reach,
    private readonly database: Database,
  ) {}

  @Get()
  @Allow('viewer')
  @ApiOperation({ summary: 'Companies, by name' })
  @ApiOkResponse({ standardSchema: companies })
  @ApiProblems()
  async list(
    @Query({ schema: companyFilter }) { life, cursor, limit }: z.infer<typeof companyFilter>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof companies>> {
    const page = { after: cursor, size: limit };
    const found = await this.database.read((rows) => companiesListed(rows, principal, { life }, page));
    return { items: found.rows.map(companyViewOf), next: found.next };
  }

  @Get(':company/policy')
  @Allow('viewer')
  @ApiOperation({ summary: 'The policy in force; its ETag is what a change must send back' })
  @ApiOkResponse({ standardSchema: policyView, headers: { ETag: { schema: { type: 'string' } } } })
  @ApiProblems(404)
  async policy(
    @Param('company', { schema: word }) named: string,
    @Who() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<typeof policyView>> {
    return answered(await this.reach.company(principal, named), response);
  }

  @Put(':company/policy')
  @Allow('admin')
  @ApiOperation({ summary: 'A new version of the policy; what is posted stays as it is' })
  @ApiHeader({ name: 'If-Match', required: true, description: 'The ETag of the policy that was read.' })
  @ApiOkResponse({ standardSchema: policyChanged, headers: { ETag: { schema: { type: 'string' } } } })
  @ApiProblems(404, 412, 413, 415, 428)
  async change(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: policyBody }) body: z.infer<typeof policyBody>,
    @Headers('if-match') match: string | undefined,
    @Who() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<typeof policyChanged>> {
    const company = await this.reach.company(principal, named);
    const who = whoOf(principal, 'api');
    const changed = await ifMatch(match, company, (seen) => changePolicy(this.tools, seen, { who, ...body }));
    return { ...answered(changed, response), sending: changed.sending };
  }

  @Put(':company/practice-approval')
  @AllowEverywhere('admin')
  @ApiOperation({ summary: 'One or two pairs of eyes for every company of its practice' })
  @ApiOkResponse({ standardSchema: approvalView })
  @ApiProblems(404, 413, 415)
  async requireApproval(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: approvalBody }) { approval, reason }: z.infer<typeof approvalBody>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof approvalView>> {
    const company = await this.reach.company(principal, named);
    const sending = await requireApproval(this.tools, company, { who: whoOf(principal, 'api'), approval, reason });
    const { id, approval: inForce } = await this.companies.find(company.id);
    return { companyId: id, approval: inForce, sending };
  }
}

function answered(company: Company, response: Response): Answer<typeof policyView> {
  response.setHeader('ETag', tagOf(company));
  return {
    company: company.name,
    companyId: company.id,
    version: company.policyVersion,
    policy: company.policy,
  };
}
