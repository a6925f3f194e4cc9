import { Body, Controller, Get, Headers, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { day, moment, money } from '../../ground/written.js';
import { Allow, Who } from '../../access/access.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { Uploads } from '../../access/uploads.js';
import { reason } from '../../acts/act-body.js';
import { ActTools } from '../../acts/act-tools.js';
import { today } from '../../ground/clock.js';
import { previewFile } from '../../acts/payrolls/preview-file.js';
import { clientsOf, fileBytesMax, receiveFile, returnGiven } from '../../acts/payrolls/receive-file.js';
import { movedAnswer, movePayroll } from '../../acts/payrolls/move-payroll.js';
import { receiveReport, reportGiven } from '../../acts/payrolls/receive-report.js';
import { sayPensions } from '../../acts/payrolls/say-pensions.js';
import { withdrawFile } from '../../acts/payrolls/withdraw-file.js';
import { whoOf } from '../../acts/who-of.js';
import { Database } from '../../ground/database.js';
import { problem } from '../../ground/problem.js';
import { word } from '../../views/lists/lists.js';
import { payrollFileKinds } from '../../record/runs/payroll-file.entity.js';
import type { Company } from '../../companies/company.js';
import { payrollPensions } from '../../views/company/payroll-pensions.js';
import { receivedAnswer, receivedFiles } from '../../views/company/received-files.js';
import type { Answer } from './answer.js';
import { Idempotent } from './idempotency.interceptor.js';
import { ifMatch, tagOf } from './if-match.js';
import { payrollFileTypes, reportTypes } from './payroll-file-types.js';
import { sendingView } from './sending.view.js';
import { ApiProblems } from './docs/problem.schema.js';

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
const amountToDate = money.optional().meta({ description: 'Since 6 April; needs the right to see pay.' });
const inFile = {
  kind: z
    .enum(payrollFileKinds)
    .meta({ description: 'A Full Payment Submission, an Employer Payment Summary, a report.' }),
  year: z.number().int(),
  payments: z.number().int(),
  paidOn: z.array(day),
  returned: z
    .object({
      toMonth: z.number().int().optional().meta({ description: 'The tax month, 1 to 12, to which its amounts run.' }),
      monthByDay: z.literal(true).optional().meta({ description: 'It names no month: the day on which it came told.' }),
      ...{ recovered: amountToDate, compensation: amountToDate, cisSuffered: amountToDate, levy: amountToDate },
      allowanceClaimed: z.boolean().optional(),
      nobodyPaid: z.array(z.object({ from: day, to: day })),
    })
    .optional()
    .meta({ description: 'What an EPS says.' }),
};
const reportQuery = z.strictObject({
  name: word.default('report.csv').meta({ description: 'What the file is called.' }),
  paid: z.iso.date().meta({ description: 'The pay date: no report says it.' }),
  dryRun,
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
const remarks = z.array(z.object({ code: z.string(), message: z.string() }));
const previewed = z
  .object({
    file: z.string(),
    outcome: z.literal('preview'),
    company: z.string(),
    companyId: z.string(),
    isKnown: z.boolean().meta({ description: 'It has been received already: taking it in would change nothing.' }),
    ...inFile,
    runs: z
      .array(
        z.object({
          ...{ what: z.string(), year: z.number().int(), period: z.number().int(), paidOn: day },
          change: z
            .enum(['new', 'changed', 'same', 'gone'])
            .meta({ description: 'Compared with what was received before.' }),
          would: z.string().meta({ description: 'What a sync would do with it.' }),
          people: z.number().int(),
          paid: z
            .array(z.object({ name: z.string(), gross: money, net: money }))
            .optional()
            .meta({ description: 'Only for those who may see pay, like `totals` and `accounts`.' }),
          totals: z
            .object({
              ...{ gross: money, net: money, taxAuthority: money, pension: money },
              other: money,
            })
            .optional(),
          accounts: z
            .array(z.object({ account: z.string(), name: z.string(), debit: money }))
            .optional()
            .meta({ description: 'The journal by account; credits are negative.' }),
          ...{ holds: remarks, warnings: remarks },
        }),
      )
      .meta({ description: 'The runs of its pay dates, and whatever else it changes.' }),
    months: z
      .array(
        z.object({
          ...{ year: z.number().int(), period: z.number().int() },
          amounts: z.array(z.object({ what: z.string(), before: money, after: money })),
        }),
      )
      .meta({ description: 'What returns say of the months that an EPS changes; only for those who may see pay.' }),
    notes: z.array(z.string()).meta({ description: 'What only the next sync knows.' }),
  })
  .meta({ id: 'PayrollFilePreview' });
const receivedOrPreviewed = z.union([received, previewed]);
const listed = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        file: z.string(),
        ...inFile,
        receivedAt: moment,
        by: z.string(),
        withdrawnAt: moment.optional(),
        sendingAsked: z.literal(true).optional().meta({
          description:
            'It came after the 19th of its month, and no one has said whether it was sent to HMRC by then: see `hmrcAccount` of the policy.',
        }),
      }),
    )
    .meta({ description: 'The latest first.' }),
});
const moveBody = z
  .strictObject({
    to: word.meta({ description: '`files`, `service`, or a pay frequency such as `weekly`.' }),
    from: word.optional().meta({ description: 'Between two pay frequencies: the one that ends.' }),
    on: z.iso.date().meta({ description: 'The first pay date that it pays.' }),
    reason,
  })
  .meta({ id: 'MovePayroll' });
