import type { INestApplicationContext } from '@nestjs/common';
import type { Company } from '../../../companies/company.js';
import { taxYearOf, taxYearRange } from '../../../journal/nouns/dates.js';
import type { Policy } from '../../../journal/policy/policy.js';

/** Tomasz Zielinski, who works in the workshop three days a week. */
const inTwoDepartments = '/v2/users/10004';
const costOfSales = '101';

/**
 * A small employer, whose maternity pay is recovered from HMRC, and one person whose cost belongs to two departments.
 * No one posted the recoveries of the year before: the story finds them on the PAYE account and clears them.
 */
export async function demoPolicy(service: INestApplicationContext, company: Company, today: string): Promise<Company> {
  const { ActTools } = await import('../../../acts/act-tools.js');
  const { changePolicy } = await import('../../../acts/companies/change-policy.js');
  return changePolicy(service.get(ActTools, { strict: false }), company, {
    who: { actor: 'demo', trigger: 'command', companies: null },
    policy: demoPolicyOn(company.policy, taxYearRange(taxYearOf(today)).from),
    reason: 'A small employer; one person works for two departments',
  });
}

export function demoPolicyOn(policy: Policy, recoveryFrom: string): Policy {
  const workshop = { salaries: costOfSales, employerNics: costOfSales, staffPensions: costOfSales };
  const parts = [
    { percent: '60', accounts: workshop },
    { percent: '40', accounts: {} },
  ];
  return {
    ...policy,
    recovery: { post: 'auto', from: recoveryFrom, smallEmployer: 'yes' },
    allocations: { [inTwoDepartments]: [{ from: policy.postFrom ?? '2000-01-01', parts }] },
  };
}
