import { Controller, Get, Post, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { ActTools } from '../../../acts/act-tools.js';
import { leaveCompany } from '../../../acts/companies/leave-company.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Company } from '../../../companies/company.js';
import { PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import { CompanyNamed } from '../frame/company-named.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { companyPath } from '../frame/paths.js';
import { BooksFoundPage } from './books-found.page.js';

/** After connecting: whose books were found, before anything is posted to them. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('first-run')
export class FirstRunController {
  constructor(private readonly tools: ActTools) {}

  @Allow('admin')
  @Get(':company')
  show(@CompanyNamed() company: Company, @Who() { csrf }: Principal): PageAnswer {
    return { title: 'The books found', section: 'board', body: <BooksFoundPage company={company} csrf={csrf} /> };
  }

  /**
   * These are not the intended books. Once payroll has been read, leaving is confirmed by typing the name, as always.
   */
  @Allow('admin')
  @Post(':company/leave')
  async leave(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    const { database } = this.tools;
    if (await database.read((rows) => rows.existsBy(PayRunRecord, { companyId: company.id })))
      return {
        redirect: companyPath(company.id, 'connection'),
        flash: `Payroll of ${company.name} was read already. Type its name below to leave it.`,
      };
    await leaveCompany(this.tools, company, { who: whoOf(principal, 'page') });
    return { redirect: '/', flash: `${company.name} was left, and its keys are destroyed.` };
  }
}
