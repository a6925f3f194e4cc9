import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { RecordModule } from '../record/record.module.js';
import { ConnectController } from './connect.controller.js';

@Module({ imports: [CompaniesModule, RecordModule], controllers: [ConnectController] })
export class ConnectModule {}
