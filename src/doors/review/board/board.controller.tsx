import { Get, Query } from '@nestjs/common';
import * as z from 'zod';
import { dayInLondon } from '../../../ground/london.js';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { Database } from '../../../ground/database.js';
import { monthInWords, taxMonthOf, taxYearOf } from '../../../journal/nouns/dates.js';
import { year as taxYear } from '../../../views/lists/lists.js';
import { readingsOf } from '../../../controls/show/readings.js';
import { Board } from '../../../views/month/board.js';
import { FirstRun } from '../first-run/first-run.js';
import { BoardPage } from './board.page.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { assigneeOf, given, modeAsked } from '../frame/query.js';

const query = z.object({
  year: taxYear.optional().catch(undefined),
  month: z.coerce.number().int().min(1).max(12).optional().catch(undefined),
  search: given,
  mode: modeAsked,
  assignee: given,
  mine: given,
  reason: given,
  needs: given,
  checking: given,
  // Old links have `all`.
  ready: given.transform((place) => (place === 'all' ? undefined : place)),
  tick: z.enum(['clean', 'none']).catch('clean'),
  done: given,
  companies: given,
});

@Pages()
export class BoardController {
  constructor(
    private readonly board: Board,
    private readonly database: Database,
    private readonly firstRun: FirstRun,
  ) {}

  @Allow('viewer')
  @ReadsPay('pay runs')
  @Get()
  async show(@Query({ schema: query }) asked: z.infer<typeof query>, @Who() principal: Principal): Promise<PageAnswer> {
    if (await this.firstRun.isDue(principal)) return this.firstRun.page();
    const now = this.database.clock.now();
    const today = dayInLondon(now);
    const { year, month: number } = asked;
    const month =
      year !== undefined && number !== undefined
        ? { year, period: number - 1 }
        : await this.board.latestMonth(principal, { year: taxYearOf(today), period: taxMonthOf(today) - 1 });
    const { search, mode, reason } = asked;
    const filter = { ...month, search, mode, reason, assignee: assigneeOf(asked, principal) };
    const places = {
      needsYou: asked.needs,
      checking: asked.checking,
      ready: asked.ready,
      done: asked.done,
      year: asked.companies,
    };
    const shown = await this.board.month(principal, filter, places);
    const ids = shown.year.rows.map(({ companyId }) => companyId);
    const readings = await this.database.read((rows) => readingsOf(rows, principal, ids));
    return {
      title: monthInWords(filter.year, filter.period),
      section: 'board',
      body: <BoardPage {...{ month: shown, filter, places, principal, now, readings }} ticked={asked.tick} />,
    };
  }
}
