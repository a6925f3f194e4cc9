import { Controller, Get, Param, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { notHere } from '../../../access/refusals.js';
import type { Company } from '../../../companies/company.js';
import { Database } from '../../../ground/database.js';
import { dryRunOf } from '../../../views/words/dry-run.js';
import { word } from '../../../views/lists/lists.js';
import { CompanyNamed } from '../frame/company-named.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { DryRunPage } from './dry-run.page.js';

/** What a dry run of a client found: apart from the sync's page, because its reasons are people's pay. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('clients/:company/dry-run')
export class DryRunController {
  constructor(private readonly database: Database) {}

  @Allow('viewer')
  @ReadsPay('dry run')
  @Get(':sync')
  async show(
    @CompanyNamed() company: Company,
    @Param('sync', { schema: word }) id: string,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const found = await this.database.read((rows) => dryRunOf(rows, principal, { companyId: company.id, id }));
    if (found === undefined) throw notHere('such dry run');
    const body = <DryRunPage {...{ company, found, principal }} now={this.database.clock.now()} />;
    return { title: `${company.name}: dry run`, section: 'clients', body };
  }
}
