import * as z from 'zod';
import { nearest } from '../nouns/nearest.js';
import { fieldRow, fieldRows } from './treatments.js';

/** What a column is called that is of no payslip field. */
export const asInformation = 'information';

const payslipField = z.string().refine((name) => name === asInformation || fieldRow(name) !== undefined, {
  error: ({ input }) => {
    const [meant] = nearest(
      String(input),
      fieldRows.map(({ field }) => field),
    );
    return `"${String(input)}" is no payslip field${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
  },
});

const heading = z.string().min(1).max(200);

export const columnMapShape = z.strictObject({
  /** The column that says who it is: the payroll's own reference. */
  person: heading,
  name: heading.optional(),
  /** Each column's payslip field, or "information". */
  fields: z.record(heading, payslipField),
  /** The column that has the net pay: a check. */
  net: heading.optional(),
  /** What the total row is called: a control to the penny. */
  totals: heading.optional(),
});

/** What the columns of a payslip report are. */
export type ColumnMap = z.infer<typeof columnMapShape>;

/** Every column that it names. */
export const columnsIn = ({ person, name, fields, net }: ColumnMap): readonly string[] => [
  ...new Set([person, ...Object.keys(fields), ...[name, net].filter((one) => one !== undefined)]),
];
