import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import * as z from 'zod';
import { Allow, Who } from '../../access/access.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { contentTypes, MonthFiles, monthFileFormats, monthFileNamed } from '../../evidence/month-files.js';
import { period, word, year } from '../../views/lists/lists.js';
import { ApiProblems } from './docs/problem.schema.js';

const address = z.object({ company: word.meta({ description: 'Id, name or subdomain.' }), year, period });
const query = z.strictObject({
  format: z
    .enum(monthFileFormats)
    .default('pdf')
    .meta({ description: '`zip` contains the other two and evidence.json.' }),
});
const binary = { schema: { type: 'string', format: 'binary' } };

@ApiTags('Evidence')
@Controller('api/month-files')
export class MonthFilesController {
  constructor(
    private readonly files: MonthFiles,
    private readonly reach: Reach,
  ) {}

  @Get(':company')
  @Allow('viewer')
  @ApiOperation({
    summary: 'Every recorded month of a company, as one ZIP of signed ZIPs: for a client who leaves',
  })
  @ApiOkResponse({ content: { [contentTypes.zip]: binary } })
  @ApiProblems(404)
  async takeAll(
    @Param('company', { schema: word }) named: string,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const company = await this.reach.company(principal, named);
    const bytes = await this.files.makeAll(company, readerOf(principal));
    response.type(contentTypes.zip).attachment(`${company.name} month files.zip`).send(bytes);
  }

  @Get(':company/:year/:period')
  @Allow('viewer')
  @ApiOperation({
    summary: 'A tax month of a company as a signed file; without the right to see pay, no amounts',
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
    const bytes = await this.files.make(company, month, readerOf(principal), format);
    response
      .type(contentTypes[format])
      .attachment(monthFileNamed(company, month, format))
      .send(bytes);
  }
}

const readerOf = ({ pay, name: actor, via }: Principal) => ({
  pay,
  actor,
  trigger: via === 'session' ? 'page' : 'api',
});
