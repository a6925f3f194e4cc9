import { inTurns } from '../../src/companies/turns.js';

test.each<[string, string[], string[]]>([
  ['no one', [], []],
  ['one group, as given', ['a1', 'a2', 'a3'], ['a1', 'a2', 'a3']],
  ['the last group comes in the first turn', ['a1', 'a2', 'a3', 'b1'], ['a1', 'b1', 'a2', 'a3']],
  ['each turn in the order given', ['b1', 'a1', 'a2', 'c1', 'b2', 'b3'], ['b1', 'a1', 'c1', 'a2', 'b2', 'b3']],
])('turns: %s', (_, given, expected) => {
  expect(inTurns(given, (one) => one.charAt(0))).toStrictEqual(expected);
});
