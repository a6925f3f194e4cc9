import { Get, Param, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow } from '../../../access/access.js';
import { ReadsPay } from '../../../access/pay-reads.js';
import { today } from '../../../ground/clock.js';
import { Database } from '../../../ground/database.js';
import { taxYearOf } from '../../../journal/nouns/dates.js';
import { clientRuns, clientYears } from '../../../views/month/client-runs.js';
import { year as taxYear } from '../../../views/lists/lists.js';
import { AtClient, type Visit } from '../frame/visit.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { companyPath, runPath, withQuery } from '../frame/paths.js';
import { RunsPage } from './runs.page.js';

const query = z.object({ year: taxYear.optional().catch(undefined), until: taxYear.optional().catch(undefined) });

const month = z.object({ year: taxYear, period: z.coerce.number().int().min(0).max(11) });

/** A client's first page: its pay runs. */
@Pages('clients/:company')
export class ClientRunsController {
  constructor(private readonly database: Database) {}

  @Allow('viewer')
  @ReadsPay('pay runs')
  @Get()
  async show(
    @AtClient() { company, principal }: Visit,
    @Query({ schema: query }) asked: z.infer<typeof query>,
  ): Promise<PageAnswer> {
    const shown = await this.database.read(async (rows) => {
      const found = await clientYears(rows, company.id, asked.until);
      const year = asked.year ?? found.years[0]?.year ?? taxYearOf(today(this.database.clock));
      return { ...found, year, runs: await clientRuns(rows, principal, { companyId: company.id, year }) };
    });
    return { title: company.name, section: 'clients', body: <RunsPage {...{ company, principal }} {...shown} /> };
  }

  /** A month's only pay run; if there are several or none, the list of the tax year. */
  @Allow('viewer')
  @Get('months/:year/:period')
  async month(
    @AtClient() { company, principal }: Visit,
    @Param({ schema: month }) { year, period: wanted }: z.infer<typeof month>,
  ): Promise<PageAnswer> {
    const of = { companyId: company.id, year };
    const runs = await this.database.read((rows) => clientRuns(rows, principal, of));
    const [run, another] = runs.filter(({ period }) => period === wanted);
    const isOne = run !== undefined && another === undefined;
    return { redirect: isOne ? runPath(run) : withQuery(companyPath(company.id), { year: String(year) }) };
  }
}
