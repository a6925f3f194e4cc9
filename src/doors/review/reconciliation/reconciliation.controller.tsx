import { Body, Controller, Get, Logger, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { dayInLondon } from '../../../ground/london.js';
import { today } from '../../../ground/clock.js';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { notHere, totalsRefused } from '../../../access/refusals.js';
import { ActTools } from '../../../acts/act-tools.js';
import { whoOf } from '../../../acts/who-of.js';
import { bringForward, nameDifference } from '../../../acts/runs/name-difference.js';
import type { Company } from '../../../companies/company.js';
import { Database } from '../../../ground/database.js';
import { asProblem, Problem, problem } from '../../../ground/problem.js';
import { mainCode } from '../../../journal/nouns/chart.js';
import { namedStates } from '../../../controls/answer.js';
import { taxYearOf } from '../../../journal/nouns/dates.js';
import { amountTyped, Money } from '../../../journal/nouns/money.js';
import { ControlAccounts } from '../../../controls/controls.js';
import { broughtForward, companiesUnread, mustSeeEveryTotal, readingsOf } from '../../../controls/show/readings.js';
import { ReadAll } from '../../../runner/read-all.js';
import { date, year } from '../../../views/lists.js';
import { namesInBooks } from '../../../views/names-in-books.js';
import { chargedBy, rollForward, rollForwardByPerson } from '../../../controls/show/roll-forward.js';
import { yearAsRead } from '../../../controls/show/year-in-books.js';
import { dateOrNone } from '../frame/date-box.js';
import type { PageAnswer } from '../frame/page.js';
import { CompanyNamed } from '../frame/company-named.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { given } from '../frame/query.js';
import { ExceptionsPage, Reading } from './exceptions.page.js';
import { MovementPage } from './movement.page.js';
import { ReconciliationPage } from './reconciliation.page.js';
import { companyPath } from '../frame/paths.js';
import { YearPage, yearPath } from './year.page.js';

const mainAccount = z.string().regex(mainCode);
const acceptForm = z.object({
  account: mainAccount,
  user: z.string().max(300).default(''),
  item: z.string().min(1).max(300),
  as: z.enum(namedStates),
  amount: z.string().refine((text) => Money.tryParse(text) !== undefined, 'an amount is expected'),
  reason: z.string().trim().default(''),
});
const forwardForm = z.object({
  place: z
    .string()
    .transform((text) => text.split(' '))
    .pipe(z.union([z.tuple([mainAccount]), z.tuple([mainAccount, z.string().min(1).max(300)])])),
  amount: z
    .string()
    .transform(amountTyped)
    .refine((text) => Money.tryParse(text) !== undefined, 'an amount is expected'),
  dueOn: z.string().max(30).optional(),
  reason: z.string().trim().default(''),
});
const movementQuery = z.object({ account: mainAccount, from: date });
const yearQuery = z.object({ year: year.optional().catch(undefined) });
const none = z.object({});
const anyForm = z.object({ reason: z.string().optional() }).catchall(given);

const secondsBetweenLooks = 3;

@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller()
export class ReconciliationController {
  readonly #log = new Logger('Reconciliation');

  constructor(
    private readonly database: Database,
    private readonly controls: ControlAccounts,
    private readonly readAll: ReadAll,
    private readonly tools: ActTools,
  ) {}

  @Allow('viewer')
  @ReadsPay('control accounts')
  @Get('reconciliation')
  async all(@Query({ schema: none }) _: unknown, @Who() principal: Principal): Promise<PageAnswer> {
    const shown = await this.database.read(async (rows) => ({
      readings: await readingsOf(rows, principal),
      unread: await companiesUnread(rows, principal),
    }));
    const going = await this.readAll.going();
    const body = <ExceptionsPage {...shown} {...{ going, principal }} now={this.database.clock.now()} />;
    const refreshSeconds = going === undefined ? undefined : secondsBetweenLooks;
    return { title: 'Reconciliation', section: 'clients', body, refreshSeconds };
  }

  @Allow('reviewer')
  @Post('reconciliation/read')
  async readEvery(@Who() principal: Principal): Promise<PageAnswer> {
    // It goes on while the page shows how far it is; what fails is in each client's own reading.
    const { ended } = await this.readAll.start(whoOf(principal, 'page'), principal.companies);
    ended.catch((error: unknown) => this.#log.error(asProblem(error).detail));
    return { redirect: '/reconciliation', flash: 'The books are being read.' };
  }

  @Allow('viewer')
  @Get('reconciliation/reading')
  async reading(): Promise<PageAnswer> {
    return { part: <Reading going={await this.readAll.going()} /> };
  }

  @Allow('viewer')
  @ReadsPay('control accounts')
  @Get('clients/:company/reconciliation')
  async one(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    const now = this.database.clock.now();
    const shown = await this.database.read(async (rows) => ({
      reading: (await readingsOf(rows, principal, [company.id]))[0],
      forward: principal.pay ? await broughtForward(rows, company.id) : [],
      accountName: (await namesInBooks(rows, company.id)).account,
    }));
    const moved = principal.pay ? await this.controls.moved(company) : undefined;
    const history = moved === undefined ? [] : rollForward(moved.facts, moved.balances);
    const body = <ReconciliationPage {...{ company, principal, now, history }} {...shown} />;
    return { title: `${company.name}: reconciliation`, section: 'clients', body };
  }

  @Allow('viewer')
  @ReadsPay('movement of an account')
  @Get('clients/:company/reconciliation/movement')
  async movement(
    @CompanyNamed() company: Company,
    @Query({ schema: movementQuery }) { account, from }: z.infer<typeof movementQuery>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    if (!principal.pay) throw totalsRefused(principal);
    const moved = await this.controls.moved(company);
    if (moved === undefined) throw notHere('such month');
    const row = rollForward(moved.facts, moved.balances).find((one) => one.account === account && one.from === from);
    if (row === undefined) throw notHere('such month');
    const names = await this.database.read((rows) => namesInBooks(rows, company.id));
    const people = rollForwardByPerson(moved.facts, moved.balances, row).map((one) => ({
      ...one,
      name: moved.facts.names.get(one.userPath ?? '')?.name ?? one.userPath ?? '',
    }));
    people.sort((a, b) => a.name.localeCompare(b.name));
    const charges = chargedBy(moved.facts, row);
    const body = (
      <MovementPage {...{ company, principal, row, people, charges }} accountName={names.account(account)} />
    );
    return { title: `${company.name}: reconciliation of ${account}`, section: 'clients', body };
  }

  @Allow('viewer')
  @ReadsPay('payslips and books')
  @Get('clients/:company/reconciliation/year')
  async year(
    @CompanyNamed() company: Company,
    @Query({ schema: yearQuery }) asked: z.infer<typeof yearQuery>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    await this.#mustSeeTotals(principal, company);
    const now = this.database.clock.now();
    const thisYear = taxYearOf(dayInLondon(now));
    const chosen = asked.year ?? thisYear;
    const read = await this.database.read((rows) => yearAsRead(rows, company.id, chosen));
    const title = `${company.name}: payslips and books`;
    const body = <YearPage {...{ company, read, principal, now, thisYear }} year={chosen} />;
    return { title, section: 'clients', body };
  }

  @Allow('reviewer')
  @Post('clients/:company/reconciliation/year')
  async readYear(
    @CompanyNamed() company: Company,
    @Query({ schema: yearQuery }) asked: z.infer<typeof yearQuery>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    await this.#mustSeeTotals(principal, company);
    const chosen = asked.year ?? taxYearOf(today(this.database.clock));
    const redirect = yearPath(company.id, chosen);
    try {
      await this.controls.year(company, chosen);
      return { redirect, flash: 'The books were read.' };
    } catch (error) {
      // The earlier reading stays, with its time.
      if (error instanceof Problem) return { redirect, flash: `${error.title}. The books were not read.` };
      throw error;
    }
  }

  @Allow('reviewer')
  @Post('clients/:company/reconciliation/read')
  async read(@CompanyNamed() company: Company, @Who() principal: Principal): Promise<PageAnswer> {
    const { problem } = await this.controls.read(company, whoOf(principal, 'page'));
    const flash = problem === undefined ? 'The books were read.' : problem.title;
    return { redirect: companyPath(company.id, 'reconciliation'), flash };
  }

  @Allow('reviewer')
  @Post('clients/:company/reconciliation/accept')
  async accept(
    @CompanyNamed() company: Company,
    @Body({ schema: anyForm }) sent: z.infer<typeof anyForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const form = acceptForm.safeParse(sent);
    if (!form.success) throw wrongForm();
    const { account, user: userPath, item, as, reason } = form.data;
    const who = whoOf(principal, 'page');
    await nameDifference(this.tools, company, {
      who,
      ...{ account, userPath, item, as },
      amount: Money.parse(form.data.amount),
      reason,
    });
    return { redirect: companyPath(company.id, 'reconciliation'), flash: `${account}: accepted until it changes.` };
  }

  @Allow('reviewer')
  @Post('clients/:company/reconciliation/bring-forward')
  async forward(
    @CompanyNamed() company: Company,
    @Body({ schema: anyForm }) sent: z.infer<typeof anyForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const form = forwardForm.safeParse(sent);
    if (!form.success) throw wrongForm();
    const { amount, reason } = form.data;
    const [account, userPath = ''] = form.data.place;
    const who = whoOf(principal, 'page');
    const dueOn = dateOrNone(form.data.dueOn);
    await bringForward(this.tools, company, { who, account, userPath, amount: Money.parse(amount), dueOn, reason });
    return {
      redirect: companyPath(company.id, 'reconciliation'),
      flash: `${account}: brought forward. Read the books again to count it.`,
    };
  }

  #mustSeeTotals(principal: Principal, { id }: Company): Promise<void> {
    return this.database.read((rows) => mustSeeEveryTotal(rows, principal, id));
  }
}

const wrongForm = () =>
  problem('form-incomplete', {
    detail: 'An account, an amount in pounds and a reason are needed. Nothing was changed.',
    todo: 'Go back to the page, and fill in the form there.',
  });
