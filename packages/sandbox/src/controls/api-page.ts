import type { Reply } from '../answer.js';
import type { Route } from '../engine/router.js';
import type { Fields } from '../engine/field.js';
import { escapeHtml, pageHtml } from '../engine/html.js';

/** The OpenAPI document as a page for people. */
export function apiPage(routes: readonly Route[]): Reply {
  const described = routes.filter((route) => route.doc);
  const families = [...new Set(described.map(({ path }) => path.split('/')[2]!))].sort();
  const sections = families.map((family) => {
    const own = described.filter(({ path }) => path.split('/')[2] === family);
    return `<h2 id="${family}">${escapeHtml(family.replaceAll('_', ' '))}</h2>${own.map(endpoint).join('')}`;
  });
  return {
    html: pageHtml(
      'Endpoints of the sandbox',
      `<h1>Endpoints</h1>
<p>The same as <a href="/_sandbox/openapi.json">/_sandbox/openapi.json</a>, made from the tables the sandbox runs on.</p>
<nav>${families.map((family) => `<a href="#${family}">${escapeHtml(family)}</a>`).join(' ')}</nav>
${sections.join('\n')}`,
    ),
  };
}

function endpoint(route: Route): string {
  const { section, summary, query = [], takes, answers } = route.doc!;
  const place = section === 'beyond' ? 'beyond the specification' : `section ${section}`;
  const lines = [
    ...(query.length > 0 ? [`Query: <code>${escapeHtml(query.join(', '))}</code>`] : []),
    ...(takes ? [`Takes: ${shape(takes)}`] : []),
    ...(answers ? [`Answers: ${shape(answers)}`] : []),
  ];
  return `<details><summary><code>${route.method} ${escapeHtml(route.path)}</code> ${escapeHtml(summary)} <span class="soft">${place}</span></summary>${lines.map((line) => `<p>${line}</p>`).join('')}</details>`;
}

function shape(fields: Fields | 'file'): string {
  if (fields === 'file') return 'the file';
  const parts = Object.entries(fields).map(([name, { parts: inner }]) =>
    inner
      ? `<code>${escapeHtml(name)}</code>: ${escapeHtml(Object.keys(inner).join(', '))}`
      : `<code>${escapeHtml(name)}</code>`,
  );
  return parts.join('; ');
}
