import fc from 'fast-check';
import { canonicalJson } from '../../src/evidence/canonical-json.js';

/** The vectors of RFC 8785: section 3.2.2 and 3.2.3, and the numbers of appendix B that JSON.parse reads. */
const vectors: readonly (readonly [what: string, json: string, canonical: string])[] = [
  [
    'every kind of value (3.2.2)',
    '{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001], "string": "\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/", "literals": [null, true, false]}',
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  [
    'names by UTF-16 code units (3.2.3)',
    '{"\\u20ac": "Euro Sign", "\\r": "Carriage Return", "\\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One", "\\ud83d\\ude00": "Emoji: Grinning Face", "\\u0080": "Control", "\\u00f6": "Latin Small Letter O With Diaeresis"}',
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  ['minus zero', '[-0]', '[0]'],
  ['the largest number', '[1.7976931348623157e308]', '[1.7976931348623157e+308]'],
  ['the smallest number', '[5e-324]', '[5e-324]'],
  ['a number with twenty-one digits', '[1e21, 999999999999999900000]', '[1e+21,999999999999999900000]'],
  ['nothing', '[[],{}]', '[[],{}]'],
];

test.each(vectors)('writes %s as RFC 8785 does', (_, json, canonical) => {
  expect(canonicalJson(JSON.parse(json))).toBe(canonical);
});

test('what JSON cannot hold is refused, and what is undefined is left out', () => {
  expect(() => canonicalJson('half \ud83d of it')).toThrow('half a character');
  expect(() => canonicalJson([Number.NaN])).toThrow('no such number');
  expect(canonicalJson({ b: undefined, a: [undefined] })).toBe('{"a":[null]}');
});

test('reading and writing again changes nothing, whatever the order of names', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const written = canonicalJson(value);
      expect(canonicalJson(JSON.parse(written))).toBe(written);
      expect(canonicalJson(reversed(value))).toBe(written);
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
