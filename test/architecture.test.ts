import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const isThere = (path: string) => existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url)));

/** Files, named from the root or from a folder that the text is about; NAME and the like stand for any. */
const named = /`((?:[\w-]+\/)+[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|cjs|md))`/g;
const from = ['', 'src/', 'src/sync/', 'packages/sandbox/src/', 'packages/sandbox/'];

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('the files that %s names are there', (document) => {
  const paths = [...read(document).matchAll(named)]
    .map(([, path = '']) => path)
    .filter((path) => !/[A-Z]{3}/.test(path));
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !from.some((folder) => isThere(folder + path)))).toEqual([]);
});

test("each step of a payslip's way is where ARCHITECTURE.md says", () => {
  const way = read('ARCHITECTURE.md').split("## One payslip's way")[1]?.split('\n## ')[0] ?? '';
  const steps = [...way.matchAll(/`([\w/-]+\.tsx?)` `(\w+)`/g)].map(([, file = '', name = '']) => ({ file, name }));
  expect(steps.length).toBeGreaterThan(15);
  const isDefinedIn = (text: string, name: string) =>
    new RegExp(`(function|class|const|async) ${name}\\b|^ +(async )?${name}\\(`, 'm').test(text);
  expect(steps.filter(({ file, name }) => !isDefinedIn(read(`src/${file}`), name))).toEqual([]);
});
