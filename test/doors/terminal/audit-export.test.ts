import { beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AuditAnswer } from '../../../src/audit/answer.js';
import { runHere } from '../../harness/here.js';

/** Ada, an employee, and Ben, a director, paid on 31 October 2025. */
const fps = fileURLToPath(new URL('../../golden/payroll-in/p01_monthly.xml', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'audit-'));
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const json = (name: string, value: unknown) => file(name, JSON.stringify(value));

let given: string[] = [];
beforeEach(() => {
  const user = (id: string, role: string) => ({ user: `https://api.example.test/v2/users/${id}`, role });
  given = ['--payroll', fps];
  given.push('--people', json('people.json', { E1: user('E1', 'Employee'), D1: user('D1', 'Director') }));
  given.push('--answers', json('answers.json', { employer_pension: { '*': '0.00' } }));
});

async function audited(journals: string, accounts: unknown, more: readonly string[] = []) {
  const options = ['--journals', file('ledger.csv', journals), '--accounts', json('accounts.json', accounts), ...more];
  const { code, stdout, stderr } = await runHere(['audit', ...given, ...options, '--json']);
  return { code, answer: JSON.parse(stdout || stderr) as AuditAnswer & { error?: { detail: string } } };
}

const told = ({ runs }: AuditAnswer) =>
  runs.map(({ datedOn, verdict, sets, causes }) => [
    ...[datedOn, verdict, sets.join()],
    ...causes.map(({ cause, accounts }) => [cause, ...accounts.map(({ account, amount }) => `${account} ${amount}`)]),
  ]);

/** Sage 50, transactions: an amount without a sign, and whether it is a debit in the type. Nominal codes as Sage has them. */
const sage = (paye: string) => `No,Type,Account,N/C,Dept,Date,Ref,Details,Net,Tax,T/C
101,JD,,7000,0,31/10/2025,WAGES,October wages,2600.00,0.00,T9
102,JD,,7001,0,31/10/2025,WAGES,October wages,3500.00,0.00,T9
103,JD,,7006,0,31/10/2025,WAGES,October wages,789.90,0.00,T9
104,JC,,2210,0,31/10/2025,WAGES,October wages,${paye},0.00,T9
105,JC,,2211,0,31/10/2025,WAGES,October wages,1110.22,0.00,T9
106,JC,,2220,0,31/10/2025,WAGES,October wages,4979.28,0.00,T9
107,BP,1200,2220,0,31/10/2025,BACS,Wages paid,4979.28,0.00,T9
`;
const sageAccounts = {
  '7000': 'salaries',
  '7001': 'directorsSalaries',
  '7006': 'employerNics',
  '2210': 'payeNi',
  '2211': 'payeNi',
  '2220': 'netPay',
  '1200': 'bank',
};

/** Xero, general ledger detail: by account, with headings and totals in between. */
const xero = `General Ledger Detail
Ash Ltd
For the year ended 31 March 2026

Date,Source,Description,Reference,Debit,Credit,Running Balance,Account Code
Salaries
31 Oct 2025,Manual Journal,October,Payroll Oct,"2,600.00",,"2,600.00",477
Total Salaries,,,,"2,600.00",,"2,600.00",
Directors' remuneration
31 Oct 2025,Manual Journal,October,Payroll Oct,"3,500.00",,"3,500.00",478
Total Directors' remuneration,,,,"3,500.00",,"3,500.00",
PAYE Payable
31 Oct 2025,Manual Journal,October,Payroll Oct,,"1,120.72","(1,120.72)",825
Total PAYE Payable,,,,,"1,120.72","(1,120.72)",
Wages Payable
31 Oct 2025,Manual Journal,October,Payroll Oct,,"4,979.28","(4,979.28)",814
Total Wages Payable,,,,,"4,979.28","(4,979.28)",
`;

const xeroAccounts = {
  '477': 'salaries',
  '478': 'directorsSalaries',
  '479': 'employerNics',
  '825': 'payeNi',
  '814': 'netPay',
};

/** QuickBooks, journal: the date on the first line of each, people by name, accounts by name. */
const quickBooks = `Journal
Ash Ltd
Date,Transaction Type,Num,Name,Memo/Description,Account,Debit,Credit
31/10/2025,Journal Entry,12,,October,Payroll Expenses:Wages,2600.00,
,,,,October,Payroll Expenses:Directors,3500.00,
,,,,October,Payroll Expenses:NI,789.90,
,,,,October,PAYE/NIC Liability,,1910.62
,,,Ada Ash,October,Net Wages,,2813.64
,,,Ben Birch,October,Net Wages,,2165.64
,,,,,,6889.90,6889.90
TOTAL,,,,,,6889.90,6889.90
`;

