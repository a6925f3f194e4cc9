import { Body, Controller, Get, Param, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Allow, Who } from '../../access/access.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { ActTools } from '../../acts/act-tools.js';
import { bringForward, nameDifference } from '../../acts/name-difference.js';
import { Database } from '../../ground/database.js';
import { Problem } from '../../ground/problem.js';
import { acceptedStates } from '../../journal/controls/control.js';
import { Money } from '../../journal/money.js';
import { ControlAccounts } from '../../runner/controls/control-accounts.js';
import {
  broughtForward,
  controlHistory,
  controlRows,
  dueWindow,
  type HmrcDue,
  hmrcDue,
  readingsOf,
  recoveriesOf,
} from '../../views/control-accounts.js';
import type { FileColumn } from '../../views/files/csv.js';
import { answerFile, type FileFormat, fileFormats, rowsOf } from '../../views/files/table-file.js';
import { word } from '../../views/lists.js';
import { rollForward } from '../../views/roll-forward.js';
import { dateOrNone } from '../frame/date-box.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { given } from '../frame/query.js';
import { dayOf, monthAndYear } from '../frame/words.js';
import { ExceptionsPage, HmrcDuePage } from './exceptions.page.js';
import { ReconciliationPage } from './reconciliation.page.js';

const acceptForm = z.object({
  account: z.string().regex(/^\d{3,4}$/),
  user: z.string().max(300).default(''),
  as: z.enum(acceptedStates),
  amount: z.string().refine((text) => Money.tryParse(text) !== undefined, 'an amount is expected'),
  reason: z.string().trim().max(1000).default(''),
});
const forwardForm = z.object({
  place: z.string().regex(/^\d{3,4}( \S{1,300})?$/),
  amount: z
    .string()
    .transform((text) => text.replaceAll(/[£,\s]/g, ''))
    .refine((text) => Money.tryParse(text) !== undefined, 'an amount is expected'),
  dueOn: z.string().max(30).optional(),
  reason: z.string().trim().max(1000).default(''),
});
const none = z.object({});
const anyForm = z.record(z.string(), given);

const dueColumns: readonly FileColumn<HmrcDue>[] = [
  { heading: 'Company', value: ({ company }) => company },
  { heading: 'Tax month', value: ({ month }) => monthAndYear(month.year, month.period) },
  { heading: 'Amount', value: ({ amount }) => amount, summed: true },
  { heading: 'Due', value: ({ dueOn }) => ({ day: dueOn }) },
  { heading: 'Pay by', value: ({ payBy }) => ({ day: payBy }) },
  { heading: 'Accounts Office reference', value: ({ reference }) => reference },
];

@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller()
export class ReconciliationController {
  constructor(
    private readonly reach: Reach,
    private readonly database: Database,
    private readonly controls: ControlAccounts,
    private readonly tools: ActTools,
  ) {}

  @Allow('viewer')
  @Get('reconciliation')
  async all(@Query({ schema: none }) _: unknown, @Who() principal: Principal): Promise<PageAnswer> {
    const [readings, found] = await this.database.read(async (rows) => [
      await readingsOf(rows, principal),
      await controlRows(rows, principal, { openOnly: true }),
    ]);
    const body = <ExceptionsPage readings={readings} rows={found} now={this.database.clock.now()} />;
    return { title: 'Reconciliation', section: 'reconciliation', body };
  }

  @Allow('viewer')
  @Get('reconciliation/:company')
  async one(@Param('company', { schema: word }) named: string, @Who() principal: Principal): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    const now = this.database.clock.now();
    const shown = await this.database.read(async (rows) => ({
      reading: (await readingsOf(rows, principal, [company.id]))[0],
      rows: await controlRows(rows, principal, { companyId: company.id }),
      history: principal.pay
        ? rollForward(await controlHistory(rows, company.id), await recoveriesOf(rows, company.id))
        : [],
      forward: principal.pay ? await broughtForward(rows, company.id) : [],
    }));
    const body = <ReconciliationPage {...{ company, principal, now }} {...shown} />;
    return { title: `${company.name}: reconciliation`, section: 'reconciliation', body };
  }

  @Allow('reviewer')
  @Post('reconciliation/:company/read')
  async read(@Param('company', { schema: word }) named: string, @Who() principal: Principal): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    const { problem } = await this.controls.read(company, { actor: principal.name, trigger: 'page' });
    const flash = problem === undefined ? 'The books were read.' : problem.title;
    return { redirect: pathOf(company.id), flash };
  }

  @Allow('reviewer')
  @Post('reconciliation/:company/accept')
  async accept(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: anyForm }) sent: z.infer<typeof anyForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    const form = acceptForm.safeParse(sent);
    if (!form.success) throw wrongForm();
    const { account, user: userPath, as, reason } = form.data;
    const who = { actor: principal.name, companies: principal.companies, trigger: 'page' } as const;
    await nameDifference(this.tools, company, {
      who,
      account,
      userPath,
      as,
      amount: Money.parse(form.data.amount),
      reason,
    });
    return { redirect: pathOf(company.id), flash: `${account}: accepted until it changes.` };
  }

  @Allow('reviewer')
  @Post('reconciliation/:company/bring-forward')
  async forward(
    @Param('company', { schema: word }) named: string,
    @Body({ schema: anyForm }) sent: z.infer<typeof anyForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const company = await this.reach.company(principal, named);
    const form = forwardForm.safeParse(sent);
    if (!form.success) throw wrongForm();
    const { place, amount, reason } = form.data;
    const [account = '', userPath = ''] = place.split(' ');
    const who = { actor: principal.name, companies: principal.companies, trigger: 'page' } as const;
    const dueOn = dateOrNone(form.data.dueOn);
    await bringForward(this.tools, company, { who, account, userPath, amount: Money.parse(amount), dueOn, reason });
    return { redirect: pathOf(company.id), flash: `${account}: brought forward. Read the books again to count it.` };
  }

  @Allow('viewer')
  @Get('hmrc-due')
  async due(@Query({ schema: none }) _: unknown, @Who() principal: Principal): Promise<PageAnswer> {
    return { title: 'HMRC due', section: 'reconciliation', body: <HmrcDuePage dues={await this.#dues(principal)} /> };
  }

  @Allow('viewer')
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
    const { from, to } = dueWindow(dayOf(this.database.clock.now()));
    return this.database.read((rows) => hmrcDue(rows, principal, from, to));
  }
}

const pathOf = (companyId: string) => `/reconciliation/${encodeURIComponent(companyId)}`;

const wrongForm = () =>
  new Problem({
    title: 'The form is not complete',
    detail: 'An account, an amount in pounds and a reason are needed. Nothing was changed.',
    todo: 'Go back to the page, and fill in the form there.',
    status: 400,
  });
