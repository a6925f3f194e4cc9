// Jest starts large files first when it does not know how long each took, as in a fresh clone: the longest are small, and
// would keep one processor busy at the end while the other has nothing left to do.
import Sequencer from '@jest/test-sequencer';

const longest = ['blackbox', 'simulation', 'browser', 'upgrade', 'runner', 'doors/api', 'doors/terminal'];

export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const isLong = ({ path }) => longest.some((folder) => path.includes(`/test/${folder}/`));
    const sorted = await super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
