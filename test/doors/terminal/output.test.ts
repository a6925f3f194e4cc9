import { json, note, print, printScreenful, table } from '../../../src/doors/terminal/output.js';
import { printable } from '../../../src/ground/printable.js';

const hostile = 'Ash\u001b[2J\u009b31m\u202eLtd\rx';

function printed(act: () => void): string {
  const texts: string[] = [];
  const streams = [process.stdout, process.stderr];
  const before = streams.map((stream) => stream.write);
  for (const stream of streams) stream.write = (text: unknown) => texts.push(String(text)) > 0;
  act();
  for (const [i, stream] of streams.entries()) stream.write = before[i] as typeof stream.write;
  return texts.join('');
}

it('no name or text from elsewhere can control the terminal', () => {
  const safe = 'Ash\uFFFD[2J\uFFFD31m\uFFFDLtd\uFFFDx\n';
  expect(printed(() => print(hostile))).toBe(safe);
  expect(printed(() => note(hostile))).toBe(safe);
  expect(printable('two\nlines\tand a tab')).toBe('two\nlines\tand a tab');
});

it('a name cannot start a new row', () => {
  expect(table([{ name: 'Ash\nBirch' }], [{ heading: 'NAME', value: ({ name }) => name }])).toBe('NAME\nAsh Birch');
});

it('JSON keeps the text unchanged, with control characters escaped', () => {
  const text = printed(() => json({ hostile }));
  for (const control of ['\u001b', '\u007f', '\u009b', '\u202e']) expect(text).not.toContain(control);
  expect(JSON.parse(text)).toEqual({ hostile });
});

test.each([
  [{ isTTY: true, rows: 5 }, false, 'a\nb\nc\n… 2 more: --all\n'],
  [{ isTTY: true, rows: 6 }, false, 'a\nb\nc\nd\ne\n'],
  [{ isTTY: true, rows: 5 }, true, 'a\nb\nc\nd\ne\n'],
  [{ isTTY: false }, false, 'a\nb\nc\nd\ne\n'],
])('%j, all %j: what fits a screen, and how much is left', (terminal, all, shown) => {
  let text = '';
  const write = (words: string) => (text += words);
  printScreenful('a\nb\nc\nd\ne', all, { ...terminal, write } as never);
  expect(text).toBe(shown);
});
