// Runs files of tests in the order in which they are given: the nearest first.
import Sequencer from '@jest/test-sequencer';

export default class InOrder extends Sequencer {
  sort(tests) {
    const order = (process.env.DRAW_ORDER ?? '').split('\n');
    const at = ({ path }) => order.findIndex((file) => path.endsWith(`/${file}`));
    return tests.toSorted((one, other) => at(one) - at(other));
  }
}
