import { turns } from '../../src/ground/turns.js';

/** A clock that someone sets, and whether the event loop has turned since this was last asked. */
function watched() {
  const clock = { ms: 1000 };
  let turned = false;
  const hasTurned = () => {
    const was = turned;
    turned = false;
    setImmediate(() => {
      turned = true;
    });
    return was;
  };
  hasTurned();
  return { clock, hasTurned, othersTurn: turns(() => clock.ms) };
}

describe('a turn for others', () => {
  it('is given once ten milliseconds have gone by since the last, and not before', async () => {
    const { clock, hasTurned, othersTurn } = watched();
    for (const [workedMs, isGiven] of [
      [0, false],
      [9.9, false],
      [0.1, true],
      [9, false],
      [500, true],
      [0, false],
    ] as const) {
      clock.ms += workedMs;
      await othersTurn();
      expect([workedMs, hasTurned()]).toEqual([workedMs, isGiven]);
    }
  });
});
