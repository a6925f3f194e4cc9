import type { INestApplicationContext } from '@nestjs/common';
import type { Company } from '../../../companies/company.js';
import { addDays, dayInWords, taxYearOf, taxYearRange } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import { paysNothing } from '../../../journal/policy/employer-pension.js';

/** The demo's second company: paid by the week, by a program that only makes the file which HMRC gets. */

const weeks = 6;
const reference = { office: '120', paye: 'FL01234', accounts: '120PF00123456' };
/** The first user of the sandbox's second company; then one after the other. */
const firstUser = 1_000_001;

interface Person {
  readonly id: string;
  readonly fore: string;
  readonly sur: string;
  readonly weekly: string;
}

const people: readonly Person[] = [
  { id: 'A1', fore: 'Amir', sur: 'Qureshi', weekly: '520.00' },
  { id: 'B1', fore: 'Bea', sur: 'Lund', weekly: '410.00' },
];
/** Began in the last week, and no one has said yet who that is in the books. */
const starter: Person = { id: 'N7', fore: 'Nico', sur: 'Baines', weekly: '388.50' };

export const whatItIs = 'Ferry Lane Bakery Ltd runs its payroll elsewhere';

/** Takes in the files of the last weeks. */
export async function receiveWeeks(
  rooms: INestApplicationContext,
  company: Company,
  today: string,
): Promise<{ readonly files: number; readonly last: string }> {
  const { lastYearKnown } = await import('../../../payrolls/files/hmrc-return.js');
  const { ActTools } = await import('../../../acts/act-tools.js');
  const { changePolicy } = await import('../../../acts/companies/change-policy.js');
  const { receiveFile } = await import('../../../acts/payrolls/receive-file.js');
  const tools = rooms.get(ActTools, { strict: false });
  const who = { actor: 'demo', trigger: 'command', companies: null } as const;
  const { to } = taxYearRange(lastYearKnown);
  const fridays = lastFridays(today < to ? today : to);
  const last = fridays.at(-1) ?? today;
  const policy = {
    ...company.policy,
    payroll: { ...company.policy.payroll, from: 'files' },
    controls: { ...company.policy.controls, payeReference: `${reference.office}/${reference.paye}` },
    payrollPeople: Object.fromEntries(people.map(({ id }, at) => [id, `/v2/users/${firstUser + 1 + at}`])),
    // The bakery's two have no pension, and nor has anyone who starts.
    employerPensions: { [paysNothing]: '0.00' },
  };
  const known = await changePolicy(tools, company, { who, policy, reason: 'Payroll is run elsewhere, by the week' });
  for (const [week, paidOn] of fridays.entries()) {
    const paid = paidOn === last ? [...people, starter] : people;
    const bytes = new TextEncoder().encode(weekFile(paidOn, paid, week + 1));
    await receiveFile(tools, async () => [known], { who, name: `ferrylane-${paidOn}-fps.xml`, bytes });
  }
  return { files: fridays.length, last: dayInWords(last) };
}

/** Those of one tax year, the last one's: a person's year to date begins with it. */
function lastFridays(day: string): readonly string[] {
  const isFriday = (one: string) => new Date(`${one}T12:00:00Z`).getUTCDay() === 5;
  const found = Array.from({ length: weeks * 7 }, (_, back) => addDays(day, -back)).filter(isFriday);
  return found.filter((one) => taxYearOf(one) === taxYearOf(found[0] ?? day)).reverse();
}

function weekFile(paidOn: string, paid: readonly Person[], weeksPaid: number): string {
  const year = taxYearOf(paidOn);
  const years = `${String(year - 1).slice(-2)}-${String(year).slice(-2)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<IRenvelope xmlns="http://www.govtalk.gov.uk/taxation/PAYE/RTI/FullPaymentSubmission/${years}/1">
<IRheader/><FullPaymentSubmission>
<EmpRefs><OfficeNo>${reference.office}</OfficeNo><PayeRef>${reference.paye}</PayeRef><AORef>${reference.accounts}</AORef></EmpRefs>
<RelatedTaxYear>${years}</RelatedTaxYear>
${paid.map((one) => employee(one, paidOn, one === starter ? 1 : weeksPaid)).join('\n')}
</FullPaymentSubmission></IRenvelope>`;
}

/** Of a week, per cent of what is above the threshold. */
const above = (pay: Money, threshold: string, percent: string): Money => {
  const over = pay.minus(Money.parse(threshold));
  return over.isPositive() ? over.share(Money.parse(percent), Money.parse('100.00')) : Money.zero;
};

function employee({ id, fore, sur, weekly }: Person, paidOn: string, weeksPaid: number): string {
  const pay = Money.parse(weekly);
  const tax = above(pay, '242.00', '20.00');
  const [ofEmployee, ofEmployer] = [above(pay, '242.00', '8.00'), above(pay, '96.00', '15.00')];
  const toDate = (amount: Money) => Money.sum(Array.from({ length: weeksPaid }, () => amount)).toString();
  const week = Math.floor(daysBetween(taxYearRange(taxYearOf(paidOn)).from, paidOn) / 7) + 1;
  return `<Employee><EmployeeDetails><Name><Fore>${fore}</Fore><Sur>${sur}</Sur></Name></EmployeeDetails><Employment>
<PayId>${id}</PayId><FiguresToDate><TaxablePay>${toDate(pay)}</TaxablePay><TotalTax>${toDate(tax)}</TotalTax></FiguresToDate>
<Payment><PayFreq>W1</PayFreq><PmtDate>${paidOn}</PmtDate><WeekNo>${week}</WeekNo><PeriodsCovered>1</PeriodsCovered>
<HoursWorked>D</HoursWorked><TaxCode>1257L</TaxCode><TaxablePay>${pay.toString()}</TaxablePay>
<TaxDeductedOrRefunded>${tax.toString()}</TaxDeductedOrRefunded></Payment>
<NIlettersAndValues><NIletter>A</NIletter><GrossEarningsForNICsInPd>${pay.toString()}</GrossEarningsForNICsInPd>
<GrossEarningsForNICsYTD>${toDate(pay)}</GrossEarningsForNICsYTD><AtLELYTD>0.00</AtLELYTD><LELtoPTYTD>0.00</LELtoPTYTD>
<PTtoUELYTD>0.00</PTtoUELYTD><TotalEmpNICInPd>${ofEmployer.toString()}</TotalEmpNICInPd>
<TotalEmpNICYTD>${toDate(ofEmployer)}</TotalEmpNICYTD><EmpeeContribnsInPd>${ofEmployee.toString()}</EmpeeContribnsInPd>
<EmpeeContribnsYTD>${toDate(ofEmployee)}</EmpeeContribnsYTD></NIlettersAndValues></Employment></Employee>`;
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
