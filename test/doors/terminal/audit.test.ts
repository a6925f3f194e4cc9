import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { runHere } from '../../harness/here.js';

function golden(name: string): { readonly sets: readonly unknown[]; readonly periods: readonly unknown[] } {
  const { document } = JSON.parse(
    readFileSync(new URL(`../../golden/audit/${name}.json`, import.meta.url), 'utf8'),
  ) as {
    document: ReturnType<typeof golden>;
  };
  return document;
}

const right = JSON.stringify(golden('a01_right'));
const wrong = JSON.stringify(golden('a15_two_causes'));

describe('the command', () => {
  test('prints a year on one screen', async () => {
    const { code, stdout } = await runHere(['audit', '-'], { input: wrong });
    expect(stdout).toBe(`Payroll 2025/26 against the journals: agrees to payroll 2 · differs 1

Paid         Verdict            Pounds  Journals  What
30 Sep 2025  agrees to payroll          1
31 Oct 2025  differs            567.80  2         employment allowance left out; employer’s pension left out
28 Nov 2025  agrees to payroll          3

Cause                          Runs  Pounds  Corrected
employment allowance left out     1  437.50       0.00
employer’s pension left out       1  130.30       0.00

Account                       Should be      Found  Found less should be
402 Employer NICs              1,113.57   1,344.78                231.21
403 Staff pensions               390.90     260.60               -130.30
408 Directors’ employer NICs     993.48   1,199.77                206.29
813 Pension creditor          -1,007.40    -877.10                130.30
814 PAYE/NI                   -6,992.49  -7,429.99               -437.50

`);
    expect(code).toBe(3);
  });

  test('has exit code 0 where nothing is wrong', async () => {
    const { code, stdout } = await runHere(['audit', '-', '--json'], { input: right });
    expect(JSON.parse(stdout)).toMatchObject({ year: 2026, other: [], causes: [] });
    expect(code).toBe(0);
  });

  const wrongly: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
    [
      'a set twice',
      { sets: [...golden('a01_right').sets, golden('a01_right').sets[0]] },
      /^sets: .*\/1 is there twice$/,
    ],
    ['a period twice', { periods: [...golden('a01_right').periods, golden('a01_right').periods[0]] }, /^periods: 5 is/],
    ['a day that no year has', { accountingYearEnd: '02-30' }, /^accountingYearEnd: month and day/],
  ];
  test.each(wrongly)('cannot read a document with %s', async (_, more, detail) => {
    const input = JSON.stringify({ ...golden('a01_right'), ...more });
    const { code, stdout, stderr } = await runHere(['audit', '-', '--json'], { input });
    const { error } = JSON.parse(stdout || stderr) as { error: { detail: string; todo: string } };
    expect(error.detail).toMatch(detail);
    expect(error.todo).toContain('counterfoil audit --help');
    expect(code).toBe(1);
  });

  test('says of a file that is not there that it is not there', async () => {
    const { code, stdout, stderr } = await runHere(['audit', 'no-such-year.json', '--json']);
    expect(JSON.parse(stdout || stderr)).toMatchObject({ error: { detail: expect.stringMatching(/no-such-year/) } });
    expect(code).toBe(2);
  });

  test('has exit code 3 where a pay run is not judged', async () => {
    const document = golden('a01_right');
    const periods = document.periods.map((period) => ({ ...(period as object), status: 'unfiled' }));
    const { code, stdout } = await runHere(['audit', '-', '--json'], {
      input: JSON.stringify({ ...document, periods }),
    });
    const { runs } = JSON.parse(stdout) as { runs: { verdict: string }[] };
    expect(new Set(runs.map(({ verdict }) => verdict))).toEqual(new Set(['not_judged']));
    expect(code).toBe(3);
  });

  test('answers JSON Lines line by line, and continues after a line that cannot be read', async () => {
    const input = [wrong, '{"year":', JSON.stringify({ year: 2026, periods: [] }), '[]', right].join('\n');
    const { code, stdout, stderr } = await runHere(['audit', '-', '--json'], { input });
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(answers).toMatchObject([
      { runs: [{ verdict: 'right' }, { verdict: 'wrong', amount: '567.80' }, { verdict: 'right' }] },
      { error: { detail: 'Line 2 is not JSON.' } },
      { error: { detail: expect.stringMatching(/^sets: /) } },
      { error: { detail: expect.stringMatching(/no object with "year"/) } },
      { runs: [{ verdict: 'right' }, { verdict: 'right' }, { verdict: 'right' }] },
    ]);
    expect(stderr).toBe('');
    expect(code).toBe(1);
  });
});
