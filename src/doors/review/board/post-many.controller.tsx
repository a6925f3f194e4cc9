import { Body, Get, Post, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { hasRole, type Principal } from '../../../access/principal.js';
import { Database } from '../../../ground/database.js';
import { reasonTrouble } from '../../../acts/reason.js';
import { type Problem, problem } from '../../../ground/problem.js';
import { ActTools } from '../../../acts/act-tools.js';
import { whoOf } from '../../../acts/who-of.js';
import { postMany } from '../../../acts/runs/post-many.js';
import { signOffMany } from '../../../acts/approval/sign-off-many.js';
import { Board, type MonthOfMode, reviewedMax } from '../../../views/month/board.js';
import { year as taxYear } from '../../../views/lists/lists.js';
import type { BoardFilter } from '../../../views/month/board-lists.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { boardPath, clientsOnly, monthActPath, signOffPath } from '../frame/paths.js';
import { partQuery } from '../frame/parts.js';
import { assigneeOf, given, modeAsked } from '../frame/query.js';
import { count } from '../frame/words.js';
import { PostingPage, PostingStatus } from './posting.page.js';
import { MoreReady } from './board-lists.js';
import { seenOf } from './ready-table.js';
import { ReviewPage } from './review.page.js';
import { isGoing, lookAgainSeconds, RunsAtWork } from './runs-at-work.js';
import { seenTogether, Signing, SignOffPage, wholeAmong } from './sign-off.page.js';

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
  mode: modeAsked,
};
const monthForm = z.object(place);
const form = z.object({
  ...place,
  reason: z.string().trim().default(''),
  runs: z.union([picked.transform((one) => [one]), z.array(picked).max(reviewedMax)]).optional(),
});
/** The filter of the board's list. */
const narrowed = { search: given, assignee: given };
const reviewForm = form.extend({
  ...narrowed,
  ...{ from: given, next: given },
  rest: z.literal('clean').optional().catch(undefined),
});
const signOffQuery = monthForm.extend(partQuery.shape);
const signOffForm = monthForm.extend({ reason: z.string().trim().default(''), seen: z.string().max(100).default('') });
type Form = z.infer<typeof form>;
type Picked = z.infer<typeof picked>;
const rest = z.object({
  ...place,
  ...narrowed,
  from: given,
  ready: given,
  tick: z.enum(['clean', 'none']).catch('clean'),
});

const monthOf = ({ year, month, mode }: z.infer<typeof monthForm>): MonthOfMode => ({ year, period: month - 1, mode });

const narrowedTo = (
  { search, assignee, ...asked }: z.infer<typeof monthForm> & { readonly search?: string; readonly assignee?: string },
  principal: Principal,
): BoardFilter => ({ ...monthOf(asked), search, assignee: assigneeOf({ assignee }, principal) });

const runsOf = ({ runs = [] }: Form) => runs.map(([company, tag, fingerprint]) => ({ company, tag, fingerprint }));

interface SignOffShown {
  readonly month: MonthOfMode;
  readonly part: number;
  readonly problem?: Problem;
}

const notAsSeen = () =>
  problem('figures-changed', {
    detail: 'What can be signed off is not what you saw: payroll, the books or another person moved it.',
    todo: 'It is shown again below.',
  });

/** Posts many pay runs at once, after a review, and each only if it still has the figures that were shown. */
@Pages('runs')
export class PostManyController {
  constructor(
    private readonly tools: ActTools,
    private readonly board: Board,
    private readonly database: Database,
    private readonly atWork: RunsAtWork,
  ) {}

  /** More of the ready runs, for the table of a page that is open. */
  @Allow('viewer')
  @ReadsPay('pay runs')
  @Get('ready')
  async rest(@Query({ schema: rest }) asked: z.infer<typeof rest>, @Who() principal: Principal): Promise<PageAnswer> {
    const filter = narrowedTo(asked, principal);
    const ready = await this.board.moreReady(principal, filter, { from: asked.from, after: asked.ready });
    const ticked = hasRole(principal, 'reviewer') ? asked.tick : undefined;
    return { part: <MoreReady {...{ ready, filter, ticked }} /> };
  }

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Post('review')
  async review(
    @Body({ schema: reviewForm }) asked: z.infer<typeof reviewForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    if (asked.rest === undefined) return this.#review(asked, principal);
    const { from, next } = asked;
    const notShown = await this.board.cleanNotShown(principal, narrowedTo(asked, principal), { from, next });
    const clean = notShown.map(({ companyId, tag, fingerprint = '' }): Picked => [companyId, tag, fingerprint]);
    const runs = [...(asked.runs ?? []), ...clean];
    return this.#review({ ...asked, runs }, principal);
  }

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Post('post')
  async post(@Body({ schema: form }) asked: Form, @Who() principal: Principal): Promise<PageAnswer> {
    const trouble = reasonTrouble(asked.reason, 'The pay runs that are ticked');
    if (trouble !== undefined) return this.#review(asked, principal, trouble);
    const month = monthOf(asked);
    const runs = runsOf(asked);
    if (runs.length === 0)
      return { redirect: boardPath(month, clientsOnly(month)), flash: 'Nothing was ticked, and nothing was posted.' };
    const act = { who: whoOf(principal, 'page'), reason: asked.reason };
    await this.atWork.start(principal, { what: 'post', month, runs }, async (run) => {
      const [answer] = await postMany(this.tools, [run], act);
      return answer;
    });
    return { redirect: monthActPath('/runs/posting', month) };
  }

