import { isWrong, type Verdict, verdicts } from '../../src/audit/judged.js';

/** As audit.md has them: what agrees, what a later set put right, and what could not be judged is nothing to mend. */
const said: Readonly<Record<Verdict, boolean>> = {
  right: false,
  wrong: true,
  corrected: false,
  doubled: true,
  missing: true,
  elsewhere: true,
  not_judged: false,
};

test.each(verdicts)('%s is counted as wrong, or not', (verdict) => {
  expect(isWrong({ verdict })).toBe(said[verdict]);
});
