import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import type { Answer } from './answer.js';
import { Allow, Who } from '../../access/access.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { ActTools } from '../../acts/act-tools.js';
import { eraseCompany } from '../../acts/erasing/erase-company.js';
import { erasePerson } from '../../acts/erasing/erase-person.js';
import { whoOf } from '../../acts/who-of.js';
import { word } from '../../views/lists/lists.js';
import { ApiProblems } from './docs/problem.schema.js';
import { Idempotent } from './idempotency.interceptor.js';

const what = z
  .union([
    z.strictObject({
      person: word.meta({
        description: 'By any name that payslips, files or the books have, or the address in the books.',
      }),
    }),
    z.strictObject({ everything: z.literal(true).meta({ description: 'Of a company that was left.' }) }),
  ])
  .meta({ id: 'Erase' });
const erased = z
  .object({ company: z.string(), payRuns: z.number().int(), years: z.array(z.number().int()).optional() })
  .meta({ id: 'Erased' });

@ApiTags('Evidence')
@Controller('api/companies/:company/erase')
export class ErasureController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
  ) {}

  @Post()
  @Idempotent()
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({
    summary:
      'Erase one person’s name and pay from closed tax years, or everything kept of a company that was left; the log stays',
  })
  @ApiOkResponse({ standardSchema: erased })
  @ApiProblems(404, 409, 413, 415)
  async erase(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: what }) asked: z.infer<typeof what>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof erased>> {
    const company = await this.reach.company(principal, named);
    const who = whoOf(principal, 'api');
    if ('everything' in asked) return eraseCompany(this.tools, company, who);
    return erasePerson(this.tools, company, { who, person: asked.person });
  }
}
