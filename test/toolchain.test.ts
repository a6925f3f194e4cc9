import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

// What the project was asked to be made with is seen at its root, by anyone who opens it.
const root = fileURLToPath(new URL('..', import.meta.url));
type Described = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
const read = <T>(path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

const described = read<Described & { bin: { counterfoil: string } }>('package.json');
const nest = read<{ sourceRoot: string; entryFile: string; compilerOptions: { tsConfigPath: string } }>(
  'nest-cli.json',
);

test.each(['package.json', 'tsconfig.json', 'nest-cli.json', 'src', 'test', 'migrations', '.env.example'])(
  '%s is at the root',
  (name) => expect(existsSync(join(root, name))).toBe(true),
);

test.each([
  ...['@nestjs/core', '@nestjs/common', '@nestjs/schedule', '@nestjs/config'],
  ...['typeorm', 'better-sqlite3', 'undici', 'decimal.js', 'zod'],
])('the program names %s', (name) => expect(described.dependencies).toHaveProperty([name]));

test.each(['jest', 'typescript'])('development names %s', (name) =>
  expect(described.devDependencies).toHaveProperty([name]),
);

describe('the versions', () => {
  const namedIn = (folder: string) => {
    const { dependencies, devDependencies, optionalDependencies } = read<Described>(join(folder, 'package.json'));
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  };
  const named = [
    ...['.', 'tools/build', 'tools/check', 'tools/test', 'tools/mutation'].flatMap(namedIn),
    // What makes the types of a client has a compiler of its own, older than ours.
    ...namedIn('tools/client').filter(([name]) => name !== 'typescript'),
  ];

  test('are exact', () => {
    expect(named.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  test('are each written once', () => {
    const names = named.map(([name]) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

test('the demo has the compiler, though it is installed without what is for development', () => {
  // @nestjs/swagger may use it, so that npm installs it for the program too, and the build needs no second copy.
  const { packages } = read<{ packages: Record<string, { dev?: boolean }> }>('package-lock.json');
  expect(packages['node_modules/typescript']).toBeDefined();
  expect(packages['node_modules/typescript']!.dev).toBeUndefined();
  expect(packages['node_modules/jest']!.dev).toBe(true);
});

test("Nest's command finds what the build does", () => {
  expect(existsSync(join(root, `${nest.entryFile}.ts`))).toBe(true);
  expect(nest.entryFile.startsWith(`${nest.sourceRoot}/`)).toBe(true);
  expect(existsSync(join(root, nest.compilerOptions.tsConfigPath))).toBe(true);
  expect(described.bin.counterfoil).toBe(`dist/${nest.entryFile}.js`);
});
