import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { answerTo } from '../../../src/doors/terminal/journal/journal-answer.js';
import { readDocuments } from '../../../src/doors/terminal/journal/journal-documents.js';
import { inWords } from '../../../src/doors/terminal/journal/journal-words.js';
import { runHere } from '../../harness/here.js';

function golden(name: string): unknown {
  const { document } = JSON.parse(readFileSync(new URL(`../../golden/${name}.json`, import.meta.url), 'utf8')) as {
    document: unknown;
  };
  return document;
}

const posted = golden('01-documented-example');
const held = golden('16-hold-other-deductions');
const nil = golden('13-zero-payslip');

describe('the command', () => {
  test('prints a set as an accountant reads it', async () => {
    const { code, stdout } = await runHere(['journal', '-'], { input: JSON.stringify(posted, null, 2) });
    expect(stdout).toBe(`Payroll 2025/26 month 2, paid 5 June 2025
counterfoil:2026-01:2025-06-05

Account                 Description                                         Debit    Credit
401 Salaries            Gross pay, Pat Case0                             2,000.00
402 Employer NICs       Employer NI, Pat Case0                             194.71
814 PAYE/NI             PAYE tax and NI, Pat Case0                                   637.67
902 Salary and bonuses  Pay after tax and NI, before pension, Pat Case0            1,557.04
902 Salary and bonuses  Employee pension, Pat Case0                        100.00
813 Pension creditor    Pension contributions, Pat Case0                             150.00
403 Staff pensions      Employer pension, Pat Case0                         50.00
                        Total                                            2,344.71  2,344.71

Gross 2,000.00 · net pay 1,457.04 · HMRC 637.67 · pension 150.00 · other 0.00

`);
    expect(code).toBe(0);
  });

  test('answers JSON Lines line by line, and continues after a line that cannot be read', async () => {
    const input = [JSON.stringify(posted), '', '{"year":', JSON.stringify({ year: 2026 }), JSON.stringify(held)].join(
      '\n',
    );
    const { code, stdout, stderr } = await runHere(['journal', '-', '--json'], { input });
    const [first, broken, shapeless, last, ...rest] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({ outcome: 'post' });
    expect(broken).toEqual({
      error: { title: 'The document cannot be read', detail: 'Line 3 is not JSON.', todo: expect.any(String) },
    });
    expect(shapeless.error.detail).toMatch(/^period: /);
    expect(last).toMatchObject({ outcome: 'hold', journal_sets: [] });
    expect(rest).toEqual([]);
    expect(stderr).toBe('');
    expect(code).toBe(1);
  });

  test('exits 3 where a document is held', async () => {
    const { code, stdout } = await runHere(['journal', '-'], { input: JSON.stringify(held) });
    expect(stdout).toContain(
      'Held: nothing is posted until this is settled\n- Pat Case0 has £40.00 in Other deductions.',
    );
    expect(code).toBe(3);
  });

  test.each([
    ['an empty file', ['journal', '-', '--json'], '', 1],
    ['no JSON', ['journal', '-', '--json'], 'hello\nworld', 1],
    ['no file', ['journal', '/nowhere/payroll.json', '--json'], undefined, 2],
    ['no argument', ['journal', '--json'], undefined, 2],
  ])(
    '%s is a clear error',
    async (_, args, input, expected) => {
      const { code, stdout, stderr } = await runHere(args, input === undefined ? {} : { input });
      const { error } = JSON.parse(stdout) as { error: Record<string, string> };
      expect(Object.keys(error)).toEqual(['title', 'detail', 'todo']);
      for (const words of Object.values(error)) expect(words).not.toMatch(/\n\s+at |node:internal/);
      expect(stderr).toBe('');
      expect(code).toBe(expected);
    },
    30_000,
  );

  test('prints an error in words without --json', async () => {
    const { code, stdout, stderr } = await runHere(['journal', '-'], { input: '' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The document cannot be read\n {2}It is empty\.\nGive one JSON document/);
  });
});

describe('documents', () => {
  async function read(...chunks: string[]): Promise<unknown[]> {
    const found: unknown[] = [];
    for await (const document of readDocuments(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) {
      found.push('problem' in document ? document.problem.detail : document.json);
    }
    return found;
  }

  test.each([
    ['one line', ['{"a":1}'], [{ a: 1 }]],
    ['many lines', ['{\n "a":\n1\n}\n'], [{ a: 1 }]],
    ['JSON Lines', ['{"a":1}\n{"a":2}\n'], [{ a: 1 }, { a: 2 }]],
    ['JSON Lines with blank lines and carriage returns', ['\r\n{"a":1}\r\n\r\n{"a":2}'], [{ a: 1 }, { a: 2 }]],
    ['a byte order mark', ['\uFEFF{"a":1}\n{"a":2}'], [{ a: 1 }, { a: 2 }]],
    ['a bad first line among good ones', ['{"a"\n{"a":2}\n'], ['Line 1 is not JSON.', { a: 2 }]],
    ['a bad later line', ['{"a":1}\n\nx\n{"a":2}\n'], [{ a: 1 }, 'Line 3 is not JSON.', { a: 2 }]],
    ['a line cut into pieces', ['{"a"', ':1}\n{', '"a":2}'], [{ a: 1 }, { a: 2 }]],
    ['separators that only look like line ends', ['{"a":"b\u2028c"}\n{"a":2}'], [{ a: 'b\u2028c' }, { a: 2 }]],
    ['one broken document over many lines', ['{\n"a": 1,\n"b": 2,\n'], ['It is not JSON.']],
    ['no document', ['12'], [12]],
  ])('%s', async (_, chunks, documents) => {
    expect(await read(...chunks)).toEqual(documents);
  });

  test('a character of several bytes may be split between chunks', async () => {
    const bytes = Buffer.from('{"a":"Zoë"}');
    const cut = bytes.indexOf(0xc3) + 1;
    const found = [];
    for await (const document of readDocuments(Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)])))
      found.push(document);
    expect(found).toEqual([{ json: { a: 'Zoë' } }]);
  });

  test.each(['', '\n\n', '  '])('nothing (%j) is an error', async (text) => {
    await expect(read(text)).rejects.toThrow('It is empty.');
  });
});

