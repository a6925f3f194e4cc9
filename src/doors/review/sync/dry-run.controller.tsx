import { Get, Param } from '@nestjs/common';
import { Allow } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { notHere } from '../../../access/refusals.js';
import { Database } from '../../../ground/database.js';
import { dryRunOf } from '../../../views/words/dry-run.js';
import { word } from '../../../views/lists/lists.js';
import { AtClient, type Visit } from '../frame/visit.js';
import type { PageAnswer } from '../frame/page.js';
import { clientPage, Pages } from '../kit/pages.js';
import { DryRunPage } from './dry-run.page.js';

/** What a dry run of a client found: apart from the sync's page, because its reasons are people's pay. */
@Pages('clients/:company/dry-run')
export class DryRunController {
  constructor(private readonly database: Database) {}

  @Allow('viewer')
  @ReadsPay('dry run')
  @Get(':sync')
  async show(
    @AtClient() { company, principal }: Visit,
    @Param('sync', { schema: word }) id: string,
  ): Promise<PageAnswer> {
    const found = await this.database.read((rows) => dryRunOf(rows, principal, { companyId: company.id, id }));
    if (found === undefined) throw notHere('such dry run');
    const body = <DryRunPage {...{ company, found, principal }} now={this.database.clock.now()} />;
    return clientPage(company, 'dry run', body);
  }
}
