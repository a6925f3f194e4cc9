import { Controller, Get, Param, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import * as z from 'zod';
import { dayInLondon } from '../../../ground/london.js';
import { today } from '../../../ground/clock.js';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { type FileFormat, fileFormats, answerFile, rowsOf } from '../../../views/files/table-file.js';
import { yearFileName } from '../../../views/files/file-names.js';
import { taxYearColumns } from '../../../views/files/tax-year-file.js';
import { namesInBooks } from '../../../views/names-in-books.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { notHere } from '../../../access/refusals.js';
import { Database } from '../../../ground/database.js';
import { taxYearInWords, taxYearOf } from '../../../journal/nouns/dates.js';
import { year as taxYear } from '../../../views/lists.js';
import { type YearEnd, YearEnds } from '../../../views/year-end.js';
import { Problem } from '../../../ground/problem.js';
import { companiesListed } from '../../../views/board/companies-listed.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { given } from '../frame/query.js';
import { YearEndPage } from './year-end.page.js';

const companiesOffered = 50;

const query = z.object({
  company: given,
  year: taxYear.optional().catch(undefined),
});

@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller()
export class YearEndController {
  constructor(
    private readonly years: YearEnds,
    private readonly reach: Reach,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @ReadsPay('tax year')
  @Get('year-end')
  async show(@Query({ schema: query }) asked: z.infer<typeof query>, @Who() principal: Principal): Promise<PageAnswer> {
    const now = this.database.clock.now();
    const year = asked.year ?? taxYearOf(dayInLondon(now));
    const companies = (
      await this.database.read((rows) => companiesListed(rows, principal, {}, { size: companiesOffered }))
    ).rows;
    // With one company there is nothing to choose.
    const only = companies.length === 1 ? companies[0]?.id : undefined;
    const shown = await this.#find(principal, asked.company ?? only, year);
    return {
      title: `Tax year ${taxYearInWords(year)}`,
      section: 'year-end',
      body: <YearEndPage {...{ year, shown, companies, now }} asked={asked.company} />,
    };
  }

  @Allow('viewer')
  @ReadsPay('tax year')
  @Get('year-end.:format')
  async file(
    @Param('format', { schema: z.enum(fileFormats) }) format: FileFormat,
    @Query({ schema: query }) asked: z.infer<typeof query>,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const year = asked.year ?? taxYearOf(today(this.database.clock));
    const found = await this.#find(principal, asked.company, year);
    if (found === undefined) throw notHere('such company');
    const names = await this.database.read((rows) => namesInBooks(rows, found.companyId));
    await answerFile(response, format, {
      name: yearFileName(found.company, year, 'tax year'),
      sheet: `Tax year ${taxYearInWords(year)}`,
      rows: rowsOf(found.months),
      columns: taxYearColumns(found, names),
      totalled: true,
    });
  }

  async #find(principal: Principal, named: string | undefined, year: number): Promise<YearEnd | undefined> {
    if (named === undefined) return undefined;
    try {
      return await this.years.find(principal, (await this.reach.company(principal, named)).id, year);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    }
  }
}
