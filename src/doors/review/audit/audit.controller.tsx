import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import * as z from 'zod';
import { Allow } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { notHere } from '../../../access/refusals.js';
import { ActTools } from '../../../acts/act-tools.js';
import { changePolicy } from '../../../acts/companies/change-policy.js';
import { today } from '../../../ground/clock.js';
import { Database } from '../../../ground/database.js';
import type { Problem } from '../../../ground/problem.js';
import { dayInWords, taxYearOf } from '../../../journal/nouns/dates.js';
import { SyncQueue } from '../../../runner/queue.js';
import { submitSyncs } from '../../../runner/submit-syncs.js';
import { auditKept } from '../../../views/company/audits.js';
import {
  correctionColumns,
  correctionsOf,
  reachesToNow,
  takeOverFrom,
} from '../../../views/company/audit-corrections.js';
import { yearFileName } from '../../../views/files/file-names.js';
import { answerFile, type FileFormat, fileFormats, rowsOf } from '../../../views/files/table-file.js';
import { year as taxYear } from '../../../views/lists/lists.js';
import { namesInBooks } from '../../../views/lists/names-in-books.js';
import { form } from '../frame/form.js';
import type { PageAnswer } from '../frame/page.js';
import type { Typed } from '../kit/act-form.js';
import { companyPath, withQuery } from '../frame/paths.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { clientPage, Pages } from '../kit/pages.js';
import { AuditPage } from './audit.page.js';

const query = z.object({ year: taxYear.optional().catch(undefined) });
type Asked = z.infer<typeof query>;
const makeForm = z.object({ year: taxYear.optional().catch(undefined) });

const takeOverForm = makeForm.extend({ reason: z.string().trim().default('') });

interface Refused {
  readonly problem: Problem;
  readonly typed: Typed;
}

/** What others posted for a client, against its payroll: a page, and the correcting journals as a file. */
@Pages('clients/:company')
export class AuditController {
  constructor(
    readonly queue: SyncQueue,
    readonly tools: ActTools,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @ReadsPay('audit')
  @Get('audit')
  show(@AtClient() visit: Visit, @Query({ schema: query }) asked: Asked): Promise<PageAnswer> {
    return this.#page(visit, asked);
  }

  async #page({ company, principal }: Visit, asked: Asked, refused?: Refused): Promise<PageAnswer> {
    const thisYear = this.#thisYear();
    const { kept, names } = await this.database.read(async (rows) => ({
      kept: await auditKept(rows, principal, { companyId: company.id, year: asked.year }),
      names: await namesInBooks(rows, company.id),
    }));
    const year = asked.year ?? kept?.answer.year ?? thisYear;
    const shown = { company, principal, kept, names, year, thisYear, ...refused };
    const body = <AuditPage {...shown} now={this.database.clock.now()} />;
    return clientPage(company, 'audit', body, refused?.problem);
  }

  @Allow('reviewer')
  @Post('audit')
  async make(
    @AtClient() { company, who }: Visit,
    @Body({ schema: makeForm }) { year = this.#thisYear() }: z.infer<typeof makeForm>,
  ): Promise<PageAnswer> {
    const { submitted } = await submitSyncs(this, { company, who, audit: year });
    const [first] = submitted;
    if (first === undefined) throw notHere('such company');
    return { redirect: withQuery('/syncs', { id: first.id }) };
  }

  /** Of what is wrong, nothing is posted again: only pay dates that nothing carries are ours from then on. */
  @Allow('admin')
  @Post('audit/take-over')
  async takeOver(
    @AtClient() visit: Visit,
    @Body({ schema: takeOverForm }) { year, reason }: z.infer<typeof takeOverForm>,
  ): Promise<PageAnswer> {
    const { company, principal, who } = visit;
    const kept = await this.database.read((rows) => auditKept(rows, principal, { companyId: company.id, year }));
    const isNow = kept !== undefined && reachesToNow(kept, this.database.clock.now());
    const from = isNow ? takeOverFrom(kept.answer, company.policy) : undefined;
    if (from === undefined) throw notHere('audit up to now in which the books carry a pay run');
    const policy = { ...company.policy, mode: 'approve' as const, postFrom: from };
    return form({
      act: () => changePolicy(this.tools, company, { who, policy, reason }),
      done: () => ({
        redirect: companyPath(company.id, 'settings'),
        flash: `Pay runs paid from ${dayInWords(from)} on wait here for someone to post them.`,
      }),
      again: (problem) => this.#page(visit, { year }, { problem, typed: { reason } }),
    });
  }

  @Allow('viewer')
  @ReadsPay('audit')
  @Get('audit.:format')
  async file(
    @AtClient() { company, principal }: Visit,
    @Param('format', { schema: z.enum(fileFormats) }) format: FileFormat,
    @Query({ schema: query }) { year }: Asked,
    @Res() response: Response,
  ): Promise<void> {
    const { kept, names } = await this.database.read(async (rows) => ({
      kept: await auditKept(rows, principal, { companyId: company.id, year }),
      names: await namesInBooks(rows, company.id),
    }));
    if (kept === undefined) throw notHere('audit of this year');
    await answerFile(response, format, {
      name: yearFileName(company.name, kept.answer.year, 'correcting journals'),
      sheet: 'Correcting journals',
      rows: rowsOf(correctionsOf(kept, company.policy).flatMap(({ lines }) => lines)),
      columns: correctionColumns(names, kept),
    });
  }

  #thisYear(): number {
    return taxYearOf(today(this.database.clock));
  }
}
