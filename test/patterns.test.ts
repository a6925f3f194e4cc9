import { Script, createContext } from 'node:vm';
import { cases } from './harness/cases.js';
import { objection, type Pattern, patterns } from '../tools/check/patterns.mjs';

/** `npm run check` finds what is not linear; here the worst texts are few, and many once an issue. */
const length = cases(2_000, 150_000);
const provedWith = 20_000;
/** Far above what a slow machine needs: linear patterns take milliseconds, quadratic ones minutes. */
const givenUpAfterMs = 20_000;

const all = patterns();

/** Text of the worst kind: what the pattern may begin with, over and over, and never its end. */
function hostileTexts({ source = '' }: Pattern): readonly string[] {
  const literal = source.replaceAll(/\\[nrt]/g, '\n').replaceAll(/\\[bBdDsSwWpP]/g, ' ');
  const words = literal.replaceAll('\\', '').match(/[^()[\]{}|?*+^$]+/g) ?? [];
  const seeds = new Set([
    ...words,
    ...words.map((word) => word.slice(0, 1)),
    'a',
    '0',
    ' ',
    '\n',
    '"',
    '""',
    '-',
    '0,',
    'a:',
  ]);
  return [...seeds].flatMap((seed) => {
    const text = seed.repeat(Math.ceil(length / seed.length));
    return [text, `${text}\u{1}`];
  });
}

/** Run in a context of its own, whose time limit ends a pattern that would not end by itself. */
function tried({ source, flags }: Pattern, texts: readonly string[]): void {
  const context = createContext({ texts, source, flags });
  const script = 'for (const text of texts) text.replace(new RegExp(source, flags), "")';
  new Script(script).runInContext(context, { timeout: givenUpAfterMs });
}

it('finds the patterns of the program', () => {
  expect(all.length).toBeGreaterThan(100);
});

it('gives up on a pattern that is not linear', () => {
  const quadratic = { where: 'here', source: '\\w+:', flags: 'g' };
  const context = createContext({ text: 'a'.repeat(provedWith) });
  expect(() => new Script('text.replace(/\\w+:/g, "")').runInContext(context, { timeout: 50 })).toThrow(/timed out/);
  expect(objection(quadratic)).toBe('takes quadratic time, or worse');
  expect(objection({ where: 'here', source: '(a+)+b', flags: '' })).toBe('takes exponential time');
  expect(objection({ where: 'here', source: '(a)\\1', flags: '' })).toMatch(/refers back/);
  expect(objection({ where: 'here' })).toMatch(/put together at run time/);
});

describe.each(all.map((pattern) => [pattern.where, pattern] as const))('%s', (_, pattern) => {
  // Here the patterns must only come to an end; `npm run check` finds those that are not linear.
  it(`reads ${length} hostile characters`, () => {
    expect(() => tried(pattern, hostileTexts(pattern))).not.toThrow();
  });
});
