import { Body, Get, Post, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Who } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { hasRole, type Principal } from '../../../access/principal.js';
import { ActTools } from '../../../acts/act-tools.js';
import { whoOf } from '../../../acts/who-of.js';
import { today } from '../../../ground/clock.js';
import { Database } from '../../../ground/database.js';
import { taxYearOf } from '../../../journal/nouns/dates.js';
import { SyncQueue } from '../../../runner/queue.js';
import { submitSyncs } from '../../../runner/submit-syncs.js';
import { auditsListed } from '../../../views/company/audits.js';
import { year as taxYear } from '../../../views/lists/lists.js';
import type { PageAnswer } from '../frame/page.js';
import { followPath } from '../frame/paths.js';
import { given } from '../frame/query.js';
import { Pages } from '../kit/pages.js';
import { AuditsPage } from './audits.page.js';

const auditsPerPage = 50;
const query = z.object({ year: taxYear.optional().catch(undefined), after: given });
type Asked = z.infer<typeof query>;
const form = z.object({ year: taxYear.optional().catch(undefined) });

/** The audits of all clients, the worst first. */
@Pages('audits')
export class AuditsController {
  constructor(
    readonly queue: SyncQueue,
    readonly tools: ActTools,
    private readonly database: Database,
  ) {}

  @Allow('viewer')
  @ReadsPay('audit')
  @Get()
  async show(@Query({ schema: query }) { year: asks, after }: Asked, @Who() principal: Principal): Promise<PageAnswer> {
    const thisYear = this.#thisYear();
    const year = asks ?? thisYear;
    const page = await this.database.read((rows) =>
      auditsListed(rows, principal, year, { after, size: auditsPerPage }),
    );
    const shown = { page, year, thisYear, mayRead: hasRole(principal, 'reviewer'), now: this.database.clock.now() };
    return { title: 'Audits', section: 'clients', body: <AuditsPage {...shown} /> };
  }

  @Allow('reviewer')
  @Post()
  async make(
    @Body({ schema: form }) { year = this.#thisYear() }: z.infer<typeof form>,
    @Who() principal: Principal,
  ): Promise<PageAnswer> {
    const begun = await submitSyncs(this, { who: whoOf(principal, 'page'), audit: year });
    if (begun.submitted.length === 0) return { redirect: '/audits', flash: 'There is no client to audit.' };
    return { redirect: followPath(begun) };
  }

  #thisYear(): number {
    return taxYearOf(today(this.database.clock));
  }
}
