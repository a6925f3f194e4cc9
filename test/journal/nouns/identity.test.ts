import {
  fingerprint,
  generationOf,
  generationTag,
  type Line,
  monthTagOf,
  parseTag,
  placeInTag,
  runTagOf,
  tagOf,
} from '../../../src/journal/nouns/identity.js';
import { ownParts } from '../../../src/journal/nouns/own-parts.js';
import { Money } from '../../../src/journal/nouns/money.js';

const base = 'counterfoil:2026-06:2025-10-31';

test('a pay run’s tag depends on nothing but the run', () => {
  expect(tagOf('counterfoil', 2026, 6, '2025-10-31')).toBe(base);
  expect(tagOf('a:b', 2026, 11, '2026-03-31')).toBe('a:b:2026-11:2026-03-31');
});

test.each([
  ['post', 1, base],
  ['post', 2, `${base}:r2`],
  ['post', 12, `${base}:r12`],
  ['reversal', 1, `${base}:reversal-1`],
  ['reversal', 2, `${base}:reversal-2`],
  ['reversal', 12, `${base}:reversal-12`],
] as const)('the %s of generation %i is tagged %s, and read back', (kind, generation, tag) => {
  expect(generationTag(base, kind, generation)).toBe(tag);
  expect(parseTag('counterfoil', tag)).toEqual({
    base,
    prefix: 'counterfoil',
    year: 2026,
    period: 6,
    datedOn: '2025-10-31',
    kind,
    generation,
  });
});

test('the tags of a tax month begin alike', () => {
  expect(monthTagOf('counterfoil', 2026, 6)).toBe('counterfoil:2026-06');
  expect(monthTagOf('counterfoil', 2026, 11)).toBe('counterfoil:2026-11');
});

test.each([
  ['of a pay run', base, { period: 6, datedOn: '2025-10-31' }],
  ['of a replacement', `${base}:r2`, { period: 6, datedOn: '2025-10-31' }],
  ['of a levy, which has no date', 'counterfoil:2026-11:levy-2', { period: 11, datedOn: undefined }],
  ['of another prefix', 'a:b:2026-00:2025-04-30', { period: 0, datedOn: '2025-04-30' }],
  ['of a month alone', 'counterfoil:2026-06', undefined],
  ['of no known shape', 'counterfoil:odd', undefined],
])('the place in the tag %s', (_, tag, place) => {
  expect(placeInTag(tag)).toStrictEqual(place);
});

test.each([
  [base, { base, kind: 'post', generation: 1 }, base],
  [`${base}:r2`, { base, kind: 'post', generation: 2 }, base],
  [`${base}:r10`, { base, kind: 'post', generation: 10 }, base],
  [`${base}:reversal-1`, { base, kind: 'reversal', generation: 1 }, base],
  [`${base}:r1`, undefined, `${base}:r1`],
  [`${base}:r2x`, { base: `${base}:r2x`, kind: 'post', generation: 1 }, `${base}:r2x`],
])('%s is of a pay run and a generation', (tag, parts, run) => {
  expect(generationOf(tag)).toStrictEqual(parts);
  expect(runTagOf(tag)).toBe(run);
});

test('a prefix may hold colons', () => {
  expect(parseTag('a:b', 'a:b:2026-06:2025-10-31')?.base).toBe('a:b:2026-06:2025-10-31');
});

test.each([
  undefined,
  '',
  'counterfoil',
  'counterfoil:2026-06',
  'counterfoil2:2026-06:2025-10-31',
  'counterfeit:2026-06:2025-10-31',
  'xcounterfoil:2026-06:2025-10-31',
  `other:${base}`,
  `${base}:r1`,
  `${base}:r0`,
  `${base}:r02`,
  `${base}:reversal-0`,
  `${base}:reversal`,
  `${base}:r2:r3`,
  `${base} `,
  'counterfoil:2026-6:2025-10-31',
  'counterfoil:x2026-06:2025-10-31',
])('%p is no tag of ours', (tag) => {
  expect(parseTag('counterfoil', tag)).toBeUndefined();
});

