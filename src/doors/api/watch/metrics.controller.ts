import { Controller, Get, Header } from '@nestjs/common';
import { register } from 'prom-client';
import { Database } from '../../../ground/database.js';
import { Public } from '../../../access/access.js';
import { lookAtWork } from './work-gauges.js';

@Public()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly database: Database) {}

  /** The metrics of every room: prom-client has one registry for the process. */
  @Get()
  @Header('Content-Type', register.contentType)
  async metrics(): Promise<string> {
    await lookAtWork(this.database);
    return register.metrics();
  }
}
