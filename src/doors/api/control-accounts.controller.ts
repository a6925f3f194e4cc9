import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import { day, moment, money } from '../../ground/written.js';
import type { Answer } from './answer.js';
import { Idempotent } from './idempotency.interceptor.js';
import { Allow, Who } from '../../access/access.js';
import { ReadsPay } from '../../access/pay-reads.js';
import { hasRole, type Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import { roleRefused } from '../../access/refusals.js';
import { ActTools } from '../../acts/act-tools.js';
import { bringForward, nameDifference } from '../../acts/runs/name-difference.js';
import { reason } from '../../acts/act-body.js';
import { whoOf } from '../../acts/who-of.js';
import type { Company } from '../../companies/company.js';
import { Database } from '../../ground/database.js';
import { mainCode } from '../../journal/nouns/chart.js';
import { companyStates, namedStates, openStates } from '../../record/control-answer.js';
import { Money } from '../../journal/nouns/money.js';
import { ControlAccounts } from '../../controls/controls.js';
import { jsonOf, unreadJson } from '../../controls/show/json.js';
import { answerShown, companiesUnread, mustSeeAmounts, readingsOf } from '../../controls/show/readings.js';
import { date, word, year } from '../../views/lists/lists.js';
import { yearAsRead, type YearSpan } from '../../controls/show/year-in-books.js';
import { ApiProblems } from './docs/problem.schema.js';

const moneyText = z
  .string()
  .refine((text) => Money.tryParse(text) !== undefined, 'an amount is expected, such as "12.34"');
const part = z.object({ what: z.string(), amount: money });
const onAccount = { account: z.string(), user: z.string().optional(), name: z.string() };
const openPart = z.object({
  id: z.string().meta({ description: 'By which it is accepted.' }),
  item: z.string(),
  due: day,
  amount: money.optional(),
  state: z.enum(openStates),
  hints: z.array(z.string()).meta({ description: 'What may be behind it; none claims to be.' }),
  reason: z.string().optional(),
});
const controlView = z
  .object({
    company: z.string(),
    companyId: z.string(),
    state: z.enum(companyStates),
    causes: z.array(
      z.object({
        what: z.string(),
        todo: z.string(),
        accounts: z.array(z.object({ ...onAccount, amount: money.optional() })),
      }),
    ),
    accounts: z.array(
      z.object({
        ...onAccount,
        balance: money.optional(),
        notDue: money.optional(),
        known: money.optional(),
        open: z.array(openPart),
      }),
    ),
    readAt: moment.nullable(),
    asOn: day.nullable(),
  })
  .meta({
    id: 'ControlAccounts',
    description:
      'What a company’s liability accounts held on a day: causes first, then what is open of each. Amounts owed are positive; balance = notDue + known + what is open.',
  });
const answer = z.object({ items: z.array(controlView) });

const yearAccount = z.object({
  account: z.string(),
  name: z.string(),
  payslips: money,
  books: money,
  difference: money,
  because: z.array(part).meta({ description: 'The parts sum to the difference.' }),
});
const yearView = z
  .object({
    year: z.enum(['tax_year', 'accounting_year']),
    from: day,
    to: day,
    isPart: z.boolean().meta({ description: 'The books begin after the start of the year, or the year is not over.' }),
    payRuns: z.number(),
    agrees: z.boolean(),
    waiting: z.array(z.string()).meta({ description: 'Pay runs without a journal: what they cost is not known yet.' }),
    costs: z.array(yearAccount).meta({ description: 'Debits positive.' }),
    liabilities: z.array(yearAccount).meta({ description: 'Credits positive; payments move these too.' }),
  })
  .meta({ id: 'YearAgreement', description: 'A year’s payslips against the trial balance of the same year.' });
const yearAnswer = z.object({ items: z.array(yearView) });

const filter = z
  .strictObject({ company: word.optional(), on: date.optional() })
  .refine(({ company, on }) => on === undefined || company !== undefined, 'a day needs its company');
const yearFilter = z.strictObject({ company: word, year });
const place = { company: word, account: z.string().regex(mainCode), user: word.optional() };
const acceptBody = z.strictObject({ ...place, item: word, as: z.enum(namedStates), amount: moneyText, reason });
const forwardBody = z.strictObject({ ...place, amount: moneyText, dueOn: date.optional(), reason });

@ApiTags('Control accounts')
@Controller('api/control-accounts')
export class ControlAccountsController {
  constructor(
    private readonly reach: Reach,
    private readonly database: Database,
    private readonly controls: ControlAccounts,
    private readonly tools: ActTools,
  ) {}

  @ReadsPay('control accounts')
  @Get()
  @Allow('viewer')
  @ApiOperation({
    summary: 'What each payroll liability account holds, owes, and why',
    description:
      'As last read. With a company and a day, or for a company never read, the books are read now, which needs the role reviewer.',
  })
  @ApiOkResponse({ standardSchema: answer })
  @ApiProblems(404)
  async list(
    @Query({ schema: filter }) { company: named, on }: z.infer<typeof filter>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof answer>> {
    if (named === undefined) return this.#stored(principal);
    const company = await this.reach.company(principal, named);
    const [last] = await this.database.read((rows) => readingsOf(rows, principal, [company.id]));
    if (last !== undefined && (on === undefined || on === last.asOn)) return { items: [jsonOf(last)] };
    mayReadBooks(principal);
    const { problem, answer: read, asOn } = await this.controls.read(company, { ...whoOf(principal, 'api'), on });
    if (problem !== undefined) throw problem;
    const shown = answerShown(read, principal);
    const readAt = this.database.clock.now();
    return { items: [jsonOf({ company: company.name, companyId: company.id, asOn, readAt, ...shown })] };
  }

  @ReadsPay('payslips and books')
  @Get('year')
  @Allow('viewer')
  @ApiOperation({
    summary: 'A year’s payslips against the trial balance of the year',
    description:
      'For the tax year, and for the company’s own accounting year that ends in it. The books are read now; a viewer gets what was last read.',
  })
  @ApiOkResponse({ standardSchema: yearAnswer })
  @ApiProblems(404)
  async year(
    @Query({ schema: yearFilter }) { company: named, year: asked }: z.infer<typeof yearFilter>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof yearAnswer>> {
    const company = await this.reach.company(principal, named);
    mustSeeAmounts(principal);
    const spans = hasRole(principal, 'reviewer')
      ? await this.controls.year(company, asked)
      : await this.#yearStored(principal, company, asked);
    return { items: spans.map(({ kind, ...span }) => ({ year: kind, ...span })) };
  }

  @ReadsPay('control accounts')
  @Post('accept')
  @Idempotent()
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Name a difference, which then needs no one’s attention until it changes' })
  @ApiOkResponse({ standardSchema: answer })
  @ApiProblems(404, 409)
  async accept(
    @Body({ schema: acceptBody }) body: z.infer<typeof acceptBody>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof answer>> {
    const company = await this.reach.company(principal, body.company);
    const { account, user: userPath = '', item, as, reason: why } = body;
    await nameDifference(this.tools, company, {
      who: whoOf(principal, 'api'),
      ...{ account, userPath, item, as },
      amount: Money.parse(body.amount),
      reason: why,
    });
    return this.#stored(principal, company.id);
  }

  @ReadsPay('control accounts')
  @Post('bring-forward')
  @Idempotent()
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Enter a debt from before the first known pay run' })
  @ApiOkResponse({ standardSchema: answer })
  @ApiProblems(404, 409)
  async forward(
    @Body({ schema: forwardBody }) body: z.infer<typeof forwardBody>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof answer>> {
    const company = await this.reach.company(principal, body.company);
    const { account, user: userPath = '', dueOn, reason: why } = body;
    await bringForward(this.tools, company, {
      who: whoOf(principal, 'api'),
      account,
      userPath,
      amount: Money.parse(body.amount),
      dueOn,
      reason: why,
    });
    return this.#stored(principal, company.id);
  }

  async #yearStored(principal: Principal, { id }: Company, asked: number): Promise<readonly YearSpan[]> {
    const read = await this.database.read((rows) => yearAsRead(rows, id, asked));
    if (read === undefined) mayReadBooks(principal);
    return read?.spans ?? [];
  }

  async #stored(principal: Principal, companyId?: string): Promise<Answer<typeof answer>> {
    return this.database.read(async (rows) => {
      const read = await readingsOf(rows, principal, companyId === undefined ? undefined : [companyId]);
      const unread = companyId === undefined ? await companiesUnread(rows, principal) : [];
      const items = [...read.map(jsonOf), ...unread.map(({ id, name }) => unreadJson(name, id))];
      return { items: items.sort((a, b) => (a.company < b.company ? -1 : 1)) };
    });
  }
}

/** A reading of the books is kept and logged, so it takes the same role as the page's button. */
function mayReadBooks(principal: Principal): void {
  if (!hasRole(principal, 'reviewer')) throw roleRefused(principal, 'reviewer');
}
