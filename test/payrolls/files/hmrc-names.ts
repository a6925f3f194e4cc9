/**
 * The names of HMRC's elements, by tax year and by what they are in. Names are facts: those of 2025/26 are of its schemas,
 * `FullPaymentSubmission-2026-v1-0.xsd` and `EmployerPaymentSummary-2026-v1-0.xsd`.
 */
export type Names = Readonly<Record<string, string>>;

const fps: Names = {
  FullPaymentSubmission: 'EmpRefs RelatedTaxYear Employee CompressedPart FinalSubmission',
  'FullPaymentSubmission/EmpRefs': 'OfficeNo PayeRef AORef SAUTR COTAXRef',
  'FullPaymentSubmission/Employee': 'EmployeeDetails Employment',
  'FullPaymentSubmission/Employee/EmployeeDetails': 'NINO Name Address BirthDate Gender PassportNumber PartnerDetails',
  'FullPaymentSubmission/Employee/EmployeeDetails/Name': 'Ttl Fore Initials Sur',
  'FullPaymentSubmission/Employee/EmployeeDetails/Address': 'Line UKPostcode ForeignCountry',
  'FullPaymentSubmission/Employee/EmployeeDetails/PartnerDetails': 'NINO Name',
  'FullPaymentSubmission/Employee/EmployeeDetails/PartnerDetails/Name': 'Fore Initials Sur',
  'FullPaymentSubmission/Employee/Employment':
    'OffPayrollWorker OccPenInd DirectorsNIC TaxWkOfApptOfDirector Starter EmployeeWorkplacePostcode PayId PayIdChgd PaymentToANonIndividual IrrEmp LeavingDate FiguresToDate Payment NIlettersAndValues',
  'FullPaymentSubmission/Employee/Employment/Starter':
    'StartDate StartDec StudentLoan PostgradLoan Seconded OccPension StatePension',
  'FullPaymentSubmission/Employee/Employment/Starter/Seconded':
    'Stay183DaysOrMore StayLessThan183Days InOutUK EEACitizen EPM6',
  'FullPaymentSubmission/Employee/Employment/Starter/OccPension': 'Bereaved Amount',
  'FullPaymentSubmission/Employee/Employment/Starter/StatePension': 'Bereaved Amount',
  'FullPaymentSubmission/Employee/Employment/PayIdChgd': 'PayrollIdChangedIndicator OldPayrollId',
  'FullPaymentSubmission/Employee/Employment/FiguresToDate':
    'TaxablePay TotalTax StudentLoansTD PostgradLoansTD BenefitsTaxedViaPayrollYTD EmpeePenContribnsPaidYTD EmpeePenContribnsNotPaidYTD',
  'FullPaymentSubmission/Employee/Employment/Payment':
    'PayFreq PmtDate LateReason WeekNo MonthNo PeriodsCovered AggregatedEarnings PmtAfterLeaving HoursWorked TaxCode TaxablePay NonTaxOrNICPmt DednsFromNetPay PayAfterStatDedns BenefitsTaxedViaPayroll Class1ANICsYTD Benefits EmpeePenContribnsPaid ItemsSubjectToClass1NIC EmpeePenContribnsNotPaid StudentLoanRecovered PostgradLoanRecovered TaxDeductedOrRefunded OnStrike UnpaidAbsence SMPYTD SPPYTD SAPYTD ShPPYTD SPBPYTD SNCPYTD TrivialCommutationPayment FlexibleDrawdown',
  'FullPaymentSubmission/Employee/Employment/Payment/Benefits': 'Car',
  'FullPaymentSubmission/Employee/Employment/Payment/Benefits/Car':
    'Make FirstRegd CO2 ZeroEmissionsMileage Fuel ID Amendment Price AvailFrom CashEquiv AvailTo FreeFuel',
  'FullPaymentSubmission/Employee/Employment/Payment/Benefits/Car/FreeFuel': 'Provided CashEquiv Withdrawn',
  'FullPaymentSubmission/Employee/Employment/Payment/FlexibleDrawdown':
    'FlexiblyAccessingPensionRights PensionDeathBenefit SeriousIllHealthLumpSum PensionCommencementExcessLumpSum StandAloneLumpSum TaxablePayment NontaxablePayment',
  'FullPaymentSubmission/Employee/Employment/NIlettersAndValues':
    'NIletter GrossEarningsForNICsInPd GrossEarningsForNICsYTD AtLELYTD LELtoPTYTD PTtoUELYTD TotalEmpNICInPd TotalEmpNICYTD EmpeeContribnsInPd EmpeeContribnsYTD',
  'FullPaymentSubmission/FinalSubmission': 'BecauseSchemeCeased DateSchemeCeased ForYear',
};

const eps: Names = {
  EmployerPaymentSummary:
    'EmpRefs NoPaymentForPeriod NoPaymentDates PeriodOfInactivity EmpAllceInd DeMinimisStateAid RecoverableAmountsYTD ApprenticeshipLevy Account RelatedTaxYear FinalSubmission',
  'EmployerPaymentSummary/EmpRefs': 'OfficeNo PayeRef AORef COTAXRef',
  'EmployerPaymentSummary/NoPaymentDates': 'From To',
  'EmployerPaymentSummary/PeriodOfInactivity': 'From To',
  'EmployerPaymentSummary/DeMinimisStateAid': 'Agri FisheriesAqua RoadTrans Indust NA',
  'EmployerPaymentSummary/RecoverableAmountsYTD':
    'TaxMonth SMPRecovered SPPRecovered SAPRecovered ShPPRecovered SPBPRecovered SNCPRecovered NICCompensationOnSMP NICCompensationOnSPP NICCompensationOnSAP NICCompensationOnShPP NICCompensationOnSPBP NICCompensationOnSNCP CISDeductionsSuffered',
  'EmployerPaymentSummary/ApprenticeshipLevy': 'LevyDueYTD TaxMonth AnnualAllce',
  'EmployerPaymentSummary/Account': 'AccountHoldersName AccountNo SortCode BuildingSocRef',
  'EmployerPaymentSummary/FinalSubmission': 'BecauseSchemeCeased DateSchemeCeased ForYear',
};

/**
 * What 2026/27 added for Northern Ireland. Its schema is in no public place that we could read, so the two elements that
 * move nothing are listed in both places in which they may be.
 */
const since2027: Names = {
  'FullPaymentSubmission/Employee/Employment': 'MiscarriageNIRE EmployeeWorkplacePostcodeNIRE',
  'FullPaymentSubmission/Employee/Employment/Payment': 'SPBPNIREYTD MiscarriageNIRE EmployeeWorkplacePostcodeNIRE',
  'EmployerPaymentSummary/RecoverableAmountsYTD':
    'SPBPRecoveredInNorthernIreland NICCompensationOnSPBPinNorthernIreland',
};

const and = (names: Names, more: Names): Names => ({
  ...names,
  ...Object.fromEntries(Object.entries(more).map(([parent, added]) => [parent, `${names[parent]} ${added}`])),
});

const of2026 = { ...fps, ...eps };

/** By the year that the tax year ends in. */
export const hmrcNames: Readonly<Record<number, Names>> = { 2026: of2026, 2027: and(of2026, since2027) };
