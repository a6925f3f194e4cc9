import * as z from 'zod';

/** When a company's payroll liabilities are due, and which accounts hold the CIS that is settled with PAYE. */
export interface ControlsPolicy {
  readonly payePeriod: 'monthly' | 'quarterly';
  /** The day of the month of HMRC's direct debit; null without one. */
  readonly collectionDay: number | null;
  /** The day, in the month after the deduction, on which the provider is paid. */
  readonly pensionDay: number;
  readonly attachmentsDay: number;
  /** Salary sacrifice and other deductions; null if a journal clears them. */
  readonly otherDeductionsDay: number | null;
  /** The account that sales receipts debit with CIS suffered. */
  readonly cisSuffered: string;
  /** The account of CIS withheld from subcontractors, which is paid to HMRC with PAYE. */
  readonly cisWithheld: string | null;
  /** "123/AB456", as HMRC writes it. */
  readonly payeReference: string | null;
  /** "123PA00012345" */
  readonly accountsOffice: string | null;
  /** Whether the board shows in words that a company has no exceptions. */
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

/** The last day that every month has. */
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
