import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import type { Answer } from './answer.js';
import { Database } from '../../ground/database.js';
import { type PayRunRecord, runStates } from '../../record/runs/pay-run.entity.js';
import { checksOfOne } from '../../views/checks/checks.js';
import { cleanAmong } from '../../views/checks/clean.js';
import { payRunPage } from '../../views/lists/queries.js';
import { runFound } from '../../acts/runs/run-found.js';
import { Allow, Who } from '../../access/access.js';
import { listOf, paging, period, word, year } from '../../views/lists/lists.js';
import { checked, detailOf, payRunDetail, payRunView, viewOf } from './pay-run.view.js';
import { decisionRow, standingDecisions } from '../../views/run/standing-decisions.js';
import type { Principal } from '../../access/principal.js';
import { ApiProblems } from './docs/problem.schema.js';
import { ReadsPay } from '../../access/pay-reads.js';
import { Reach } from '../../access/reach.js';
import { runAddress } from '../../views/lists/run-address.js';

const payRuns = listOf(payRunView);
const payRunFilter = z.strictObject({
  company: word.optional(),
  year: year.optional(),
  period: period.optional(),
  state: z.enum(runStates).optional(),
  ...paging,
});

@ApiTags('Pay runs')
@Controller('api/pay-runs')
export class PayRunsController {
  constructor(
    private readonly reach: Reach,
    private readonly database: Database,
  ) {}

  @ReadsPay('pay runs')
  @Get()
  @Allow('viewer')
  @ApiOperation({ summary: 'Pay runs, the latest month first' })
  @ApiOkResponse({ standardSchema: payRuns })
  @ApiProblems(404)
  async list(
    @Query({ schema: payRunFilter }) { company, cursor, limit, ...filter }: z.infer<typeof payRunFilter>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof payRuns>> {
    const viewer = await this.reach.narrowed(principal, company);
    const { page, clean } = await this.database.read(async (rows) => {
      const found = await payRunPage(rows, viewer, filter, { after: cursor, size: limit });
      const runs = found.rows.map(({ run }) => run);
      return { page: found, clean: await cleanAmong(rows, runs) };
    });
    const items = page.rows.map((row) => ({ ...viewOf(row.company, row.run, principal), ...judged(row.run, clean) }));
    return { items, next: page.next };
  }

  @Get(':company/:year/:period/:paidOn')
  @Allow('viewer')
  @ReadsPay('pay run')
  @ApiOperation({ summary: 'One pay run: who was paid, the journal line by line, why it waits' })
  @ApiOkResponse({ standardSchema: payRunDetail })
  @ApiProblems(404)
  async one(
    @Param({ schema: runAddress }) address: z.infer<typeof runAddress>,
    @Who() principal: Principal,
  ): Promise<Answer<typeof payRunDetail>> {
    const company = await this.reach.company(principal, address.company);
    const { year: ofYear, period: ofPeriod, paidOn: paid } = address;
    const ref = { company, year: ofYear, period: ofPeriod, paid };
    const { run, clean, checks, standing } = await this.database.read(async (rows) => {
      const found = await runFound(rows, ref);
      return {
        run: found,
        clean: await cleanAmong(rows, [found]),
        checks: await checksOfOne(rows, found),
        standing: principal.pay ? await standingDecisions(rows, found) : undefined,
      };
    });
    const decisions = standing?.map(decisionRow);
    return { ...detailOf(company.name, run, principal), ...judged(run, clean), ...checked(checks), decisions };
  }
}

const judged = (run: PayRunRecord, clean: ReadonlySet<PayRunRecord>) =>
  run.state === 'ready' ? { clean: clean.has(run) } : {};