describe('an answer', () => {
  test('has the keys of the contract, and only them', () => {
    const answer = answerTo(posted);
    expect(Object.keys(answer)).toEqual(['outcome', 'journal_sets', 'holds', 'warnings', 'totals']);
    const [set = {}] = JSON.parse(JSON.stringify(answer.journal_sets)) as Record<string, unknown>[];
    expect(Object.keys(set)).toEqual(['dated_on', 'description', 'tag', 'journal_entries']);
    expect((set.journal_entries as unknown[])[3]).toEqual({
      category: '902',
      user: 'https://api.example.test/v2/users/1',
      debit_value: '-1557.04',
      description: 'Pay after tax and NI, before pension, Pat Case0',
      payslip: 'https://api.example.test/v2/users/1',
      from: ['basic_pay', 'tax_deducted', 'employee_ni'],
    });
    expect(answer.totals).toEqual({
      gross: '2000.00',
      net_pay: '1457.04',
      tax_authority: '637.67',
      pension: '150.00',
      other: '0.00',
    });
  });

  test('for a hold has no sets, and names who, what and how much', () => {
    const [hold] = answerTo(held).holds;
    expect(Object.keys(hold ?? {}).sort()).toEqual(['amount', 'code', 'field', 'message', 'payslip']);
  });

  const document = posted as Record<string, unknown>;
  test.each([
    ['an unknown key in policy', { ...document, policy: { layouts: 'itemised' } }, 'policy.layouts is not known'],
    ['no year', { ...document, year: undefined }, 'year: '],
    ['no period', { ...document, period: undefined }, 'period: '],
    ['users of a wrong shape', { ...document, users: {} }, 'users: '],
    ['a list', [document], 'It is JSON, but no object'],
    ['null', null, 'It is JSON, but no object'],
    ['text', 'x', 'It is JSON, but no object'],
  ])('to %s is a problem that names it', (_, json, message) => {
    expect(() => answerTo(json)).toThrow(`The document cannot be read: ${message}`);
  });

  test('ignores unknown keys at the top level, and needs neither users nor policy', () => {
    const { users: _users, policy: _policy, ...bare } = document;
    expect(answerTo({ ...bare, comment: 'x' }).holds.map(({ code }) => code)).toEqual(['unknown_user']);
  });
});

describe('in words', () => {
  test('nothing to post is stated', () => {
    expect(inWords(answerTo(nil))).toBe(
      'Nothing to post.\n\nGross 0.00 · net pay 0.00 · HMRC 0.00 · pension 0.00 · other 0.00\n',
    );
  });

  test('warnings come last, each with its code', () => {
    const words = inWords(answerTo(golden('tax-refund')));
    expect(words).toMatch(/\n\nWarnings\n- Employee One gets back £120\.40 of tax.*\(negative_tax\)\n$/);
  });

  test('no control character reaches the terminal', () => {
    const document = structuredClone(posted) as { period: { payslips: Record<string, unknown>[] } };
    Object.assign(document.period.payslips[0] ?? {}, { '\u001b[31mred': '5.0' });
    const words = inWords(answerTo(document));
    expect(words).toContain('[31mred');
    expect(words).not.toContain('\u001b');
  });
});
