import { Body, Controller, Get, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { Database } from '../../../ground/database.js';
import { reasonTrouble } from '../../../acts/reason.js';
import { Problem } from '../../../ground/problem.js';
import { ActTools } from '../../../acts/act-tools.js';
import { whoOf } from '../../../acts/who-of.js';
import { eachInReach, type OneOfMany, type RunSeen } from '../../../acts/many.js';
import { postMany } from '../../../acts/runs/post-many.js';
import { signOffMany } from '../../../acts/approval/sign-off-many.js';
import { Errands, leftOutOf } from '../../../runner/errands.js';
import { CompanyNames } from '../../../views/company-names.js';
import { Board, reviewedMax } from '../../../views/board/board.js';
import { year as taxYear } from '../../../views/lists.js';
import type { BoardFilter, TaxMonth } from '../../../views/board/board-lists.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { boardPath } from '../frame/paths.js';
import { assigneeOf, given } from '../frame/query.js';
import { count } from '../frame/words.js';
import { PostedPage } from './posted.page.js';
import { ReadyRows, seenOf } from './ready-table.js';
import { recheckOf } from './recheck.controller.js';
import { ReviewPage } from './review.page.js';
import { SignOffPage } from './sign-off.page.js';

/** A ticked run: company, tag, and the fingerprint of what was shown. */
const picked = z
  .string()
  .max(500)
  .transform((text, context) => {
    const read = z.tuple([z.string(), z.string(), z.string()]).safeParse(parsed(text));
    if (read.success) return read.data;
    context.addIssue('what was ticked is not a pay run');
    return z.NEVER;
  });
const place = {
  year: taxYear,
  month: z.coerce.number().int().min(1).max(12),
};
const monthForm = z.object(place);
const form = z.object({
  ...place,
  reason: z.string().trim().default(''),
  runs: z.union([picked.transform((one) => [one]), z.array(picked).max(reviewedMax)]).optional(),
});
/** The filter of the board's list. */
const narrowed = { search: given, assignee: given };
const reviewForm = form.extend({ ...narrowed, rest: given });
type Form = z.infer<typeof form>;
type Picked = z.infer<typeof picked>;
const rest = z.object({ ...place, ...narrowed, ready: given, tick: z.enum(['clean', 'none']).catch('clean') });

const monthOf = ({ year, month }: z.infer<typeof monthForm>): TaxMonth => ({ year, period: month - 1 });

const narrowedTo = (
  { search, assignee, ...asked }: z.infer<typeof monthForm> & { readonly search?: string; readonly assignee?: string },
  principal: Principal,
): BoardFilter => ({ ...monthOf(asked), search, assignee: assigneeOf({ assignee }, principal) });

/** Posts many pay runs at once, after a review, and each only if it still has the figures that were shown. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('runs')
export class PostManyController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
    private readonly board: Board,
    private readonly database: Database,
    private readonly errands: Errands,
    private readonly names: CompanyNames,
  ) {}

  /** The ready runs that follow the board's first page. */
  @Allow('viewer')
  @ReadsPay('pay runs')
  @Get('ready')
  async rest(@Query({ schema: rest }) asked: z.infer<typeof rest>, @Who() principal: Principal): Promise<PageAnswer> {
    const filter = narrowedTo(asked, principal);
    const { rows } = await this.board.readyPage(principal, filter, asked.ready, reviewedMax);
    return { part: <ReadyRows rows={rows} ticked={principal.role === 'viewer' ? undefined : asked.tick} /> };
  }

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Post('review')
  async review(
    @Body({ schema: reviewForm }) asked: z.infer<typeof reviewForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    if (asked.rest === undefined) return this.#review(asked, principal);
    const beyond = await this.board.readyPage(principal, narrowedTo(asked, principal), asked.rest, reviewedMax);
    const clean = beyond.rows.flatMap(({ companyId, tag, fingerprint, clean: isClean }): Picked[] =>
      isClean && fingerprint !== undefined ? [[companyId, tag, fingerprint]] : [],
    );
    const runs = [...(asked.runs ?? []), ...clean];
    return this.#review({ ...asked, runs }, principal);
  }

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Post('post')
  async post(@Body({ schema: form }) asked: Form, @Who() principal: Principal): Promise<PageAnswer> {
    const trouble = reasonTrouble(asked.reason, 'The pay runs that are ticked');
    if (trouble !== undefined) return this.#review(asked, principal, trouble);
    const back = boardPath(monthOf(asked));
    if (asked.runs === undefined) return { redirect: back, flash: 'Nothing was ticked, and nothing was posted.' };
    const who = whoOf(principal, 'page');
    const act = { who, reason: asked.reason };
    const done = await this.#each(principal, asked, (runs) => postMany(this.tools, runs, act));
    const posted = done.filter((one) => 'run' in one && one.run.state === 'posted').length;
    return outcome({ done, words: `${posted} of ${done.length} posted`, back });
  }

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Get('sign-off')
  async toSignOff(
    @Query({ schema: monthForm }) asked: z.infer<typeof monthForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    return this.#signOffPage(monthOf(asked), principal);
  }

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Post('sign-off')
  async signOff(@Body({ schema: form }) asked: Form, @Who() principal: Principal): Promise<PageAnswer> {
    const trouble = reasonTrouble(asked.reason, 'The pay runs that are ticked');
    if (trouble !== undefined) return this.#signOffPage(monthOf(asked), principal, trouble);
    const who = whoOf(principal, 'page');
    const act = { who, reason: asked.reason };
    const done = await this.#each(principal, asked, (runs) => signOffMany(this.tools, runs, act));
    const signed = done.filter((one) => 'run' in one).length;
    return outcome({ done, words: `${signed} of ${done.length} signed off`, back: boardPath(monthOf(asked)) });
  }

  #each(
    principal: Principal,
    { runs = [] }: Form,
    act: (runs: readonly RunSeen[]) => Promise<readonly OneOfMany[]>,
  ): Promise<readonly OneOfMany[]> {
    const named = runs.map(([company, tag, fingerprint]) => ({ company, tag, fingerprint }));
    return eachInReach(named, (id) => this.reach.company(principal, id), act);
  }

  async #review(asked: Form, principal: Principal, problem?: Problem): Promise<PageAnswer> {
    const month = monthOf(asked);
    const ticked = new Set((asked.runs ?? []).map((one) => JSON.stringify(one)));
    if (ticked.size === 0) return { redirect: boardPath(month), flash: 'Nothing was ticked.' };
    const ready = await this.board.readyOf(principal, month);
    const chosen = ready.filter((row) => ticked.has(seenOf(row)));
    const leftOut = ready.filter((row) => !ticked.has(seenOf(row)));
    const moved = ticked.size - chosen.length;
    return {
      title: `Review ${count(chosen.length, 'pay run')}`,
      section: 'board',
      status: problem?.status,
      body: <ReviewPage {...{ month, leftOut, moved, principal, problem }} picked={chosen} />,
    };
  }

  async #signOffPage(month: TaxMonth, principal: Principal, problem?: Problem): Promise<PageAnswer> {
    const runs = await this.board.toSignOff(principal, month);
    const errand = await this.errands.find(recheckOf(principal, month));
    const names = await this.names.of(leftOutOf(errand));
    const now = this.database.clock.now();
    return {
      title: 'Sign off',
      section: 'board',
      status: problem?.status,
      refreshSeconds: errand !== undefined && errand.end === undefined ? lookAgainSeconds : undefined,
      body: <SignOffPage {...{ month, runs, principal, now, problem, errand, names }} />,
    };
  }
}

const lookAgainSeconds = 3;

interface Outcome {
  readonly done: readonly OneOfMany[];
  readonly words: string;
  readonly back: string;
}

function outcome({ done, words, back }: Outcome): PageAnswer {
  const troubled = done.flatMap((one) => ('problem' in one ? [{ company: one.company, problem: one.problem }] : []));
  if (troubled.length === 0) return { redirect: back, flash: `${words}.` };
  return {
    title: words,
    section: 'board',
    status: troubled.every(({ problem }) => problem instanceof Problem && problem.status < 500) ? 409 : 500,
    body: <PostedPage words={words} troubled={troubled} back={back} />,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
