import { Controller, Get, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Allow, Who } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import { CompanyNamed } from '../frame/company-named.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { BooksFoundPage } from './books-found.page.js';

/** After connecting: whose books were found, before anything is posted to them. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('first-run')
export class FirstRunController {
  @Allow('admin')
  @Get(':company')
  show(@CompanyNamed() company: Company, @Who() { csrf }: Principal): PageAnswer {
    return { title: 'The books found', section: 'board', body: <BooksFoundPage company={company} csrf={csrf} /> };
  }
}
