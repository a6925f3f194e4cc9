import { Get, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { Database } from '../../../ground/database.js';
import { addDays, dateTyped } from '../../../journal/nouns/dates.js';
import { LogViews } from '../../../views/log/log-view.js';
import { Problem } from '../../../ground/problem.js';
import { LogPage } from './log.page.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { given } from '../frame/query.js';

const day = given.transform(dateTyped);
const query = z.object({
  search: given,
  company: given,
  since: day,
  until: day,
  act: given,
  actor: given,
  unreviewed: given,
  after: given,
});

@Pages('log')
export class LogPageController {
  constructor(
    private readonly log: LogViews,
    private readonly reach: Reach,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @ReadsPay('posting log')
  @Get()
  async show(
    @Query({ schema: query }) { after, ...asked }: z.infer<typeof query>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const { search, company, since, until, act, actor, unreviewed } = asked;
    const filter = {
      search,
      companyId: company === undefined ? undefined : await this.#idOf(principal, company),
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(addDays(until, 1)),
      act,
      actor,
      unreviewed: unreviewed === 'true',
    };
    const page = await this.log.page(principal, filter, after);
    const now = this.database.clock.now();
    return {
      title: 'Log',
      section: 'log',
      body: <LogPage page={page} asked={asked} goesOn={after !== undefined} now={now} />,
    };
  }

  /** An unknown company finds nothing: on a page with a filter that is not an error. */
  async #idOf(principal: Principal, company: string): Promise<string> {
    try {
      return (await this.reach.company(principal, company)).id;
    } catch (error) {
      if (error instanceof Problem) return '';
      throw error;
    }
  }
}
