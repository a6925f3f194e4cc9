import { hash } from 'node:crypto';
import { Body, Get, Post } from '@nestjs/common';
import * as z from 'zod';
import { Allow, AllowEverywhere } from '../../../access/access.js';
import { ActTools } from '../../../acts/act-tools.js';
import { requireApproval } from '../../../acts/companies/require-approval.js';
import { changePolicy } from '../../../acts/companies/change-policy.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { Connection } from '../../../companies/connection.entity.js';
import type { Company } from '../../../companies/company.js';
import type { Policy } from '../../../journal/policy/policy.js';
import { settings } from '../../../journal/policy/settings.js';
import { Problem } from '../../../ground/problem.js';
import { namesInBooks, peopleOf } from '../../../views/lists/names-in-books.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { clientPage, Pages } from '../kit/pages.js';
import { companyPath } from '../frame/paths.js';
import { fieldsOf, type PolicyFields, policyFrom } from './policy-form.js';
import { PolicyPage } from './policy.page.js';
import type { PolicyProps } from './policy-props.js';
import { policyPreview } from '../../../acts/companies/policy-preview.js';
import { withSending } from '../../../views/words/sending-in-words.js';

const typedCharactersMax = 2000;
const approvalForm = z.object({ approval: settings.approval.schema, reason: z.string().trim().catch('') });
const policyForm = z.record(z.string(), z.string().max(typedCharactersMax));

/** A company's policy: read, previewed, saved. */
@Pages('clients/:company/settings')
export class PolicyController {
  constructor(private readonly tools: ActTools) {}

  @Allow('viewer')
  @Get()
  show(@AtClient() { company, principal }: Visit): Promise<PageAnswer> {
    return this.#page({ company, principal, fields: fieldsOf(company.policy) });
  }

  @Allow('admin')
  @ReadsPay('policy preview')
  @Post('preview')
  preview(@AtClient() visit: Visit, @Body({ schema: policyForm }) fields: PolicyFields): Promise<PageAnswer> {
    return this.#previewed(visit, fields);
  }

  @AllowEverywhere('admin')
  @Post('practice-approval')
  requireApproval(
    @AtClient() { company, principal, who }: Visit,
    @Body({ schema: approvalForm }) { approval, reason }: z.infer<typeof approvalForm>,
  ): Promise<PageAnswer> {
    const asks = approval === 'two' ? 'two people for all its clients' : 'what each client’s policy asks for';
    return form({
      act: () => requireApproval(this.tools, company, { who, approval, reason }),
      done: (sending) => ({
        redirect: companyPath(company.id, 'settings'),
        flash: withSending(`The practice asks for ${asks}.`, sending),
      }),
      again: (problem) => this.#page({ company, principal, fields: fieldsOf(company.policy), problem }),
    });
  }

  @Allow('admin')
  @Post()
  save(@AtClient() visit: Visit, @Body({ schema: policyForm }) fields: PolicyFields): Promise<PageAnswer> {
    const { company, who } = visit;
    return form({
      act: async () => {
        const policy = policyFrom(fields, company);
        // Only what was previewed is saved: a field that was changed since is previewed first.
        if (fields.previewed !== markOf(policy)) return undefined;
        // A policy is saved only over the version that the person saw.
        const seen = { ...company, policyVersion: Number(fields.version) };
        const reason = (fields.reason ?? '').trim();
        return changePolicy(this.tools, seen, { who, policy, reason });
      },
      done: (changed) => (changed === undefined ? this.#previewed(visit, fields) : savedPage(company, changed)),
      again: (problem) => this.#previewed(visit, fields, problem),
    });
  }

  async #previewed({ company, principal }: Visit, fields: PolicyFields, problem?: Problem): Promise<PageAnswer> {
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

  async #page(
    props: Omit<PolicyProps, 'people' | 'accountNames' | 'isOfPractice' | 'history' | 'now'>,
  ): Promise<PageAnswer> {
    const { company, principal } = props;
    const read = await this.tools.database.read(async (rows) => ({
      isOfPractice: await rows.existsBy(Connection, { id: company.connectionId, kind: 'practice' }),
      people: principal.pay ? await peopleOf(rows, company.id) : [],
      accountNames: await namesInBooks(rows, company.id),
    }));
    const history = await this.tools.companies.policyHistory(company.id);
    return clientPage(
      company,
      'settings',
      <PolicyPage {...props} {...read} history={history} now={this.tools.database.clock.now()} />,
      props.problem,
    );
  }
}

function savedPage({ id }: Company, { policyVersion, sending }: Awaited<ReturnType<typeof changePolicy>>): PageAnswer {
  return {
    redirect: companyPath(id, 'settings'),
    flash: withSending(`Policy version ${policyVersion} is in force.`, sending),
  };
}

function markOf(policy: Policy): string {
  return hash('sha256', JSON.stringify(policy), 'hex');
}
