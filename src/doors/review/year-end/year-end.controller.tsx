import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { today } from '../../../ground/clock.js';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { notHere } from '../../../access/refusals.js';
import { Database } from '../../../ground/database.js';
import { Problem } from '../../../ground/problem.js';
import { taxYearOf } from '../../../journal/nouns/dates.js';
import { companiesListed } from '../../../views/board/companies-listed.js';
import { type FileFormat, fileFormats } from '../../../views/files/table-file.js';
import { year as taxYear } from '../../../views/lists.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { taxYearFilePath, taxYearPath } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { YearEndPage } from './year-end.page.js';

const clientsOffered = 50;

const query = z.object({
  company: given,
  year: taxYear.optional().catch(undefined),
});
type Asked = z.infer<typeof query>;

/** To the tax year of a client, which is one of its tabs, by the client's name. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller()
export class YearEndController {
  constructor(
    private readonly reach: Reach,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @Get('year-end')
  async show(@Query({ schema: query }) asked: Asked, @Who() principal: Principal): Promise<PageAnswer> {
    const { rows: clients } = await this.database.read((rows) =>
      companiesListed(rows, principal, {}, { size: clientsOffered }),
    );
    // With one client there is nothing to choose.
    const only = clients.length === 1 ? clients[0]?.id : undefined;
    const id = await this.#find(principal, asked.company ?? only);
    if (id !== undefined) return { redirect: taxYearPath(id, asked.year) };
    const year = asked.year ?? taxYearOf(today(this.database.clock));
    return {
      title: 'Tax year',
      section: 'clients',
      body: <YearEndPage {...{ year, clients }} asked={asked.company} />,
    };
  }

  @Allow('viewer')
  @Get('year-end.:format')
  async file(
    @Param('format', { schema: z.enum(fileFormats) }) format: FileFormat,
    @Query({ schema: query }) asked: Asked,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const id = await this.#find(principal, asked.company);
    if (id === undefined) throw notHere('such company');
    return { redirect: taxYearFilePath(id, format, asked.year) };
  }

  async #find(principal: Principal, named: string | undefined): Promise<string | undefined> {
    if (named === undefined) return undefined;
    try {
      return (await this.reach.company(principal, named)).id;
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    }
  }
}
