import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { docsPage } from './docs-page.js';
import { docsStyle } from './docs-style.js';
import { openApiOf } from './openapi.js';

/** The API's description, for programs and for people. It holds nothing of anybody: no token is needed to read it. */
export function setUpDocs(app: NestExpressApplication): void {
  let document: OpenAPIObject | undefined;
  // Made when it is first asked for: all routes are known then.
  const described = () => (document ??= openApiOf(app));
  const http: Express = app.getHttpAdapter().getInstance();
  http.get('/api/openapi.json', (_, response) => void response.json(described()));
  http.get('/api/docs', (_, response) => void response.type('html').send(docsPage(described())));
  http.get('/api/docs.css', (_, response) => void response.type('css').send(docsStyle));
}
