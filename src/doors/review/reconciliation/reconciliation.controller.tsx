import { Body, Get, Logger, Post, Query } from '@nestjs/common';
import * as z from 'zod';
import { dayInLondon } from '../../../ground/london.js';
import { today } from '../../../ground/clock.js';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { notHere } from '../../../access/refusals.js';
import { whoOf } from '../../../acts/who-of.js';
import { Database } from '../../../ground/database.js';
import { asProblem, Problem } from '../../../ground/problem.js';
import { mainCode } from '../../../journal/nouns/chart.js';
import { taxYearOf } from '../../../journal/nouns/dates.js';
import { ControlAccounts } from '../../../controls/controls.js';
import {
  broughtForward,
  mustSeeAmounts,
  readingsCounted,
  readingsOf,
  readingsPage,
  unreadPage,
} from '../../../controls/show/readings.js';
import { ReadAll } from '../../../runner/read-all.js';
import { date, year } from '../../../views/lists/lists.js';
import { namesInBooks } from '../../../views/lists/names-in-books.js';
import { chargedBy, rollForward, rollForwardByPerson } from '../../../controls/show/roll-forward.js';
import { yearAsRead } from '../../../controls/show/year-in-books.js';
import { Board } from '../../../views/month/board.js';
import type { TaxMonth } from '../../../views/month/board-lists.js';
import { nextInMonth } from '../board/next-act.js';
import type { PageAnswer } from '../frame/page.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { clientPage, Pages } from '../kit/pages.js';
import { partQuery } from '../frame/parts.js';
import { given } from '../frame/query.js';
import { ExceptionsPage, Reading } from './exceptions.page.js';
import { MovementPage } from './movement.page.js';
import { ReconciliationPage } from './reconciliation.page.js';
import { companyPath, reconcilePath } from '../frame/paths.js';
import { YearPage, yearPath } from './year.page.js';

const mainAccount = z.string().regex(mainCode);

const yearQuery = z.object({ year: year.optional().catch(undefined) });
const movementQuery = partQuery.extend({ account: mainAccount, from: date });

/** The month that is being closed, if it leads here. */
const monthAtHand = z.object({
  year: year.optional().catch(undefined),
  month: z.coerce.number().int().min(1).max(12).optional().catch(undefined),
});

/** Where each of the lists of all clients continues. */
const places = z.object({ open: given, unread: given, nothing: given, clear: given, ...monthAtHand.shape });
/** With its causes, and what is open. */
const openPerPage = 10;
const namesPerPage = 25;

const secondsBetweenLooks = 3;

const monthIn = ({ year, month }: z.infer<typeof monthAtHand>): TaxMonth | undefined =>
  year === undefined || month === undefined ? undefined : { year, period: month - 1 };

@Pages()
export class ReconciliationController {
  readonly #log = new Logger('Reconciliation');

  constructor(
    private readonly database: Database,
    private readonly controls: ControlAccounts,
    private readonly readAll: ReadAll,
    private readonly board: Board,
  ) {}

  @Allow('viewer')
  @ReadsPay('control accounts')
  @Get('reconciliation')
  async all(
    @Query({ schema: places }) { open, unread, nothing, clear, ...atHand }: z.infer<typeof places>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const named = (after: string | undefined) => ({ after, size: namesPerPage });
    const shown = await this.database.read(async (rows) => ({
      counts: await readingsCounted(rows, principal),
      open: await readingsPage(rows, principal, 'open', { after: open, size: openPerPage }),
      unread: await unreadPage(rows, principal, named(unread)),
      nothing: await readingsPage(rows, principal, 'nothing', named(nothing)),
      clear: await readingsPage(rows, principal, 'clear', named(clear)),
    }));
    const going = await this.readAll.going();
    const month = monthIn(atHand);
    const next =
      going === undefined && month !== undefined ? await nextInMonth(this.board, principal, month, 'files') : undefined;
    const body = <ExceptionsPage {...shown} {...{ going, principal, month, next }} now={this.database.clock.now()} />;
    const refreshSeconds = going === undefined ? undefined : secondsBetweenLooks;
    return { title: 'Reconciliation', section: 'clients', body, refreshSeconds };
  }

