import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import * as z from 'zod';
import type { Answer } from '../../answers/named.js';
import type { LogViewFilter } from '../../views/log/log-entries.js';
import { LogViews } from '../../views/log/log-view.js';
import { Allow, Who } from '../../access/access.js';
import { ReadsPay } from '../../access/pay-reads.js';
import { named } from '../../views/files/file-names.js';
import { answerFile, type FileFormat } from '../../views/files/table-file.js';
import { workbookType } from '../../views/files/workbook.js';
import { listOf, paging, word } from '../../views/lists/lists.js';
import { logEntry } from './log.view.js';
import { logLine } from '../../views/log/log-line.js';
import { logColumns } from '../../views/files/log-columns.js';
import type { Principal } from '../../access/principal.js';
import { ApiProblems } from './docs/problem.schema.js';
import { Reach } from '../../access/reach.js';

const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .meta({ description: 'A date or a time, such as 2025-10-31.' });

const filterFields = {
  company: word.optional(),
  since: moment.optional(),
  until: moment.optional().meta({ description: 'Up to, and not including.' }),
  act: word.optional(),
  actor: word.optional(),
  trigger: word.optional(),
  tag: word.optional(),
  search: word.optional().meta({
    description: 'Part of a name in any case: a company’s, a person’s, and with the right to see pay an employee’s.',
  }),
  unreviewed: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Only entries of runs in the books that no one signed off.' }),
};
const logFilter = z.strictObject(filterFields);
const logPage = z.strictObject({ ...filterFields, ...paging });

const logRows = listOf(logEntry);

@ApiTags('Log')
@Controller('api')
export class LogController {
  constructor(
    private readonly log: LogViews,
    private readonly reach: Reach,
  ) {}

  @ReadsPay('posting log')
  @Get('log')
  @Allow('viewer')
  @ApiOperation({ summary: 'The posting log, the latest first; the whole of it as CSV where `Accept` asks for that' })
  @ApiOkResponse({ standardSchema: logRows })
  @ApiProblems(404)
  async page(
    @Query({ schema: logPage }) { cursor, limit, ...asked }: z.infer<typeof logPage>,
    @Who() principal: Principal,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (request.accepts(['application/json', 'text/csv']) === 'text/csv') return this.csv(asked, principal, response);
    const filter = await this.#filter(principal, asked);
    const page = await this.log.page(principal, filter, cursor, limit);
    response.json({ items: page.rows.map(logLine), next: page.next } satisfies Answer<typeof logRows>);
  }

  @ReadsPay('posting log')
  @Get('log.csv')
  @Allow('viewer')
  @ApiOperation({ summary: 'The posting log as CSV, the latest first' })
  @ApiOkResponse({ content: { 'text/csv': { schema: { type: 'string' } } } })
  @ApiProblems(404)
  async csv(
    @Query({ schema: logFilter }) asked: z.infer<typeof logFilter>,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    await this.#answer(response, 'csv', asked, principal);
  }

  @ReadsPay('posting log')
  @Get('log.xlsx')
  @Allow('viewer')
  @ApiOperation({ summary: 'The posting log as a spreadsheet, the latest first' })
  @ApiOkResponse({ content: { [workbookType]: { schema: { type: 'string', format: 'binary' } } } })
  @ApiProblems(404)
  async xlsx(
    @Query({ schema: logFilter }) asked: z.infer<typeof logFilter>,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    await this.#answer(response, 'xlsx', asked, principal);
  }

  async #answer(
    response: Response,
    format: FileFormat,
    asked: z.infer<typeof logFilter>,
    principal: Principal,
  ): Promise<void> {
    const filter = await this.#filter(principal, asked);
    const rows = this.log.all(principal, filter);
    await answerFile(response, format, {
      name: named(asked.company, 'posting log'),
      sheet: 'Log',
      rows,
      columns: logColumns,
    });
  }

  async #filter(principal: Principal, asked: z.infer<typeof logFilter>): Promise<LogViewFilter> {
    const { company, since, until, unreviewed, ...same } = asked;
    return {
      ...same,
      companyId: company === undefined ? undefined : (await this.reach.company(principal, company)).id,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
      unreviewed: unreviewed === 'true',
    };
  }
}