  @Allow('reviewer')
  @Get('posting')
  async posting(
    @Query({ schema: monthForm }) asked: z.infer<typeof monthForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const month = monthOf(asked);
    const shown = await this.atWork.find(principal, 'post', month);
    return {
      title: 'Posting',
      section: 'board',
      refreshSeconds: isGoing(shown) ? lookAgainSeconds : undefined,
      body: <PostingPage {...shown} month={month} now={this.database.clock.now()} />,
    };
  }

  @Allow('reviewer')
  @Get('posting/status')
  async postingStatus(
    @Query({ schema: monthForm }) asked: z.infer<typeof monthForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const month = monthOf(asked);
    const shown = await this.atWork.find(principal, 'post', month);
    return { part: <PostingStatus {...shown} month={month} now={this.database.clock.now()} /> };
  }

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Get('sign-off')
  async toSignOff(
    @Query({ schema: signOffQuery }) asked: z.infer<typeof signOffQuery>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    return this.#signOffPage({ month: monthOf(asked), part: asked.part - 1 }, principal);
  }

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Post('sign-off')
  async signOff(
    @Body({ schema: signOffForm }) { reason, seen, ...asked }: z.infer<typeof signOffForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const month = monthOf(asked);
    const whole = wholeAmong(await this.board.toSignOff(principal, month));
    const trouble =
      reasonTrouble(reason, 'The pay runs to sign off') ?? (seen === seenTogether(whole) ? undefined : notAsSeen());
    if (trouble !== undefined) return this.#signOffPage({ month, part: 0, problem: trouble }, principal);
    const act = { who: whoOf(principal, 'page'), reason };
    const runs = whole.map(({ companyId, tag, fingerprint = '' }) => ({ company: companyId, tag, fingerprint }));
    await this.atWork.start(principal, { what: 'sign-off', month, runs }, async (run) => {
      const [answer] = await signOffMany(this.tools, [run], act);
      return answer;
    });
    return { redirect: signOffPath(month) };
  }

  @Allow('reviewer')
  @Get('sign-off/status')
  async signing(
    @Query({ schema: monthForm }) asked: z.infer<typeof monthForm>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const month = monthOf(asked);
    const shown = await this.atWork.find(principal, 'sign-off', month);
    return { part: <Signing {...shown} month={month} now={this.database.clock.now()} /> };
  }

  async #review(asked: Form, principal: Principal, problem?: Problem): Promise<PageAnswer> {
    const month = monthOf(asked);
    const ticked = new Set((asked.runs ?? []).map((one) => JSON.stringify(one)));
    if (ticked.size === 0) return { redirect: boardPath(month, clientsOnly(month)), flash: 'Nothing was ticked.' };
    const ready = await this.board.readyOf(principal, month);
    const chosen = ready.filter((row) => ticked.has(seenOf(row)));
    const leftOut = ready.filter((row) => !ticked.has(seenOf(row)));
    const moved = ticked.size - chosen.length;
    return {
      title: `Review ${count(chosen.length, 'pay run')}`,
      section: 'board',
      status: problem?.status,
      body: <ReviewPage {...{ month, leftOut, moved, problem }} picked={chosen} />,
    };
  }

  async #signOffPage({ month, part, problem }: SignOffShown, principal: Principal): Promise<PageAnswer> {
    const runs = await this.board.toSignOff(principal, month);
    const recheck = await this.atWork.find(principal, 'recheck', month);
    const signing = await this.atWork.find(principal, 'sign-off', month);
    const now = this.database.clock.now();
    return {
      title: 'Sign off',
      section: 'board',
      status: problem?.status,
      refreshSeconds: isGoing(recheck) || isGoing(signing) ? lookAgainSeconds : undefined,
      body: <SignOffPage {...{ month, runs, part, now, problem, recheck, signing }} />,
    };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
