import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import * as z from 'zod';
import { Allow } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { notHere } from '../../../access/refusals.js';
import { ActTools } from '../../../acts/act-tools.js';
import { syncsToStart } from '../../../acts/start-sync.js';
import { today } from '../../../ground/clock.js';
import { Database } from '../../../ground/database.js';
import { taxYearOf } from '../../../journal/nouns/dates.js';
import { SyncQueue } from '../../../runner/queue.js';
import { auditKept } from '../../../views/company/audits.js';
import { correctionColumns, correctionsOf } from '../../../views/company/audit-corrections.js';
import { yearFileName } from '../../../views/files/file-names.js';
import { answerFile, type FileFormat, fileFormats, rowsOf } from '../../../views/files/table-file.js';
import { year as taxYear } from '../../../views/lists/lists.js';
import { namesInBooks } from '../../../views/lists/names-in-books.js';
import type { PageAnswer } from '../frame/page.js';
import { withQuery } from '../frame/paths.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { clientPage, Pages } from '../kit/pages.js';
import { AuditPage } from './audit.page.js';

const query = z.object({ year: taxYear.optional().catch(undefined) });
type Asked = z.infer<typeof query>;
const form = z.object({ year: taxYear.optional().catch(undefined) });

/** What others posted for a client, against its payroll: a page, and the correcting journals as a file. */
@Pages('clients/:company')
export class AuditController {
  constructor(
    private readonly queue: SyncQueue,
    private readonly tools: ActTools,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @ReadsPay('audit')
  @Get('audit')
  async show(@AtClient() { company, principal }: Visit, @Query({ schema: query }) asked: Asked): Promise<PageAnswer> {
    const thisYear = this.#thisYear();
    const { kept, names } = await this.database.read(async (rows) => ({
      kept: await auditKept(rows, principal, { companyId: company.id, year: asked.year }),
      names: await namesInBooks(rows, company.id),
    }));
    const year = asked.year ?? kept?.answer.year ?? thisYear;
    const body = <AuditPage {...{ company, principal, kept, names, year, thisYear }} now={this.database.clock.now()} />;
    return clientPage(company, 'audit', body);
  }

  @Allow('reviewer')
  @Post('audit')
  async make(
    @AtClient() { company, who }: Visit,
    @Body({ schema: form }) { year = this.#thisYear() }: z.infer<typeof form>,
  ): Promise<PageAnswer> {
    for await (const sync of syncsToStart(this.tools, { company, who, audit: year })) {
      const { id } = await this.queue.submit(sync.company, sync.request);
      return { redirect: withQuery('/syncs', { id }) };
    }
    throw notHere('such company');
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
