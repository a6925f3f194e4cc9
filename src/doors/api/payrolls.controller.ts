import { Controller, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import * as z from 'zod';
import { Allow, Who } from '../../access/access.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { Uploads } from '../../access/uploads.js';
import { ActTools } from '../../acts/act-tools.js';
import { previewFile } from '../../acts/payrolls/preview-file.js';
import { clientsOf, fileBytesMax, receiveFile, returnGiven } from '../../acts/payrolls/receive-file.js';
import { receiveReport, reportGiven } from '../../acts/payrolls/receive-report.js';
import { whoOf } from '../../acts/who-of.js';
import { type Answer, named } from '../../answers/named.js';
import { previewAnswer, receivedAnswer as receivedSchema } from '../../answers/payroll-files.js';
import { today } from '../../ground/clock.js';
import { problem } from '../../ground/problem.js';
import { receivedAnswer } from '../../views/company/received-files.js';
import { word } from '../../views/lists/lists.js';
import { ApiProblems } from './docs/problem.schema.js';
import { payrollFileTypes, reportTypes } from './payroll-file-types.js';

const dryRun = z
  .enum(['true', 'false'])
  .default('false')
  .meta({ description: 'true: the answer shows what would change, and nothing is kept.' });
const query = z.strictObject({
  name: word.default('file.xml').meta({ description: 'What the file is called.' }),
  month: z.coerce
    .number()
    .int()
    .min(1)
    .max(12)
    .optional()
    .meta({ description: 'Of an EPS that names no tax month, once its year is over: the one up to which it runs.' }),
  dryRun,
});
const reportQuery = z.strictObject({
  name: word.default('report.csv').meta({ description: 'What the file is called.' }),
  paid: z.iso.date().meta({ description: 'The pay date: no report says it.' }),
  dryRun,
});
const receivedOrPreviewed = z.union([receivedSchema, previewAnswer]);
const shown = (answer: Answer<typeof receivedOrPreviewed>) => named(receivedOrPreviewed, answer);

/** A body that is the file itself: every other route of payroll files is declared in answers/payroll-files.ts. */
@ApiTags('Payroll files')
@Controller('api/payrolls')
export class PayrollsController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
    private readonly uploads: Uploads,
  ) {}

  @Post('files')
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({
    operationId: 'receivePayrollFile',
    summary: 'Take in an FPS or an EPS; its PAYE reference names its client',
  })
  @ApiConsumes(...payrollFileTypes)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ standardSchema: receivedOrPreviewed })
  @ApiProblems(415, 422)
  async receive(
    @Query({ schema: query }) { name, month, dryRun }: z.infer<typeof query>,
    @Who() principal: Principal,
    @Req() request: Request,
  ): Promise<unknown> {
    const given = { name, month, bytes: await this.#bytesOf(request, principal, payrollFileTypes) };
    const who = whoOf(principal, 'api');
    const clients = clientsOf(this.tools, who);
    if (dryRun === 'true') {
      const file = await returnGiven(clients, given, today(this.tools.database.clock));
      return shown(await previewFile(this.tools, principal, file));
    }
    return shown(receivedAnswer(await receiveFile(this.tools, clients, { who, ...given }), principal));
  }

  @Post(':company/reports')
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({
    operationId: 'receivePayslipReport',
    summary: 'Take in a payslip report (CSV or XLSX) of one pay date; the setting `payrollColumns` reads it',
  })
  @ApiConsumes(...reportTypes)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ standardSchema: receivedOrPreviewed })
  @ApiProblems(404, 415, 422)
  async receiveReport(
    @Param('company', { schema: word }) named: string,
    @Query({ schema: reportQuery }) { name, paid: paidOn, dryRun }: z.infer<typeof reportQuery>,
    @Who() principal: Principal,
    @Req() request: Request,
  ): Promise<unknown> {
    const company = await this.reach.company(principal, named);
    const report = { name, bytes: await this.#bytesOf(request, principal, reportTypes), paidOn };
    if (dryRun === 'true') return shown(await previewFile(this.tools, principal, await reportGiven(company, report)));
    const act = { who: whoOf(principal, 'api'), ...report };
    return shown(receivedAnswer(await receiveReport(this.tools, company, act), principal));
  }

  /** The file itself, whatever its type is called; a JSON body or a form is not a file. */
  async #bytesOf(request: Request, principal: Principal, types: string[]): Promise<Uint8Array> {
    if (!request.is(types))
      throw problem('unsupported-body', {
        detail: 'The body must be the file itself.',
        todo: `Send it with Content-Type: ${types[0]}.`,
      });
    if (Number(request.headers['content-length'] ?? 0) > fileBytesMax) throw problem('file-refused', tooLarge);
    if (request.res) this.uploads.begin(principal, request.res);
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > fileBytesMax) throw problem('file-refused', tooLarge);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

const tooLarge = { detail: 'The file is larger than 20 MB.', todo: 'Give one payroll file.' };
