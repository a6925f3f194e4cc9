import { existsSync, readFileSync } from 'node:fs';
import { onPostgresToo } from './on-postgres-too.js';

test.each(Object.entries(onPostgresToo))('%s asks for databases, and has a reason: %s', (path, reason) => {
  expect(existsSync(path) && readFileSync(path, 'utf8')).toContain('describeOnDatabases(');
  expect(reason.length).toBeGreaterThan(8);
});
