import { type CallHandler, type ExecutionContext, Inject, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { renderToString } from 'preact-render-to-string';
import { map, type Observable } from 'rxjs';
import type { SignedInRequest } from '../../../access/access.js';
import type { Site } from '../../../access/session-cookie.js';
import { CLOCK, type Clock } from '../../../ground/clock.js';
import { configKey } from '../../../ground/config.module.js';
import { FormToken } from '../kit/act-form.js';
import { leaveFlash, takeFlash } from './flash.js';
import { Layout } from './layout.js';
import type { PageAnswer } from './page.js';

/** Renders what the page controllers answer as HTML, inside the frame that all pages share. */
export class PageInterceptor implements NestInterceptor<PageAnswer | undefined, string | undefined> {
  constructor(
    @Inject(configKey) private readonly site: Site,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<PageAnswer | undefined>): Observable<string | undefined> {
    const http = context.switchToHttp();
    const request = http.getRequest<SignedInRequest>();
    const response = http.getResponse<Response>();
    return next
      .handle()
      .pipe(map((answer) => answer && send(answer, { request, response, site: this.site, at: this.clock.now() })));
  }
}

interface Asked {
  readonly request: SignedInRequest;
  readonly response: Response;
  readonly site: Site;
  readonly at: Date;
}

function send(answer: PageAnswer, { request, response, site, at }: Asked): string | undefined {
  if ('redirect' in answer) {
    if (answer.flash !== undefined) leaveFlash(response, site, answer.flash);
    response.redirect(303, answer.redirect);
    return undefined;
  }
  response.type('html');
  if ('part' in answer)
    return renderToString(<FormToken.Provider value={request.principal?.csrf}>{answer.part}</FormToken.Provider>);
  response.status(answer.status ?? 200);
  const flash = takeFlash(request, response, site);
  return wholePage(
    <Layout page={answer} principal={request.principal} flash={flash} at={at}>
      {answer.body}
    </Layout>,
  );
}

export function wholePage(layout: Parameters<typeof renderToString>[0]): string {
  return `<!doctype html>${renderToString(layout)}`;
}
