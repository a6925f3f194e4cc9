import { Body, Get, Post, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { ActTools } from '../../../acts/act-tools.js';
import { signOffMany } from '../../../acts/approval/sign-off-many.js';
import { recheckCompany } from '../../../acts/companies/recheck.js';
import { reasonTrouble } from '../../../acts/reason.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Company } from '../../../companies/company.js';
import { type Problem, problem } from '../../../ground/problem.js';
import { Board, type MonthOfMode } from '../../../views/month/board.js';
import { nextInMonth } from '../board/next-act.js';
import type { PageAnswer } from '../frame/page.js';
import { partQuery } from '../frame/parts.js';
import { signOffPath } from '../frame/paths.js';
import { monthAsked, monthOf } from '../frame/query.js';
import { errandOf, isGoing, lookAgainSeconds, RunsAtWork } from '../frame/runs-at-work.js';
import { Pages } from '../kit/pages.js';
import { Rechecking, seenTogether, Signing, SignOffPage, wholeIn } from './sign-off.page.js';

const query = monthAsked.extend(partQuery.shape);
const form = query.extend({ reason: z.string().trim().default(''), seen: z.string().max(100).default('') });
type Month = z.infer<typeof monthAsked>;

interface Shown {
  readonly month: MonthOfMode;
  readonly part: number;
  readonly problem?: Problem;
}

/** Signs off what is posted, agreed and rechecked, and rechecks the books that were not read within a day. */
@Pages('runs')
export class SignOffController {
  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
    private readonly board: Board,
    private readonly atWork: RunsAtWork,
  ) {}

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Get('sign-off')
  show(@Query({ schema: query }) asked: z.infer<typeof query>, @Who() principal: Principal): Promise<PageAnswer> {
    return this.#page({ month: monthOf(asked), part: asked.part - 1 }, principal);
  }

  @Allow('reviewer')
  @ReadsPay('pay runs')
  @Post('sign-off')
  async signOff(
    @Body({ schema: form }) { reason, seen, ...asked }: z.infer<typeof form>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const month = monthOf(asked);
    const part = asked.part - 1;
    const whole = wholeIn(await this.board.toSignOff(principal, month), part);
    const trouble =
      reasonTrouble(reason, 'The pay runs to sign off') ?? (seen === seenTogether(whole) ? undefined : notAsSeen());
    if (trouble !== undefined) return this.#page({ month, part, problem: trouble }, principal);
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
  async signing(@Query({ schema: monthAsked }) asked: Month, @Who() principal: Principal): Promise<PageAnswer> {
    return { part: <Signing {...(await this.atWork.find(principal, 'sign-off', monthOf(asked)))} /> };
  }

  /** Continues while the page shows its progress. */
  @Allow('reviewer')
  @Post('recheck')
  async recheck(@Body({ schema: monthAsked }) asked: Month, @Who() principal: Principal): Promise<PageAnswer> {
    const month = monthOf(asked);
    const runs = await this.board.toSignOff(principal, month);
    const ids = new Set(runs.filter((run) => run.obstacles.includes('not_rechecked')).map((run) => run.companyId));
    const companies: Company[] = [];
    for (const id of ids) companies.push(await this.reach.company(principal, id));
    const who = whoOf(principal, 'page');
    const read = async (company: Company) => (await recheckCompany(this.tools, company, who)).length;
    await this.atWork.begin(errandOf(principal, 'recheck', month), companies, read);
    return { redirect: signOffPath(month) };
  }

  @Allow('reviewer')
  @Get('recheck/status')
  async rechecking(@Query({ schema: monthAsked }) asked: Month, @Who() principal: Principal): Promise<PageAnswer> {
    return { part: <Rechecking {...(await this.atWork.find(principal, 'recheck', monthOf(asked)))} /> };
  }

  async #page({ month, part, problem }: Shown, principal: Principal): Promise<PageAnswer> {
    const runs = await this.board.toSignOff(principal, month);
    const recheck = await this.atWork.find(principal, 'recheck', month);
    const signing = await this.atWork.find(principal, 'sign-off', month);
    const next =
      signing.errand?.end === undefined ? undefined : await nextInMonth(this.board, principal, month, 'payroll');
    return {
      title: 'Sign off',
      section: 'board',
      status: problem?.status,
      refreshSeconds: isGoing(recheck) || isGoing(signing) ? lookAgainSeconds : undefined,
      body: <SignOffPage {...{ month, runs, part, now: signing.now, problem, recheck, signing, next }} />,
    };
  }
}

const notAsSeen = () =>
  problem('figures-changed', {
    detail: 'What can be signed off is not what you saw: payroll, the books or another person moved it.',
    todo: 'It is shown again below.',
  });
