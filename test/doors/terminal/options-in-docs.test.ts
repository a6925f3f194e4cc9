import { declaredRows } from '../../../src/answers/answers.js';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Of npx and Docker; and --help, which every command has. */
const foreign = ['--help', '--package', '--rm'];

/** docs/treatments.md told people of an option that had been renamed a release before. */
test('every option that a document names is an option of a command', () => {
  const sources = ['src/doors/terminal', 'src/acts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(`${folder}/${name}`)),
  );
  const declared = new Set(
    [...sources, read('scripts/test.mjs')].flatMap((text) =>
      [...text.matchAll(/'(?:-[a-zA-Z], )?(--[a-z][a-z-]*)/g)].map(([, name = '']) => name),
    ),
  );
  const ofRows = declaredRows.flatMap(({ takes }) => Object.keys(takes.shape));
  for (const name of ofRows) declared.add(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  for (const [, name = ''] of read('test/rules/main.ts').matchAll(/(\w+): \{ type: '/g)) declared.add(`--${name}`);
  const documents = [
    'README.md',
    ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ];
  const named = documents.flatMap((path) =>
    [...read(path).matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([name]) => `${path}: ${name}`),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(declared.size).toBeGreaterThan(60);
  const unknown = named.filter((one) => {
    const name = one.slice(one.indexOf('--'));
    return !declared.has(name) && !foreign.includes(name);
  });
  expect(unknown).toEqual([]);
});
