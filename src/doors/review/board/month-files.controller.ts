import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { contentTypes, MonthFiles } from '../../../evidence/month-files.js';
import { Database } from '../../../ground/database.js';
import { problem } from '../../../ground/problem.js';
import { monthInWords } from '../../../journal/nouns/dates.js';
import { clientsOfMonth } from '../../../views/board/month-steps.js';
import { monthFileName } from '../../../views/files/file-names.js';
import { unlessTheyLeave } from '../../../views/files/table-file.js';
import { year } from '../../../views/lists.js';

const query = z.object({ year, month: z.coerce.number().int().min(1).max(12) });

/** The files of a month of every client that somebody may see. */
@ApiExcludeController()
@Controller('month-files.zip')
export class MonthFilesOfAllController {
  constructor(
    private readonly files: MonthFiles,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @Get()
  async take(
    @Query({ schema: query }) asked: z.infer<typeof query>,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const month = { year: asked.year, period: asked.month - 1 };
    const clients = await this.database.read((rows) => clientsOfMonth(rows, principal, month));
    if (clients.length === 0)
      throw problem('no-payroll', {
        detail: `No client that you may see has a pay run in ${monthInWords(month.year, month.period)}.`,
        todo: 'Choose another month.',
      });
    response.type(contentTypes.zip).attachment(`${monthFileName('All clients', month, 'month files')}.zip`);
    const reader = { pay: principal.pay, actor: principal.name, trigger: 'page' };
    await unlessTheyLeave(pipeline(Readable.from(this.files.ofClients(clients, month, reader)), response));
  }
}
