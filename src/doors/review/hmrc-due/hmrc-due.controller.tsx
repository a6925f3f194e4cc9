import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { hasRole, type Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { ActTools } from '../../../acts/act-tools.js';
import { sayHmrcPaid } from '../../../acts/companies/say-hmrc-paid.js';
import { whoOf } from '../../../acts/who-of.js';
import { today } from '../../../ground/clock.js';
import { Database } from '../../../ground/database.js';
import { dueWindow, type HmrcDue, hmrcDue } from '../../../views/month/hmrc-due.js';
import { billedInWords, dueWords, noteInWords } from '../../../views/month/hmrc-due-words.js';
import { booksInWords } from '../../../views/month/hmrc-said-paid.js';
import type { FileColumn } from '../../../views/files/csv.js';
import { answerFile, type FileFormat, fileFormats, rowsOf } from '../../../views/files/table-file.js';
import type { PageAnswer } from '../frame/page.js';
import { partQuery } from '../frame/parts.js';
import { given } from '../frame/query.js';
import { count } from '../frame/words.js';
import { dateOrNone } from '../kit/date-box.js';
import { Pages } from '../kit/pages.js';
import { HmrcDuePage, perPart } from './hmrc-due.page.js';

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
  { heading: 'Said to be paid', value: ({ paid }) => paid && { day: paid.on } },
  { heading: 'Said by', value: ({ paid }) => paid?.by },
  { heading: 'In the books', value: ({ paid }) => paid && booksInWords(paid) },
];

/** A tick: the company and what was due. */
const picked = z
  .string()
  .max(300)
  .transform((text, context) => {
    const at = text.indexOf(' ');
    if (at > 0) return { company: text.slice(0, at), item: text.slice(at + 1) };
    context.addIssue('what was ticked is not due to HMRC');
    return z.NEVER;
  });
const paidForm = z.object({
  on: given,
  paid: z.union([picked.transform((one) => [one]), z.array(picked).max(perPart)]).optional(),
  takeBack: picked.optional(),
  part: z.coerce.number().int().min(1).max(1000).catch(1),
});

/** What every client has to pay HMRC, as a page and as a file. */
@Pages()
export class HmrcDueController {
  constructor(
    private readonly database: Database,
    private readonly tools: ActTools,
    private readonly reach: Reach,
  ) {}

  @Allow('viewer')
  @ReadsPay('due to HMRC')
  @Get('hmrc-due')
  async due(
    @Query({ schema: partQuery }) asked: z.output<typeof partQuery>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const dues = await this.#dues(principal);
    const mayTick = hasRole(principal, 'reviewer');
    const shown = { dues, part: asked.part - 1, today: today(this.database.clock), mayTick };
    const body = <HmrcDuePage {...shown} />;
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

  /** Says of those that are ticked that they were paid, or takes back what was said of one. */
  @Allow('reviewer')
  @Post('hmrc-due/paid')
  async paid(
    @Body({ schema: paidForm }) { on, paid = [], takeBack, part }: z.output<typeof paidForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const redirect = part === 1 ? '/hmrc-due' : `/hmrc-due?part=${part}`;
    const said = takeBack === undefined ? paid : [takeBack];
    const paidOn = takeBack === undefined ? (dateOrNone(on) ?? today(this.database.clock)) : null;
    for (const { company: id, item } of said) {
      const company = await this.reach.company(principal, id);
      await sayHmrcPaid(this.tools, company, { who: whoOf(principal, 'page'), item, paidOn });
    }
    if (takeBack !== undefined) return { redirect, flash: 'Taken back: it is not said to be paid any more.' };
    return { redirect, flash: said.length === 0 ? 'Nothing was ticked.' : saidWords(said.length) };
  }

  #dues(principal: Principal): Promise<readonly HmrcDue[]> {
    const { from, to } = dueWindow(today(this.database.clock));
    return this.database.read((rows) => hmrcDue(rows, principal, from, to));
  }
}

const saidWords = (times: number): string =>
  `${count(times, 'payment')} said to be made. The books are compared when they are read next.`;
