import { readdirSync, readFileSync } from 'node:fs';
import { stateMarks } from '../../../src/doors/review/frame/words.js';
import { classesIn } from './classes-in.js';

const folder = new URL('../../../src/doors/review/', import.meta.url).pathname;
const read = (type: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
    type.test(path) ? [readFileSync(folder + path, 'utf8')] : [],
  );

/** Texts in the source that consist of nothing but names, such as 'figure loud'. */
const names = (source: string) =>
  [...source.matchAll(/(["'`])([a-z][\w ${}-]*)\1/g)].flatMap(([, , text = '']) => text.split(' '));

test('every class that has a style is used on a page', () => {
  const made = [
    ...Object.keys(stateMarks).map((state) => `is-${state}`),
    ...[0, 1, 2, 3, 4, 5].map((n) => `layer-${n}`),
  ];
  const used = new Set([...read(/\.(ts|tsx|js)$/).flatMap(names), ...made]);
  const styled = classesIn(read(/\.css$/).join('\n'));
  expect(styled.size).toBeGreaterThan(50);
  expect([...styled].filter((name) => !used.has(name))).toEqual([]);
});
