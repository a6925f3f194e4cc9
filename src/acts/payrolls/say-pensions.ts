import type { Company } from '../../companies/company.js';
import { pensionSaidFrom } from '../../journal/policy/employer-pension.js';
import type { Changed, Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { changePolicy } from '../companies/change-policy.js';

export interface PensionSaid {
  /** A payroll id, or "*" or "+" for all who are not named. */
  readonly id: string;
  /** Empty: nothing is said for it any more. */
  readonly pays: string;
  /** The first pay date; absent: from the start, in place of whatever was said. */
  readonly from?: string;
}

interface SayPensions {
  readonly who: Who;
  readonly said: readonly PensionSaid[];
  /** The tax year up to which all answers are confirmed. */
  readonly confirm?: string;
  /** What the provider takes: by month, "2025-10". Empty: nothing is compared any more. */
  readonly totals?: Readonly<Record<string, string>>;
  readonly reason: string;
}

/** What the employer pays into pensions: a new version of the settings, in which earlier answers keep their dates. */
export function sayPensions(
  tools: CompanyTools,
  seen: Company,
  { said, confirm, totals = {}, ...act }: SayPensions,
): Promise<Changed> {
  const answers = new Map(Object.entries(seen.policy.employerPensions));
  for (const { id, pays, from } of said)
    if (pays === '') answers.delete(id);
    else answers.set(id, pensionSaidFrom(answers.get(id), pays, from));
  const { payroll, pensionTotals } = seen.policy;
  const typed = Object.entries({ ...pensionTotals, ...totals }).filter(([, amount]) => amount !== '');
  const policy = {
    ...seen.policy,
    employerPensions: Object.fromEntries(answers),
    pensionTotals: Object.fromEntries(typed),
    payroll: confirm === undefined ? payroll : { ...payroll, pensionsConfirmed: confirm },
  };
  return changePolicy(tools, seen, { ...act, policy });
}
