import { hash } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Param, Post, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { Allow, AllowEverywhere, Who } from '../../../access/access.js';
import { word } from '../../../views/lists.js';
import { ActTools } from '../../../acts/act-tools.js';
import { requireApproval } from '../../../acts/companies/require-approval.js';
import { whoOf } from '../../../acts/who-of.js';
import { changePolicy } from '../../../acts/companies/change-policy.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import type { Company } from '../../../companies/company.js';
import type { Policy } from '../../../journal/policy/policy.js';
import { settings } from '../../../journal/policy/settings.js';
import { Problem } from '../../../ground/problem.js';
import { namesInBooks, peopleOf } from '../../../views/names-in-books.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { companyPath } from '../frame/paths.js';
import { fieldsOf, type PolicyFields, policyFrom } from './policy-form.js';
import { PolicyPage } from './policy.page.js';
import type { PolicyProps } from './policy-props.js';
import { policyPreview } from '../../../acts/companies/policy-preview.js';
import { refusal } from '../frame/refusal.js';
import type { Sending } from '../../../record/decided.js';
import { withSending } from '../../../views/sending-in-words.js';

const typedCharactersMax = 2000;
const approvalForm = z.object({ approval: settings.approval.schema, reason: z.string().trim().catch('') });
const form = z.record(z.string(), z.string().max(typedCharactersMax));

/** A company's policy: read, previewed, saved. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('companies/:company/policy')
export class PolicyController {
  constructor(
    private readonly reach: Reach,
    private readonly tools: ActTools,
  ) {}

  @Allow('viewer')
  @Get()
  async show(@Param('company', { schema: word }) named: string, @Who() principal: Principal): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    return this.#page({ company, principal, fields: fieldsOf(company.policy) });
  }

  @Allow('admin')
  @ReadsPay('policy preview')
  @Post('preview')
  @HttpCode(200)
  async preview(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: form }) fields: PolicyFields,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    return this.#previewed(company, principal, fields);
  }

  @AllowEverywhere('admin')
  @Post('practice-approval')
  async requireApproval(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: approvalForm }) { approval, reason }: z.infer<typeof approvalForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    let sending: readonly Sending[];
    try {
      sending = await requireApproval(this.tools, company, { who: whoOf(principal, 'page'), approval, reason });
    } catch (error) {
      return this.#page({ company, principal, fields: fieldsOf(company.policy), problem: refusal(error) });
    }
    const flash = `The practice asks for ${approval === 'two' ? 'two people in all its companies' : 'what each company’s policy asks for'}.`;
    return { redirect: `${companyPath(company.id)}/policy`, flash: withSending(flash, sending) };
  }

  @Allow('admin')
  @Post()
  async save(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: form }) fields: PolicyFields,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    try {
      const policy = policyFrom(fields, company);
      const reason = (fields.reason ?? '').trim();
      // Only what was previewed is saved: a field that was changed since is previewed first.
      if (fields.previewed !== markOf(policy)) return await this.#previewed(company, principal, fields);
      // A policy is saved only over the version that the person saw.
      const seen = { ...company, policyVersion: Number(fields.version) };
      const who = whoOf(principal, 'page');
      const changed = await changePolicy(this.tools, seen, { who, policy, reason });
      const done = `Policy version ${changed.policyVersion} is in force.`;
      return { redirect: companyPath(company.id), flash: withSending(done, changed.sending) };
    } catch (error) {
      return this.#previewed(company, principal, fields, refusal(error));
    }
  }

  async #previewed(
    company: Company,
    principal: Principal,
    fields: PolicyFields,
    problem?: Problem,
  ): Promise<PageAnswer> {
    try {
      const policy = policyFrom(fields, company);
      const changed = JSON.stringify(policy) !== JSON.stringify(company.policy);
      const effect = changed ? await policyPreview(this.tools, principal, company, policy) : undefined;
      const marked = { ...fields, previewed: markOf(policy) };
      return this.#page({ company, principal, fields: marked, problem, preview: { effect, changed } });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return this.#page({ company, principal, fields, problem: problem ?? error });
    }
  }

  async #page(props: Omit<PolicyProps, 'people' | 'accountNames'>): Promise<PageAnswer> {
    const { company, principal } = props;
    const { people, accountNames } = await this.tools.database.read(async (rows) => ({
      people: principal.pay ? await peopleOf(rows, company.id) : [],
      accountNames: await namesInBooks(rows, company.id),
    }));
    return {
      title: `Policy of ${company.name}`,
      section: 'companies',
      status: props.problem?.status,
      body: <PolicyPage {...props} people={people} accountNames={accountNames} />,
    };
  }
}

function markOf(policy: Policy): string {
  return hash('sha256', JSON.stringify(policy), 'hex');
}
