import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ApiModule } from '../doors/api/api.module.js';
import { ConnectModule } from '../doors/api/connect.module.js';
import { HealthModule } from '../doors/api/watch/health.module.js';
import { MetricsModule } from '../doors/api/watch/metrics.module.js';
import { ReviewModule } from '../doors/review/review.module.js';
import { RoomsModule } from './rooms.module.js';
import { DeliveriesModule } from '../runner/deliveries.module.js';
import { MailsModule } from '../runner/mails.module.js';
import { ScheduleModule } from '../runner/schedule.module.js';

/** Everything that `serve` runs: the rooms, and the doors for programs and people. */
@Module({
  imports: [
    RoomsModule,
    DeliveriesModule,
    MailsModule,
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
