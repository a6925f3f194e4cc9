import { Money } from '../../../src/journal/nouns/money.js';

/** Writes FPS files for tests: one person or more, all figures as text. */
export interface PersonInFile {
  /** E1; none if it is empty. */
  readonly payId?: string;
  readonly fore?: string;
  readonly sur?: string;
  readonly employment?: string;
  /** `also`: more of it, in elements. */
  readonly toDate?: { readonly taxable?: string; readonly tax?: string; readonly also?: string };
  readonly paidOn?: string;
  readonly frequency?: string;
  readonly period?: string;
  readonly periods?: number;
  readonly taxable?: string;
  readonly tax?: string;
  /** More of the payment, in elements; those of before and after TaxablePay. */
  readonly early?: string;
  /** With the pay after statutory deductions, unless it is empty or has its own. */
  readonly payment?: string;
  /** The program never sends pay after statutory deductions. */
  readonly withoutNet?: boolean;
  /** Letter X, under which no one owes NI. */
  readonly ni?: readonly NiInFile[];
}

interface NiInFile {
  readonly letter?: string;
  readonly earnings: string;
  readonly employer: string;
  readonly employee?: string;
  readonly earningsToDate?: string;
  readonly employerToDate?: string;
  readonly employeeToDate?: string;
}

const money = (name: string, amount: string) => `<${name}>${amount}</${name}>`;

const niElement = ({ letter = 'A', earnings, employer, employee = '0.00', ...toDate }: NiInFile): string =>
  `<NIlettersAndValues><NIletter>${letter}</NIletter>${[
    money('GrossEarningsForNICsInPd', earnings),
    money('GrossEarningsForNICsYTD', toDate.earningsToDate ?? earnings),
    ...['AtLELYTD', 'LELtoPTYTD', 'PTtoUELYTD'].map((name) => money(name, '0.00')),
    money('TotalEmpNICInPd', employer),
    money('TotalEmpNICYTD', toDate.employerToDate ?? employer),
    money('EmpeeContribnsInPd', employee),
    money('EmpeeContribnsYTD', toDate.employeeToDate ?? employee),
  ].join('')}</NIlettersAndValues>`;

const withoutNi = (earnings: string): readonly NiInFile[] => [{ letter: 'X', earnings, employer: '0.00' }];

/** As most programs send it: with it, whether the employee's NI is right is no question. `sent`: the rest of the payment. */
function afterStatutory(sent: string | undefined, taxable: string, tax: string, ni: readonly NiInFile[]): string {
  const amounts = [taxable, tax, ...ni.map(({ employee = '0.00' }) => employee)].map((one) => Money.tryParse(one));
  const [pay = Money.zero, ...deducted] = amounts.flatMap((one) => one ?? []);
  if (sent === '' || /PayAfterStatDedns|Loan/.test(sent ?? '') || amounts.includes(undefined)) return '';
  return money('PayAfterStatDedns', pay.minus(Money.sum(deducted)).toString());
}

const employeeElement = (one: PersonInFile): string => {
  const { taxable = '2600.00', tax = '310.20' } = one;
  const { ni = withoutNi(taxable) } = one;
  return `<Employee><EmployeeDetails><NINO>AB123456C</NINO><Name><Fore>${one.fore ?? 'Ada'}</Fore><Sur>${one.sur ?? 'Ash'}</Sur></Name>
<Address><Line>1 High Street</Line><UKPostcode>LS1 1AA</UKPostcode></Address><BirthDate>1990-02-03</BirthDate><Gender>F</Gender></EmployeeDetails>
<Employment>${one.employment ?? ''}${one.payId === '' ? '' : money('PayId', one.payId ?? 'E1')}
<FiguresToDate>${money('TaxablePay', one.toDate?.taxable ?? taxable)}${money('TotalTax', one.toDate?.tax ?? tax)}${one.toDate?.also ?? ''}</FiguresToDate>
<Payment><PayFreq>${one.frequency ?? 'M1'}</PayFreq><PmtDate>${one.paidOn ?? '2025-10-31'}</PmtDate>${one.early ?? ''}
${one.period ?? '<MonthNo>7</MonthNo>'}<PeriodsCovered>${one.periods ?? 1}</PeriodsCovered><HoursWorked>D</HoursWorked><TaxCode>1257L</TaxCode>
${money('TaxablePay', taxable)}${one.payment ?? ''}${one.withoutNet ? '' : afterStatutory(one.payment, taxable, tax, ni)}${money('TaxDeductedOrRefunded', tax)}</Payment>
${ni.map(niElement).join('\n')}</Employment></Employee>`;
};

export function fpsFile(people: readonly PersonInFile[], { years = '25-26', head = '' } = {}): Uint8Array {
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<IRenvelope xmlns="http://www.govtalk.gov.uk/taxation/PAYE/RTI/FullPaymentSubmission/${years}/1">
<IRheader><PeriodEnd>2026-04-05</PeriodEnd></IRheader><FullPaymentSubmission>
<EmpRefs><OfficeNo>123</OfficeNo><PayeRef>AB456</PayeRef><AORef>123PA00012345</AORef></EmpRefs>${head}
<RelatedTaxYear>${years}</RelatedTaxYear>${people.map(employeeElement).join('\n')}
</FullPaymentSubmission></IRenvelope>`);
}
