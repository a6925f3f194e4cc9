import { Body, Controller, Get, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { ActTools } from '../../../acts/act-tools.js';
import { sayPensions } from '../../../acts/payrolls/say-pensions.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Company } from '../../../companies/company.js';
import { Database } from '../../../ground/database.js';
import { payrollPensions } from '../../../views/company/payroll-pensions.js';
import { CompanyNamed } from '../frame/company-named.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { pensionsPath } from '../frame/paths.js';
import { type PensionsProps, PensionsPage, pensionsTyped, totalsTyped } from './pensions.page.js';

const typedForm = z.record(z.string(), z.string().max(1000));

@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('clients/:company/payroll-in/pensions')
export class PensionsController {
  constructor(
    private readonly tools: ActTools,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @Get()
  async show(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    return this.#page(company, principal);
  }

  /** Bound to the settings that the person saw. */
  @Allow('admin')
  @Post()
  @HttpCode(200)
  say(
    @CompanyNamed() company: Company,
    @Body({ schema: typedForm }) fields: z.infer<typeof typedForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
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
          who: whoOf(principal, 'page'),
          said,
          confirm,
          totals: totalsTyped(fields),
          reason,
        });
      },
      done: () => ({ redirect: pensionsPath(company.id), flash: 'Kept. The next sync uses this.' }),
      again: (problem) => this.#page(company, principal, { problem, typed: fields }),
    });
  }

  async #page(
    company: Company,
    principal: Principal,
    more: Pick<PensionsProps, 'typed' | 'problem'> = {},
  ): Promise<PageAnswer> {
    const found = await payrollPensions(this.database, principal, company);
    return {
      title: `${company.name}: employer’s pensions`,
      section: 'clients',
      body: <PensionsPage {...{ company, principal, found, ...more }} />,
    };
  }
}
