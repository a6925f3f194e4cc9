import { Body, Get, Post, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { hasRole, type Principal } from '../../../access/principal.js';
import { ActTools } from '../../../acts/act-tools.js';
import { reasonTrouble } from '../../../acts/reason.js';
import { postMany } from '../../../acts/runs/post-many.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Problem } from '../../../ground/problem.js';
import { Board, type MonthOfMode, type NotShown, reviewedMax } from '../../../views/month/board.js';
import type { ReadyShown } from '../../../views/month/board-lists.js';
import { nextInMonth } from '../board/next-act.js';
import { MoreReady } from '../board/board-lists.js';
import type { PageAnswer } from '../frame/page.js';
import { partQuery } from '../frame/parts.js';
import { boardPath, clientsOnly, monthActPath } from '../frame/paths.js';
import { boardFilterOf, filterAsked, given, monthAsked, monthOf } from '../frame/query.js';
import { isGoing, lookAgainSeconds, RunsAtWork } from '../frame/runs-at-work.js';
import { count } from '../frame/words.js';
import { Pages } from '../kit/pages.js';
import { PostingPage, PostingStatus } from './posting.page.js';
import { seenOf } from './ready-table.js';
import { ReviewPage } from './review.page.js';

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
const postForm = monthAsked.extend({
  ...filterAsked,
  reason: z.string().trim().default(''),
  runs: z.union([picked.transform((one) => [one]), z.array(picked).max(reviewedMax)]).optional(),
});
const filterQuery = monthAsked.extend(filterAsked);
type Filter = z.infer<typeof filterQuery>;
const reviewQuery = filterQuery.extend(partQuery.shape);
type ReviewQuery = z.infer<typeof reviewQuery>;
const reviewForm = postForm.extend({
  from: given,
  next: given,
  /** Also those that are clean and not shown. */
  rest: z.literal('clean').optional().catch(undefined),
});
type ReviewForm = z.infer<typeof reviewForm>;
const moreQuery = monthAsked.extend({
  ...filterAsked,
  from: given,
  ready: given,
  tick: z.enum(['clean', 'none']).catch('clean'),
});
type MoreQuery = z.infer<typeof moreQuery>;
type Month = z.infer<typeof monthAsked>;
type Form = z.infer<typeof postForm>;
type Picked = z.infer<typeof picked>;

interface Reviewed {
  /** What was ticked, and with it the clean ones that a page did not show; without ticks, all that are clean. */
  readonly runs?: readonly Picked[];
  readonly rest?: ReadyShown | undefined;
  readonly part?: number;
  readonly problem?: Problem;
}

/** Posts many pay runs at once, after a review, and each only if it still has the figures that were shown. */
@Pages('runs')
export class ReadyController {
  constructor(
    private readonly tools: ActTools,
    private readonly board: Board,
    private readonly atWork: RunsAtWork,
  ) {}

  /** More of the ready runs, for the table of a page that is open. */
  @Allow('viewer')
  @ReadsPay('pay runs')
  @Get('ready')
  async more(@Query({ schema: moreQuery }) asked: MoreQuery, @Who() principal: Principal): Promise<PageAnswer> {
    const filter = boardFilterOf(asked, principal);
    const ready = await this.board.moreReady(principal, filter, { from: asked.from, after: asked.ready });
    const ticked = hasRole(principal, 'reviewer') ? asked.tick : undefined;
    return { part: <MoreReady {...{ ready, filter, ticked }} /> };
  }

  /** All that is clean is ticked to begin with. */
  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Get('review')
  reviewAll(@Query({ schema: reviewQuery }) asked: ReviewQuery, @Who() principal: Principal): Promise<PageAnswer> {
    return this.#review(asked, principal, { part: asked.part - 1 });
  }

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Post('review')
  review(@Body({ schema: reviewForm }) asked: ReviewForm, @Who() principal: Principal): Promise<PageAnswer> {
    const rest = asked.rest && { from: asked.from, next: asked.next };
    return this.#review(asked, principal, { runs: asked.runs ?? [], rest });
  }

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Post('post')
  async post(@Body({ schema: postForm }) asked: Form, @Who() principal: Principal): Promise<PageAnswer> {
    const trouble = reasonTrouble(asked.reason, 'The pay runs that are ticked');
    if (trouble !== undefined) return this.#review(asked, principal, { runs: asked.runs ?? [], problem: trouble });
    const month = monthOf(asked);
    const runs = (asked.runs ?? []).map(([company, tag, fingerprint]) => ({ company, tag, fingerprint }));
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
  async posting(@Query({ schema: monthAsked }) asked: Month, @Who() principal: Principal): Promise<PageAnswer> {
    const shown = await this.#progress(monthOf(asked), principal);
    return {
      title: 'Posting',
      section: 'board',
      refreshSeconds: isGoing(shown) ? lookAgainSeconds : undefined,
      body: <PostingPage {...shown} />,
    };
  }

  @Allow('reviewer')
  @Get('posting/status')
  async status(@Query({ schema: monthAsked }) asked: Month, @Who() principal: Principal): Promise<PageAnswer> {
    return { part: <PostingStatus {...(await this.#progress(monthOf(asked), principal))} /> };
  }

  async #progress(month: MonthOfMode, principal: Principal) {
    const shown = await this.atWork.find(principal, 'post', month);
    const next = isGoing(shown) ? undefined : await nextInMonth(this.board, principal, month);
    return { ...shown, next };
  }

  /** Of those that were ticked, or without a choice of all that are clean. */
  async #review(asked: Filter, principal: Principal, { runs, rest, part = 0, problem }: Reviewed): Promise<PageAnswer> {
    const filter = boardFilterOf(asked, principal);
    const ticked = runs && new Set(runs.map((one) => JSON.stringify(one)));
    const isTicked = ticked && ((one: NotShown) => ticked.has(seenOf(one)));
    const review = await this.board.review(principal, filter, { isTicked, rest, part });
    const nothing = runs === undefined ? review.ready === 0 : runs.length === 0 && review.picked === 0;
    if (nothing)
      return {
        redirect: boardPath(filter, clientsOnly(filter)),
        flash: runs === undefined ? 'Nothing is ready to be posted.' : 'Nothing was ticked.',
      };
    return {
      title: `Review ${count(review.picked, 'pay run')}`,
      section: 'board',
      status: problem?.status,
      body: <ReviewPage {...{ filter, review, isTicked, moved: (ticked?.size ?? 0) - review.asTicked, problem }} />,
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
