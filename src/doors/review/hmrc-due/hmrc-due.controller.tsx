import { Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { today } from '../../../ground/clock.js';
import { Database } from '../../../ground/database.js';
import { dueWindow, type HmrcDue, hmrcDue } from '../../../views/month/hmrc-due.js';
import { billedInWords, dueWords, noteInWords } from '../../../views/month/hmrc-due-words.js';
import type { FileColumn } from '../../../views/files/csv.js';
import { answerFile, type FileFormat, fileFormats, rowsOf } from '../../../views/files/table-file.js';
import type { PageAnswer } from '../frame/page.js';
import { partQuery } from '../frame/parts.js';
import { Pages } from '../kit/pages.js';
import { HmrcDuePage } from './hmrc-due.page.js';

const none = z.object({});

const dueColumns: readonly FileColumn<HmrcDue>[] = [
  { heading: 'Company', value: ({ company }) => company },
  { heading: 'Tax month', value: ({ month }) => billedInWords(month) },
  { heading: 'What', value: dueWords },
  { heading: 'Amount', value: ({ amount }) => amount, summed: true },
  {
    heading: 'Note',
    value: noteInWords,
  },
  { heading: 'Credit used', value: ({ credit }) => credit?.used },
  { heading: 'Credit left', value: ({ credit }) => credit?.left },
  { heading: 'Due', value: ({ dueOn }) => ({ day: dueOn }) },
  { heading: 'Pay by', value: ({ payBy }) => ({ day: payBy }) },
  { heading: 'Accounts Office reference', value: ({ reference }) => reference },
  { heading: 'Payment reference', value: ({ paymentReference }) => paymentReference },
];

/** What every client has to pay HMRC, as a page and as a file. */
@Pages()
export class HmrcDueController {
  constructor(private readonly database: Database) {}

  @Allow('viewer')
  @ReadsPay('due to HMRC')
  @Get('hmrc-due')
  async due(
    @Query({ schema: partQuery }) asked: z.output<typeof partQuery>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const dues = await this.#dues(principal);
    const body = <HmrcDuePage dues={dues} part={asked.part - 1} today={today(this.database.clock)} />;
    return { title: 'HMRC due', section: 'hmrc-due', body };
  }

  @Allow('viewer')
  @ReadsPay('due to HMRC')
  @Get('hmrc-due.:format')
  async dueFile(
    @Param('format', { schema: z.enum(fileFormats) }) format: FileFormat,
    @Query({ schema: none }) _: unknown,
    @Who() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const rows = rowsOf(await this.#dues(principal));
    await answerFile(response, format, {
      name: 'HMRC due',
      sheet: 'HMRC due',
      rows,
      columns: dueColumns,
      totalled: true,
    });
  }

  #dues(principal: Principal): Promise<readonly HmrcDue[]> {
    const { from, to } = dueWindow(today(this.database.clock));
    return this.database.read((rows) => hmrcDue(rows, principal, from, to));
  }
}
