import { monthsOf, type Eps } from '../../../src/payrolls/files/eps.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';

function eps(inside: string): Eps {
  const read = readReturn(
    new TextEncoder().encode(`<IRenvelope xmlns="http://www.govtalk.gov.uk/taxation/PAYE/RTI/EmployerPaymentSummary/25-26/1">
<IRheader/><EmployerPaymentSummary><EmpRefs><OfficeNo>123</OfficeNo><PayeRef>AB456</PayeRef><AORef>123PA00012345</AORef></EmpRefs>
${inside}<RelatedTaxYear>25-26</RelatedTaxYear></EmployerPaymentSummary></IRenvelope>`),
  );
  if (read.is !== 'eps') throw new Error('It is an FPS');
  return read;
}

const recovered = (month: number, amount: number, cis = 0) =>
  `<RecoverableAmountsYTD><TaxMonth>${month}</TaxMonth><SMPRecovered>${amount}.00</SMPRecovered><NICCompensationOnSMP>${amount / 10}.00</NICCompensationOnSMP><CISDeductionsSuffered>${cis}.00</CISDeductionsSuffered></RecoverableAmountsYTD>`;
const levy = (month: number, amount: number) =>
  `<ApprenticeshipLevy><LevyDueYTD>${amount}.00</LevyDueYTD><TaxMonth>${month}</TaxMonth><AnnualAllce>15000.00</AnnualAllce></ApprenticeshipLevy>`;
const unpaid = (from: string, to: string) =>
  `<NoPaymentForPeriod>yes</NoPaymentForPeriod><NoPaymentDates><From>${from}</From><To>${to}</To></NoPaymentDates>`;

const told = (file: string, before: readonly string[]) =>
  monthsOf(eps(file), before.map(eps)).map((one) =>
    [one.month, one.recovered, one.compensation, one.cisSuffered, one.levy].map(String).join(' '),
  );

/** Month; recovered, compensation, CIS suffered, levy. */
test.each<[string, string, readonly string[], readonly string[]]>([
  ['the first of the year', recovered(1, 100), [], ['1 100.00 10.00 0.00 0.00']],
  ['the next month', recovered(2, 250, 50), [recovered(1, 100)], ['2 150.00 15.00 50.00 0.00']],
  ['a month after a skipped one', recovered(4, 400), [recovered(1, 100)], ['4 300.00 30.00 0.00 0.00']],
  [
    'a correction of the same month',
    recovered(2, 300),
    [recovered(1, 100), recovered(2, 250)],
    ['2 200.00 20.00 0.00 0.00'],
  ],
  [
    'after an EPS that says nothing of recovery',
    recovered(3, 300),
    [recovered(1, 100), '<EmpAllceInd>yes</EmpAllceInd>', levy(2, 40)],
    ['3 200.00 20.00 0.00 0.00'],
  ],
  ['levy alone leaves recovery as it was', levy(2, 40), [recovered(1, 100) + levy(1, 30)], ['2 0.00 0.00 0.00 10.00']],
  [
    'levy to another month than recovery',
    recovered(3, 300) + levy(2, 40),
    [recovered(2, 200) + levy(1, 30)],
    ['3 100.00 10.00 0.00 0.00', '2 0.00 0.00 0.00 10.00'],
  ],
  ['less than before', recovered(2, 60), [recovered(1, 100)], ['2 -40.00 -4.00 0.00 0.00']],
  ['a month in which nobody was paid', unpaid('2025-10-06', '2025-11-05'), [], ['7 0.00 0.00 0.00 0.00']],
  ['nothing but the allowance', '<EmpAllceInd>no</EmpAllceInd>', [], ['undefined 0.00 0.00 0.00 0.00']],
])('%s', (_, file, before, expected) => {
  expect(told(file, before)).toEqual(expected);
});

test.each([
  ['a later month given before it', recovered(7, 100), [recovered(8, 200)]],
  ['a later one among them', recovered(7, 100), [recovered(6, 50), recovered(8, 200)]],
  ['only its own month given before it', recovered(7, 100), [recovered(7, 90)]],
])('refuses %s, which would make the month wrong', (_, file, before) => {
  expect(() => told(file, before)).toThrow('the EPS of an earlier month is needed');
});
