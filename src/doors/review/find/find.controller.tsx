import { Get, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import type { Principal } from '../../../access/principal.js';
import { monthTyped } from '../../../journal/nouns/month-typed.js';
import { Finder, type Hit } from '../../../views/find/finder.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { accountPath, boardPath, clientMonthPath, companyPath, employeePath, runPath } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { FindPage } from './find.page.js';

const query = z.object({ q: given });
type Asked = z.infer<typeof query>;

/** Where the finder in the head of every page leads: to what was meant, or to a list. */
@Pages('find')
export class FindController {
  constructor(private readonly finder: Finder) {}

  @Allow('viewer')
  @ReadsPay('what was found')
  @Get()
  async find(@Query({ schema: query }) { q: typed }: Asked, @Who() principal: Principal): Promise<PageAnswer> {
    const { year, period } = typed === undefined ? {} : (monthTyped(typed) ?? {});
    if (year !== undefined && period !== undefined) return { redirect: boardPath({ year, period }) };
    const found = typed === undefined ? undefined : await this.finder.find(principal, typed);
    if (found?.meant) return { redirect: pathTo(found.meant) };
    return { title: 'Find', find: typed, body: <FindPage {...{ typed, found, principal }} /> };
  }
}

function pathTo(hit: Hit): string {
  if (hit.kind === 'client') return companyPath(hit.client.id);
  if (hit.kind === 'month') return clientMonthPath(hit.found.client.id, hit.found.month);
  if (hit.kind === 'account') return accountPath(hit.found.client.id, hit.found.account);
  return hit.kind === 'run' ? runPath(hit.run) : employeePath({ ...hit.person.run, user: hit.person.user });
}
