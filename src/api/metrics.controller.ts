import { Controller, Get, Header } from '@nestjs/common';
import { register } from 'prom-client';
import { Public } from './access.js';

@Public()
@Controller('metrics')
export class MetricsController {
  /** Everything any room counts: prom-client keeps one register for the process. */
  @Get()
  @Header('Content-Type', register.contentType)
  metrics(): Promise<string> {
    return register.metrics();
  }
}
