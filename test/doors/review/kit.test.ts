import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Layout } from '../../../src/doors/review/frame/layout.js';
import { ActForm, Choice, Field, FormToken } from '../../../src/doors/review/kit/act-form.js';
import { Section } from '../../../src/doors/review/kit/section.js';
import { tickClass } from '../../../src/doors/review/kit/tick.js';

const form = h(
  ActForm,
  { to: '/leave', sends: { company: 'ash', user: undefined }, reason: {}, act: 'Leave' },
  h(Field, { name: 'confirm', label: 'Name' }),
);

test('the token is the first field of a form, because files are read only after it', () => {
  const html = renderToString(h(FormToken.Provider, { value: 'secret', children: form }));
  const fields = [...html.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name);
  expect(fields).toEqual(['csrf', 'company', 'confirm', 'reason']);
  expect(html).toContain('name="csrf" value="secret"');
  expect(html).toContain('<form method="post" action="/leave">');
});

test('every form of a page has the token of its session', () => {
  const principal = { name: 'Ann', role: 'admin', pay: true, companies: null, csrf: 'secret', via: 'session' } as const;
  const html = renderToString(h(Layout, { page: { title: 'Ash' }, principal, children: form }));
  expect(html.match(/<form method="post"/g)).toHaveLength(2);
  expect(html.match(/<form method="post"[^>]*><input type="hidden" name="csrf" value="secret"/g)).toHaveLength(2);
});

test('a page of no session has no token, and nothing that is not given goes along', () => {
  const html = renderToString(form);
  expect(html).not.toContain('csrf');
  expect(html).not.toContain('name="user"');
});

test('one of several is chosen, and none if none is', () => {
  const choice = (chosen?: string) =>
    renderToString(h(Choice, { name: 'mode', label: 'Mode', options: { auto: 'Auto', check: 'Check' }, chosen }));
  expect(choice('check')).toContain('<option value="auto">Auto</option><option value="check" selected>Check</option>');
  expect(choice()).not.toContain('selected');
});

test('a section is named by its heading', () => {
  const html = renderToString(h(Section, { id: 'files', heading: 'Files', count: 3 }));
  expect(html).toContain('<section id="files" aria-labelledby="files-heading">');
  expect(html).toContain('<h2 id="files-heading">Files <span class="figure">3</span></h2>');
});

const now = new Date('2025-11-07T12:00:00Z');
const [today, before] = [new Date('2025-11-07T06:00:00Z'), new Date('2025-11-06T06:00:00Z')];

test.each([
  ['agrees', { finding: 'yes' }, 'is-posted'],
  ['differs', { finding: 'no' }, 'is-held'],
  ['not known', { finding: 'not_known' }, 'is-not_ready'],
  ['agrees, read today', { finding: 'yes', at: today, now }, 'is-posted'],
  ['agrees, read before', { finding: 'yes', at: before, now }, 'is-not_ready'],
  ['differs, read before', { finding: 'no', at: before, now }, 'is-not_ready'],
] as const)('the style of a tick: %s', (_, seen, style) => {
  expect(tickClass(seen)).toBe(style);
});
