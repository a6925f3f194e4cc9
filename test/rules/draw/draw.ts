import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomOf } from '../../simulation/random.js';
import { Copy, type Ran, root } from '../in-copy.js';
import { Types } from './compiles.js';
import { type Mutation, mutated, mutationsIn, shownOf } from './mutations.js';
import { near } from './near.js';

/** The nearest first, one process, and no further than the first failure. */
const config = `export default {
  ...base,
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/rules/draw/in-order.mjs',
  setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/test/rules/draw/until-one-fails.mjs'],
};`;

export interface Asked {
  readonly count: number;
  readonly seed: number;
  readonly rooms: readonly string[];
  /** Shows what is drawn, and runs nothing. */
  readonly list: boolean;
}

/**
 * Takes lines out at random, as many in each room, and says of each whether a test near to it noticed. What is not
 * noticed lacks a test, or changes nothing: then the line can go.
 */
export async function draw({ count, seed, rooms, list }: Asked): Promise<void> {
  const unknown = rooms.filter((room) => !(room in near));
  if (unknown.length > 0)
    throw new Error(`no such room: ${unknown.join(', ')}; there are ${Object.keys(near).join(', ')}`);
  const chosen = rooms.length > 0 ? rooms : Object.keys(near);
  const files = new Map(chosen.map((room) => [room, sourcesIn(`src/${room}`)]));
  const types = new Types([...files.values()].flat());
  const drawn = chosen.flatMap((room, at) => {
    const share = Math.floor(count / chosen.length) + (at < count % chosen.length ? 1 : 0);
    return drawnFrom(files.get(room) ?? [], share, { seed, types }).map((mutation) => ({ room, mutation }));
  });
  if (list) for (const { mutation } of drawn) console.log(shownOf(sourceOf(mutation.file), mutation));
  else await tryOut(drawn);
}

async function tryOut(drawn: readonly { readonly room: string; readonly mutation: Mutation }[]): Promise<void> {
  // Of one moment with the copy: a test that is written since then is not in it, and would seem to notice everything.
  const planned = drawn.map(({ room, mutation }) => ({ mutation, tests: inOrder(near[room] ?? [], mutation.file) }));
  const copy = new Copy();
  copy.configure(config);
  let noticed = 0;
  for (const { mutation, tests } of planned) {
    const startedAt = performance.now();
    process.env.DRAW_ORDER = tests.join('\n');
    const change = (source: string) => mutated(source, mutation);
    const by = noticedBy(await copy.changed([{ file: mutation.file, change }], () => copy.run(tests, ['-i'])));
    if (by !== undefined) noticed += 1;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `${by === undefined ? 'UNNOTICED' : 'noticed  '} ${shownOf(sourceOf(mutation.file), mutation)}  (${by ?? tests.length}, ${seconds} s)`,
    );
  }
  console.log(`Lines: ${drawn.length} taken out, ${noticed} noticed`);
  process.exitCode = noticed === drawn.length ? 0 : 1;
}

function noticedBy({ failed, broken, passed, isOver }: Ran): string | undefined {
  if (!isOver) return 'it never ended';
  if (failed.length + broken.length > 0) return failed[0] ?? broken[0];
  return passed.length === 0 ? 'no test could run' : undefined;
}

function drawnFrom(
  files: readonly string[],
  count: number,
  { seed, types }: { readonly seed: number; readonly types: Types },
): readonly Mutation[] {
  const random = randomOf(seed);
  const left = files.flatMap((file) => mutationsIn(file, sourceOf(file)));
  const drawn: Mutation[] = [];
  while (drawn.length < count && left.length > 0) {
    const [mutation] = left.splice(random.whole(0, left.length - 1), 1) as [Mutation];
    if (types.isRight(sourceOf(mutation.file), mutation)) drawn.push(mutation);
  }
  return drawn;
}

const sourceOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.entity|\.module|\.d)\.ts$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();

/** First the tests that name the file, then the others; the long ones of each last. */
function inOrder(places: readonly string[], file: string): readonly string[] {
  const tests = places.flatMap(testsAt).filter((test) => test !== tooLong);
  const names = `${file.replace(/\.tsx?$/, '')}.js`;
  const rank = (test: string) => (isLong(test) ? 2 : 0) + (sourceOf(test).includes(names) ? 0 : 1);
  return tests.toSorted((one, other) => rank(one) - rank(other));
}

/** Take half a minute, where others take a second. */
const isLong = (test: string): boolean =>
  ['company-years', 'month-file', 'stall', 'no-amounts', 'every-column'].some((name) => test.includes(name));

/** Random years of an account: a minute of processor time, which no one spends on each line. */
const tooLong = 'test/controls/judge-years.test.ts';

function testsAt(place: string): readonly string[] {
  const file = `test/${place}.test.ts`;
  try {
    sourceOf(file);
    return [file];
  } catch {
    return readdirSync(join(root, 'test', place), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `test/${place}/${name}`);
  }
}
