import { Module } from '@nestjs/common';
import { AccessModule } from './api/access.module.js';
import { ApiModule } from './api/api.module.js';
import { ConnectModule } from './api/connect.module.js';
import { HealthModule } from './api/health.module.js';
import { MetricsModule } from './api/metrics.module.js';
import { ReviewModule } from './review/review.module.js';
import { RoomsModule } from './rooms.module.js';
import { NotifyModule } from './sync/notify.module.js';
import { ScheduleModule } from './sync/schedule.module.js';

/** The rooms, and the doors for programs and people: what `serve` runs. */
@Module({
  imports: [
    RoomsModule,
    NotifyModule,
    ScheduleModule,
    AccessModule,
    ApiModule,
    ConnectModule,
    HealthModule,
    MetricsModule,
    ReviewModule,
  ],
})
export class AppModule {}
