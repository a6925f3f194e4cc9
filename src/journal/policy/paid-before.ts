import * as z from 'zod';
import { taxYearInWords, taxYearTyped } from '../nouns/dates.js';
import { fieldRows, undocumentedPay, wordsOf } from './treatments.js';

/** Class 1A NI, which like statutory pay stands in a payroll file only as year to date. */
export const class1A = 'class_1a_ni';

/** What of a tax year came before its first payroll file: by payroll id, tax year as "2025/26", and payslip field. */
export type PaidBefore = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** The payslip fields that a payroll file has only as year to date. */
export const paidBeforeFields: readonly string[] = [
  ...[...fieldRows.filter(({ recovered }) => recovered), ...undocumentedPay].map((row) => row.field),
  class1A,
];

export const paidBeforeWords = (field: string): string => (field === class1A ? 'Class 1A NI' : wordsOf(field));

const isWhole = (text: string): boolean => {
  const year = taxYearTyped(text);
  return year !== undefined && taxYearInWords(year) === text;
};

export const taxYearShape = z.string().refine(isWhole, 'a tax year such as "2025/26" is expected');
const field = z
  .string()
  .refine(
    (name) => paidBeforeFields.includes(name),
    `statutory parental pay such as "statutory_maternity_pay" is expected, or "${class1A}"`,
  );
const amount = z.string().regex(/^\d{1,9}(\.\d{2})?$/, 'pounds are expected, such as "500" or "500.00"');

export const paidBeforeShape: z.ZodType<PaidBefore> = z.record(
  z.string().min(1).max(60),
  z.record(taxYearShape, z.record(field, amount)),
);
