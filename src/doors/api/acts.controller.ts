import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import { moment } from '../../ground/written.js';
import type { Answer } from './answer.js';
import { Idempotent } from './idempotency.interceptor.js';
import { problemDetails } from '../../ground/problem.js';
import type { Who as Actor } from '../../acts/act.js';
import { ActTools } from '../../acts/act-tools.js';
import { recheck } from '../../acts/companies/recheck.js';
import { eachInReach } from '../../acts/many.js';
import { postMany } from '../../acts/runs/post-many.js';
import { havingField } from '../../acts/runs/decisions-tried.js';
import { runActOf, type RunActName, type runActs } from '../../acts/run-acts.js';
import { whoOf } from '../../acts/who-of.js';
import { Allow, Who } from '../../access/access.js';
import { ReadsPay } from '../../access/pay-reads.js';
import { type GivenAct, withActRoutes } from './act-routes.js';
import { postManyBody, recheckBody } from './act-bodies.js';
import { detailOf, payRunDetail } from './pay-run.view.js';
import type { Principal } from '../../access/principal.js';
import { ApiProblems, problemSchema } from './docs/problem.schema.js';
import { Reach } from '../../access/reach.js';
import { runAddress, type RunAddress } from '../../views/lists/run-address.js';
import { sendingView } from './sending.view.js';
import { syncResult } from './sync.view.js';

const acted = z
  .object({
    company: z.string(),
    tag: z.string(),
    run: payRunDetail,
    sync: syncResult.optional(),
    sending: sendingView.optional(),
    answered: z.array(z.string()).optional().meta({
      description:
        'Of a decision: the user urls of those in this pay run for whom it counts: everyone with the field whom it reaches, except those with a narrower decision. Needs the right to see pay.',
    }),
  })
  .meta({ id: 'Acted', description: 'The pay run after the act.' });

const rechecked = acted
  .omit({ sync: true, sending: true, answered: true })
  .extend({
    readAt: moment.meta({ description: 'When the books were read.' }),
    findings: z
      .array(
        z.object({
          tag: z.string(),
          problem: z.enum(['missing', 'edited', 'doubled', 'foreign']),
          journalSet: z.string().optional(),
          detail: z.string(),
        }),
      )
      .meta({ description: 'What differs, in any pay run of the company; empty when the books are as recorded.' }),
  })
  .meta({ id: 'Rechecked', description: 'The pay run after the books were read.' });

const actedMany = z
  .object({
    runs: z.array(
      z.object({
        company: z.string(),
        tag: z.string(),
        run: payRunDetail.optional(),
        problem: problemSchema.optional(),
      }),
    ),
  })
  .meta({ id: 'ActedMany', description: 'The result for each run: the run after the act, or a problem.' });

const byAddress = () => Param({ schema: runAddress });

/** What a reviewer does with a pay run, by the names of the commands. */
@ApiTags('Acts of a reviewer')
@Controller('api/pay-runs')
export class ActsController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
  ) {}

  @ReadsPay('pay runs')
  @Post('post')
  @Idempotent()
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Post many: each only if its figures are still those that were seen' })
  @ApiOkResponse({ standardSchema: actedMany })
  @ApiProblems(409, 413, 415, 422)
  async postMany(
    @Body({ schema: postManyBody }) { runs, reason }: z.infer<typeof postManyBody>,
    @Who() who: Principal,
  ): Promise<Answer<typeof actedMany>> {
    const by = { who: actorOf(who), reason };
    const find = (named: string) => this.reach.company(who, named);
    const answers = await eachInReach(runs, find, (known) => postMany(this.tools, known, by));
    return {
      runs: answers.map(({ company, tag, ...answer }) =>
        'problem' in answer
          ? { company, tag, problem: problemDetails(answer.problem) }
          : { company, tag, run: detailOf(company, answer.run, who) },
      ),
    };
  }

  @ReadsPay('pay run')
  @Post(':company/:year/:period/:paidOn/recheck')
  @Idempotent()
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Read the books now and compare them with the record: changes nothing in them' })
  @ApiOkResponse({ standardSchema: rechecked })
  @ApiProblems(404, 409, 413, 415, 422, 502)
  async recheck(
    @byAddress() address: RunAddress,
    @Body({ schema: recheckBody }) _nothing: z.infer<typeof recheckBody>,
    @Who() who: Principal,
  ): Promise<Answer<typeof rechecked>> {
    const company = await this.reach.company(who, address.company);
    const ref = { company, year: address.year, period: address.period, paid: address.paidOn };
    const { run, readAt, findings, company: name, tag } = await recheck(this.tools, ref, actorOf(who));
    return {
      ...{ company: name, tag },
      run: detailOf(name, run, who),
      readAt,
      findings: findings.map(({ tag, problem, journalSet, detail }) => ({ tag, problem, journalSet, detail })),
    };
  }

  /** Any act of the table, on one pay run. */
  async act(name: RunActName, address: RunAddress, given: GivenAct, who: Principal): Promise<Answer<typeof acted>> {
    const company = await this.reach.company(who, address.company);
    const run = { company, year: address.year, period: address.period, paid: address.paidOn };
    // Read before the decision: the payslips of what its answer posts may not be kept for long.
    const having = name === 'decide' && who.pay ? await havingField(this.tools, run) : undefined;
    const done = await runActOf(name).does(this.tools, run, { ...given, who: actorOf(who) });
    const { company: named, tag, sync, sending = [] } = done;
    const after = detailOf(named, done.run, who);
    return {
      ...{ company: named, tag, run: after, sync, sending },
      ...(after.paid !== undefined && having && { answered: answeredIn(having, given as GivenAct & Decision) }),
    };
  }
}

type Decision = z.output<typeof runActs.decide.body>;

const answeredIn = (having: Awaited<ReturnType<typeof havingField>>, { for: scope, field, ...given }: Decision) =>
  having(field)
    .answeredBy({ ...given, scope })
    .map(({ user }) => user);

withActRoutes(ActsController, { at: ':company/:year/:period/:paidOn', address: runAddress, answer: acted });

const actorOf = (principal: Principal): Actor => whoOf(principal, 'api');