const moved = z
  .object({
    ...{ company: z.string(), from: z.string(), to: z.string(), on: day, policyVersion: z.number().int() },
    sending: sendingView.optional(),
  })
  .meta({ id: 'PayrollMoved' });
const withdrawBody = z.strictObject({ reason }).meta({ id: 'WithdrawPayrollFile' });
const said = z.string().meta({
  description: 'What the employer pays in, in words: an amount, a share, with a date if it changes.',
  examples: ['71.40', '3% of qualifying earnings', '71.40; 85.00 from 2026-04-06'],
  pattern: String.raw`^\d`,
});
const pensions = z
  .object({
    company: z.string(),
    companyId: z.string(),
    version: z.number().int().meta({ description: 'Of the policy, which has the answers.' }),
    year: z.string().optional().meta({ description: 'The last tax year that has files, such as 2025/26.' }),
    confirmed: z.string().optional().meta({ description: 'The tax year up to which all answers are confirmed.' }),
    toConfirm: z.boolean(),
    paysNothing: said.optional().meta({ description: 'For everyone who is not named and pays nothing in.' }),
    paysIn: said.optional().meta({ description: 'For everyone who is not named and pays in.' }),
    people: z.array(
      z.object({
        id: z.string(),
        ...{ name: z.string().optional(), said: said.optional() },
        by: z.enum(['report', 'name', 'rule']).optional(),
        asks: z.enum(['never said', 'lapsed', 'band not known']).optional(),
        from: day.optional().meta({ description: 'The day from which it is to be said, if it is asked again.' }),
      }),
    ),
    months: z
      .array(z.object({ month: z.string(), payroll: money, provider: money.optional() }))
      .optional()
      .meta({ description: 'Pensions of employees and employer by tax month. Only for those who may see pay.' }),
  })
  .meta({ id: 'EmployersPensions' });
const pensionsChanged = pensions.extend({ sending: sendingView }).meta({ id: 'EmployersPensionsChanged' });
const pensionsBody = z
  .strictObject({
    said: z
      .record(z.string(), z.string())
      .default({})
      .meta({ description: 'By payroll id, "*" or "+": "71.40", "3% of qualifying earnings". Empty: it is removed.' }),
    from: z.iso.date().optional().meta({ description: 'The first pay date for which it holds; else from the start.' }),
    totals: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'What the provider takes, by tax month: { "2025-10": "1204.50" }. Empty: it is removed.' }),
    confirm: z.string().optional().meta({ description: 'The tax year up to which all answers are confirmed.' }),
    reason,
  })
  .meta({ id: 'SayEmployersPensions' });
const withdrawn = z.object({ id: z.string(), withdrawnAt: moment }).meta({ id: 'PayrollFileWithdrawn' });

@ApiTags('Payroll files')
@Controller('api/payrolls')
export class PayrollsController {
  constructor(
    private readonly tools: ActTools,
    private readonly database: Database,
    private readonly reach: Reach,
    private readonly uploads: Uploads,
  ) {}

