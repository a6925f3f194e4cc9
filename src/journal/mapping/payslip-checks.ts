import { inWords } from '../nouns/dates.js';
import type { Hold, Warning } from '../nouns/holds.js';
import type { Money } from '../nouns/money.js';
import type { Flaw } from '../nouns/pay-run.js';
import { whyNotTaken } from './flaw-in-words.js';
import { fieldRow, isRecovered, wordsOf } from '../policy/treatments.js';
import { allows, type Figure, isSettled, type OversplitFigure, type Workings } from './workings.js';

/** What a person must look at on one payslip before anything is posted. */
export function payslipHolds(one: Workings): Hold[] {
  return [
    ...(one.payslip.asked ?? []),
    ...payeeHolds(one),
    ...one.flaws.map((flaw) => flawHold(one, flaw)),
    ...one.undecided.map((figure) => undecidedHold(one, figure)),
    ...one.oversplit.map((figure) => oversplitHold(one, figure)),
    ...directorHolds(one),
    ...doubleCountHolds(one),
    ...(isSettled(one) ? negativeHolds(one) : []),
  ];
}

export function payslipWarnings(one: Workings): Warning[] {
  const warnings: Warning[] = [...(one.payslip.noted ?? [])];
  const tax = one.sums.tax;
  if (tax.isNegative()) {
    warnings.push({
      code: 'negative_tax',
      message: `${one.name} gets back ${tax.abs().inPounds()} of tax: a refund, posted as it stands.`,
      ...about(one, 'tax_deducted', tax),
    });
  }
  if (one.director === false && one.payslip.niCalcType === 'Director') {
    warnings.push({
      code: 'role_differs_from_ni_calc_type',
      message: `${one.name} is treated as an employee, but NI is worked out by the directors' method. Check the role in the company's users, or name this person in the policy's roles.`,
      payslip: one.payslip.user,
      field: 'ni_calc_type',
    });
  }
  warnings.push(...sacrificedTwice(one));
  for (const { field, amount } of one.recovered) {
    warnings.push({
      code: 'statutory_recovery_not_posted',
      message: `${one.name} has ${amount.inPounds()} of ${wordsOf(field)}. The part that HMRC repays is not in the payroll data, so it is posted in a set of its own, once its rate is known.`,
      ...about(one, field, amount),
    });
  }
  return warnings;
}

/** Some payrolls also show salary given up for a pension as the employer's contribution. */
function sacrificedTwice(one: Workings): Warning[] {
  const { employerPension, sacrificedPension: sacrificed } = one.sums;
  if (employerPension.isZero() || !employerPension.equals(sacrificed)) return [];
  return [
    {
      code: 'employer_pension_equals_sacrificed',
      message: `${one.name} has ${sacrificed.inPounds()} of pension by salary sacrifice, and the same as employer pension. Check with the pension provider that both are due: this may be one contribution shown twice.`,
      ...about(one, 'employer_pension', employerPension),
    },
  ];
}

function payeeHolds(one: Workings): Hold[] {
  if (one.person === undefined) {
    return [
      {
        code: 'unknown_user',
        message: `${one.name} has a payslip paid ${inWords(one.payslip.datedOn)}, but is not among the company's users. Restore the user, then sync again.`,
        payslip: one.payslip.user,
        field: 'user',
      },
    ];
  }
  const { otherRoles } = one.person;
  if (one.director === undefined && otherRoles !== undefined) {
    const roles = [...otherRoles, one.person.role].map((role) => (role === '' ? 'without a role' : `as ${role}`));
    return [
      {
        code: 'unsupported_role',
        message: `${one.name} is among the company's users more than once: ${roles.join(' and ')}. Correct the users, or name this person in the policy's roles.`,
        payslip: one.payslip.user,
        field: 'role',
      },
    ];
  }
  if (one.director === undefined) {
    const role = one.person.role === '' ? 'no role' : `the role ${one.person.role}`;
    return [
      {
        code: 'unsupported_role',
        message: `${one.name} has ${role}, which does not say whether the pay is a director's or an employee's. Say which in the policy's roles.`,
        payslip: one.payslip.user,
        field: 'role',
      },
    ];
  }
  return [];
}

function flawHold(one: Workings, flaw: Flaw): Hold {
  const { field, value } = flaw;
  const unknown = fieldRow(field) === undefined && one.plan(field, one.payslip.userPath).part.treatment === 'hold';
  const item = unknown ? `"${wordsOf(field)}", an unrecognised pay item` : wordsOf(field);
  return {
    code: unknown ? 'unknown_money_field' : 'not_exact_money',
    message: `${one.name} has ${value} in ${item}, ${whyNotTaken(flaw, { unknown, what: 'the payslip' })}`,
    payslip: one.payslip.user,
    field,
    amount: value,
  };
}

