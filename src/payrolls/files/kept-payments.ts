import * as z from 'zod';
import { Money } from '../../journal/nouns/money.js';
import { alsoToDateOf, type FiledPayment, payFrequencies } from './fps.js';

/** What is kept of a file's payments, as JSON: amounts as text, and only what the journal needs. */
export function keptPayments(payments: readonly FiledPayment[]): readonly unknown[] {
  return payments.map((payment) => ({
    ...payment,
    toDate: { ...payment.toDate, statutory: Object.fromEntries(payment.toDate.statutory) },
  }));
}

const money = z.string().transform((text) => Money.parse(text));
const text = z.string();
const maybe = text.optional();

const toDate = z
  .strictObject({
    taxable: money,
    tax: money,
    statutory: z.record(text, money),
    class1A: money.optional(),
    also: z.partialRecord(z.enum(alsoToDateOf), money).optional(),
  })
  .transform((read) => ({ ...read, statutory: new Map(Object.entries(read.statutory)) }));

const payment: z.ZodType<FiledPayment> = z.strictObject({
  payId: maybe,
  oldPayId: maybe,
  firstName: text,
  lastName: text,
  director: z.enum(['AN', 'AL']).optional(),
  directorSinceWeek: z.number().optional(),
  leavingOn: maybe,
  offPayroll: z.boolean(),
  occupationalPension: z.literal(true).optional(),
  frequency: z.enum(payFrequencies),
  paidOn: text,
  lateReason: maybe,
  month: z.number().optional(),
  week: z.number().optional(),
  periodsCovered: z.number(),
  aggregated: z.boolean(),
  afterLeaving: z.boolean(),
  taxCode: text,
  taxable: money,
  tax: money,
  notTaxedNorNi: money,
  deductedFromNet: money,
  afterStatutory: money.optional(),
  benefits: money,
  pensionNetPay: money,
  pensionRelief: money,
  niOnly: money,
  studentLoan: money,
  postgradLoan: money,
  lumpSums: money,
  ni: z.array(
    z.strictObject({
      letter: text,
      earnings: money,
      earningsToDate: money,
      employer: money,
      employerToDate: money,
      employee: money,
      employeeToDate: money,
    }),
  ),
  toDate,
  isDifference: z.literal(true).optional(),
});

/** Reads them back; erased parts are null. We wrote what is stored, so anything else is a fault and throws. */
export const paymentsKept = (stored: readonly unknown[]): readonly FiledPayment[] =>
  z.array(payment).parse(stored.filter((one) => one !== null));

/** Whether something of it is erased. */
export const isErasedFrom = (stored: readonly unknown[]): boolean => stored.length === 0 || stored.includes(null);
