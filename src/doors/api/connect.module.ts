import { Module } from '@nestjs/common';
import { ActsModule } from '../../acts/acts.module.js';
import { ConnectController } from './connect.controller.js';

@Module({ imports: [ActsModule], controllers: [ConnectController] })
export class ConnectModule {}
