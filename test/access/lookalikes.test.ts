import { isInOneAlphabet, looksLike } from '../../src/access/lookalikes.js';

it.each([
  ['ANN ASH', 'other letters, in size alone'],
  ['Аnn Ash', 'a Cyrillic A'],
  ['Αnn Ash', 'a Greek A'],
  ['Ann  Ash', 'two spaces'],
  ['Ann\u00a0Ash', 'a space that does not break'],
  ['A\u200bnn Ash', 'a space of no width'],
  ['Ann\u3164 Ash', 'a filler'],
  ['Ann Ash\ufe0f', 'a variation selector'],
  ['Ａｎｎ Ash', 'wide letters'],
  ['𝐀𝐧𝐧 Ash', 'letters of mathematics'],
  ['Aոո Ash', 'Armenian letters'],
])('"%s" looks like "Ann Ash": it has %s', (name) => {
  expect(looksLike(name, 'Ann Ash')).toBe(true);
});

it.each([
  ['Ian', 'lan'],
  ['0laf', 'Olaf'],
  ['O’Neil', "O'Neil"],
  ['Ann–Marie', 'Ann-Marie'],
  ['Élodie', 'E\u0301LODIE'],
])('"%s" looks like "%s"', (one, other) => {
  expect(looksLike(one, other)).toBe(true);
});

it.each([
  ['Carl', 'Cari'],
  ['José', 'Jose'],
  ['Ann', 'Anna'],
  ['Ann Ash', 'Annash'],
])('"%s" and "%s" are two names', (one, other) => {
  expect(looksLike(one, other)).toBe(false);
});

it.each([
  ['Ann Ash', true],
  ['Élodie O’Neil-Łukasz', true],
  ['Анна Петрова', true],
  ['Ann Петрова', true],
  ['山田 太郎', true],
  ['やまだタロウ', true],
  ['김민준', true],
  ['Аnn', false],
  ['Ann Аsh', false],
  ['ᎪᏁᏁ', false],
  ['ꓮꓠꓠ', false],
])('"%s" is in one alphabet in use: %s', (name, is) => {
  expect(isInOneAlphabet(name)).toBe(is);
});
