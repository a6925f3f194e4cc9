import { hash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { StoredDocument } from '../../src/record/runs/stored-document.js';

const slip = (user: number) => ({
  user: `https://books.test/v2/users/${user}`,
  dated_on: '2025-10-31',
  basic_pay: '1.0',
});
const text = JSON.stringify({
  period: 6,
  status: 'filed',
  payslips: [slip(1), slip(2), slip(1)],
  dated_on: '2025-10-31',
});

describe('a stored payroll document', () => {
  it('is kept unchanged, compressed', () => {
    const long = text.replace('"filed"', `"filed", "note": "${'£0.0 '.repeat(500)}"`);
    const stored = StoredDocument.of(long);
    expect(stored.packed.length).toBeLessThan(long.length / 5);
    expect(StoredDocument.from(stored.packed).text).toBe(long);
  });

  it('gives its period, or the one that was just parsed', () => {
    const stored = StoredDocument.from(StoredDocument.of(text).packed);
    const period = stored.period(2026);
    expect(period.payslips.map(({ userPath }) => userPath)).toEqual(['/v2/users/1', '/v2/users/2', '/v2/users/1']);
    expect(stored.period(2026)).toBe(period);
    expect(StoredDocument.of(text, period).period(2026)).toBe(period);
  });

  it('can lose the payslips of one person, and nothing else', () => {
    const left = StoredDocument.of(text).without((user) => user.endsWith('/1'));
    expect(JSON.parse(left?.text ?? '')).toEqual({ ...JSON.parse(text), payslips: [slip(2)] });
    expect(StoredDocument.of(text).without((user) => user.endsWith('/3'))).toBeUndefined();
  });

  it.each([
    ['the one that was hashed', StoredDocument.of(text).packed, true],
    ['another', StoredDocument.of(text.replace('"1.0"', '"9.0"')).packed, false],
    ['half of it', StoredDocument.of(text).packed.slice(0, 40), false],
    ['no document', 'erased', false],
  ])('knows the hash it was read with: %s', (_, packed, expected) => {
    expect(StoredDocument.from(packed).isOf(hash('sha256', text))).toBe(expected);
  });
});
