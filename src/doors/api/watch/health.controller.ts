import { Controller, Get, Inject } from '@nestjs/common';
import {
  HealthCheck,
  type HealthCheckResult,
  HealthCheckService,
  type HealthIndicatorResult,
  HealthIndicatorService,
} from '@nestjs/terminus';
import { Database } from '../../../ground/database.js';
import { type Problem, problem } from '../../../ground/problem.js';
import { Public } from '../../../access/access.js';

@Public()
@Controller('health')
export class HealthController {
  constructor(
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(Database) private readonly database: Database,
  ) {}

  /** The process answers, so there is no need to restart it. */
  @Get('live')
  @HealthCheck()
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /** The process can do its work, so requests may be sent to it. */
  @Get('ready')
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    return this.health.check([() => this.databaseAnswers()]);
  }

  private async databaseAnswers(): Promise<HealthIndicatorResult> {
    const pending = await this.database.pendingMigrations();
    if (pending.length > 0) throw schemaTooOld(pending);
    return this.indicators.check('database').up();
  }
}

function schemaTooOld(pending: readonly string[]): Problem {
  return problem('not-ready', {
    detail: `The database lacks ${pending.join(', ')}.`,
    todo: 'Run `counterfoil migrate`, or start the service again: it does so by itself.',
  });
}
