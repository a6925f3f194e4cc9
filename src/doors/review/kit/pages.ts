import { applyDecorators, Controller, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { ComponentChild } from 'preact';
import type { Company } from '../../../companies/company.js';
import type { Problem } from '../../../ground/problem.js';
import type { Page } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';

/** A controller whose answers are pages. */
export const Pages = (path = '') =>
  applyDecorators(ApiExcludeController(), UseInterceptors(PageInterceptor), Controller(path));

/** One of a client's pages; shown again with what was refused, if anything was. */
export const clientPage = (
  company: Pick<Company, 'name'>,
  what: string,
  body: ComponentChild,
  refused?: Problem,
): Page => ({
  title: `${company.name}: ${what}`,
  section: 'clients',
  status: refused?.status,
  body,
});
