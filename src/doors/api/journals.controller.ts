import { isPayroll } from '../../record/runs/adjustment.js';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import * as z from 'zod';
import { Database } from '../../ground/database.js';
import { type PostedSet, postedSets } from '../../views/lists/queries.js';
import { Allow, Who } from '../../access/access.js';
import { named } from '../../views/files/file-names.js';
import {
  journalColumns,
  journalColumnsForPrograms,
  type LineInFile,
  setColumns,
} from '../../views/files/journal-file.js';
import { answerFile, type FileFormat } from '../../views/files/table-file.js';
import { workbookType } from '../../views/files/workbook.js';
import { type NamesInBooks, namesInBooks } from '../../views/lists/names-in-books.js';
import { period, word, year } from '../../views/lists/lists.js';
import type { Principal } from '../../access/principal.js';
import { ApiProblems } from './docs/problem.schema.js';
import { ReadsPay } from '../../access/pay-reads.js';
import { Reach } from '../../access/reach.js';

const journalFilter = z
  .strictObject({ company: word.optional(), year: year.optional(), period: period.optional() })
  .refine((filter) => filter.period === undefined || filter.year !== undefined, 'a period needs its year');

const withoutPay =
  'Without the right to see pay: one row for each set with its totals (an account may have one person only), none where the totals would show what a person is paid, and no recovery or adjustment.';

@ApiTags('Journals')
@Controller('api')
export class JournalsController {
  constructor(
    private readonly database: Database,
    private readonly reach: Reach,
  ) {}

  @Get('journals.csv')
  @Allow('viewer')
  @ReadsPay('journals')
  @ApiOperation({
    summary: 'What is in the books, line by line, as CSV: pay runs, recoveries, adjustments, and what reversed them',
    description: withoutPay,
  })
  @ApiOkResponse({ content: { 'text/csv': { schema: { type: 'string' } } } })
  @ApiProblems(404)
  csv(
    @Query({ schema: journalFilter }) asked: z.infer<typeof journalFilter>,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    return this.#answer(response, 'csv', asked, principal);
  }

  @Get('journals.xlsx')
  @Allow('viewer')
  @ReadsPay('journals')
  @ApiOperation({
    summary:
      'What is in the books, line by line, as a spreadsheet: pay runs, recoveries, adjustments, and what reversed them',
    description: withoutPay,
  })
  @ApiOkResponse({ content: { [workbookType]: { schema: { type: 'string', format: 'binary' } } } })
  @ApiProblems(404)
  xlsx(
    @Query({ schema: journalFilter }) asked: z.infer<typeof journalFilter>,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    return this.#answer(response, 'xlsx', asked, principal);
  }

  async #answer(
    response: Response,
    format: FileFormat,
    { company, ...filter }: z.infer<typeof journalFilter>,
    principal: Principal,
  ): Promise<void> {
    const viewer = await this.reach.narrowed(principal, company);
    const sets = postedSets(this.database, viewer, filter);
    const file = { name: named(company, 'journals'), sheet: 'Journals' };
    if (!principal.pay) return answerFile(response, format, { ...file, rows: withoutLines(sets), columns: setColumns });
    const columns = format === 'csv' ? journalColumnsForPrograms : journalColumns;
    return answerFile(response, format, { ...file, rows: this.#lines(sets), columns });
  }

  async *#lines(sets: AsyncIterable<PostedSet>): AsyncGenerator<LineInFile> {
    let names: NamesInBooks | undefined;
    let namesOf: string | undefined;
    for await (const { posting: set, run, company } of sets) {
      // Sets come company by company, so names are read once for each.
      if (names === undefined || namesOf !== run.companyId)
        names = await this.database.read((rows) => namesInBooks(rows, run.companyId));
      namesOf = run.companyId;
      for (const line of set.lines) yield { company, run, set, line, names };
    }
  }
}

async function* withoutLines(sets: AsyncIterable<PostedSet>) {
  // A journal in addition to pay runs may be about one person.
  for await (const { posting, run, company } of sets) if (isPayroll(run)) yield { company, run, set: posting };
}
