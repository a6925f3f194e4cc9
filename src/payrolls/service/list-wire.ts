import { pick } from '../../ground/pick.js';
import * as z from 'zod';
import { isDate } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { ListedYear } from '../source.js';

/** Reads the list of a payroll year. Absent keys are the rule, and an explicit null counts as absent. */

const text = z.string();
const optionalText = text.nullish().transform((value) => value ?? undefined);
const optionalUrl = text
  .min(1)
  .nullish()
  .transform((value) => value ?? undefined);
const date = text.refine(isDate, 'no date');
/** For figures that are only compared, or make us look again: one that is not exact money is found in the period. */
const looseMoney = z.unknown().transform((value) => Money.tryParse(value));

const headerWire = z
  .object({
    url: optionalUrl,
    period: z.int().min(0).max(11),
    dated_on: date,
    status: text,
    frequency: optionalText,
    employment_allowance_claimed: z.boolean().nullish(),
    employment_allowance_amount: looseMoney,
    construction_industry_scheme_deduction: looseMoney,
    updated_at: optionalText,
  })
  .transform((header) => ({
    ...pick(header, ['url', 'period', 'status', 'frequency']),
    datedOn: header.dated_on,
    allowanceClaimed: header.employment_allowance_claimed ?? false,
    allowanceAmount: header.employment_allowance_amount ?? Money.zero,
    cisDeduction: header.construction_industry_scheme_deduction ?? Money.zero,
    updatedAt: header.updated_at,
  }));

const paymentWire = z
  .object({ due_on: date, amount_due: looseMoney, status: optionalText })
  .transform(({ due_on: dueOn, amount_due: amountDue, status }) => ({ dueOn, amountDue, status }));

export const listWire = z
  .object({ periods: z.array(headerWire), payments: z.array(paymentWire).nullish() })
  .transform(({ periods, payments }): Omit<ListedYear, 'year'> => ({ periods, payments: payments ?? [] }));
