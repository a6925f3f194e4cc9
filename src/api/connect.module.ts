import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { PostingsModule } from '../postings/postings.module.js';
import { ConnectController } from './connect.controller.js';

@Module({ imports: [CompaniesModule, PostingsModule], controllers: [ConnectController] })
export class ConnectModule {}
