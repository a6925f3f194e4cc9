import { Controller, Get, Param, Post, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { ActTools } from '../../../acts/act-tools.js';
import { withdrawFile } from '../../../acts/payrolls/withdraw-file.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Company } from '../../../companies/company.js';
import { Database } from '../../../ground/database.js';
import { word } from '../../../views/lists.js';
import { receivedFiles } from '../../../views/received-files.js';
import { CompanyNamed } from '../frame/company-named.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { companyPath } from '../frame/paths.js';
import { ClientFilesPage } from './client-files.page.js';

/** What a client's payroll was made of, where it comes as files. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('clients/:company/payroll-in')
export class ClientFilesController {
  constructor(
    private readonly tools: ActTools,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @Get()
  async show(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    const files = await this.database.read((rows) => receivedFiles(rows, company));
    return {
      title: `${company.name}: payroll in`,
      section: 'clients',
      body: <ClientFilesPage {...{ company, principal, files }} />,
    };
  }

  @Allow('reviewer')
  @Post(':id/withdraw')
  async withdraw(
    @CompanyNamed() company: Company,
    @Param('id', { schema: word }) id: string,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const { name } = await withdrawFile(this.tools, company, { id, who: whoOf(principal, 'page') });
    return {
      redirect: companyPath(company.id, 'payroll-in'),
      flash: `${name} is taken back. The next sync goes by what is left.`,
    };
  }
}
