import { readFileSync } from 'node:fs';
import { mends, takenOut } from './mends.js';
import { History } from './history.js';
import { Report } from './report.js';

/** Seeds that once found a bug. Since the simulation has changed, they are now seeds like any other. */
const onceBroken = [
  5, 7, 9, 1090, 1189, 1372, 1384, 7132, 8194, 8334, 8396, 81_001_201, 81_004_323, 81_005_607, 81_009_940, 100_030_577,
  110_001_597, 110_004_687, 113_003_103, 118_000_692, 119_002_891, 119_003_136, 131_004_105, 133_001_926, 136_003_490,
  138_003_223, 143_001_460, 144_001_520, 144_001_871, 148_000_696, 151_001_082, 157_002_853, 190_000_952, 220_000_459,
  241_000_808, 241_001_036, 251_002_179,
];
/** The same seeds at every run; `npm run simulate` can use others. */
const fixed = { first: 20_000, count: 60 };
/** Few enough in one test that a machine ten times as slow still finishes. */
const atOnce = 20;

async function play(seeds: readonly number[]): Promise<readonly string[]> {
  const report = new Report();
  const broken: string[] = [];
  for (const seed of seeds) {
    for (const what of await new History(seed, report).play())
      broken.push(`npm run simulate -- --seed ${seed} --verbose: ${what}`);
  }
  return broken;
}

const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

describe('whatever fails and wherever a process dies', () => {
  it.each([
    ['seeds that were once broken', onceBroken],
    ...Array.from({ length: fixed.count / atOnce }, (_, batch) => {
      const first = fixed.first + batch * atOnce;
      return [`seeds ${first} to ${first + atOnce - 1}`, from(first, atOnce)] as const;
    }),
  ] as const)(
    'no pay run is in the books twice, all of ours is recorded, and nothing vanishes: %s',
    async (_, seeds) => {
      expect(await play(seeds)).toEqual([]);
    },
  );
});

describe('the simulation proves itself', () => {
  it.each(mends.map((mend) => [mend.name, mend] as const))('mend %s can be taken out', (_, { edits }) => {
    for (const edit of edits) {
      const source = readFileSync(new URL(`../../${edit.file}`, import.meta.url), 'utf8');
      expect(takenOut(source, edit)).not.toBe(source);
    }
  });
});
