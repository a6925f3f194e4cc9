import { expect, test } from '@jest/globals';
import { Chart } from '../../src/journal/nouns/chart.js';
import { tagOf } from '../../src/journal/nouns/identity.js';
import { Money } from '../../src/journal/nouns/money.js';
import type { Person } from '../../src/journal/nouns/pay-run.js';
import { type Policy, parsePolicy } from '../../src/journal/policy/policy.js';
import { PayPeriodRecord } from '../../src/record/runs/pay-period.entity.js';
import { StoredDocument } from '../../src/record/runs/stored-document.js';
import { mapRuns } from '../../src/sync/story/map-runs.js';
import { company, postingOf, request } from '../factories/facts.js';
import { documentOf, payrollOf, userUrl } from '../factories/payroll.js';

/** An allowance that was claimed for a director and a member of staff in September, and is paid back in October. */
const year = 2026;
const people = new Map(
  (['Director', 'Employee'] as const).map((role, at): [string, Person] => {
    const path = `/v2/users/${at + 1}`;
    return [path, { url: userUrl(at + 1), path, role, firstName: role, lastName: '' }];
  }),
);

function month(period: number, datedOn: string, [director, employee]: readonly [string, string], amount: string) {
  const slip = { basic: '3000.00', tax: '0', ni: '0' };
  const payroll = payrollOf([
    { ...slip, id: 1, name: 'Director', role: 'Director', employerNi: director },
    { ...slip, id: 2, name: 'Employee', employerNi: employee },
  ]);
  const document = {
    ...documentOf(payroll, { year, period, datedOn, status: 'filed' }),
    employment_allowance_claimed: true,
    employment_allowance_amount: amount,
  };
  const figures = ['employerNiDirectors', 'employerNiEmployees', 'j814', 'owedElsewhere'].map((one) => [
    one,
    Money.zero,
  ]);
  const row = {
    ...Object.fromEntries(figures),
    companyId: company.id,
    year,
    period,
    datedOn,
    status: 'filed',
    goneAt: null,
    contentHash: 'hash',
  };
  return Object.assign(new PayPeriodRecord(), { ...row, document: StoredDocument.of(JSON.stringify(document)) });
}

const september = tagOf(company.prefix, year, 5, '2025-09-30');
const october = tagOf(company.prefix, year, 6, '2025-10-31');
const onto = (accounts: Partial<Policy['accounts']>) =>
  parsePolicy({ ...company.policy, accounts: { ...company.policy.accounts, ...accounts } });

/** The lines of October's allowance, by today's policy. */
async function paidBack(today: Policy, posted?: Policy): Promise<string[]> {
  const postings = posted ? [postingOf('6000.00', { runTag: september, datedOn: '2025-09-30', policyVersion: 1 })] : [];
  const { runs } = await mapRuns(
    {
      company: { ...company, policy: today, policyVersion: 2 },
      request,
      years: new Set([year]),
      rows: [],
      postings,
      periods: [
        month(5, '2025-09-30', ['500.00', '800.00'], '1300.00'),
        month(6, '2025-10-31', ['0.0', '300.00'], '-1300.00'),
      ],
      writes: [],
      touches: [],
      decisions: [],
      payments: new Map(),
      policies: new Map(posted ? [[1, posted]] : []),
      recoveryFrom: '9999-12-31',
      class1: new Map(),
      today: '2026-11-26',
      missingSince: new Date('2025-11-01T09:00:00Z'),
    },
    { people, chart: new Chart([]), closed: [] },
  );
  const entries = runs.get(october)?.payroll.mapped?.journal?.entries ?? [];
  return entries
    .filter(({ from }) => from.includes('employment_allowance_amount'))
    .map(({ category, debit }) => `${category} ${debit}`);
}

test('goes to the accounts that it had relieved, not to those of the month it is paid back in', async () => {
  expect(await paidBack(company.policy)).toEqual(['814 -1300.00', '402 800.00', '408 500.00']);
});

test('goes where it was posted, though the policy names other accounts by now', async () => {
  const today = onto({ employerNics: '412', directorsEmployerNics: '418' });
  expect(await paidBack(today)).toEqual(['814 -1300.00', '412 800.00', '418 500.00']);
  expect(await paidBack(today, company.policy)).toEqual(['814 -1300.00', '402 800.00', '408 500.00']);
});
