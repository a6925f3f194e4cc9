import { Body, Get, Post } from '@nestjs/common';
import * as z from 'zod';
import { Allow } from '../../../access/access.js';
import { ActTools } from '../../../acts/act-tools.js';
import { sayPensions } from '../../../acts/payrolls/say-pensions.js';
import { Database } from '../../../ground/database.js';
import { payrollPensions } from '../../../views/company/payroll-pensions.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { clientPage, Pages } from '../kit/pages.js';
import { pensionsPath } from '../frame/paths.js';
import { type PensionsProps, PensionsPage, pensionsTyped, totalsTyped } from './pensions.page.js';

const typedForm = z.record(z.string(), z.string().max(1000));

@Pages('clients/:company/payroll-in/pensions')
export class PensionsController {
  constructor(
    private readonly tools: ActTools,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @Get()
  async show(@AtClient() visit: Visit): Promise<PageAnswer> {
    return this.#page(visit);
  }

  /** Bound to the settings that the person saw. */
  @Allow('admin')
  @Post()
  say(@AtClient() visit: Visit, @Body({ schema: typedForm }) fields: z.infer<typeof typedForm>): Promise<PageAnswer> {
    const { company, who } = visit;
    const seen = { ...company, policyVersion: Number(fields.version) };
    const { confirm } = fields;
    const reason =
      confirm === undefined
        ? 'What the employer pays into pensions'
        : `What the employer pays into pensions, confirmed for ${confirm.slice(0, 20)}`;
    return form({
      act: async () => {
        const said = pensionsTyped(fields, company.policy.employerPensions);
        return sayPensions(this.tools, seen, {
          who,
          said,
          confirm,
          totals: totalsTyped(fields),
          reason,
        });
      },
      done: () => ({ redirect: pensionsPath(company.id), flash: 'Kept. The next sync uses this.' }),
      again: (problem) => this.#page(visit, { problem, typed: fields }),
    });
  }

  async #page({ company, principal }: Visit, more: Pick<PensionsProps, 'typed' | 'problem'> = {}): Promise<PageAnswer> {
    const found = await payrollPensions(this.database, principal, company);
    return clientPage(company, 'employer’s pensions', <PensionsPage {...{ company, principal, found, ...more }} />);
  }
}
