import { applyDecorators, Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import { Idempotent } from './idempotency.interceptor.js';
import { problemDetails } from '../ground/problem.js';
import type { Acted, RunRef, Who as Actor } from '../acts/act.js';
import { ActTools } from '../acts/act-tools.js';
import { amend } from '../acts/runs/amend.js';
import { approve } from '../acts/approval/approve.js';
import { decideRecovery } from '../acts/runs/decide-recovery.js';
import { decideField } from '../acts/runs/decide-field.js';
import { havingField } from '../acts/runs/decisions-tried.js';
import { ignore } from '../acts/runs/ignore.js';
import { post } from '../acts/runs/post.js';
import { recheck } from '../acts/companies/recheck.js';
import { eachInReach } from '../acts/many.js';
import { postMany } from '../acts/runs/post-many.js';
import { rerun } from '../acts/runs/rerun.js';
import { reverse } from '../acts/runs/reverse.js';
import { takeBack } from '../acts/runs/take-back.js';
import { whoOf } from '../acts/who-of.js';
import { signOff } from '../acts/approval/sign-off.js';
import { Allow, Who } from '../access/access.js';
import {
  actBody,
  approveBody,
  decideBody,
  postManyBody,
  recheckBody,
  recoverBody,
  reverseBody,
  takeBackBody,
} from './act-bodies.js';
import { detailOf, payRunDetail } from './pay-run.view.js';
import type { Principal } from '../access/principal.js';
import { ApiProblems, problemSchema } from './docs/problem.schema.js';
import { Reach } from '../access/reach.js';
import { runAddress, type RunAddress } from '../views/run/run-address.js';
import { sendingView } from './sending.view.js';
import { syncResult } from './sync.view.js';

const acted = z
  .object({
    company: z.string(),
    tag: z.string(),
    run: payRunDetail,
    sync: syncResult.optional(),
    sending: sendingView.optional(),
  })
  .meta({ id: 'Acted', description: 'The pay run after the act.' });
type ActedView = z.infer<typeof acted>;

const decidedView = acted
  .extend({
    answered: z.array(z.string()).optional().meta({
      description:
        'The user urls of those in this pay run for whom the decision counts: everybody with the field whom it reaches, less those for whom a narrower one was made. Needs the right to see pay.',
    }),
  })
  .meta({ id: 'Decided', description: 'The pay run after the decision, and whom it answered for.' });

const rechecked = acted
  .omit({ sync: true, sending: true })
  .extend({
    readAt: z.string().meta({ description: 'When the books were read.' }),
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

/** An act on one pay run is a POST below its address. */
function Act(name: string, summary: string, answer: z.ZodType = acted) {
  return applyDecorators(
    Post(`:company/:year/:period/:paidOn/${name}`),
    HttpCode(200),
    Allow('reviewer'),
    Idempotent(),
    ApiOperation({ summary }),
    ApiOkResponse({ standardSchema: answer }),
    ApiProblems(404, 409, 413, 415, 422),
  );
}

/** What a reviewer does with a pay run, by the names of the commands. */
@ApiTags('Acts of a reviewer')
@Controller('api/pay-runs')
export class ActsController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
  ) {}

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
  ): Promise<z.infer<typeof actedMany>> {
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

  @Act('rerun', 'Read this period again and do what is due: never posts twice')
  rerun(
    @byAddress() address: RunAddress,
    @Body({ schema: actBody }) body: z.infer<typeof actBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => rerun(this.tools, run, { ...body, ...by }));
  }

  @Act('post', 'Post a run that is ready')
  post(
    @byAddress() address: RunAddress,
    @Body({ schema: actBody }) body: z.infer<typeof actBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => post(this.tools, run, { ...body, ...by }));
  }

  @Act('approve', 'Release one hold, for the run’s present figures')
  approve(
    @byAddress() address: RunAddress,
    @Body({ schema: approveBody }) body: z.infer<typeof approveBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => approve(this.tools, run, { ...body, ...by }));
  }

  @Act('decide', 'Decide how a payslip field is treated, and for whom', decidedView)
  async decide(
    @byAddress() address: RunAddress,
    @Body({ schema: decideBody }) body: z.infer<typeof decideBody>,
    @Who() who: Principal,
  ) {
    const { for: scope, ...given } = body;
    const decision = { ...given, scope };
    let answered: readonly string[] = [];
    const done = await this.#act(address, who, async (run, by) => {
      const having = await havingField(this.tools, run);
      const acted = await decideField(this.tools, run, { ...decision, ...by });
      answered = having(decision.field)
        .answeredBy(decision)
        .map(({ user }) => user);
      return acted;
    });
    return done.run.paid === undefined ? done : { ...done, answered: [...answered] };
  }

  @Act('take-back', 'Take back a decision that has not been posted')
  takeBack(
    @byAddress() address: RunAddress,
    @Body({ schema: takeBackBody }) body: z.infer<typeof takeBackBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => takeBack(this.tools, run, { ...body, ...by }));
  }

  @Act('recover', 'Decide at which rate HMRC gives back statutory parental pay; then the recovery is posted')
  recover(
    @byAddress() address: RunAddress,
    @Body({ schema: recoverBody }) body: z.infer<typeof recoverBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => decideRecovery(this.tools, run, { ...body, ...by }));
  }

  @Act('amend', 'Change the set in the books to what payroll is now')
  amend(
    @byAddress() address: RunAddress,
    @Body({ schema: actBody }) body: z.infer<typeof actBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => amend(this.tools, run, { ...body, ...by }));
  }

  @Act('reverse', 'Post the negation of what is in the books')
  reverse(
    @byAddress() address: RunAddress,
    @Body({ schema: reverseBody }) body: z.infer<typeof reverseBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => reverse(this.tools, run, { ...body, ...by }));
  }

  @Act('ignore', 'Leave this run alone for good')
  ignore(
    @byAddress() address: RunAddress,
    @Body({ schema: actBody }) body: z.infer<typeof actBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => ignore(this.tools, run, { ...body, ...by }));
  }

  @Act('sign-off', 'Record that a person has reviewed what was posted')
  signOff(
    @byAddress() address: RunAddress,
    @Body({ schema: actBody }) body: z.infer<typeof actBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => signOff(this.tools, run, { ...body, ...by }));
  }

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
  ): Promise<z.infer<typeof rechecked>> {
    const company = await this.reach.company(who, address.company);
    const ref = { company, year: address.year, period: address.period, paid: address.paidOn };
    const { run, readAt, findings, company: name, tag } = await recheck(this.tools, ref, actorOf(who));
    return {
      ...{ company: name, tag },
      run: detailOf(name, run, who),
      readAt: readAt.toISOString(),
      findings: findings.map(({ tag, problem, journalSet, detail }) => ({ tag, problem, journalSet, detail })),
    };
  }

  async #act(
    address: RunAddress,
    who: Principal,
    act: (run: RunRef, by: { who: Actor }) => Promise<Acted>,
  ): Promise<ActedView> {
    const company = await this.reach.company(who, address.company);
    const run = { company, year: address.year, period: address.period, paid: address.paidOn };
    const done = await act(run, { who: actorOf(who) });
    const { company: name, tag, sync, sending = [] } = done;
    return { company: name, tag, run: detailOf(name, done.run, who), sync, sending: [...sending] };
  }
}

const actorOf = (principal: Principal): Actor => whoOf(principal, 'api');
