import { readFileSync, writeFileSync } from 'node:fs';
import { takenOut } from '../simulation/mends.js';
import { rulesPage } from './page.js';
import { rules } from './rules.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Whether its test fails without it, `npm run rules` shows. */
describe('each rule', () => {
  test('has a name of its own', () => {
    const names = rules.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test.each(rules.map((rule) => [rule.name, rule] as const))('can be taken out, and has its test: %s', (_, rule) => {
    for (const edit of rule.edits) expect(takenOut(read(edit.file), edit)).not.toBe(read(edit.file));
    expect(read(`test/${rule.test.file}.test.ts`)).toContain(rule.test.title);
  });
});

/** `UPDATE_DOCS=1` writes the page. */
test('docs/rules.md agrees with the table', () => {
  const file = new URL('../../docs/rules.md', import.meta.url);
  if (process.env.UPDATE_DOCS !== undefined) writeFileSync(file, rulesPage());
  expect(readFileSync(file, 'utf8')).toBe(rulesPage());
});
