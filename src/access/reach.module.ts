import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { Reach } from './reach.js';

/** What finds a company by name: commands need it as the service does, and nothing else of access. */
@Module({ imports: [CompaniesModule], providers: [Reach], exports: [Reach] })
export class ReachModule {}
