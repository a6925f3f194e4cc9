import { Controller, Get, Inject } from '@nestjs/common';
import {
  HealthCheck,
  type HealthCheckResult,
  HealthCheckService,
  type HealthIndicatorResult,
  HealthIndicatorService,
} from '@nestjs/terminus';
import { Database } from '../database.js';
import { Public } from './access.js';

@Public()
@Controller('health')
export class HealthController {
  constructor(
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(Database) private readonly database: Database,
  ) {}

  /** The process answers: whoever asks need not restart it. */
  @Get('live')
  @HealthCheck()
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /** The process can do its work: it may be sent requests. */
  @Get('ready')
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    return this.health.check([() => this.databaseAnswers()]);
  }

  private async databaseAnswers(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('database');
    try {
      const pending = await this.database.pendingMigrations();
      return pending.length === 0 ? indicator.up() : indicator.down({ todo: 'Run `counterfoil migrate`.', pending });
    } catch (error) {
      return indicator.down({ problem: error instanceof Error ? error.message : String(error) });
    }
  }
}
