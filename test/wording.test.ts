import { expect, test } from '@jest/globals';
import { refusedIn } from '../tools/check/wording.mjs';

test.each([
  ['const isBesideUnread = 1;', ['1 has a name that no one says']],
  ['interface A { nobodyPaid: 1 }', ['1 has a name that no one says']],
  ['// Nobody here, nor beside it.\nconst besides = "somebody";', []],
  ['const { a: _, b: __, ...rest } = one;', ['1 leaves out by _, __: pick() what is kept']],
  ['const { a: _, ...rest } = one;', []],
  ['const it = {\n  ...{ a, b },\n  ...(c && { c }),\n};', ['2 spreads a literal to fit a line']],
  ["const it = [...['a', 'b']];", []],
])('%s', (code, refused) => {
  expect(refusedIn('sync/it.ts', code)).toEqual(refused);
});
