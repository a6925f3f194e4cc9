import { Get, Post } from '@nestjs/common';
import { Allow } from '../../../access/access.js';
import { ActTools } from '../../../acts/act-tools.js';
import { leaveCompany } from '../../../acts/companies/leave-company.js';
import { PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import { AtClient, type Visit } from '../frame/visit.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { companyPath } from '../frame/paths.js';
import { BooksFoundPage } from './books-found.page.js';

/** After connecting: whose books were found, before anything is posted to them. */
@Pages('first-run')
export class FirstRunController {
  constructor(private readonly tools: ActTools) {}

  @Allow('admin')
  @Get(':company')
  show(@AtClient() { company }: Visit): PageAnswer {
    return { title: 'The books found', section: 'board', body: <BooksFoundPage company={company} /> };
  }

  /**
   * These are not the intended books. Once payroll has been read, leaving is confirmed by typing the name, as always.
   */
  @Allow('admin')
  @Post(':company/leave')
  async leave(@AtClient() { company, who }: Visit): Promise<PageAnswer> {
    const { database } = this.tools;
    if (await database.read((rows) => rows.existsBy(PayRunRecord, { companyId: company.id })))
      return {
        redirect: companyPath(company.id, 'connection'),
        flash: `Payroll of ${company.name} was read already. Type its name below to leave it.`,
      };
    await leaveCompany(this.tools, company, { who });
    return { redirect: '/', flash: `${company.name} was left, and its keys are destroyed.` };
  }
}
