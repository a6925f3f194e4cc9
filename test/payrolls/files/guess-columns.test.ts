import { payslipsInColumns } from '../../../src/payrolls/files/columns.js';
import { guessColumns, headingsKnown, leftOpen, mapOfGuess } from '../../../src/payrolls/files/guess-columns.js';
import { linesOfCsv } from '../../../src/payrolls/files/report-lines.js';

const linesIn = (report: string) => linesOfCsv(report, headingsKnown);
const guessed = (report: string) => guessColumns(linesIn(report));

const answers = { employerPension: { '*': '0.00' }, bothShares: false, paidBefore: {} };
const context = { year: 2026, people: new Map(), answers };

/** Headings and figures that were made up; no program's report is claimed to be known. */
test.each<[string, string, Readonly<Record<string, string>>]>([
  [
    'short headings',
    `Ref,Employee,Basic,Overtime,PAYE,NI,ER NI,Pension EE,Pension ER,Net Pay
E1,"Ash, Ada",2400.00,200.00,310.20,124.16,327.45,104.00,78.00,2061.64
Total,,2400.00,200.00,310.20,124.16,327.45,104.00,78.00,2061.64`,
    {
      ...{ Basic: 'basic_pay', Overtime: 'overtime', PAYE: 'tax_deducted', NI: 'employee_ni', 'ER NI': 'employer_ni' },
      ...{ 'Pension EE': 'employee_pension', 'Pension ER': 'employer_pension' },
    },
  ],
  [
    'headings in full, semicolons, lines above, and two kinds of columns that say nothing new',
    `Payroll summary;;;;;;;;;
Ash Ltd, October;;;;;;;;;
Works number;Name;Tax code;Salary;Gross pay;Income tax;Employee's NI;Employer's NI;Student loan;Nett pay
7;Ada Ash;1257L;2,000.00;2,000.00;190.20;76.16;237.45;12.00;1,721.64
Grand total:;;;2,000.00;2,000.00;190.20;76.16;237.45;12.00;1,721.64`,
    {
      ...{ 'Tax code': 'information', Salary: 'basic_pay', 'Gross pay': 'information', 'Income tax': 'tax_deducted' },
      ...{ 'Employee\u0027s NI': 'employee_ni', 'Employer\u0027s NI': 'employer_ni' },
      ...{ 'Student loan': 'student_loan_deduction' },
    },
  ],
  [
    'gross pay and no other, and a pension that is the employer’s',
    `Payroll ID,Name,Gross,Tax,NIC (EE),NIC (ER),Pension,Tax YTD,Net
A,Ada Ash,2000.00,190.20,76.16,237.45,60.00,1331.40,1733.64
Totals,,2000.00,190.20,76.16,237.45,60.00,1331.40,1733.64`,
    {
      ...{ Gross: 'basic_pay', Tax: 'tax_deducted', 'NIC (EE)': 'employee_ni', 'NIC (ER)': 'employer_ni' },
      ...{ Pension: 'employer_pension', 'Tax YTD': 'information' },
    },
  ],
])('guesses %s, and the figures agree', (_, report, fields) => {
  const guess = guessed(report);
  const map = mapOfGuess(guess);
  expect(map?.fields).toEqual(fields);
  expect([guess.netAgrees, leftOpen(guess)]).toEqual([true, []]);
  if (map === undefined) throw new Error('no map');
  const asked = payslipsInColumns(linesIn(report), map, '2025-10-31', context).flatMap(({ read }) => read.asked);
  expect(asked.map(({ code }) => code).filter((code) => code !== 'person_unmapped')).toEqual([]);
});

test('leaves open what holds amounts and no one can tell, and says that net pay does not come out', () => {
  const guess = guessed(`Ref,Employee,Basic,Sundry,Notes,Tax,PAYE,NI,ER NI,Net Pay
E1,Ada Ash,2000.00,50.00,new,190.20,266.36,76.16,237.45,1783.64`);
  expect(leftOpen(guess)).toEqual(['Sundry', 'PAYE']);
  expect([guess.netAgrees, guess.totals]).toEqual([false, undefined]);
  expect(Object.keys(mapOfGuess(guess)?.fields ?? {})).toEqual(['Basic', 'Tax', 'NI', 'ER NI']);
});

test('two columns of one name cannot be told apart, and a report of no one’s has no map', () => {
  const twice = guessed('Ref,Basic,Basic,PAYE,NI\nE1,1.00,2.00,3.00,4.00');
  expect(leftOpen(twice)).toEqual(['Basic', 'Basic']);
  expect(mapOfGuess(guessed('Basic,PAYE,NI\n1.00,2.00,3.00'))).toBeUndefined();
});

test('needs headings', () => {
  expect(() => guessed('a,b,c\n1,2,3')).toThrow('no row of it has headings that are known');
});

test('shows the first three people, and the total row', () => {
  const rows = ['E1', 'E2', 'E3', 'E4'].map((id) => `${id},1.00,0.00,0.00`);
  const guess = guessed(['Ref,Basic,PAYE,NI', ...rows, 'Total,4.00,0.00,0.00'].join('\n'));
  expect(guess.rows.map(([id]) => id)).toEqual(['E1', 'E2', 'E3']);
  expect([guess.totals, guess.totalRow]).toEqual(['Total', ['Total', '4.00', '0.00', '0.00']]);
});