function undecidedHold(one: Workings, { field, amount }: Figure): Hold {
  if (fieldRow(field) === undefined) return unknownField(one, field, amount);
  const has = `${one.name} has ${amount.inPounds()} in ${wordsOf(field)}.`;
  const question =
    one.undecided.length === 1 && one.flaws.length === 0
      ? `Check the payslip's net pay: ${one.net.minus(amount).inPounds()} or ${one.net.inPounds()}?`
      : "Check the payslip's net pay, then decide the field.";
  return {
    code: 'ambiguous_field',
    message: `${has} The payslip data does not say whether it reduces take-home pay. ${question}`,
    ...about(one, field, amount),
  };
}

function unknownField(one: Workings, field: string, amount: Money): Hold {
  const question = isRecovered(field)
    ? "which the payroll's documents do not describe. If the payslip shows it as pay, decide that it is pay: HMRC repays part of it."
    : 'an unrecognised pay item. Look at the payslip and decide whether it is pay, a deduction or information only.';
  return {
    code: 'unknown_money_field',
    message: `${one.name} has ${amount.inPounds()} in "${wordsOf(field)}", ${question}`,
    ...about(one, field, amount),
  };
}

function oversplitHold(one: Workings, { field, amount, fixed }: OversplitFigure): Hold {
  const sides =
    fixed.isNegative() === amount.isNegative()
      ? `its decision puts ${fixed.inPounds()} of it on accounts of their own, which is more`
      : `its decision splits ${fixed.inPounds()} off, which is of the opposite sign`;
  return {
    code: 'split_exceeds_amount',
    message: `${one.name} has ${amount.inPounds()} in ${wordsOf(field)}, and ${sides}. Decide how this amount is split.`,
    ...about(one, field, amount),
  };
}

function directorHolds(one: Workings): Hold[] {
  if (one.allocation === undefined || allows(one.allocation, one.director)) return [];
  return [
    {
      code: 'director_allocated',
      message: `${one.name} is a director, and the policy's allocations would take the cost off the directors' accounts, which are disclosed apart. Set "directors": true next to the parts if that is meant, or end the allocation.`,
      payslip: one.payslip.user,
      field: 'allocations',
    },
  ];
}

/** The three employee pension fields may show one contribution twice. */
const pensionFields = [
  'employee_pension',
  'employee_pension_not_under_net_pay',
  'employee_pension_salary_sacrifice',
] as const;

function doubleCountHolds(one: Workings): Hold[] {
  if (pensionFields.filter((field) => one.payslip.figures.has(field)).length < 2) return [];
  const [own, ...others] = pensionFields.map((field) => countedPension(one, field));
  const contributions = [own, ...others].filter((figure) => figure !== undefined);
  const twice = contributions.find((figure, index) =>
    contributions.slice(index + 1).some((other) => other.amount.equals(figure.amount)),
  );
  const [first, second] = others;
  const summed = own !== undefined && first && second && own.amount.equals(first.amount.plus(second.amount));
  const doubtful = twice ?? (summed ? own : undefined);
  if (doubtful === undefined) return [];
  const shown = contributions.map(({ field, amount }) => `${amount.inPounds()} in ${wordsOf(field)}`).join(' and ');
  return [
    {
      code: 'possible_double_count',
      message: `${one.name} has ${shown}: this may be one contribution shown twice. Compare with the payslip; approve if all of it was really deducted.`,
      ...about(one, doubtful.field, doubtful.amount),
    },
  ];
}

function countedPension(one: Workings, field: string): Figure | undefined {
  const amount = one.payslip.figures.get(field);
  const posted = amount !== undefined && one.plan(field, one.payslip.userPath).part.net !== 0;
  return posted ? { field, amount } : undefined;
}

function negativeHolds(one: Workings): Hold[] {
  const holds: Hold[] = [];
  const gross = one.sums.gross;
  if (gross.isNegative()) {
    holds.push({
      code: 'negative_gross',
      message: `${one.name}'s gross pay comes to ${gross.inPounds()}. If earlier pay is being taken back, approve it; else correct payroll.`,
      payslip: one.payslip.user,
      amount: gross.toString(),
    });
  }
  if (one.net.isNegative()) {
    holds.push({
      code: 'negative_net_pay',
      message: `${one.name}'s net pay comes to ${one.net.inPounds()}: more is deducted than paid. If the person really owes the difference, approve it; else correct payroll.`,
      payslip: one.payslip.user,
      amount: one.net.toString(),
    });
  }
  return holds;
}

function about(one: Workings, field: string, amount: Money): { payslip: string; field: string; amount: string } {
  return { payslip: one.payslip.user, field, amount: amount.toString() };
}
