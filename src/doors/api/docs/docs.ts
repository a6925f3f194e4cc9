import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { openApiOf } from './openapi.js';

const installed = createRequire(import.meta.url);

/** The API's description, for programs and, in Swagger UI, for people. No token is needed: it has no one's data. */
export function setUpDocs(app: NestExpressApplication): void {
  let document: OpenAPIObject | undefined;
  // Made on first request, when all routes are known.
  const described = () => (document ??= openApiOf(app));
  const http: Express = app.getHttpAdapter().getInstance();
  http.get('/api/openapi.json', (_, response) => void response.json(described()));
  http.get('/api/docs', (_, response) => void response.type('html').send(page));
  http.get('/api/docs/start.js', (_, response) => void response.type('js').send(start));
  http.get('/api/docs/style.css', (_, response) => void response.type('css').send(styleOf('swagger-ui.css')));
  http.get('/api/docs/swagger-ui.js', (_, response) => {
    response.setHeader('Cache-Control', 'public, max-age=86400');
    response.type('js').send(readFileSync(installed.resolve('swagger-ui-dist/swagger-ui-bundle.js')));
  });
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Counterfoil API</title>
<link rel="stylesheet" href="/api/docs/style.css">
<div id="docs"><p>For programs: <a href="/api/openapi.json">openapi.json</a>. This page needs scripts.</p></div>
<script src="/api/docs/swagger-ui.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</html>`;

/** Only reading can be tried out from the page: nothing should be changed by a click in its documentation. */
const start = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  supportedSubmitMethods: ['get'],
  defaultModelsExpandDepth: 0,
});
`;

function styleOf(name: string): string {
  return `${readFileSync(installed.resolve(`swagger-ui-dist/${name}`), 'utf8')}${ownStyle}`;
}

/** Darkens what is too pale to read, and hides the choice of servers: there is only one. */
const ownStyle = `
:root { color-scheme: light dark; }
body { margin: 0; }
.swagger-ui .opblock-summary-path, .swagger-ui .markdown code, .swagger-ui td { overflow-wrap: anywhere; }
.swagger-ui .wrapper { box-sizing: border-box; max-width: 75rem; padding: 0 1rem; }
.swagger-ui .servers, .swagger-ui .servers-title { display: none; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f5f99; color: #fff; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1b6e43; color: #fff; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a4b00; color: #fff; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #6b3fa0; color: #fff; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #a32020; color: #fff; }
.swagger-ui .info .title small.version-stamp { background: #3f6b00; }
.swagger-ui .microlight span { color: #fff !important; }
html:not(.dark-mode) .swagger-ui .info .url { color: #1f5f99; }
html:not(.dark-mode) .swagger-ui .btn.authorize, html:not(.dark-mode) .swagger-ui .btn.authorize span { color: #1b6e43; }
html:not(.dark-mode) .swagger-ui .parameter__in { color: #555; }
`;
