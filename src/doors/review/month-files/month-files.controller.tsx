import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { contentTypes, MonthFiles } from '../../../evidence/month-files.js';
import { Database } from '../../../ground/database.js';
import { problem } from '../../../ground/problem.js';
import { monthInWords } from '../../../journal/nouns/dates.js';
import { Errands } from '../../../runner/errands.js';
import type { TaxMonth } from '../../../views/month/board-lists.js';
import { clientsOfMonth, clientsWithoutRun } from '../../../views/month/month-steps.js';
import { monthFileName } from '../../../views/files/file-names.js';
import { unlessTheyLeave } from '../../../views/files/table-file.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { given, monthAsked, monthOf } from '../frame/query.js';
import { errandOf, isGoing, lookAgainSeconds, RunsAtWork } from '../frame/runs-at-work.js';
import { MonthFilesPage, MonthFilesStatus } from './month-files.page.js';

const statusQuery = monthAsked.extend({ after: given });
type Month = z.infer<typeof monthAsked>;

/** The month's files of every client the viewer may see, as one ZIP, with its progress. */
@Pages()
export class MonthFilesOfAllController {
  constructor(
    private readonly files: MonthFiles,
    private readonly database: Database,
    private readonly errands: Errands,
    private readonly atWork: RunsAtWork,
  ) {}

  @Allow('viewer')
  @Get('month-files')
  async show(@Query({ schema: monthAsked }) asked: Month, @Who() principal: Principal): Promise<PageAnswer> {
    const month = monthOf(asked);
    const { clients, without } = await this.database.read(async (rows) => ({
      clients: (await clientsOfMonth(rows, principal, month)).length,
      without: await clientsWithoutRun(rows, principal, month),
    }));
    if (clients === 0) throw noFile(month);
    const status = await this.atWork.find(principal, 'month-files', month);
    return {
      title: `Month files of ${monthInWords(month.year, month.period)}`,
      section: 'board',
      refreshSeconds: isGoing(status) ? lookAgainSeconds : undefined,
      body: <MonthFilesPage {...status} {...{ clients, without }} />,
    };
  }

  @Allow('viewer')
  @Get('month-files/status')
  async status(
    @Query({ schema: statusQuery }) { after, ...place }: z.infer<typeof statusQuery>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const status = await this.atWork.find(principal, 'month-files', monthOf(place));
    return { part: <MonthFilesStatus {...status} after={after} /> };
  }

  @Allow('viewer')
  @Get('month-files.zip')
  async take(
    @Query({ schema: monthAsked }) asked: Month,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const month = monthOf(asked);
    const clients = await this.database.read((rows) => clientsOfMonth(rows, principal, month));
    if (clients.length === 0) throw noFile(month);
    const errand = await this.errands.begin(errandOf(principal, 'month-files', month), clients.length);
    response.type(contentTypes.zip).attachment(`${monthFileName('All clients', month, 'month files')}.zip`);
    const reader = { pay: principal.pay, actor: principal.name, trigger: 'page' };
    try {
      await unlessTheyLeave(pipeline(Readable.from(this.files.ofClients(clients, month, reader, errand)), response));
    } finally {
      await errand.end();
    }
  }
}

const noFile = ({ year: ended, period }: TaxMonth) =>
  problem('no-payroll', {
    detail: `No client that you may see has a pay run in ${monthInWords(ended, period)}.`,
    todo: 'Choose another month.',
  });
