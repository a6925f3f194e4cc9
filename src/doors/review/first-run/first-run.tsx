import { Inject, Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { hasRole, type Principal } from '../../../access/principal.js';
import { CompanyRow } from '../../../companies/company.entity.js';
import { Connection } from '../../../companies/connection.entity.js';
import { firstSteps } from '../../../companies/first-steps.js';
import type { Config } from '../../../ground/config.js';
import { configKey } from '../../../ground/config.module.js';
import { Database } from '../../../ground/database.js';
import { dayInLondon } from '../../../ground/london.js';
import { PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import type { PageAnswer } from '../frame/page.js';
import { FirstRunPage } from './first-run.page.js';

/** What an administrator sees in place of the month until something is connected. */
@Injectable()
export class FirstRun {
  constructor(
    private readonly database: Database,
    @Inject(configKey) private readonly config: Config,
  ) {}

  async isDue(principal: Principal): Promise<boolean> {
    if (!hasRole(principal, 'admin') || principal.companies !== null) return false;
    // Books that were refused, or left before any payroll was read, leave no month to show.
    return this.database.read(
      async (rows) =>
        !(await rows.existsBy(CompanyRow, { life: Not('left') })) &&
        !(await rows.existsBy(Connection, { state: Not('left') })) &&
        !(await rows.existsBy(PayRunRecord, {})),
    );
  }

  page(): PageAnswer {
    const today = dayInLondon(this.database.clock.now());
    return {
      title: 'Connect your first client',
      section: 'board',
      body: <FirstRunPage steps={firstSteps(this.config)} today={today} />,
    };
  }
}
