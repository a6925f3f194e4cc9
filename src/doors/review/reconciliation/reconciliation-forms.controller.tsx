import { Body, Get, Post, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { notHere } from '../../../access/refusals.js';
import { ActTools } from '../../../acts/act-tools.js';
import { bringForward, nameDifference } from '../../../acts/runs/name-difference.js';
import type { Company } from '../../../companies/company.js';
import { namedStates } from '../../../record/control-answer.js';
import { type ReadingShown, mustSeeAmounts, readingsOf } from '../../../controls/show/readings.js';
import { Database } from '../../../ground/database.js';
import { problem } from '../../../ground/problem.js';
import { mainCode } from '../../../journal/nouns/chart.js';
import { amountTyped, Money } from '../../../journal/nouns/money.js';
import { AtClient, type Visit } from '../frame/visit.js';
import { dateOrNone } from '../kit/date-box.js';
import type { PageAnswer } from '../frame/page.js';
import { clientPage, Pages } from '../kit/pages.js';
import { companyPath } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { heldOf, mayBeNamed, openOf } from './open-items.js';
import { AcceptPage, BringForwardPage } from './reconciliation-forms.page.js';

const mainAccount = z.string().regex(mainCode);
const itemQuery = z.object({ account: given, user: given, item: given });
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
const anyForm = z.object({ reason: z.string().optional() }).catchall(given);
type AnyForm = z.infer<typeof anyForm>;

/** The forms of a client's reconciliation: what an open item is, and a debt from before. */
@Pages('clients/:company/reconciliation')
export class ReconciliationFormsController {
  constructor(
    private readonly database: Database,
    private readonly tools: ActTools,
  ) {}

  @Allow('reviewer')
  @ReadsPay('control accounts')
  @Get('accept')
  async item(
    @AtClient() { company, principal }: Visit,
    @Query({ schema: itemQuery }) { account, user, item }: z.infer<typeof itemQuery>,
  ): Promise<PageAnswer> {
    mustSeeAmounts(principal);
    const reading = await this.#reading(principal, company);
    const found = [...openOf(reading), ...heldOf(reading)].find(
      ({ place, part }) => place.account === account && place.user === user && part.id === item && mayBeNamed(part),
    );
    if (found === undefined) throw notHere('such open item by now');
    return clientPage(company, 'an open item', <AcceptPage {...{ company, principal }} {...found} />);
  }

  @Allow('reviewer')
  @Get('bring-forward')
  async debt(@AtClient() { company, principal }: Visit): Promise<PageAnswer> {
    mustSeeAmounts(principal);
    const reading = await this.#reading(principal, company);
    return clientPage(company, 'a debt brought forward', <BringForwardPage {...{ company, principal, reading }} />);
  }

  @Allow('reviewer')
  @Post('accept')
  async accept(@AtClient() { company, who }: Visit, @Body({ schema: anyForm }) sent: AnyForm): Promise<PageAnswer> {
    const form = acceptForm.safeParse(sent);
    if (!form.success) throw wrongForm();
    const { account, user: userPath, item, as, reason } = form.data;
    await nameDifference(this.tools, company, {
      who,
      account,
      userPath,
      item,
      as,
      amount: Money.parse(form.data.amount),
      reason,
    });
    return { redirect: companyPath(company.id, 'reconciliation'), flash: `${account}: accepted until it changes.` };
  }

  @Allow('reviewer')
  @Post('bring-forward')
  async forward(@AtClient() { company, who }: Visit, @Body({ schema: anyForm }) sent: AnyForm): Promise<PageAnswer> {
    const form = forwardForm.safeParse(sent);
    if (!form.success) throw wrongForm();
    const { amount, reason } = form.data;
    const [account, userPath = ''] = form.data.place;
    const dueOn = dateOrNone(form.data.dueOn);
    await bringForward(this.tools, company, { who, account, userPath, amount: Money.parse(amount), dueOn, reason });
    return {
      redirect: companyPath(company.id, 'reconciliation'),
      flash: `${account}: brought forward. Read the books again to count it.`,
    };
  }

  async #reading(principal: Principal, { id }: Company): Promise<ReadingShown> {
    const [reading] = await this.database.read((rows) => readingsOf(rows, principal, [id]));
    if (reading === undefined) throw notHere('reading of its books yet');
    return reading;
  }
}

const wrongForm = () =>
  problem('form-incomplete', {
    detail: 'An account, an amount in pounds and a reason are needed. Nothing was changed.',
    todo: 'Go back to the page and fill in the form there.',
  });
