/** Writes EPS files for tests, of what stands in it. */
export const epsFile = (inside: string, { years = '25-26' } = {}): Uint8Array =>
  new TextEncoder().encode(`<IRenvelope xmlns="http://www.govtalk.gov.uk/taxation/PAYE/RTI/EmployerPaymentSummary/${years}/1">
<IRheader/><EmployerPaymentSummary><EmpRefs><OfficeNo>123</OfficeNo><PayeRef>AB456</PayeRef><AORef>123PA00012345</AORef></EmpRefs>
${inside}<RelatedTaxYear>${years}</RelatedTaxYear></EmployerPaymentSummary></IRenvelope>`);

/** Since 6 April, to the end of a tax month. */
export const recovered = (month: number, amount: number, cis = 0) =>
  `<RecoverableAmountsYTD><TaxMonth>${month}</TaxMonth><SMPRecovered>${amount}.00</SMPRecovered><NICCompensationOnSMP>${(amount / 10).toFixed(2)}</NICCompensationOnSMP><CISDeductionsSuffered>${cis}.00</CISDeductionsSuffered></RecoverableAmountsYTD>`;
export const levy = (month: number, amount: number) =>
  `<ApprenticeshipLevy><LevyDueYTD>${amount}.00</LevyDueYTD><TaxMonth>${month}</TaxMonth><AnnualAllce>15000.00</AnnualAllce></ApprenticeshipLevy>`;
export const unpaid = (from: string, to: string) =>
  `<NoPaymentForPeriod>yes</NoPaymentForPeriod><NoPaymentDates><From>${from}</From><To>${to}</To></NoPaymentDates>`;
export const allowance = (claimed: 'yes' | 'no') => `<EmpAllceInd>${claimed}</EmpAllceInd>`;