  @Post('files')
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Take in an FPS or an EPS; its PAYE reference names its client' })
  @ApiConsumes(...payrollFileTypes)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ standardSchema: receivedOrPreviewed })
  @ApiProblems(415, 422)
  async receive(
    @Query({ schema: query }) { name, month, dryRun }: z.infer<typeof query>,
    @Who() principal: Principal,
    @Req() request: Request,
  ): Promise<Answer<typeof receivedOrPreviewed>> {
    const given = { name, month, bytes: await this.#bytesOf(request, principal, payrollFileTypes) };
    const who = whoOf(principal, 'api');
    const clients = clientsOf(this.tools, who);
    if (dryRun === 'true')
      return previewFile(this.tools, principal, await returnGiven(clients, given, today(this.tools.database.clock)));
    return receivedAnswer(await receiveFile(this.tools, clients, { who, ...given }), principal);
  }

  @Post(':company/reports')
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({
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
  ): Promise<Answer<typeof receivedOrPreviewed>> {
    const company = await this.reach.company(principal, named);
    const bytes = await this.#bytesOf(request, principal, reportTypes);
    const report = { name, bytes, paidOn };
    if (dryRun === 'true') return previewFile(this.tools, principal, await reportGiven(company, report));
    return receivedAnswer(
      await receiveReport(this.tools, company, { who: whoOf(principal, 'api'), ...report }),
      principal,
    );
  }

  @Post(':company/move')
  @Idempotent()
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Take payroll from another source, from a pay date on; after the last run that is posted' })
  @ApiOkResponse({ standardSchema: moved })
  @ApiProblems(400, 404, 409, 413, 415, 422)
  async move(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: moveBody }) act: z.infer<typeof moveBody>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof moved>> {
    const company = await this.reach.company(principal, named);
    return movedAnswer(await movePayroll(this.tools, company, { who: whoOf(principal, 'api'), ...act }));
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
    return { items: [...(await this.database.read((rows) => receivedFiles(rows, principal, company)))] };
  }

  @Get(':company/pensions')
  @Allow('viewer')
  @ApiOperation({ summary: 'What the employer pays into whose pension, which no FPS has, and who is not answered for' })
  @ApiOkResponse({ standardSchema: pensions, headers: { ETag: { schema: { type: 'string' } } } })
  @ApiProblems(404)
  async pensions(
    @Param('company', { schema: word }) named: string,
    @Who() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<typeof pensions>> {
    return this.#pensions(await this.reach.company(principal, named), principal, response);
  }

  @Put(':company/pensions')
  @Allow('admin')
  @ApiOperation({ summary: 'Say what the employer pays into pensions, or confirm it for a tax year' })
  @ApiHeader({ name: 'If-Match', required: true, description: 'The ETag of what was read.' })
  @ApiOkResponse({ standardSchema: pensionsChanged, headers: { ETag: { schema: { type: 'string' } } } })
  @ApiProblems(404, 412, 413, 415, 428)
  async sayPensions(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: pensionsBody }) { said, from, ...act }: z.infer<typeof pensionsBody>,
    @Headers('if-match') match: string | undefined,
    @Who() principal: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<typeof pensionsChanged>> {
    const company = await this.reach.company(principal, named);
    const answers = Object.entries(said).map(([id, pays]) => ({ id, pays, ...(from !== undefined && { from }) }));
    const given = { who: whoOf(principal, 'api'), said: answers, ...act };
    const changed = await ifMatch(match, company, (seen) => sayPensions(this.tools, seen, given));
    return { ...(await this.#pensions(changed, principal, response)), sending: changed.sending };
  }

  async #pensions(company: Company, principal: Principal, response: Response): Promise<Answer<typeof pensions>> {
    response.setHeader('ETag', tagOf(company));
    const { people, months, ...found } = await payrollPensions(this.database, principal, company);
    const { name, id: companyId, policyVersion: version } = company;
    return { company: name, companyId, version, ...found, people: [...people], ...(months && { months: [...months] }) };
  }

  @Post(':company/files/:id/withdraw')
  @Idempotent()
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Take a file back, as if it had not come; not once what it brought is posted' })
  @ApiOkResponse({ standardSchema: withdrawn })
  @ApiProblems(400, 404, 409, 413, 415)
  async withdraw(
    @Param('company', { schema: word }) named: string,
    @Param('id', { schema: word }) id: string,
    @Body({ schema: withdrawBody }) { reason }: z.infer<typeof withdrawBody>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof withdrawn>> {
    const company = await this.reach.company(principal, named);
    const { withdrawnAt } = await withdrawFile(this.tools, company, { id, who: whoOf(principal, 'api'), reason });
    return { id, withdrawnAt: withdrawnAt?.toISOString() ?? '' };
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
