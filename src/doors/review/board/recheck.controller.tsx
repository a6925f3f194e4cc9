import { Body, Get, Logger, Post, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { ActTools } from '../../../acts/act-tools.js';
import { recheckCompany } from '../../../acts/companies/recheck.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Company } from '../../../companies/company.js';
import { Database } from '../../../ground/database.js';
import { asProblem } from '../../../ground/problem.js';
import { type ErrandName, Errands, leftOutOf } from '../../../runner/errands.js';
import { Board, type MonthOfMode } from '../../../views/month/board.js';
import { CompanyNames } from '../../../views/lists/company-names.js';
import { year as taxYear } from '../../../views/lists/lists.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { signOffPath } from '../frame/paths.js';
import { modeAsked } from '../frame/query.js';
import { Rechecking } from './sign-off.page.js';

const place = z.object({ year: taxYear, month: z.coerce.number().int().min(1).max(12), mode: modeAsked });
type Place = z.infer<typeof place>;

const monthOf = ({ year, month, mode }: Place): MonthOfMode => ({ year, period: month - 1, mode });

export const recheckOf = (principal: Principal, { year, period }: MonthOfMode): ErrandName => ({
  of: principal,
  what: 'recheck',
  ...{ year, period },
});

/** Reads the books of every company that has something to sign off and was not read within a day. */
@Pages('runs/recheck')
export class RecheckController {
  readonly #log = new Logger('Recheck');

  constructor(
    private readonly tools: ActTools,
    private readonly reach: Reach,
    private readonly board: Board,
    private readonly database: Database,
    private readonly errands: Errands,
    private readonly names: CompanyNames,
  ) {}

  /** Continues while the sign-off page shows its progress. */
  @Allow('reviewer')
  @Post()
  async begin(@Body({ schema: place }) asked: Place, @Who() principal: Principal): Promise<PageAnswer> {
    const month = monthOf(asked);
    const runs = await this.board.toSignOff(principal, month);
    const ids = new Set(runs.filter((run) => run.obstacles.includes('not_rechecked')).map((run) => run.companyId));
    const companies: Company[] = [];
    for (const id of ids) companies.push(await this.reach.company(principal, id));
    const who = whoOf(principal, 'page');
    const read = async (company: Company) => (await recheckCompany(this.tools, company, who)).length;
    const { ended } = await this.errands.start(recheckOf(principal, month), companies, read);
    ended.catch((error: unknown) => this.#log.error(asProblem(error).detail));
    return { redirect: signOffPath(month) };
  }

  @Allow('reviewer')
  @Get('status')
  async status(@Query({ schema: place }) asked: Place, @Who() principal: Principal): Promise<PageAnswer> {
    const month = monthOf(asked);
    const errand = await this.errands.find(recheckOf(principal, month));
    const names = await this.names.of(leftOutOf(errand));
    return { part: <Rechecking {...{ month, errand, names }} now={this.database.clock.now()} /> };
  }
}
