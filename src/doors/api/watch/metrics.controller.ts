import { Controller, Get, Header, Inject } from '@nestjs/common';
import { register } from 'prom-client';
import type { Config } from '../../../ground/config.js';
import { configKey } from '../../../ground/config.module.js';
import { Database } from '../../../ground/database.js';
import { Public } from '../../../access/access.js';
import { lookAtWork } from './work-gauges.js';

@Public()
@Controller('metrics')
export class MetricsController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(configKey) private readonly config: Pick<Config, 'syncCron'>,
  ) {}

  /** The metrics of every room: prom-client has one registry for the process. */
  @Get()
  @Header('Content-Type', register.contentType)
  async metrics(): Promise<string> {
    await lookAtWork(this.database, this.config.syncCron);
    return register.metrics();
  }
}
