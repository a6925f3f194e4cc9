import { Body, Controller, Get, HttpCode, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { ActTools } from '../../../acts/act-tools.js';
import { changeAllocations, policyWith } from '../../../acts/companies/change-allocations.js';
import { whoOf } from '../../../acts/who-of.js';
import { policyPreview } from '../../../acts/companies/policy-preview.js';
import type { Company } from '../../../companies/company.js';
import { withRule } from '../../../journal/allocation/allocation-list.js';
import { pathOf } from '../../../journal/nouns/pay-run.js';
import { allocationsView } from '../../../views/allocations-view.js';
import { word } from '../../../views/lists.js';
import { namesInBooks } from '../../../views/names-in-books.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { companyPath } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { type AllocationFields, fieldsOf, ruleFrom } from './allocation-form.js';
import { AllocationsPage, type AllocationsProps } from './allocations.page.js';
import { refusal } from '../frame/refusal.js';
import { withSending } from '../../../views/sending-in-words.js';

const typedCharactersMax = 2000;
const form = z.record(z.string(), z.string().max(typedCharactersMax));
const query = z.object({ person: given });

/** The accounts that people's cost goes to, one person at a time. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('companies/:company/allocations')
export class AllocationsPageController {
  constructor(
    private readonly reach: Reach,
    private readonly tools: ActTools,
  ) {}

  @Allow('viewer')
  @ReadsPay('allocations')
  @Get()
  async show(
    @Param('company', { schema: word }) named: string,
    @Query({ schema: query }) { person }: z.infer<typeof query>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    return this.#page(await this.reach.company(principal, named), principal, { person });
  }

  @Allow('admin')
  @ReadsPay('allocations')
  @Post('preview')
  @HttpCode(200)
  async preview(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: form }) fields: AllocationFields,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    const { person } = fields;
    try {
      const policy = policyWith(company, proposed(company, fields));
      const effect = await policyPreview(this.tools, principal, company, policy, { begun: true });
      const changed = JSON.stringify(policy.allocations) !== JSON.stringify(company.policy.allocations);
      return await this.#page(company, principal, { person, fields, preview: { effect, changed } });
    } catch (error) {
      return this.#refused(error, company, principal, fields);
    }
  }

  @Allow('admin')
  @Post()
  async save(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: form }) fields: AllocationFields,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    try {
      const who = whoOf(principal, 'page');
      // A policy is saved only over the version that the person saw.
      const seen = { ...company, policyVersion: Number(fields.version) };
      const act = { who, allocations: proposed(company, fields), reason: (fields.reason ?? '').trim() };
      const changed = await changeAllocations(this.tools, seen, act);
      return {
        redirect: `${companyPath(company.id)}/allocations`,
        flash: withSending(`Saved. Policy version ${changed.policyVersion} is in force.`, changed.sending),
      };
    } catch (error) {
      return this.#refused(error, company, principal, fields);
    }
  }

  #refused(error: unknown, company: Company, principal: Principal, fields: AllocationFields): Promise<PageAnswer> {
    return this.#page(company, principal, { person: fields.person, fields, problem: refusal(error) });
  }

  async #page(
    company: Company,
    principal: Principal,
    shown: { person?: string; fields?: AllocationFields } & Pick<AllocationsProps, 'preview' | 'problem'>,
  ): Promise<PageAnswer> {
    const { person: named, fields, ...rest } = shown;
    const view = await allocationsView(this.tools.database, principal, company);
    const accountNames = await this.tools.database.read((rows) => namesInBooks(rows, company.id));
    const person = named ? view.people.find(({ user }) => pathOf(user) === pathOf(named)) : undefined;
    const chosen = person && { person, fields: fields ?? fieldsOf(person.rules.at(-1)) };
    return {
      title: `Allocations of ${company.name}`,
      section: 'companies',
      status: rest.problem?.status,
      body: <AllocationsPage {...{ company, principal, view, accountNames, chosen }} {...rest} />,
    };
  }
}

function proposed({ policy }: Company, fields: AllocationFields) {
  const person = fields.person ?? '';
  return withRule(policy.allocations, person, ruleFrom(person, fields));
}
