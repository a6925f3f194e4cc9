import { Body, Controller, Get, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { ActTools } from '../../../acts/act-tools.js';
import { movedAnswer, movePayroll } from '../../../acts/payrolls/move-payroll.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Company } from '../../../companies/company.js';
import type { Problem } from '../../../ground/problem.js';
import { dateTyped, dayInWords } from '../../../journal/nouns/dates.js';
import { payrollSources } from '../../../views/company/payroll-sources.js';
import { payrollInWords } from '../../../views/words/policy-in-words.js';
import { withSending } from '../../../views/words/sending-in-words.js';
import { CompanyNamed } from '../frame/company-named.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { companyPath } from '../frame/paths.js';
import { PayrollMovePage } from './payroll-move.page.js';

const moveForm = z.object({
  move: z.string().trim().max(60).catch(''),
  on: z.string().trim().max(20).catch(''),
  reason: z.string().trim().catch(''),
});

/** Where a client's payroll comes from, from a pay date on. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('clients/:company/settings/payroll-move')
export class PayrollMoveController {
  constructor(private readonly tools: ActTools) {}

  @Allow('viewer')
  @Get()
  show(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    return this.#page(company, principal, {});
  }

  @Allow('admin')
  @Post()
  @HttpCode(200)
  move(
    @CompanyNamed() company: Company,
    @Body({ schema: moveForm }) typed: z.infer<typeof moveForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const [from = '', to = ''] = typed.move.split('>');
    const given = { from, to, on: dateTyped(typed.on) ?? typed.on, reason: typed.reason };
    return form({
      act: () => movePayroll(this.tools, company, { who: whoOf(principal, 'page'), ...given }),
      done: (moved) => {
        const { to, on } = movedAnswer(moved);
        const words = `Payroll comes from ${payrollInWords(to)} from ${dayInWords(on)} on.`;
        return { redirect: companyPath(company.id, 'settings'), flash: withSending(words, moved.sending) };
      },
      again: (problem) => this.#page(company, principal, { typed, problem }),
    });
  }

  async #page(
    company: Company,
    principal: Principal,
    more: { readonly typed?: z.infer<typeof moveForm>; readonly problem?: Problem },
  ): Promise<PageAnswer> {
    const sources = await this.tools.database.read((rows) => payrollSources(rows, company));
    return {
      title: `${company.name}: move payroll`,
      section: 'clients',
      body: <PayrollMovePage {...{ company, principal, sources, ...more }} />,
    };
  }
}
