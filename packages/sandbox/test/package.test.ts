import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { whileRunning } from './command.js';

const here = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
// Without the Node options that the tests need.
const env = { ...process.env, NODE_OPTIONS: '' };

const described = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  version: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
};

/** The package as a stranger gets it: packed by npm, unpacked in an empty folder beside its declared dependencies. */
let folder: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox package ü-'));
  const { npm_execpath: npm } = process.env;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  await run(command, [...first, 'pack', '--pack-destination', folder], { cwd: here, env });
  installed = join(folder, 'node_modules', 'counterfoil-sandbox');
  await mkdir(installed, { recursive: true });
  const tarball = join(folder, `counterfoil-sandbox-${described.version}.tgz`);
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  // npm would fetch them; a link leads to their own dependencies too.
  for (const name of Object.keys(described.dependencies))
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('its only dependencies are zod and the XML parser, at the versions of the program', () => {
  const ours = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as typeof described;
  const { zod, 'fast-xml-parser': parser } = ours.dependencies;
  expect(described.dependencies).toEqual({ 'fast-xml-parser': parser, zod });
});

test('it holds its code in one file, the command, types, documents and licence, and nothing else', async () => {
  const { stdout } = await run('find', [installed, '-type', 'f', '-not', '-path', '*/types/*']);
  const files = stdout.trim().split('\n');
  const expected = ['dist/index.js', 'dist/main.js', 'package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'];
  const documents = ['controls', 'endpoints', 'readings', 'scenarios'].map((name) => `docs/${name}.md`);
  expect(files.map((path) => path.slice(installed.length + 1)).toSorted()).toEqual(
    [...expected, ...documents].toSorted(),
  );
  const named = documents.concat('README.md').flatMap((path) => {
    const text = readFileSync(join(installed, path), 'utf8');
    return [...text.matchAll(/\]\((?!http)([\w./-]+\.md)\)/g)].map(([, to = '']) => join(path, '..', to));
  });
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
});

test('a program in TypeScript compiles against it, with await using, and runs', async () => {
  const program = `import { createSandbox, ScenarioError, type ScenarioInput } from 'counterfoil-sandbox';
const scenario: ScenarioInput = { companies: [{ name: 'Elm Ltd', subdomain: 'elm', users: [{ first_name: 'A', last_name: 'E' }] }] };
let address = '';
{
  await using sandbox = createSandbox({ scenario, clock: new Date('2025-11-10T09:00:00Z') });
  const { baseUrl } = await sandbox.listen(0, { host: '127.0.0.1' });
  address = baseUrl;
  const [company] = sandbox.credentials().companies;
  const answer = await fetch(\`\${baseUrl}/v2/company\`, { headers: { authorization: \`Bearer \${company?.accessToken}\` } });
  console.log(answer.status, ((await answer.json()) as { company: { name: string } }).company.name);
}
console.log(await fetch(address).then(() => 'open', () => 'closed'));
// @ts-expect-error -- a scenario is typed
const wrong: ScenarioInput = { companies: [{ name: 'Elm Ltd' }] };
try {
  createSandbox({ scenario: wrong });
} catch (error) {
  console.log(error instanceof ScenarioError);
}
`;
  await writeFile(join(folder, 'program.ts'), program);
  const compilerOptions = {
    ...{ target: 'es2023', module: 'nodenext', strict: true, noUncheckedIndexedAccess: true, types: ['node'] },
    ...{ typeRoots: [join(root, 'node_modules', '@types')], skipLibCheck: false },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.ts'] }));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const compiled = await run(process.execPath, [tsc, '-p', folder], { env }).catch(
    (error: { stdout: string }) => error,
  );
  expect(compiled.stdout).toBe('');
  const { stdout } = await run(process.execPath, [join(folder, 'program.js')], { cwd: folder, env });
  expect(stdout).toBe('200 Elm Ltd\nclosed\ntrue\n');
});

test("its bin runs, and answers the README's request from Node", async () => {
  const bin = join(installed, described.bin['counterfoil-sandbox']!);
  const [program = ''] = /```js\n([^]*?)```/.exec(readFileSync(join(installed, 'README.md'), 'utf8'))!.slice(1);
  await whileRunning(
    ['--port', '0', '--json'],
    async ({ baseUrl }) => {
      await writeFile(join(folder, 'readme.js'), program.replace('http://127.0.0.1:4010', baseUrl));
      const { stdout } = await run(process.execPath, [join(folder, 'readme.js')], { cwd: folder, env });
      expect(stdout).toMatch(/^\[\s+'\w+ \w+',/);
    },
    bin,
  );
});
