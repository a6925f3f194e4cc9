import { Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import * as z from 'zod';
import { Allow } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { notHere } from '../../../access/refusals.js';
import type { Company } from '../../../companies/company.js';
import { today } from '../../../ground/clock.js';
import { Database } from '../../../ground/database.js';
import { taxYearInWords, taxYearOf } from '../../../journal/nouns/dates.js';
import { yearFileName } from '../../../views/files/file-names.js';
import { answerFile, type FileFormat, fileFormats, rowsOf } from '../../../views/files/table-file.js';
import { taxYearColumns } from '../../../views/year/tax-year-file.js';
import { year as taxYear } from '../../../views/lists/lists.js';
import { namesInBooks } from '../../../views/lists/names-in-books.js';
import { grossOfYear } from '../../../views/year/gross-of-year.js';
import { type YearEnd, YearEnds } from '../../../views/year/year-end.js';
import { AtClient, type Visit } from '../frame/visit.js';
import type { PageAnswer } from '../frame/page.js';
import { clientPage, Pages } from '../kit/pages.js';
import { TaxYearPage } from './tax-year.page.js';

const query = z.object({ year: taxYear.optional().catch(undefined) });
type Asked = z.infer<typeof query>;

/** A client's tax year, as a page and as a file. */
@Pages('clients/:company')
export class TaxYearController {
  constructor(
    private readonly years: YearEnds,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @ReadsPay('tax year')
  @Get('tax-year')
  async show(@AtClient() { company, principal }: Visit, @Query({ schema: query }) asked: Asked): Promise<PageAnswer> {
    const now = this.database.clock.now();
    const shown = await this.#find(principal, company, asked);
    const { gross, before } = await this.database.read(async (rows) => {
      const of = (year: number) => grossOfYear(rows, principal, { companyId: company.id, year });
      return { gross: await of(shown.year), before: await of(shown.year - 1) };
    });
    const body = <TaxYearPage {...{ company, principal, shown, gross, before, now }} thisYear={this.#thisYear()} />;
    return clientPage(company, `tax year ${taxYearInWords(shown.year)}`, body);
  }

  @Allow('viewer')
  @ReadsPay('tax year')
  @Get('tax-year.:format')
  async file(
    @AtClient() { company, principal }: Visit,
    @Param('format', { schema: z.enum(fileFormats) }) format: FileFormat,
    @Query({ schema: query }) asked: Asked,
    @Res() response: Response,
  ): Promise<void> {
    const found = await this.#find(principal, company, asked);
    const names = await this.database.read((rows) => namesInBooks(rows, company.id));
    await answerFile(response, format, {
      name: yearFileName(found.company, found.year, 'tax year'),
      sheet: `Tax year ${taxYearInWords(found.year)}`,
      rows: rowsOf(found.months),
      columns: taxYearColumns(found, names),
      totalled: true,
    });
  }

  async #find(principal: Principal, company: Company, { year = this.#thisYear() }: Asked): Promise<YearEnd> {
    const found = await this.years.find(principal, company.id, year);
    if (found === undefined) throw notHere('such company');
    return found;
  }

  #thisYear(): number {
    return taxYearOf(today(this.database.clock));
  }
}