  @Allow('reviewer')
  @Post('reconciliation/read')
  async readEvery(
    @Body({ schema: monthAtHand }) atHand: z.infer<typeof monthAtHand>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    // It continues while the page shows its progress; failures are in each client's own reading.
    const { ended } = await this.readAll.start(whoOf(principal, 'page'), principal.companies);
    ended.catch((error: unknown) => this.#log.error(asProblem(error).detail));
    const month = monthIn(atHand);
    return { redirect: reconcilePath(month), flash: 'The books are being read.' };
  }

  @Allow('viewer')
  @Get('reconciliation/reading')
  async reading(@Query({ schema: monthAtHand }) atHand: z.infer<typeof monthAtHand>): Promise<PageAnswer> {
    return { part: <Reading going={await this.readAll.going()} month={monthIn(atHand)} /> };
  }

  @Allow('viewer')
  @ReadsPay('control accounts')
  @Get('clients/:company/reconciliation')
  async one(
    @AtClient() { company, principal }: Visit,
    @Query({ schema: partQuery }) { part }: z.infer<typeof partQuery>,
  ): Promise<PageAnswer> {
    const now = this.database.clock.now();
    const shown = await this.database.read(async (rows) => ({
      reading: (await readingsOf(rows, principal, [company.id]))[0],
      forward: principal.pay ? await broughtForward(rows, company.id) : [],
      accountName: (await namesInBooks(rows, company.id)).account,
    }));
    const moved = principal.pay ? await this.controls.moved(company) : undefined;
    const history = moved === undefined ? [] : rollForward(moved.facts, moved.balances);
    const body = <ReconciliationPage {...{ company, principal, now, history }} {...shown} part={part - 1} />;
    return clientPage(company, 'reconciliation', body);
  }

  @Allow('viewer')
  @ReadsPay('movement of an account')
  @Get('clients/:company/reconciliation/movement')
  async movement(
    @AtClient() { company, principal }: Visit,
    @Query({ schema: movementQuery }) { account, from, part }: z.infer<typeof movementQuery>,
  ): Promise<PageAnswer> {
    mustSeeAmounts(principal);
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
      <MovementPage
        {...{ company, principal, row, people, charges }}
        part={part - 1}
        accountName={names.account(account)}
      />
    );
    return clientPage(company, `reconciliation of ${account}`, body);
  }

  @Allow('viewer')
  @ReadsPay('payslips and books')
  @Get('clients/:company/reconciliation/year')
  async year(
    @AtClient() { company, principal }: Visit,
    @Query({ schema: yearQuery }) asked: z.infer<typeof yearQuery>,
  ): Promise<PageAnswer> {
    mustSeeAmounts(principal);
    const now = this.database.clock.now();
    const thisYear = taxYearOf(dayInLondon(now));
    const chosen = asked.year ?? thisYear;
    const read = await this.database.read((rows) => yearAsRead(rows, company.id, chosen));
    const body = <YearPage {...{ company, read, principal, now, thisYear }} year={chosen} />;
    return clientPage(company, 'payslips and books', body);
  }

  @Allow('reviewer')
  @Post('clients/:company/reconciliation/year')
  async readYear(
    @AtClient() { company, principal }: Visit,
    @Query({ schema: yearQuery }) asked: z.infer<typeof yearQuery>,
  ): Promise<PageAnswer> {
    mustSeeAmounts(principal);
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
  async read(@AtClient() { company, who }: Visit): Promise<PageAnswer> {
    const { problem } = await this.controls.read(company, who);
    const flash = problem === undefined ? 'The books were read.' : problem.title;
    return { redirect: companyPath(company.id, 'reconciliation'), flash };
  }
}
