import * as z from 'zod';
import { reasonCharactersMax } from '../acts/reason.js';
import { decisionScopes, treatmentNames } from '../journal/mapping/decision.js';
import { recoveryRates } from '../journal/paye/recovery-rates.js';
import { date, word } from '../views/lists.js';

const runsAtOnceMax = 1000;

export const reason = z
  .string()
  .trim()
  .min(1, 'a reason is needed')
  .max(reasonCharactersMax)
  .meta({ description: 'Why, in your words. It is kept with the decision.' });

const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'a fingerprint is expected, as shown by the pay run')
  .meta({ description: 'The fingerprint that you saw. Refused with 409 when payroll has changed since.' });

/** Every act needs a reason, and may send the fingerprint that the person saw. */
const act = { reason, fingerprint: fingerprint.optional() };

export const actBody = z.strictObject(act).meta({ id: 'Act' });

export const recheckBody = z.strictObject({}).default({}).meta({ id: 'Recheck', description: 'An empty object.' });

export const approveBody = z
  .strictObject({
    ...act,
    hold: word.meta({ description: 'The code of the hold, such as already_in_books.' }),
    user: word.optional().meta({
      description:
        'Only what holds this person’s payslip: the user url, or the name as in the pay run. Without it every hold of that code.',
    }),
  })
  .meta({ id: 'Approve' });

const splitParts = z
  .array(
    z.union([
      z.strictObject({ account: word, amount: word.meta({ description: 'Pounds and pence, such as 1.00.' }) }),
      z.strictObject({ account: word, rest: z.literal(true) }),
    ]),
  )
  .min(2)
  .meta({ description: 'One amount over several accounts: fixed amounts in order, then the rest.' });

export const decideBody = z
  .strictObject({
    ...act,
    field: word.meta({ description: 'The payslip field, such as other_deductions.' }),
    as: z.union([
      z.enum(treatmentNames),
      z.strictObject({ as: z.enum(treatmentNames), account: word }),
      z.strictObject({ as: z.enum(treatmentNames), split: splitParts }),
    ]),
    for: z.enum(decisionScopes).meta({
      description:
        'How far it reaches: `payslip`, one person in this pay run; `run`, everybody in it who has the field; `person`, one person from now on; `company`; `practice`. The narrowest counts.',
    }),
    user: word.optional().meta({
      description:
        'For `payslip` and `person`, and refused for the others: the user url, or the name as in the pay run; not needed where only one person has the field.',
    }),
  })
  .meta({ id: 'Decide' });

export const recoverBody = z
  .strictObject({
    ...act,
    rate: z.enum(recoveryRates).meta({ description: 'usual: 92 %; small_employer: all of it plus the compensation.' }),
    user: word.optional().meta({ description: 'One person’s claims only, by user url.' }),
    field: word.optional().meta({ description: 'One kind of pay only, such as statutory_maternity_pay.' }),
  })
  .meta({ id: 'Recover' });

export const takeBackBody = z
  .strictObject({
    ...act,
    decision: word.meta({
      description: 'As `decisions` of the pay run has it: the short id, or the whole one.',
      examples: ['1a2b3c4d', 'policy-7'],
    }),
  })
  .meta({ id: 'TakeBack' });

export const reverseBody = z
  .strictObject({
    ...act,
    on: date
      .optional()
      .meta({ description: 'The date of the reversal; by default the pay date, or the first open day.' }),
  })
  .meta({ id: 'Reverse' });

export const postManyBody = z
  .strictObject({
    runs: z
      .array(z.strictObject({ company: word, tag: word, fingerprint }))
      .min(1)
      .max(runsAtOnceMax),
    reason,
  })
  .meta({ id: 'PostMany' });
