import { Controller, Get, Req, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Allow } from '../../../access/access.js';
import { moved } from './moved.js';
import type { PageAnswer } from './page.js';
import { PageInterceptor } from './page.interceptor.js';

/** Redirects an old address to the new one. Whether that exists is found out there. */
@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller()
export class MovedController {
  @Allow('viewer')
  @Get(Object.keys(moved))
  go(@Req() { route, params, originalUrl }: Request): PageAnswer {
    const { path } = route as { readonly path: string };
    const target = (moved[path.slice(1)] ?? '').replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(params[name])),
    );
    const [, query] = originalUrl.split('?');
    return { redirect: query === undefined ? `/${target}` : `/${target}?${query}` };
  }
}
