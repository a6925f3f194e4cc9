import { oneLine } from '../../ground/printable.js';
import { WrongShape } from '../../books/wrong-shape.js';
import { inWords, taxYearInWords, taxYearOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { children, type ReadAs, readElement, type Shape, values } from './element-shape.js';
import { employeesIn } from './compressed-part.js';
import { checkYear, empRefs, type HmrcReturn, type Scheme, schemeOf, yesAlone } from './hmrc-return.js';
import type { XmlRead } from './xml.js';

const { once, perhaps, ignored, inside, perhapsInside, each, eachValue } = children;
const { text, money, date, whole, taxWeek, oneOf } = values;

export const payFrequencies = ['W1', 'W2', 'W4', 'M1', 'M3', 'M6', 'MA', 'IO', 'IR'] as const;
export type PayFrequency = (typeof payFrequencies)[number];

/** Statutory parental pay to date, and the payslip's field for it. */
const statutoryFields = {
  SMPYTD: 'statutory_maternity_pay',
  SPPYTD: 'statutory_paternity_pay',
  SAPYTD: 'statutory_adoption_pay',
  ShPPYTD: 'statutory_shared_parental_pay',
  SPBPYTD: 'statutory_parental_bereavement_pay',
  SNCPYTD: 'statutory_neonatal_care_pay',
  // Since 2026/27 Northern Ireland's has an element of its own.
  SPBPNIREYTD: 'statutory_parental_bereavement_pay_n_ireland',
} as const;

const maybeMoney = perhaps(money);

/** What else a file has since 6 April, by what a payment has of it. Deductions from net pay are not among it. */
const alsoToDate = {
  studentLoan: 'StudentLoansTD',
  postgradLoan: 'PostgradLoansTD',
  benefits: 'BenefitsTaxedViaPayrollYTD',
  pensionNetPay: 'EmpeePenContribnsPaidYTD',
  pensionRelief: 'EmpeePenContribnsNotPaidYTD',
} as const;
export type AlsoToDate = keyof typeof alsoToDate;
export const alsoToDateOf = Object.keys(alsoToDate) as readonly AlsoToDate[];

const paymentShape = {
  PayFreq: once(oneOf(...payFrequencies)),
  PmtDate: once(date),
  LateReason: perhaps(oneOf('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H')),
  WeekNo: perhaps(taxWeek),
  MonthNo: perhaps(whole(1, 12)),
  PeriodsCovered: once(whole(0, 99)),
  AggregatedEarnings: yesAlone,
  PmtAfterLeaving: yesAlone,
  HoursWorked: ignored,
  TaxCode: once(text),
  TaxablePay: once(money),
  NonTaxOrNICPmt: maybeMoney,
  DednsFromNetPay: maybeMoney,
  PayAfterStatDedns: maybeMoney,
  BenefitsTaxedViaPayroll: maybeMoney,
  Class1ANICsYTD: maybeMoney,
  Benefits: ignored,
  EmpeePenContribnsPaid: maybeMoney,
  ItemsSubjectToClass1NIC: maybeMoney,
  EmpeePenContribnsNotPaid: maybeMoney,
  StudentLoanRecovered: maybeMoney,
  PostgradLoanRecovered: maybeMoney,
  TaxDeductedOrRefunded: once(money),
  OnStrike: ignored,
  UnpaidAbsence: ignored,
  SMPYTD: maybeMoney,
  SPPYTD: maybeMoney,
  SAPYTD: maybeMoney,
  ShPPYTD: maybeMoney,
  SPBPYTD: maybeMoney,
  SNCPYTD: maybeMoney,
  TrivialCommutationPayment: eachValue(money),
  FlexibleDrawdown: perhapsInside({
    FlexiblyAccessingPensionRights: ignored,
    PensionDeathBenefit: ignored,
    SeriousIllHealthLumpSum: ignored,
    PensionCommencementExcessLumpSum: ignored,
    StandAloneLumpSum: ignored,
    TaxablePayment: ignored,
    NontaxablePayment: maybeMoney,
  }),
} satisfies Shape;

/**
 * Of Northern Ireland's bereavement pay. No public document that we found says next to which element the last two are:
 * they are known in both places, and move nothing.
 */
const since2027 = { MiscarriageNIRE: ignored, EmployeeWorkplacePostcodeNIRE: ignored };
const paymentShapeOf2027 = { ...paymentShape, SPBPNIREYTD: maybeMoney, ...since2027 } satisfies Shape;

const niShape = {
  NIletter: once(text),
  GrossEarningsForNICsInPd: once(money),
  GrossEarningsForNICsYTD: once(money),
  AtLELYTD: ignored,
  LELtoPTYTD: ignored,
  PTtoUELYTD: ignored,
  TotalEmpNICInPd: once(money),
  TotalEmpNICYTD: once(money),
  EmpeeContribnsInPd: once(money),
  EmpeeContribnsYTD: once(money),
} satisfies Shape;

const nameShape = { Ttl: ignored, Initials: perhaps(text), Fore: eachValue(text), Sur: once(text) } satisfies Shape;

const employmentShape = (payment: typeof paymentShape | typeof paymentShapeOf2027, more: typeof since2027 | object) =>
  ({
    ...more,
    OffPayrollWorker: yesAlone,
    OccPenInd: yesAlone,
    Starter: ignored,
    EmployeeWorkplacePostcode: ignored,
    DirectorsNIC: perhaps(oneOf('AN', 'AL')),
    TaxWkOfApptOfDirector: perhaps(taxWeek),
    PayId: perhaps(text),
    PayIdChgd: perhapsInside({ PayrollIdChangedIndicator: ignored, OldPayrollId: perhaps(text) }),
    PaymentToANonIndividual: ignored,
    IrrEmp: ignored,
    LeavingDate: perhaps(date),
    FiguresToDate: inside({
      TaxablePay: once(money),
      TotalTax: once(money),
      StudentLoansTD: maybeMoney,
      PostgradLoansTD: maybeMoney,
      BenefitsTaxedViaPayrollYTD: maybeMoney,
      EmpeePenContribnsPaidYTD: maybeMoney,
      EmpeePenContribnsNotPaidYTD: maybeMoney,
    }),
    Payment: inside(payment),
    NIlettersAndValues: each(niShape),
  }) satisfies Shape;

/** Of a file, and not of each employee in it: to make it takes as long as to read one. */
const employeeShape = (year: number) =>
  ({
    EmployeeDetails: inside({
      NINO: ignored,
      Address: ignored,
      BirthDate: ignored,
      Gender: ignored,
      PassportNumber: ignored,
      PartnerDetails: ignored,
      Name: inside(nameShape),
    }),
    Employment: each(
      year >= 2027 ? employmentShape(paymentShapeOf2027, since2027) : employmentShape(paymentShape, {}),
      1,
    ),
  }) satisfies Shape;

const headShape = {
  EmpRefs: inside({ ...empRefs, SAUTR: ignored }),
  RelatedTaxYear: once(text),
  /** In the place of all employees. */
  CompressedPart: perhaps(text),
  FinalSubmission: ignored,
} satisfies Shape;

export const fpsShape = (year: number) => ({ ...headShape, Employee: each(employeeShape(year)) }) satisfies Shape;

/** NI of one letter. */
export interface NiOfLetter {
  readonly letter: string;
  readonly earnings: Money;
  readonly earningsToDate: Money;
  readonly employer: Money;
  readonly employerToDate: Money;
  readonly employee: Money;
  readonly employeeToDate: Money;
}

/** One person's payment in a Full Payment Submission. What is absent is nil. */
export interface FiledPayment {
  readonly payId?: string;
  readonly oldPayId?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly director?: 'AN' | 'AL';
  readonly directorSinceWeek?: number;
  readonly leavingOn?: string;
  readonly offPayroll: boolean;
  /** A pension, of which no NI is due. */
  readonly occupationalPension?: true;
  readonly frequency: PayFrequency;
  readonly paidOn: string;
  readonly lateReason?: string;
  readonly month?: number;
  readonly week?: number;
  readonly periodsCovered: number;
  readonly aggregated: boolean;
  readonly afterLeaving: boolean;
  readonly taxCode: string;
  readonly taxable: Money;
  readonly tax: Money;
  readonly notTaxedNorNi: Money;
  readonly deductedFromNet: Money;
  readonly afterStatutory?: Money;
  readonly benefits: Money;
  readonly pensionNetPay: Money;
  readonly pensionRelief: Money;
  readonly niOnly: Money;
  readonly studentLoan: Money;
  readonly postgradLoan: Money;
  /** Pension lump sums, which are not pay. */
  readonly lumpSums: Money;
  readonly ni: readonly NiOfLetter[];
  readonly toDate: ToDate;
  /** No file has it: someone posted what a year to date had beyond the files. */
  readonly isDifference?: true;
}

/** Figures since 6 April. Statutory pay and class 1A are absent if the file does not have them. */
export interface ToDate {
  readonly taxable: Money;
  readonly tax: Money;
  readonly statutory: ReadonlyMap<string, Money>;
  readonly class1A?: Money;
  /** Absent if the file has nothing of it, or was received before it was kept. */
  readonly also?: Readonly<Partial<Record<AlsoToDate, Money>>>;
}

export interface Fps {
  readonly is: 'fps';
  readonly year: number;
  readonly scheme: Scheme;
  readonly payments: readonly FiledPayment[];
}

/** The people of one file at most; HMRC's largest employers send in parts. */
const peopleMax = 20_000;

export function readFps({ year, body }: HmrcReturn): Fps {
  // Each employee is read by itself, so that a place in the file has its number.
  const head = readElement(body, { ...fpsShape(year), Employee: ignored });
  checkYear(head.RelatedTaxYear, year);
  const sent = body.children.filter(({ name }) => name === 'Employee');
  if (head.CompressedPart !== undefined && sent.length > 0)
    throw new WrongShape(['it has people both in CompressedPart and outside of it']);
  const employees = head.CompressedPart === undefined ? sent : employeesIn(head.CompressedPart, body.namespace);
  if (employees.length > peopleMax) throw new WrongShape([`it has more than ${peopleMax} people`]);
  if (employees.length === 0) throw new WrongShape(['it contains no people']);
  const shape = employeeShape(year);
  const payments = employees.flatMap((employee, index) =>
    paymentsOf(readElement(employee, shape, `Employee ${index + 1}`), { employee, number: index + 1, year }),
  );
  return { is: 'fps', year, scheme: schemeOf(head.EmpRefs), payments };
}

interface Place {
  readonly employee: XmlRead;
  readonly number: number;
  readonly year: number;
}

function paymentsOf(
  { EmployeeDetails, Employment }: Employee,
  { employee, number, year }: Place,
): readonly FiledPayment[] {
  return Employment.map((one) => {
    const { Payment: paid } = one;
    if (taxYearOf(paid.PmtDate) !== year)
      throw new WrongShape([
        `line ${employee.line}, element Employee ${number} › Employment › Payment › PmtDate: ${inWords(paid.PmtDate)} is not in the tax year ${taxYearInWords(year)}, which the file is of`,
      ]);
    return {
      ...nameOf(EmployeeDetails.Name),
      ...employmentOf(one),
      ...paymentOf(paid),
      ni: one.NIlettersAndValues.map(niOf),
      toDate: toDateOf(one),
    };
  });
}

type Employee = ReadAs<ReturnType<typeof employeeShape>>;
type Employment = ReadAs<ReturnType<typeof employmentShape>>;

function nameOf({ Fore, Initials, Sur }: ReadAs<typeof nameShape>): Pick<FiledPayment, 'firstName' | 'lastName'> {
  return { firstName: oneLine(Fore.length > 0 ? Fore.join(' ') : (Initials ?? '')), lastName: oneLine(Sur) };
}

const employmentOf = (one: Employment) => ({
  payId: one.PayId,
  oldPayId: one.PayIdChgd?.OldPayrollId,
  director: one.DirectorsNIC,
  directorSinceWeek: one.TaxWkOfApptOfDirector,
  leavingOn: one.LeavingDate,
  offPayroll: one.OffPayrollWorker === 'yes',
  ...(one.OccPenInd === 'yes' && { occupationalPension: true as const }),
});

const paymentOf = (paid: ReadAs<typeof paymentShape>) => ({
  frequency: paid.PayFreq,
  paidOn: paid.PmtDate,
  lateReason: paid.LateReason,
  month: paid.MonthNo,
  week: paid.WeekNo,
  periodsCovered: paid.PeriodsCovered,
  aggregated: paid.AggregatedEarnings === 'yes',
  afterLeaving: paid.PmtAfterLeaving === 'yes',
  taxCode: paid.TaxCode,
  taxable: paid.TaxablePay,
  tax: paid.TaxDeductedOrRefunded,
  notTaxedNorNi: orNil(paid.NonTaxOrNICPmt),
  deductedFromNet: orNil(paid.DednsFromNetPay),
  afterStatutory: paid.PayAfterStatDedns,
  benefits: orNil(paid.BenefitsTaxedViaPayroll),
  pensionNetPay: orNil(paid.EmpeePenContribnsPaid),
  pensionRelief: orNil(paid.EmpeePenContribnsNotPaid),
  niOnly: orNil(paid.ItemsSubjectToClass1NIC),
  studentLoan: orNil(paid.StudentLoanRecovered),
  postgradLoan: orNil(paid.PostgradLoanRecovered),
  lumpSums: Money.sum([...paid.TrivialCommutationPayment, orNil(paid.FlexibleDrawdown?.NontaxablePayment)]),
});

const niOf = (one: ReadAs<typeof niShape>): NiOfLetter => ({
  letter: one.NIletter,
  earnings: one.GrossEarningsForNICsInPd,
  earningsToDate: one.GrossEarningsForNICsYTD,
  employer: one.TotalEmpNICInPd,
  employerToDate: one.TotalEmpNICYTD,
  employee: one.EmpeeContribnsInPd,
  employeeToDate: one.EmpeeContribnsYTD,
});

function toDateOf({ FiguresToDate, Payment }: Employment): ToDate {
  const paid: Readonly<Record<string, unknown>> = Payment;
  const statutory = Object.entries(statutoryFields).flatMap(([element, field]) => {
    const amount = paid[element];
    return amount instanceof Money ? [[field, amount] as const] : [];
  });
  const also = alsoToDateOf.flatMap((name) => {
    const amount = FiguresToDate[alsoToDate[name]];
    return amount === undefined || amount.isZero() ? [] : [[name, amount] as const];
  });
  return {
    taxable: FiguresToDate.TaxablePay,
    tax: FiguresToDate.TotalTax,
    statutory: new Map(statutory),
    class1A: Payment.Class1ANICsYTD,
    ...(also.length > 0 && { also: Object.fromEntries(also) }),
  };
}

const orNil = (amount: Money | undefined): Money => amount ?? Money.zero;
