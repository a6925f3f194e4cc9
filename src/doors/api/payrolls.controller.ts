import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import * as z from 'zod';
import { Allow, Who } from '../../access/access.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { ActTools } from '../../acts/act-tools.js';
import { companiesOf, fileBytesMax, receiveFile } from '../../acts/payrolls/receive-file.js';
import { receiveReport } from '../../acts/payrolls/receive-report.js';
import { withdrawFile } from '../../acts/payrolls/withdraw-file.js';
import { whoOf } from '../../acts/who-of.js';
import { Database } from '../../ground/database.js';
import { problem } from '../../ground/problem.js';
import { word } from '../../views/lists.js';
import { payrollFileKinds } from '../../record/runs/payroll-file.entity.js';
import { receivedAnswer, receivedFiles } from '../../views/received-files.js';
import type { Answer } from './answer.js';
import { Idempotent } from './idempotency.interceptor.js';
import { payrollFileTypes, reportTypes } from './payroll-file-types.js';
import { ApiProblems } from './docs/problem.schema.js';

const query = z.strictObject({ name: word.default('file.xml').meta({ description: 'What the file is called.' }) });
const amountToDate = z.string().meta({ description: 'Since 6 April.' });
const inFile = {
  kind: z
    .enum(payrollFileKinds)
    .meta({ description: 'A Full Payment Submission, an Employer Payment Summary, a report.' }),
  year: z.number().int(),
  payments: z.number().int(),
  paidOn: z.array(z.string()),
  returned: z
    .object({
      toMonth: z.number().int().optional().meta({ description: 'The tax month, 1 to 12, to which its amounts run.' }),
      ...{ recovered: amountToDate, compensation: amountToDate, cisSuffered: amountToDate, levy: amountToDate },
      allowanceClaimed: z.boolean().optional(),
      nobodyPaid: z.array(z.object({ from: z.string(), to: z.string() })),
    })
    .optional()
    .meta({ description: 'What an EPS says.' }),
};
const reportQuery = z.strictObject({
  name: word.default('report.csv').meta({ description: 'What the file is called.' }),
  paid: z.iso.date().meta({ description: 'The pay date: no report says it.' }),
});
const received = z
  .object({
    file: z.string(),
    outcome: z.enum(['received', 'known']).meta({ description: '`known`: it was here, and nothing was changed.' }),
    company: z.string(),
    companyId: z.string(),
    id: z.string(),
    ...inFile,
  })
  .meta({ id: 'PayrollFileReceived' });
const listed = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        file: z.string(),
        ...inFile,
        receivedAt: z.string(),
        by: z.string(),
        withdrawnAt: z.string().optional(),
      }),
    )
    .meta({ description: 'The latest first.' }),
});
/** Nothing is asked but which file. */
const nothingMore = z.strictObject({});
const withdrawn = z.object({ id: z.string(), withdrawnAt: z.string() }).meta({ id: 'PayrollFileWithdrawn' });

@ApiTags('Payroll files')
@Controller('api/payrolls')
export class PayrollsController {
  constructor(
    private readonly tools: ActTools,
    private readonly database: Database,
    private readonly reach: Reach,
  ) {}

  @Post('files')
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Take in an FPS or an EPS; its PAYE reference says whose it is' })
  @ApiConsumes(...payrollFileTypes)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ standardSchema: received })
  @ApiProblems(415, 422)
  async receive(
    @Query({ schema: query }) { name }: z.infer<typeof query>,
    @Who() principal: Principal,
    @Req() request: Request,
  ): Promise<Answer<typeof received>> {
    const bytes = await bytesOf(request, payrollFileTypes);
    const who = whoOf(principal, 'api');
    return receivedAnswer(await receiveFile(this.tools, await companiesOf(this.tools, who), { who, name, bytes }));
  }

  @Post(':company/reports')
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({
    summary: 'Take in a payslip report (CSV or XLSX) of one pay date; the setting `payrollColumns` reads it',
  })
  @ApiConsumes(...reportTypes)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ standardSchema: received })
  @ApiProblems(404, 415, 422)
  async receiveReport(
    @Param('company', { schema: word }) named: string,
    @Query({ schema: reportQuery }) { name, paid: paidOn }: z.infer<typeof reportQuery>,
    @Who() principal: Principal,
    @Req() request: Request,
  ): Promise<Answer<typeof received>> {
    const company = await this.reach.company(principal, named);
    const bytes = await bytesOf(request, reportTypes);
    const who = whoOf(principal, 'api');
    return receivedAnswer(await receiveReport(this.tools, company, { who, name, bytes, paidOn }));
  }

  @Get(':company/files')
  @Allow('viewer')
  @ApiOperation({ summary: 'The payroll files of a company that were received' })
  @ApiOkResponse({ standardSchema: listed })
  @ApiProblems(404)
  async list(
    @Param('company', { schema: word }) named: string,
    @Who() principal: Principal,
  ): Promise<Answer<typeof listed>> {
    const company = await this.reach.company(principal, named);
    return { items: [...(await this.database.read((rows) => receivedFiles(rows, company)))] };
  }

  @Post(':company/files/:id/withdraw')
  @Idempotent()
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Take a file back, as if it had not come; not once its pay is posted' })
  @ApiOkResponse({ standardSchema: withdrawn })
  @ApiProblems(404, 409, 413, 415)
  async withdraw(
    @Param('company', { schema: word }) named: string,
    @Param('id', { schema: word }) id: string,
    @Body({ schema: nothingMore }) _: z.infer<typeof nothingMore>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof withdrawn>> {
    const company = await this.reach.company(principal, named);
    const { withdrawnAt } = await withdrawFile(this.tools, company, { id, who: whoOf(principal, 'api') });
    return { id, withdrawnAt: withdrawnAt?.toISOString() ?? '' };
  }
}

/** The file itself, whatever its type is called; a body of JSON or of a form is none. */
async function bytesOf(request: Request, types: string[]): Promise<Uint8Array> {
  if (!request.is(types))
    throw problem('unsupported-body', {
      detail: 'The body is to be the file itself.',
      todo: `Send it with Content-Type: ${types[0]}.`,
    });
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > fileBytesMax) throw problem('file-refused', tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = { detail: 'The file is larger than 20 MB.', todo: 'Give one payroll file.' };
