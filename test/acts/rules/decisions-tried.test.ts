import { expect, test } from '@jest/globals';
import { havingIn, type Tried } from '../../../src/acts/runs/decisions-tried.js';
import { type DecisionScope, decisionScopes } from '../../../src/journal/policy/decision.js';
import { Money } from '../../../src/journal/nouns/money.js';
import type { PayPeriod } from '../../../src/journal/nouns/pay-run.js';
import type { FieldTreatment, Policy } from '../../../src/journal/policy/policy.js';
import type { Decision } from '../../../src/record/runs/decision.entity.js';
import type { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { company, decisionOf, october, paidOn, september } from '../../factories/facts.js';

const field = 'other_deductions';
const url = (id: number) => `https://books.test/v2/users/${id}`;
const people = { Ann: 1, Ed: 2 } as const;
type Name = keyof typeof people;

const slip = (id: number, amount: string) => ({
  user: url(id),
  datedOn: paidOn,
  figures: new Map([[field, Money.parse(amount)]]),
  flaws: [],
});
const periodOf = (names: readonly Name[]) =>
  ({ payslips: names.map((name) => slip(people[name], name === 'Ann' ? '55.00' : '40.00')) }) as unknown as PayPeriod;
const run = {
  tag: october,
  datedOn: paidOn,
  mapped: { paid: Object.entries(people).map(([name, id]) => ({ name, user: url(id) })) },
} as unknown as PayRunRecord;

type Standing = readonly [scope: DecisionScope, whom?: Name, over?: Partial<Decision>];

const rowOf = ([scope, whom, over]: Standing): Decision =>
  decisionOf('treatment', {
    ...{ scope, field, treatment: 'deduct', connectionId: company.connectionId },
    tag: scope === 'payslip' || scope === 'run' ? october : null,
    userPath: whom === undefined ? null : `/v2/users/${people[whom]}`,
    ...over,
  });

interface Given {
  readonly standing?: readonly Standing[];
  readonly policy?: FieldTreatment;
  readonly have?: readonly Name[];
}

function having({ standing = [], policy, have = ['Ann', 'Ed'] }: Given) {
  const treatments: Policy['treatments'] = policy === undefined ? {} : { [field]: policy };
  const record = {
    company: { ...company, policy: { ...company.policy, treatments } },
    ...{ policies: new Map(), postings: [], decisions: standing.map(rowOf) },
  };
  return havingIn({ record, run, period: periodOf(have), at: new Date('2025-11-11T09:00:00Z') })(field);
}

const whom = (given: Given, scope: DecisionScope, user?: Name) => {
  const tried: Omit<Tried, 'field'> = { as: 'pay', scope, user };
  return having(given)
    .answeredBy(tried)
    .map(({ name }) => name);
};

const both = ['Ann', 'Ed'];
const everything: readonly Standing[] = [['payslip', 'Ann'], ['run'], ['person', 'Ann'], ['practice']];

test.each<[DecisionScope, Name | undefined, Given, readonly string[]]>([
  ['payslip', 'Ann', {}, ['Ann']],
  ['payslip', 'Ann', { standing: everything, policy: 'deduct' }, ['Ann']],
  ['payslip', 'Ann', { standing: [['payslip', 'Ed']] }, ['Ann']],
  ['payslip', 'Ann', { have: ['Ed'] }, []],
  ['run', undefined, {}, both],
  ['run', undefined, { have: ['Ed'] }, ['Ed']],
  ['run', undefined, { have: [] }, []],
  ['run', undefined, { standing: [['payslip', 'Ed']] }, ['Ann']],
  ['run', undefined, { standing: [['payslip', 'Ed', { tag: september }]] }, both],
  ['run', undefined, { standing: [['payslip', 'Ed', { field: 'bonus' }]] }, both],
  // Whom it was about is erased: it is about no one now.
  ['run', undefined, { standing: [['payslip']] }, both],
  ['run', undefined, { standing: [['person', 'Ann'], ['practice']], policy: 'deduct' }, both],
  ['person', 'Ann', {}, ['Ann']],
  ['person', 'Ann', { standing: [['payslip', 'Ann']] }, []],
  ['person', 'Ann', { standing: [['payslip', 'Ed']] }, ['Ann']],
  ['person', 'Ann', { standing: [['run']] }, []],
  ['person', 'Ann', { standing: [['run', undefined, { tag: september }]] }, ['Ann']],
  ['person', 'Ann', { standing: [['practice']], policy: 'deduct' }, ['Ann']],
  ['company', undefined, {}, both],
  ['company', undefined, { standing: [['practice']] }, both],
  ['company', undefined, { standing: [['person', 'Ed']] }, ['Ann']],
  [
    'company',
    undefined,
    {
      standing: [
        ['payslip', 'Ann'],
        ['person', 'Ed'],
      ],
    },
    [],
  ],
  ['company', undefined, { standing: [['run']] }, []],
  ['practice', undefined, {}, both],
  ['practice', undefined, { standing: [['person', 'Ed']] }, ['Ann']],
  ['practice', undefined, { standing: [['payslip', 'Ann']] }, ['Ed']],
  ['practice', undefined, { standing: [['run']] }, []],
  ['practice', undefined, { policy: 'deduct' }, []],
  ['practice', undefined, { policy: 'hold' }, both],
])('a decision for a %s (%s), with %j before it, answers for %j', (scope, user, given, expected) => {
  expect(whom(given, scope, user)).toStrictEqual(expected);
});

test('of the decisions that stand the narrowest counts, whichever came last', () => {
  const standing = (scope: DecisionScope): Standing =>
    scope === 'payslip' || scope === 'person' ? [scope, 'Ann'] : [scope];
  for (const [at, narrowest] of decisionScopes.entries()) {
    const wider = decisionScopes.slice(at).filter((scope) => scope !== 'company');
    const policy = at <= decisionScopes.indexOf('company') ? 'deduct' : undefined;
    for (const order of [wider, wider.toReversed()]) {
      const [ann] = having({ standing: order.map(standing), policy }).everybody;
      expect([narrowest, ann?.now?.scope]).toStrictEqual([narrowest, narrowest]);
    }
  }
  expect(having({}).everybody).toStrictEqual([
    { user: url(1), name: 'Ann', amount: '£55.00', now: undefined },
    { user: url(2), name: 'Ed', amount: '£40.00', now: undefined },
  ]);
});
