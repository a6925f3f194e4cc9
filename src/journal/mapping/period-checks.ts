import type { Planner } from '../policy/decided.js';
import type { Hold } from '../nouns/holds.js';
import { whyNotTaken } from './flaw-in-words.js';
import type { Flaw, PayPeriod } from '../nouns/pay-run.js';
import { wordsOf } from '../policy/treatments.js';

/** What a person must look at in the period itself, apart from its payslips. */
export function periodHolds({ flaws, unknown }: PayPeriod, plan: Planner): Hold[] {
  const open = (field: string) => plan(field, '').part.treatment !== 'information';
  return [
    ...flaws.map(notExact),
    ...unknown.flaws.filter(({ field }) => open(field)).map(({ field, value }) => notKnown(field, value, value)),
    ...[...unknown.figures]
      .filter(([field]) => open(field))
      .map(([field, amount]) => notKnown(field, amount.inPounds(), amount.toString())),
  ];
}

function notExact(flaw: Flaw): Hold {
  const { field, value } = flaw;
  return {
    code: 'not_exact_money',
    message: `The payroll period has ${value} in ${field.replaceAll('_', ' ')}, ${whyNotTaken(flaw, { unknown: false, what: 'it' })}`,
    field,
    amount: value,
  };
}

/** It is on no one's payslip, so no payslip can have a line for it: only "information" settles it here. */
function notKnown(field: string, shown: string, amount: string): Hold {
  return {
    code: 'unknown_money_field',
    message: `The payroll period has ${shown} in "${wordsOf(field)}", an unrecognised pay item that is on no payslip. Find out what it is: decide that it is information only, and enter what is owed or recovered as a journal of its own.`,
    field,
    amount,
  };
}
