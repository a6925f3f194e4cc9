import type { Hold, Warning } from '../../journal/nouns/holds.js';
import { type AggregatedJobs, checkedAs } from './aggregated.js';
import { checkEmployeeNi } from './employee-ni.js';
import { checkEmployerNi } from './employer-ni.js';
import type { ReadContext } from './file-answers.js';
import type { FiledPayment } from './fps.js';
import { type NiCheck, ownShares } from './ni-check.js';
import { missingNi } from './ni-missing.js';
import { nothingOff, type OffToDate, withOff } from './ni-off.js';
import { hold, nameOf } from './payment-questions.js';
import type { KnownPayment } from './year-to-date.js';

export interface NiQuestions {
  readonly asked: readonly Hold[];
  readonly noted: readonly Warning[];
}

export interface NiContext extends ReadContext {
  readonly jobs?: AggregatedJobs;
}

/** About each of one person's payments of a year, in their order: what is small may add up. */
export function niQuestions(
  payments: readonly KnownPayment[],
  context: NiContext,
): ReadonlyMap<KnownPayment, NiQuestions> {
  let off: OffToDate = nothingOff;
  const inOrder = payments.toSorted((a, b) => (a.filed.paidOn < b.filed.paidOn ? -1 : 1));
  return new Map(
    inOrder.map((known) => {
      const of = checkedAs(known, context);
      if (of === undefined) return [known, { asked: [], noted: [] }];
      const checks = checksOf(of, context);
      const next = withOff(off, of.filed, checks);
      off = next.toDate;
      const noted = context.answers.niTables === true ? [] : next.noted;
      return [known, { asked: askedOf(of.filed, checks, context), noted: [...notedOf(of.filed, checks), ...noted] }];
    }),
  );
}

export interface NiChecks {
  readonly employer: NiCheck;
  readonly employee: NiCheck;
}

function checksOf({ filed, again }: KnownPayment, { year, answers }: ReadContext): NiChecks {
  const asked = { year, payment: { ...filed, ni: ownShares(filed.ni, answers) }, again: again === true };
  return { employer: checkEmployerNi(asked), employee: checkEmployeeNi(asked) };
}

/** Pay after statutory deductions proves the employee's NI by arithmetic, not that it is right. */
const isProved = ({ afterStatutory }: FiledPayment): boolean => afterStatutory !== undefined;

function askedOf(filed: FiledPayment, { employer, employee }: NiChecks, context: ReadContext): readonly Hold[] {
  return [
    ...missingNi(filed, context),
    ...(employer.is === 'improbable'
      ? [hold('employer_ni_improbable', improbable(filed, 'employer’s', employer), about(employer, 'TotalEmpNICInPd'))]
      : []),
    ...(employee.is === 'improbable' && !isProved(filed)
      ? [
          hold(
            'employee_ni_improbable',
            improbable(filed, 'employee’s', employee),
            about(employee, 'EmpeeContribnsInPd'),
          ),
        ]
      : []),
  ];
}

type Improbable = Extract<NiCheck, { is: 'improbable' }>;
type Share = 'employer’s' | 'employee’s';

const about = ({ sent, expected }: Improbable, field: string) => ({ field, amount: sent.minus(expected).toString() });

function improbable(filed: FiledPayment, share: Share, { sent, expected, bothShares }: Improbable): string {
  const why = bothShares
    ? `This file sends both shares of NI as the ${share}: say so once for this program, and its share is worked out.`
    : 'Compare with payroll before it is posted.';
  const when = filed.director === 'AN' ? ' since 6 April' : '';
  return `${nameOf(filed)} has ${sent.inPounds()} of ${share} NI${when}; ${expected.inPounds()} is due of these earnings. ${why}`;
}

function notedOf(filed: FiledPayment, { employer, employee }: NiChecks): readonly Warning[] {
  return [
    ...notMade(filed, { employer, employee }),
    ...(employee.is === 'improbable' && isProved(filed)
      ? [
          {
            code: 'employee_ni_improbable' as const,
            message: improbable(filed, 'employee’s', employee),
            ...about(employee, 'EmpeeContribnsInPd'),
          },
        ]
      : []),
  ];
}

function notMade(filed: FiledPayment, { employer, employee }: NiChecks): readonly Warning[] {
  const note = (share: string, why: string, field: string): Warning => ({
    code: 'check_not_made',
    message: `Whether ${nameOf(filed)}’s ${share}NI is right was not checked: ${why}.`,
    field,
  });
  const whyOf = (check: NiCheck) => (check.is === 'not made' ? check.why : undefined);
  const [ofEmployer, ofEmployee] = [whyOf(employer), whyOf(employee)];
  if (ofEmployer !== undefined && ofEmployer === ofEmployee) return [note('', ofEmployer, 'employer_ni')];
  return [
    ...(ofEmployer === undefined ? [] : [note('employer’s ', ofEmployer, 'employer_ni')]),
    ...(ofEmployee === undefined ? [] : [note('employee’s ', ofEmployee, 'employee_ni')]),
  ];
}
