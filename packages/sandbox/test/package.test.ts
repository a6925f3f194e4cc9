import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
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
  devDependencies: Record<string, string>;
};
const versionIn = (place: string, name: string) =>
  (JSON.parse(readFileSync(join(root, place, 'node_modules', name, 'package.json'), 'utf8')) as typeof described)
    .version;

/** The package as a stranger gets it: packed by npm, unpacked in an empty folder beside its declared dependencies. */
let folder: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox package ü-'));
  await pack(here, folder);
  installed = join(folder, 'node_modules', 'counterfoil-sandbox');
  await mkdir(installed, { recursive: true });
  const tarball = join(folder, `counterfoil-sandbox-${described.version}.tgz`);
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  // npm would fetch them; a link leads to their own dependencies too.
  for (const name of Object.keys(described.dependencies))
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});

async function pack(place: string, to: string): Promise<void> {
  const { npm_execpath: npm } = process.env;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  await run(command, [...first, 'pack', '--pack-destination', to], { cwd: place, env });
}

afterAll(() => rm(folder, { recursive: true, force: true }));

test('its only dependencies are zod and the XML parser, at the versions of the program', () => {
  const ours = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as typeof described;
  const { zod, 'fast-xml-parser': parser } = ours.dependencies;
  expect(described.dependencies).toEqual({ 'fast-xml-parser': parser, zod });
});

test('it is built with what builds the program', () => {
  expect(described.devDependencies).toEqual({
    '@types/node': versionIn('.', '@types/node'),
    esbuild: versionIn('tools/build', 'esbuild'),
    typescript: versionIn('.', 'typescript'),
  });
});

test('a copy of its folder alone packs the same', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'sandbox alone '));
  try {
    await cp(here, copy, {
      recursive: true,
      filter: (path) => !/node_modules|[/\\]dist/.test(path.slice(here.length)),
    });
    await mkdir(join(copy, 'node_modules', '@types'), { recursive: true });
    const tools = ['typescript', '@types/node', ...Object.keys(described.dependencies)];
    for (const name of tools) await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name));
    await symlink(join(root, 'tools', 'build', 'node_modules', 'esbuild'), join(copy, 'node_modules', 'esbuild'));
    await pack(copy, copy);
    const listed = async (place: string) =>
      (await run('tar', ['-tzf', join(place, `counterfoil-sandbox-${described.version}.tgz`)])).stdout;
    expect(await listed(copy)).toBe(await listed(folder));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});

test('it holds its code in one file for import and one for require, the command, types, documents and licence, and nothing else', async () => {
  const { stdout } = await run('find', [installed, '-type', 'f', '-not', '-path', '*/types/*']);
  const files = stdout.trim().split('\n');
  const code = ['dist/index.js', 'dist/index.cjs', 'dist/main.js'];
  const expected = [...code, 'package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'];
  const documents = ['controls', 'endpoints', 'faults', 'readings', 'scenarios'].map((name) => `docs/${name}.md`);
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
  const required = `import sandbox = require('counterfoil-sandbox');
const fault: sandbox.FaultInput = { kind: 'drop_after', match: { path: '/v2/users' } };
console.log(sandbox.createSandbox({ limits: false }).faults.add(fault).length);
// @ts-expect-error -- a fault is typed too
const wrong: sandbox.FaultInput = { kind: 'drop_after', delayMs: 5 };
`;
  await writeFile(join(folder, 'required.cts'), required);
  const compilerOptions = {
    ...{ target: 'es2023', module: 'nodenext', strict: true, noUncheckedIndexedAccess: true, types: ['node'] },
    ...{ typeRoots: [join(root, 'node_modules', '@types')], skipLibCheck: false },
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['program.ts', 'required.cts'] }),
  );
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const compiled = await run(process.execPath, [tsc, '-p', folder], { env }).catch(
    (error: { stdout: string }) => error,
  );
  expect(compiled.stdout).toBe('');
  const { stdout } = await run(process.execPath, [join(folder, 'program.js')], { cwd: folder, env });
  expect(stdout).toBe('200 Elm Ltd\nclosed\ntrue\n');
  const { stdout: counted } = await run(process.execPath, [join(folder, 'required.cjs')], { cwd: folder, env });
  expect(counted).toBe('1\n');
});

test('stock Jest loads it by require', async () => {
  const place = join(folder, 'stock');
  await mkdir(place);
  await writeFile(join(place, 'package.json'), '{}');
  await writeFile(
    join(place, 'company.test.js'),
    `const { createSandbox } = require('counterfoil-sandbox');
test('a company answers', async () => {
  const sandbox = createSandbox();
  const { baseUrl } = await sandbox.listen(0);
  const headers = { authorization: \`Bearer \${sandbox.credentials().companies[0].accessToken}\` };
  expect((await fetch(\`\${baseUrl}/v2/company\`, { headers })).status).toBe(200);
  await sandbox.close();
});
`,
  );
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const { stderr } = await run(process.execPath, [jest, '--rootDir', place], { cwd: place, env });
  expect(stderr).toContain('1 passed, 1 total');
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
