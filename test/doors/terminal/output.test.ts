import { json, note, print, printRows, printScreenful, table } from '../../../src/doors/terminal/output.js';
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

const five = 'a\nb\nc\nd\ne';

test.each([
  [{ isTTY: true, rows: 5 }, five, false, 'a\nb\nc\n… 2 more: --all\n'],
  [{ isTTY: true, rows: 6 }, five, false, 'a\nb\nc\nd\ne\n'],
  [{ isTTY: true, rows: 5 }, five, true, 'a\nb\nc\nd\ne\n'],
  [{ isTTY: false }, five, false, 'a\nb\nc\nd\ne\n'],
  // A line that is too long takes two rows.
  [{ isTTY: true, rows: 6, columns: 4 }, 'a\nlonger\nc\nd\ne', false, 'a\nlonger\nc\n… 2 more: --all\n'],
])('%j, %j, all %j: what fits a screen, and how much is left', (terminal, words, all, shown) => {
  let text = '';
  const out = { ...terminal, write: (part: string) => (text += part) } as never;
  printScreenful(words, { all, out });
  expect(text).toBe(shown);
});

test.each([
  // No more is read than whether there is more.
  [{ isTTY: true, rows: 5 }, false, 2, 'N\n1\n2\n… more: --all\n'],
  [{ isTTY: true, rows: 5 }, true, 3, 'N\n1\n2\n3\nN\n4\nN\n5\n'],
  [{ isTTY: false }, false, 3, 'N\n1\n2\n3\nN\n4\nN\n5\n'],
])('%j, all %j: of many rows what fits a screen, else a part at a time', async (terminal, all, parts, shown) => {
  let text = '';
  let read = 0;
  async function* given() {
    for (const part of [[1, 2, 3], [4], [5]]) {
      read += 1;
      yield part;
    }
  }
  const out = { ...terminal, write: (part: string) => (text += part) } as never;
  expect(await printRows(given(), [{ heading: 'N', value: (row) => row }], { all, out })).toBe(true);
  expect([read, text]).toEqual([parts, shown]);
});
