import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import { day, money } from '../../ground/written.js';
import type { Answer } from './answer.js';
import { Idempotent } from './idempotency.interceptor.js';
import { Allow, Who } from '../../access/access.js';
import { ReadsPay } from '../../access/pay-reads.js';
import type { Principal } from '../../access/principal.js';
import { Reach } from '../../access/reach.js';
import type { Acted, Who as Actor } from '../../acts/act.js';
import { ActTools } from '../../acts/act-tools.js';
import { adjust } from '../../acts/runs/adjust.js';
import { plainBody, runActOf, type RunActName } from '../../acts/run-acts.js';
import { whoOf } from '../../acts/who-of.js';
import { adjustmentKinds, enteredKinds, adjustmentName, adjustmentNames } from '../../journal/nouns/adjustment.js';
import { type Adjustment, isAdjustment } from '../../record/runs/adjustment.js';
import { runStates } from '../../record/runs/pay-run.entity.js';
import { adjustmentsOf } from '../../views/run/adjustments.js';
import { date, period, word, year } from '../../views/lists/lists.js';
import { type GivenAct, withActRoutes } from './act-routes.js';
import { ApiProblems } from './docs/problem.schema.js';
import { sendingView } from './sending.view.js';

const amount = money.meta({ description: 'Pounds and pence, exact; debits positive.' });
const adjustmentView = z
  .object({
    company: z.string(),
    companyId: z.string(),
    year: z.number().int(),
    period: z.number().int(),
    kind: z.enum(adjustmentKinds),
    name: z.string().meta({ description: 'Within its tax month: recovery, levy-1.' }),
    datedOn: day,
    state: z.enum(runStates),
    tag: z.string(),
    fingerprint: z.string().optional(),
    journalSet: z.string().optional(),
    taxAuthority: amount
      .optional()
      .meta({ description: 'What it adds to what is owed to HMRC; a recovery reduces it.' }),
    dueOn: day.optional(),
    inPayment: z.boolean().meta({ description: 'Payroll’s own payment to HMRC includes it.' }),
    reason: z.string(),
    holds: z.array(z.object({ code: z.string(), message: z.string().optional() })),
    lines: z.array(z.object({ category: z.string(), debit: amount, description: z.string() })),
  })
  .meta({
    id: 'Adjustment',
    description:
      'An adjustment. Lists need the right to see pay. Without it the answer of an act has neither lines, `taxAuthority` nor the messages of holds.',
  });
const list = z.object({ items: z.array(adjustmentView) });
const acted = z
  .object({ company: z.string(), adjustment: adjustmentView, sending: sendingView })
  .meta({ id: 'AdjustmentActed' });

const filter = z.strictObject({
  company: word.optional(),
  year: year.optional(),
  period: period.optional(),
  state: z.enum(runStates).optional(),
});
const month = z.object({ company: word, year, period });
const place = month.extend({ name: z.string().regex(adjustmentNames) });
type Month = z.infer<typeof month>;
type Place = z.infer<typeof place>;

const adjustBody = z
  .strictObject({
    kind: z.enum(enteredKinds),
    lines: z.array(z.strictObject({ account: word, amount: word })).max(100),
    dueOn: date.optional().meta({ description: 'When HMRC is to be paid, if not on the usual day.' }),
    inPayment: z.boolean().optional(),
    number: z.number().int().min(1).optional().meta({ description: 'The number of an existing one, to change it.' }),
    another: z.boolean().optional().meta({
      description: 'True enters a new one even though the month has one with the same lines; refused otherwise.',
    }),
    fingerprint: plainBody.shape.fingerprint.meta({
      description: 'With `number`: the fingerprint that you saw. Refused with 409 when it has changed since.',
    }),
    reason: plainBody.shape.reason,
  })
  .meta({ id: 'Adjust', description: 'Debits positive, credits negative; they balance.' });

/** Recoveries of statutory pay and adjustments of PAYE: journal sets in addition to the pay runs'. */
@ApiTags('Adjustments')
@Controller('api/adjustments')
export class AdjustmentsController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
  ) {}

  @ReadsPay('adjustments')
  @Get()
  @Allow('viewer')
  @ApiOperation({ summary: 'Journal adjustments, the latest first' })
  @ApiOkResponse({ standardSchema: list })
  @ApiProblems(404)
  async list(
    @Query({ schema: filter }) { company: named, ...asked }: z.infer<typeof filter>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof list>> {
    const companyId = named === undefined ? undefined : (await this.reach.company(principal, named)).id;
    const viewer = { companies: principal.companies, pay: principal.pay };
    const found = await this.tools.database.read((rows) => adjustmentsOf(rows, viewer, { ...asked, companyId }));
    return { items: found.map(({ company, adjustment }) => viewOf(company, adjustment)) };
  }

  @ReadsPay('adjustments')
  @Post(':company/:year/:period')
  @Idempotent()
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Enter an adjustment of PAYE: levy, Class 1A NI, a correction agreed with HMRC' })
  @ApiOkResponse({ standardSchema: acted })
  @ApiProblems(404, 409, 413, 415)
  async adjust(
    @Param({ schema: month }) at: Month,
    @Body({ schema: adjustBody }) body: z.infer<typeof adjustBody>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof acted>> {
    const { year, period } = at;
    const company = await this.reach.company(principal, at.company);
    const done = await adjust(this.tools, { company, year, period }, { ...body, who: by(principal) });
    return answerOf(done, principal);
  }

  async act(
    name: RunActName,
    { company: named, year, period, name: adjustment }: Place,
    given: GivenAct,
    principal: Principal,
  ): Promise<Answer<typeof acted>> {
    const company = await this.reach.company(principal, named);
    const ref = { company, year, period, adjustment };
    return answerOf(await runActOf(name).does(this.tools, ref, { ...given, who: by(principal) }), principal);
  }
}

withActRoutes(AdjustmentsController, {
  ...{ at: ':company/:year/:period/:name', address: place, answer: acted },
  only: 'ofAdjustments',
});

const by = (principal: Principal): Actor => whoOf(principal, 'api');

/** A recovery shows what someone was paid, and a reviewer need not have the right to see pay. */
function answerOf({ company, run, sending = [] }: Acted, { pay }: Principal): Answer<typeof acted> {
  if (!isAdjustment(run)) throw new Error('an act on an adjustment answered with a pay run');
  const adjustment = viewOf(company, run);
  if (pay) return { company, adjustment, sending };
  const holds = adjustment.holds.map(({ code }) => ({ code }));
  return { company, adjustment: { ...adjustment, taxAuthority: undefined, holds, lines: [] }, sending };
}

function viewOf(company: string, row: Adjustment): Answer<typeof adjustmentView> {
  return {
    ...{ company, companyId: row.companyId, year: row.year, period: row.period, kind: row.kind },
    ...{ name: adjustmentName(row), datedOn: row.datedOn, state: row.state, tag: row.tag, reason: row.note },
    fingerprint: row.fingerprint ?? undefined,
    journalSet: row.journalSet ?? undefined,
    taxAuthority: row.taxAuthority,
    dueOn: row.dueOn ?? undefined,
    inPayment: row.inPayment,
    holds: (row.mapped?.holds ?? []).map(({ code, message }) => ({ code, message })),
    lines: (row.mapped?.lines ?? []).map(({ category, debit, description }) => ({ category, debit, description })),
  };
}
