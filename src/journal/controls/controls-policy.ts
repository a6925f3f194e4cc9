import * as z from 'zod';

/** When a company's payroll liabilities are due, and where what is beside payroll stands. */
export interface ControlsPolicy {
  readonly payePeriod: 'monthly' | 'quarterly';
  /** The day of the month on which HMRC collects, where by direct debit. */
  readonly collectionDay: number | null;
  /** The provider's day of the calendar month after the deduction. */
  readonly pensionDay: number;
  readonly attachmentsDay: number;
  /** Salary sacrifice and other deductions: null where a journal clears them. */
  readonly otherDeductionsDay: number | null;
  /** The account that sales receipts debit. */
  readonly cisSuffered: string;
  /** What was withheld from subcontractors and is paid to HMRC with PAYE. */
  readonly cisWithheld: string | null;
  /** "123/AB456", as HMRC addresses the employer. */
  readonly payeReference: string | null;
  /** "123PA00012345" */
  readonly accountsOffice: string | null;
  /** Whether the board shows that a company has no exceptions. */
  readonly whenClear: 'show' | 'hide';
}

export const defaultControls: ControlsPolicy = {
  payePeriod: 'monthly',
  collectionDay: null,
  pensionDay: 22,
  attachmentsDay: 19,
  otherDeductionsDay: null,
  cisSuffered: '814',
  cisWithheld: null,
  payeReference: null,
  accountsOffice: null,
  whenClear: 'hide',
};

/** Every month has it. */
const lastDayOfAll = 28;
const day = z.int('a day of the month is expected, 1 to 28').min(1).max(lastDayOfAll);

export const controlsShape = (code: z.ZodType<string>) =>
  z
    .strictObject({
      payePeriod: z.enum(['monthly', 'quarterly']),
      collectionDay: day.nullable(),
      pensionDay: day,
      attachmentsDay: day,
      otherDeductionsDay: day.nullable(),
      cisSuffered: code,
      cisWithheld: code.nullable(),
      payeReference: z
        .string()
        .regex(/^\d{3}\/[A-Z\d]{1,10}$/, 'a PAYE reference is expected, such as "123/AB456"')
        .nullable(),
      accountsOffice: z
        .string()
        .regex(/^\d{3}P[A-Z]\d{7}[\dX]$/, 'an Accounts Office reference is expected, such as "123PA00012345"')
        .nullable(),
      whenClear: z.enum(['show', 'hide']),
    })
    .partial();
