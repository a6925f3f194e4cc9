import { Module } from '@nestjs/common';
import { AccessModule } from './api/access.module.js';
import { HealthModule } from './api/health.module.js';
import { MetricsModule } from './api/metrics.module.js';
import { RoomsModule } from './rooms.module.js';

/** The rooms, and the doors for programs and people: what `serve` runs. */
@Module({ imports: [RoomsModule, AccessModule, HealthModule, MetricsModule] })
export class AppModule {}