describe('a fingerprint', () => {
  const line = (category: string, debit: string, user?: string): Line => ({
    category,
    debit: Money.parse(debit),
    ...(user === undefined ? {} : { user }),
  });
  const lines = [line('401', '2000.00'), line('814', '-266.36'), line('902', '-1733.64', 'https://a.test/v2/users/1')];
  const of = (...changed: Line[]) => fingerprint('2025-10-31', changed);
  const usual = of(...lines);

  test('is a sha256', () => expect(usual).toMatch(/^[0-9a-f]{64}$/));

  test('of the same lines on another day is another, whichever was asked for before', () => {
    const other = fingerprint('2025-11-30', lines);
    expect([fingerprint('2025-10-31', lines), fingerprint('2025-11-30', lines)]).toEqual([usual, other]);
    expect(other).not.toBe(usual);
  });

  test('does not depend on order, host, spelling or sub account suffix', () => {
    expect(of(...lines.toReversed())).toBe(usual);
    expect(of(lines[0]!, lines[1]!, line('902-17', '-1733.640', '/v2/users/1'))).toBe(usual);
  });

  test.each([
    ['the date', () => fingerprint('2025-10-30', lines)],
    ['an account', () => of(line('407', '2000.00'), ...lines.slice(1))],
    ['a penny', () => of(line('401', '2000.01'), ...lines.slice(1))],
    ['a sign', () => of(line('401', '-2000.00'), ...lines.slice(1))],
    ['a user', () => of(...lines.slice(0, 2), line('902', '-1733.64', '/v2/users/2'))],
    ['no user', () => of(...lines.slice(0, 2), line('902', '-1733.64'))],
    ['a line twice', () => of(...lines, lines[0]!)],
    ['a line less', () => of(...lines.slice(1))],
    ['a line split in two', () => of(line('401', '1500.00'), line('401', '500.00'), ...lines.slice(1))],
  ])('changes with %s', (_, changed) => {
    expect(changed()).not.toBe(usual);
  });
});

describe('whose set it is', () => {
  test.each([
    ['a pay run', 'counterfoil:2026-06:2025-10-31', { year: 2026, period: 6, datedOn: '2025-10-31', generation: 1 }],
    ['a replacement', 'counterfoil:2026-06:2025-10-31:r2', { base: 'counterfoil:2026-06:2025-10-31', generation: 2 }],
    // 2 April still belongs to the tax year that ends three days later.
    ['a tag of no known shape', 'counterfoil:odd', { base: 'counterfoil:odd', year: 2026, period: 11, kind: 'post' }],
  ])('%s', (_, tag, parts) => {
    expect(ownParts('counterfoil', { tag, datedOn: '2026-04-02' })).toMatchObject(parts);
  });

  test.each([
    ['its own', '2026-04-02', '2026-04-02'],
    ['the last of its tax month, where it has none', undefined, '2025-11-05'],
    ['the same, where it is empty', '', '2025-11-05'],
  ])('an adjustment has its place from its tag, and its date: %s', (_, datedOn, expected) => {
    expect(ownParts('counterfoil', { tag: 'counterfoil:2026-06:levy-2:reversal-3', datedOn })).toEqual({
      base: 'counterfoil:2026-06:levy-2',
      prefix: 'counterfoil',
      year: 2026,
      period: 6,
      datedOn: expected,
      kind: 'reversal',
      generation: 3,
      adjustment: { kind: 'levy', number: 2 },
    });
  });

  test.each([undefined, ''])('what has neither a known shape nor a date (%j) is of long ago', (datedOn) => {
    expect(ownParts('counterfoil', { tag: 'counterfoil:odd', datedOn })).toEqual({
      base: 'counterfoil:odd',
      prefix: 'counterfoil',
      year: 1900,
      period: 8,
      datedOn: '1900-01-01',
      kind: 'post',
      generation: 1,
    });
  });

  test.each([
    ['no tag', undefined],
    ['another program’s', 'ledger:2026-06:2025-10-31'],
    ['a longer prefix', 'counterfoil2:x'],
  ])('not ours: %s', (_, tag) => expect(ownParts('counterfoil', { tag, datedOn: '2026-04-02' })).toBeUndefined());
});
