import { readFileSync } from 'node:fs';
import { mends, takenOut } from './mends.js';
import { History } from './history.js';
import { Report } from './report.js';
import { cases } from '../harness/cases.js';
import { known } from '../witness/known.js';

/** The same seeds at every run; `npm run simulate` can use others. */
const fixed = { first: 20_000, count: cases(40, 600) };
/** Few enough in one test that a machine ten times as slow still finishes. */
const atOnce = 20;

/** One in four is read at its end by every door; `npm run simulate` reads all of its own. */
const readsEvery = 4;
const report = new Report();

async function play(seeds: readonly number[]): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const seed of seeds) {
    for (const what of await new History(seed, report, false, undefined, undefined, seed % readsEvery === 3).play())
      broken.push(`npm run simulate -- --seed ${seed} --verbose: ${what}`);
  }
  return broken;
}

const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

describe('whatever fails and wherever a process dies', () => {
  it.each(
    Array.from({ length: fixed.count / atOnce }, (_, batch) => {
      const first = fixed.first + batch * atOnce;
      return [`seeds ${first} to ${first + atOnce - 1}`, from(first, atOnce)] as const;
    }),
  )('no pay run is in the books twice, all of ours is recorded, and nothing vanishes: %s', async (_, seeds) => {
    expect(await play(seeds)).toEqual([]);
  });
});

describe('what doors are known to say differently', () => {
  /** Clients paid from files: an allowance waits with the pay runs of its month; pay is due from before the cut-over. */
  it.each([31_007, 7_003, 9_117])('differs in a history of files too, and nothing else does: seed %i', async (seed) => {
    expect(await new History(seed, report, false, seed === 9_117 ? undefined : 1).play()).toEqual([]);
  });

  it('still differs', () => {
    expect(known.filter(({ what }) => !report.known.has(what))).toEqual([]);
  });
});

describe('the simulation proves itself', () => {
  it.each(mends.map((mend) => [mend.name, mend] as const))('mend %s can be taken out', (_, { edits }) => {
    for (const edit of edits) {
      const source = readFileSync(new URL(`../../${edit.file}`, import.meta.url), 'utf8');
      expect(takenOut(source, edit)).not.toBe(source);
    }
  });
});
