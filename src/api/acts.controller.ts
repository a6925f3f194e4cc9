import { applyDecorators, Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { problemDetails, asProblem } from '../ground/problem.js';
import { type Acted, Acts, type RunRef } from '../acts/acts.js';
import { Allow, Who } from '../access/access.js';
import { actBody, approveBody, decideBody, postManyBody, reverseBody } from './act-bodies.js';
import { detailOf, payRunDetail } from './pay-run.view.js';
import type { Principal } from '../access/principal.js';
import { ApiProblems, problemSchema } from './docs/problem.schema.js';
import { Reach } from '../access/reach.js';
import { practiceRefused } from '../access/refusals.js';
import { runAddress, type RunAddress } from '../views/run-address.js';
import { syncResult } from './sync.view.js';

const acted = z
  .object({ company: z.string(), tag: z.string(), run: payRunDetail, sync: syncResult.optional() })
  .meta({ id: 'Acted', description: 'The pay run as it stands after the act.' });
type ActedView = z.infer<typeof acted>;

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
  .meta({ id: 'ActedMany', description: 'For each run what became of it: the run after the act, or a problem.' });

const byAddress = () => Param({ schema: runAddress });

/** An act on one pay run is a POST below its address. */
function Act(name: string, summary: string) {
  return applyDecorators(
    Post(`:company/:year/:period/:paidOn/${name}`),
    HttpCode(200),
    Allow('reviewer'),
    ApiOperation({ summary }),
    ApiOkResponse({ standardSchema: acted }),
    ApiProblems(404, 409, 413, 415),
  );
}

/** What a reviewer does with a pay run; the same names as the commands. */
@ApiTags('Acts of a reviewer')
@Controller('api/pay-runs')
export class ActsController {
  constructor(
    private readonly acts: Acts,
    private readonly reach: Reach,
  ) {}

  @Post('post')
  @HttpCode(200)
  @Allow('reviewer')
  @ApiOperation({ summary: 'Post many: each only if it still says what was seen' })
  @ApiOkResponse({ standardSchema: actedMany })
  @ApiProblems(413, 415)
  async postMany(
    @Body({ schema: postManyBody }) { runs, reason }: z.infer<typeof postManyBody>,
    @Who() who: Principal,
  ): Promise<z.infer<typeof actedMany>> {
    const refused = new Map<number, ReturnType<typeof problemDetails>>();
    const known: { index: number; company: RunRef['company']; tag: string; fingerprint: string }[] = [];
    for (const [index, run] of runs.entries()) {
      try {
        known.push({ ...run, index, company: await this.reach.company(who, run.company) });
      } catch (error) {
        refused.set(index, problemDetails(asProblem(error)));
      }
    }
    const answers = await this.acts.postMany(known, { who: { actor: who.name, trigger: 'api' }, reason });
    const told = new Map(known.map(({ index }, at) => [index, answers[at]]));
    return {
      runs: runs.map(({ company, tag }, index) => {
        const answer = told.get(index);
        if (!answer) return { company, tag, problem: refused.get(index) };
        if ('problem' in answer) return { company: answer.company, tag, problem: problemDetails(answer.problem) };
        return { company: answer.company, tag, run: detailOf(answer.company, answer.run, who) };
      }),
    };
  }

  @Act('rerun', 'Read this period again and do what is due: never posts twice')
  rerun(
    @byAddress() address: RunAddress,
    @Body({ schema: actBody }) body: z.infer<typeof actBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => this.acts.rerun(run, { ...body, ...by }));
  }

  @Act('post', 'Post a run that is ready')
  post(
    @byAddress() address: RunAddress,
    @Body({ schema: actBody }) body: z.infer<typeof actBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => this.acts.post(run, { ...body, ...by }));
  }

  @Act('approve', 'Release one hold, for what the run says now')
  approve(
    @byAddress() address: RunAddress,
    @Body({ schema: approveBody }) body: z.infer<typeof approveBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => this.acts.approve(run, { ...body, ...by }));
  }

  @Act('decide', 'Say how a payslip field is treated, and for whom')
  decide(
    @byAddress() address: RunAddress,
    @Body({ schema: decideBody }) body: z.infer<typeof decideBody>,
    @Who() who: Principal,
  ) {
    const { for: scope, ...decision } = body;
    // It would reach companies that are not theirs.
    if (scope === 'practice' && who.companies !== null) throw practiceRefused(who);
    return this.#act(address, who, (run, by) => this.acts.decide(run, { ...decision, ...by, scope }));
  }

  @Act('amend', 'Change the set in the books to what payroll says now')
  amend(
    @byAddress() address: RunAddress,
    @Body({ schema: actBody }) body: z.infer<typeof actBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => this.acts.amend(run, { ...body, ...by }));
  }

  @Act('reverse', 'Post the negation of what is in the books')
  reverse(
    @byAddress() address: RunAddress,
    @Body({ schema: reverseBody }) body: z.infer<typeof reverseBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => this.acts.reverse(run, { ...body, ...by }));
  }

  @Act('ignore', 'Leave this run alone for good')
  ignore(
    @byAddress() address: RunAddress,
    @Body({ schema: actBody }) body: z.infer<typeof actBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => this.acts.ignore(run, { ...body, ...by }));
  }

  @Act('sign-off', 'Say that a person has reviewed what was posted')
  signOff(
    @byAddress() address: RunAddress,
    @Body({ schema: actBody }) body: z.infer<typeof actBody>,
    @Who() who: Principal,
  ) {
    return this.#act(address, who, (run, by) => this.acts.signOff(run, { ...body, ...by }));
  }

  async #act(
    address: RunAddress,
    who: Principal,
    act: (run: RunRef, by: { who: { actor: string; trigger: 'api' } }) => Promise<Acted>,
  ): Promise<ActedView> {
    const company = await this.reach.company(who, address.company);
    const run = { company, year: address.year, period: address.period, paid: address.paidOn };
    const done = await act(run, { who: { actor: who.name, trigger: 'api' } });
    return { company: done.company, tag: done.tag, run: detailOf(done.company, done.run, who), sync: done.sync };
  }
}
