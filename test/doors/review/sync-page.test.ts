import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { SyncPage } from '../../../src/doors/review/sync/sync.page.js';
import type { SyncRecord } from '../../../src/record/runs/sync-record.entity.js';

const headings = (request: object, over: number, failed = 0) => {
  const sync = { id: 'a', companyId: 'ash', state: 'running', request, progress: null, result: null };
  const shown = [sync, sync].map((one) => ({ company: 'Ash', sync: one as unknown as SyncRecord }));
  const html = renderToString(h(SyncPage, { shown, total: 2, over, failed, share: 0.5, path: '/syncs' }));
  return [...html.matchAll(/<h[12][^>]*>([^<]*)/g)].map(([, words]) => words);
};

test.each([
  ['a sync', {}, ['Sync', 'Syncing 2 clients: 1 done'], '2 clients synced'],
  ['a dry run', { dryRun: true }, ['Dry run', 'Trying 2 clients: 1 done'], '2 clients tried: nothing was sent'],
  ['an audit', { audit: 2026 }, ['Audit', 'Auditing 2 clients: 1 done'], '2 clients audited'],
] as const)('%s is called what it is', (_, request, going, done) => {
  expect(headings(request, 1)).toEqual(going);
  expect(headings(request, 2)).toEqual([going[0], done]);
  expect(headings(request, 2, 1)).toContain(`1 of ${done}`);
});
