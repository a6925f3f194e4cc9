import { Controller, Get, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Allow, Who } from '../../access/access.js';
import type { CsvColumn } from '../../views/csv.js';
import { answerCsv } from '../../views/csv-answer.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { notHere } from '../../access/refusals.js';
import { Database } from '../../ground/database.js';
import { taxYearOf } from '../../journal/dates.js';
import { type YearEnd, type YearEndMonth, YearEnds } from '../../views/year-end.js';
import { accountNameIn } from '../../views/account-names.js';
import { Problem } from '../../ground/problem.js';
import { companyRows } from '../companies/company-rows.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { given } from '../frame/query.js';
import { dayOf, monthName } from '../frame/words.js';
import { tieWords, YearEndPage } from './year-end.page.js';

const query = z.object({
  company: given,
  year: z.coerce.number().int().min(2000).max(2100).optional().catch(undefined),
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
  @Get('year-end')
  async show(@Query({ schema: query }) asked: z.infer<typeof query>, @Who() principal: Principal): Promise<PageAnswer> {
    const year = asked.year ?? taxYearOf(dayOf(this.database.clock.now()));
    const companies = (await this.database.read((em) => companyRows(em, principal, {}))).rows;
    // With one company there is nothing to choose.
    const only = companies.length === 1 ? companies[0]?.id : undefined;
    const shown = await this.#find(principal, asked.company ?? only, year);
    return {
      title: `Tax year ${year - 1}/${String(year).slice(2)}`,
      section: 'year-end',
      body: <YearEndPage year={year} shown={shown} companies={companies} asked={asked.company} />,
    };
  }

  @Allow('viewer')
  @Get('year-end.csv')
  async csv(
    @Query({ schema: query }) asked: z.infer<typeof query>,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const year = asked.year ?? taxYearOf(dayOf(this.database.clock.now()));
    const found = await this.#find(principal, asked.company, year);
    if (found === undefined) throw notHere('such company');
    await answerCsv(response, `year-end-${year}.csv`, each(found.months), columnsOf(found));
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

function columnsOf(year: YearEnd): readonly CsvColumn<YearEndMonth>[] {
  return [
    { heading: 'Company', value: () => year.company },
    { heading: 'Tax month', value: (month) => month.period + 1 },
    { heading: 'Month', value: (month) => monthName(month.period) },
    ...year.accounts.map((code) => ({
      heading: `${code} ${accountNameIn(year.accountNames, code)}`.trim(),
      value: (month: YearEndMonth) => month.amounts.get(code),
    })),
    { heading: 'HMRC', value: (month) => tieWords(month.tie) },
    { heading: 'Pay runs not in the books', value: (month) => month.notInBooks },
  ];
}

async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}
