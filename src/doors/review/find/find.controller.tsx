import { Get, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { monthTyped } from '../../../journal/nouns/month-typed.js';
import { Finder, type Hit } from '../../../views/find/finder.js';
import type { PageAnswer } from '../frame/page.js';
import { today } from '../../../ground/clock.js';
import { Database } from '../../../ground/database.js';
import { taxMonthOf, taxMonthRange, taxYearOf } from '../../../journal/nouns/dates.js';
import { Board } from '../../../views/month/board.js';
import { Pages } from '../kit/pages.js';
import {
  accountPath,
  movementPath,
  boardPath,
  clientMonthPath,
  companyPath,
  employeePath,
  runPath,
} from '../frame/paths.js';
import { given } from '../frame/query.js';
import { FindPage, isNothing } from './find.page.js';
import { pagesNamed } from './pages-named.js';

const query = z.object({ q: given });
type Asked = z.infer<typeof query>;

/** Where the finder in the head of every page leads: to what was meant, or to a list. */
@Pages('find')
export class FindController {
  constructor(
    private readonly finder: Finder,
    private readonly board: Board,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @ReadsPay('what was found')
  @Get()
  async find(@Query({ schema: query }) { q: typed }: Asked, @Who() principal: Principal): Promise<PageAnswer> {
    const { year, period } = typed === undefined ? {} : (monthTyped(typed) ?? {});
    if (year !== undefined && period !== undefined) return { redirect: boardPath({ year, period }) };
    const found = typed === undefined ? undefined : await this.finder.find(principal, typed);
    const pages = typed === undefined ? [] : await this.#pages(typed, principal);
    const [page, ...others] = pages;
    if (found?.meant && page === undefined) return { redirect: pathTo(found.meant, principal) };
    if (page?.isExact && others.length === 0 && isNothing(found)) return { redirect: page.href };
    return { title: 'Find', find: typed, body: <FindPage {...{ typed, found, pages, principal }} /> };
  }

  async #pages(typed: string, principal: Principal) {
    const day = today(this.database.clock);
    const closing = await this.board.latestMonth(principal, { year: taxYearOf(day), period: taxMonthOf(day) - 1 });
    return pagesNamed(typed, { principal, today: day, closing });
  }
}

function pathTo(hit: Hit, { pay }: Principal): string {
  if (hit.kind === 'client') return companyPath(hit.client.id);
  if (hit.kind === 'month') return clientMonthPath(hit.found.client.id, hit.found.month);
  if (hit.kind === 'account') {
    const { client, account, month } = hit.found;
    if (month === undefined || !pay) return accountPath(client.id, account);
    return movementPath(client.id, { account, from: taxMonthRange(month.year, month.period + 1).from });
  }
  return hit.kind === 'run' ? runPath(hit.run) : employeePath({ ...hit.person.run, user: hit.person.user });
}
