import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { today } from '../../../ground/clock.js';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import { notHere } from '../../../access/refusals.js';
import { Database } from '../../../ground/database.js';
import { taxYearOf } from '../../../journal/nouns/dates.js';
import { EmployeeYears } from '../../../views/employee-year.js';
import { word, year as taxYear } from '../../../views/lists.js';
import type { PageAnswer } from '../frame/page.js';
import { CompanyNamed } from '../frame/company-named.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { EmployeePage } from './employee.page.js';

const query = z.object({ year: taxYear.optional().catch(undefined) });

/** One person's year; only for viewers who may see pay. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('employees/:company/:user')
export class EmployeeController {
  constructor(
    private readonly years: EmployeeYears,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @ReadsPay('person’s tax year')
  @Get()
  async show(
    @CompanyNamed() company: Company,
    @Param('user', { schema: word }) user: string,
    @Query({ schema: query }) asked: z.infer<typeof query>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const year = asked.year ?? taxYearOf(today(this.database.clock));
    const found = await this.years.find(principal, { companyId: company.id, year, user });
    if (found === undefined) throw notHere('such employee in that tax year');
    return { title: found.name, section: 'companies', body: <EmployeePage of={found} /> };
  }
}
