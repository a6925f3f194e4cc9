import { Get, Param, Query } from '@nestjs/common';
import * as z from 'zod';
import { today } from '../../../ground/clock.js';
import { Allow } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { notHere } from '../../../access/refusals.js';
import { Database } from '../../../ground/database.js';
import { taxYearInWords, taxYearOf } from '../../../journal/nouns/dates.js';
import { EmployeeYears } from '../../../views/year/employee-year.js';
import { word, year as taxYear } from '../../../views/lists/lists.js';
import { PeoplePaidYears } from '../../../views/year/people-paid.js';
import type { PageAnswer } from '../frame/page.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { clientPage, Pages } from '../kit/pages.js';
import { given } from '../frame/query.js';
import { EmployeePage } from './employee.page.js';
import { PeoplePaidPage } from './people-paid.page.js';

const query = z.object({ year: taxYear.optional().catch(undefined) });
const listQuery = query.extend({ after: given });

/** Whom a client pays, and one person's year; only for viewers who may see pay. */
@Pages('clients/:company/people')
export class PeoplePaidController {
  constructor(
    private readonly years: EmployeeYears,
    private readonly people: PeoplePaidYears,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @ReadsPay('people paid')
  @Get()
  async all(
    @AtClient() { company, principal }: Visit,
    @Query({ schema: listQuery }) asked: z.infer<typeof listQuery>,
  ): Promise<PageAnswer> {
    const thisYear = this.#thisYear();
    const { year = thisYear, after } = asked;
    const paid = await this.people.find(principal, { companyId: company.id, year }, after);
    return clientPage(
      company,
      `people paid in ${taxYearInWords(year)}`,
      <PeoplePaidPage {...{ company, year, thisYear, paid, principal }} />,
    );
  }

  @Allow('viewer')
  @ReadsPay('person’s tax year')
  @Get(':user')
  async one(
    @AtClient() { company, principal }: Visit,
    @Param('user', { schema: word }) user: string,
    @Query({ schema: query }) asked: z.infer<typeof query>,
  ): Promise<PageAnswer> {
    const year = asked.year ?? this.#thisYear();
    const found = await this.years.find(principal, { companyId: company.id, year, user });
    if (found === undefined) throw notHere('such employee in that tax year');
    return { title: found.name, section: 'clients', body: <EmployeePage {...{ company, principal }} of={found} /> };
  }

  #thisYear(): number {
    return taxYearOf(today(this.database.clock));
  }
}
