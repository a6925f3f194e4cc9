import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Allow, Who } from '../access/access.js';
import type { Principal } from '../access/principal.js';
import { Reach } from '../access/reach.js';
import { contentTypes, MonthFiles, monthFileFormats, monthFileNamed } from '../evidence/month-files.js';
import { period, word, year } from '../views/lists.js';
import { ApiProblems } from './docs/problem.schema.js';

const address = z.object({ company: word.meta({ description: 'Id, name or subdomain.' }), year, period });
const query = z.strictObject({
  format: z.enum(monthFileFormats).default('pdf').meta({ description: '`zip` holds both others, and evidence.json.' }),
});
const binary = { schema: { type: 'string', format: 'binary' } };

@ApiTags('Evidence')
@Controller('api/month-files')
export class MonthFilesController {
  constructor(
    private readonly files: MonthFiles,
    private readonly reach: Reach,
  ) {}

  @Get(':company/:year/:period')
  @Allow('viewer')
  @ApiOperation({
    summary: 'A tax month of a company as a file that proves itself; without the right to see pay, totals only',
  })
  @ApiOkResponse({ content: Object.fromEntries(Object.values(contentTypes).map((type) => [type, binary])) })
  @ApiProblems(404)
  async take(
    @Param({ schema: address }) { company: named, ...month }: z.infer<typeof address>,
    @Query({ schema: query }) { format }: z.infer<typeof query>,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const company = await this.reach.company(principal, named);
    const trigger = principal.via === 'session' ? 'page' : 'api';
    const reader = { pay: principal.pay, actor: principal.name, trigger };
    const bytes = await this.files.make(company, month, reader, format);
    response
      .type(contentTypes[format])
      .attachment(monthFileNamed(company, month, format))
      .send(bytes);
  }
}
