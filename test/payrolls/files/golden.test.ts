import { runHere } from '../../harness/here.js';
import { badFiles, goldenPath, mappedOffline, nets, stories } from './golden-stories.js';

test.each(stories)('%s', async (name, story) => {
  const { answer, code } = await mappedOffline(name, story);
  const { expected } = story;
  if (expected.holds !== undefined) {
    expect([answer.outcome, code]).toEqual(['hold', 3]);
    expect(answer.holds.map((hold) => hold.code)).toEqual(expect.arrayContaining([...expected.holds]));
    expect(answer.journal_sets).toEqual([]);
  } else if (expected.entries === undefined) expect(answer).toEqual({ outcome: 'return', ...expected });
  else {
    const lines = answer.journal_sets.flatMap((set) =>
      set.journal_entries.map((entry) => ({ ...entry, dated_on: set.dated_on })),
    );
    expect(nets(lines)).toEqual(nets(expected.entries));
    expect([answer.outcome, code]).toEqual(['post', 0]);
  }
});

/** Each is refused in words that say where, and none quotes what may be someone's pay. */
test.each(badFiles)('%s is refused', async (file, words) => {
  const { stdout, code } = await runHere(['journal', goldenPath(`bad/${file}`), '--json']);
  const { error } = JSON.parse(stdout) as { error: { detail: string } };
  expect(error.detail).toContain(words);
  expect(error.detail).not.toContain('26OO');
  expect(code).toBe(1);
});
