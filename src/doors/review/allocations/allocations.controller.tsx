import { Body, Get, Post, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { ActTools } from '../../../acts/act-tools.js';
import { changeAllocations, policyWith } from '../../../acts/companies/change-allocations.js';
import { policyPreview } from '../../../acts/companies/policy-preview.js';
import type { Company } from '../../../companies/company.js';
import { withRule } from '../../../journal/allocation/allocation-list.js';
import { pathOf } from '../../../journal/nouns/pay-run.js';
import { allocationsView } from '../../../views/company/allocations-view.js';
import { namesInBooks } from '../../../views/lists/names-in-books.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { partQuery } from '../frame/parts.js';
import { clientPage, Pages } from '../kit/pages.js';
import { costByAccountPath } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { type AllocationFields, fieldsOf, ruleFrom } from './allocation-form.js';
import { AllocationsPage, type AllocationsProps } from './allocations.page.js';
import { withSending } from '../../../views/words/sending-in-words.js';

const typedCharactersMax = 2000;
const allocationForm = z.record(z.string(), z.string().max(typedCharactersMax));
const query = partQuery.extend({ person: given });
type Asked = z.infer<typeof query>;

/** The accounts that people's cost goes to, one person at a time. */
@Pages('clients/:company/settings/cost-by-account')
export class AllocationsPageController {
  constructor(private readonly tools: ActTools) {}

  @Allow('viewer')
  @ReadsPay('allocations')
  @Get()
  show(@AtClient() visit: Visit, @Query({ schema: query }) { person, part }: Asked): Promise<PageAnswer> {
    return this.#page(visit, { person, part: part - 1 });
  }

  @Allow('admin')
  @ReadsPay('allocations')
  @Post('preview')
  preview(@AtClient() visit: Visit, @Body({ schema: allocationForm }) fields: AllocationFields): Promise<PageAnswer> {
    const { company, principal } = visit;
    return form({
      act: async () => {
        const policy = policyWith(company, proposed(company, fields));
        const effect = await policyPreview(this.tools, principal, company, policy, { begun: true });
        return { effect, changed: JSON.stringify(policy.allocations) !== JSON.stringify(company.policy.allocations) };
      },
      done: (preview) => this.#page(visit, { person: fields.person, fields, preview }),
      again: (problem) => this.#page(visit, { person: fields.person, fields, problem }),
    });
  }

  @Allow('admin')
  @Post()
  save(@AtClient() visit: Visit, @Body({ schema: allocationForm }) fields: AllocationFields): Promise<PageAnswer> {
    const { company, who } = visit;
    return form({
      act: async () => {
        // A policy is saved only over the version that the person saw.
        const seen = { ...company, policyVersion: Number(fields.version) };
        const act = { who, allocations: proposed(company, fields), reason: (fields.reason ?? '').trim() };
        return changeAllocations(this.tools, seen, act);
      },
      done: ({ policyVersion, sending }) => ({
        redirect: costByAccountPath(company.id),
        flash: withSending(`Saved. Policy version ${policyVersion} is in force.`, sending),
      }),
      again: (problem) => this.#page(visit, { person: fields.person, fields, problem }),
    });
  }

  async #page(
    { company, principal }: Visit,
    shown: { person?: string; fields?: AllocationFields; part?: number } & Pick<
      AllocationsProps,
      'preview' | 'problem'
    >,
  ): Promise<PageAnswer> {
    const { person: named, fields, part = 0, ...rest } = shown;
    const view = await allocationsView(this.tools.database, principal, company);
    const accountNames = await this.tools.database.read((rows) => namesInBooks(rows, company.id));
    const person = named ? view.people.find(({ user }) => pathOf(user) === pathOf(named)) : undefined;
    const chosen = person && { person, fields: fields ?? fieldsOf(person.rules.at(-1)) };
    return clientPage(
      company,
      'cost by account',
      <AllocationsPage {...{ company, principal, view, accountNames, chosen, part }} {...rest} />,
      rest.problem,
    );
  }
}

function proposed({ policy }: Company, fields: AllocationFields) {
  const person = fields.person ?? '';
  return withRule(policy.allocations, person, ruleFrom(person, fields));
}