describe('books of any ledger', () => {
  test('Sage: agrees, in its own accounts, two for PAYE and NI', async () => {
    const { code, answer } = await audited(sage('800.40'), sageAccounts);
    expect(told(answer)).toEqual([['2025-10-31', 'right', '2025-10-31 WAGES']]);
    expect(answer.accounts.map(({ account, difference }) => [account, difference])).toEqual([
      ['7000', '0.00'],
      ['7006', '0.00'],
      ['7001', '0.00'],
      ['2210+2211', '0.00'],
      ['2220', '0.00'],
    ]);
    expect(code).toBe(0);
  });

  test('Sage: a figure mistyped', async () => {
    const { code, answer } = await audited(
      sage('804.00').replace('WAGES,October wages,4979.28', 'WAGES,October wages,4975.68'),
      sageAccounts,
    );
    expect(told(answer)).toEqual([
      ['2025-10-31', 'wrong', '2025-10-31 WAGES', ['digits', '2210+2211 -3.60', '2220 3.60']],
    ]);
    expect(code).toBe(3);
  });

  test('Xero: what is wrong is told in its own accounts', async () => {
    const { answer } = await audited(xero, xeroAccounts);
    expect(told(answer)).toEqual([
      ['2025-10-31', 'wrong', '2025-10-31 Payroll Oct', ['employer_ni_missing', '479 -789.90', '825 789.90']],
    ]);
  });

  test('an EPS that claims the employment allowance: the NI that it covers is in no journal', async () => {
    const eps = readFileSync(fps.replace('p01_monthly', 'p08_eps-1'), 'utf8')
      .replace('<EmpAllceInd>no<', '<EmpAllceInd>yes<')
      .replace(/<RecoverableAmountsYTD>.*<\/ApprenticeshipLevy>/, '');
    given.splice(given.indexOf(fps) + 1, 0, file('eps.xml', eps));
    const { answer } = await audited(xero, xeroAccounts);
    expect(told(answer)).toEqual([['2025-10-31', 'right', '2025-10-31 Payroll Oct']]);
  });

  test('QuickBooks: net pay of each on the other’s name', async () => {
    const { answer } = await audited(quickBooks, {
      'Payroll Expenses:Wages': 'salaries',
      'Payroll Expenses:Directors': 'directorsSalaries',
      'Payroll Expenses:NI': 'employerNics',
      'PAYE/NIC Liability': 'payeNi',
      'Net Wages': 'netPay',
    });
    expect(told(answer)).toEqual([
      [
        ...['2025-10-31', 'wrong', '2025-10-31 12'],
        ['net_pay_elsewhere', 'Net Wages -2165.64', 'Net Wages 2165.64'],
        ['net_pay_elsewhere', 'Net Wages 2813.64', 'Net Wages -2813.64'],
      ],
    ]);
  });

  test('columns are named where their headings do not tell; an unknown one with money is refused', async () => {
    const strange = sage('800.40').replace('Net,Tax,T/C', 'Betrag,Tax,T/C');
    const columns = ['--columns', json('columns.json', { amount: 'Betrag' })];
    expect((await audited(strange, sageAccounts, columns)).answer.runs[0]?.verdict).toBe('right');
    const { code, answer } = await audited(strange, sageAccounts);
    expect(answer.error?.detail).toMatch(/its columns are not known/);
    expect(code).toBe(1);
    const more = sage('800.40').replace('Tax,T/C', 'Extra,T/C').replace(',0.00,T9', ',12.50,T9');
    expect((await audited(more, sageAccounts)).answer.error?.detail).toMatch(/column “Extra” holds money/);
  });

  describe('one journal as ledgers and people write it', () => {
    const lines = [
      ['477', 'Salaries', '2600.00'],
      ['478', 'Directors', '3500.00'],
      ['479', 'Employers NI', '789.90'],
      ['825', 'PAYE Payable', '-1910.62'],
      ['814', 'Wages Payable', '-4979.28'],
    ] as const;
    const roles = ['salaries', 'directorsSalaries', 'employerNics', 'payeNi', 'netPay'] as const;
    const byCode = Object.fromEntries(lines.map(([code], at) => [code, roles[at]]));
    const byName = Object.fromEntries(lines.map(([, name], at) => [name, roles[at]]));
    type Line = (code: string, name: string, amount: string, sides: readonly [string, string]) => string;
    const table = (headings: string, line: Line) =>
      [headings, ...lines.map(([code, name, amount]) => line(code, name, amount, sidesOf(amount)))].join('\n');
    const sidesOf = (amount: string): readonly [string, string] =>
      amount.startsWith('-') ? ['', amount.slice(1)] : [amount, ''];
    const written: readonly (readonly [string, string, Record<string, unknown>])[] = [
      [
        'by account, its name in a row of its own',
        table(
          'Date,Source,Description,Reference,Debit (GBP),Credit (GBP),Running Balance (GBP)',
          (_, name, __, [dr, cr]) =>
            [
              name,
              'Opening Balance,,,,,,12.34',
              `31 Oct 2025,Manual Journal,Pay,#1,${dr},${cr},0.50`,
              `Total ${name},,,,${dr},${cr},`,
              '',
            ].join('\n'),
        ),
        byName,
      ],
      [
        'by account, the dates in the second column',
        table(',Date,Transaction Type,Num,Memo/Description,Split,Amount,Balance', (_, name, amount) =>
          [
            `${name},,,,,,,`,
            'Beginning Balance,,,,,,,5.10',
            `,31/10/2025,Journal Entry,12,Pay,-Split-,${amount},${amount}`,
            `Total for ${name},,,,,,${amount},`,
          ].join('\n'),
        ),
        byName,
      ],
      [
        'by nominal code',
        table('No,Type,Date,Account,Ref,Details,T/C,Value,Debit,Credit', (code, name, amount, [dr, cr]) =>
          [
            `N/C:,${code},Name:,${name},,Account Balance:,${amount},,,`,
            `1,JD,31/10/2025,,WAGES,Pay,T9,${amount.replace('-', '')},${dr},${cr}`,
            `,,,,,,Totals:,,${dr},${cr}`,
          ].join('\n'),
        ),
        byCode,
      ],
      [
        'named by their names, with codes apart',
        table(
          'Date,Account Code,Account,Debit,Credit',
          (code, name, _, [dr, cr]) => `31/10/25,${code},${name},${dr},${cr}`,
        ),
        byName,
      ],
      [
        'code and name in one',
        table(
          'Date,Account,Debit,Credit',
          (code, name, _, [dr, cr]) => `2025-10-31T00:00:00,${code} - ${name},${dr},${cr}`,
        ),
        byCode,
      ],
      [
        'name and code in one',
        table(
          'Date,Ledger Account,Debit,Credit',
          (code, name, _, [dr, cr]) => `31-Oct-25,${name} (${code}),${dr},${cr}`,
        ),
        byCode,
      ],
      [
        'the code before a colon, its name given in small letters',
        table('Date,Category,Debit Value', (code, name, amount) => `31.10.2025,${code}: ${name},${amount}`),
        Object.fromEntries(Object.entries(byName).map(([name, role]) => [name.toLowerCase(), role])),
      ],
      [
        'Dr and Cr',
        table(
          'Date,Account,Amount',
          (code, _, amount) => `31/10/2025,${code},${amount.replace(/^-(.*)/, '$1 Cr').replace(/^([^C]*)$/, '$1 Dr')}`,
        ),
        byCode,
      ],
      [
        'credits with their sign',
        table('Date,Account,Debit,Credit', (code, _, __, [dr, cr]) => `31/10/2025,${code},${dr},${cr && `-£${cr}`}`),
        byCode,
      ],
    ];
    test.each(written)('%s', async (_, text, accounts) => {
      const { answer, code } = await audited(text, accounts);
      expect(told(answer)).toEqual([['2025-10-31', 'right', expect.stringMatching(/^2025-10-31/)]]);
      expect(code).toBe(0);
    });

    const plainly = table('Date,Account,Debit,Credit', (code, _, __, [dr, cr]) => `31/10/2025,${code},${dr},${cr}`);

    test('accounts of which the export has none are refused: payroll would seem to be missing', async () => {
      const { answer, code } = await audited(plainly, { '7000': 'salaries', '2210': 'payeNi' });
      expect(JSON.stringify(answer)).toMatch(/none of the accounts in --accounts.*477, 478, 479, 825, 814/);
      expect(code).not.toBe(3);
    });

    test('a date that cannot be read is refused, and never a line left out', async () => {
      const { answer, code } = await audited(plainly.replaceAll('31/10/2025', '10/31/2025'), byCode);
      expect(answer.error?.detail).toMatch(/line 2: “10\/31\/2025” is no date/);
      expect(code).toBe(1);
    });
  });
});
