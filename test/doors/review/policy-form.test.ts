import { defaultPolicy } from '../../../src/journal/policy/policy.js';
import { fieldsOf, policyFrom } from '../../../src/doors/review/policy/policy-form.js';

test.each([
  ['£1,000.00', { amount: '1000.00' }],
  ['1 000', { amount: '1000' }],
  ['500', { amount: '500' }],
  [' ', null],
])('a variance of %j', (varianceAmount, variance) => {
  const fields = { ...fieldsOf(defaultPolicy), variancePercent: '', varianceAmount };
  expect(policyFrom(fields, { policy: defaultPolicy }).variance).toEqual(variance);
});

test('a form that lacks fields leaves what they show as it was', () => {
  const policy = { ...defaultPolicy, layout: 'summarised', amendments: 'amend' } as const;
  expect(policyFrom({ guard: 'off' }, { policy })).toMatchObject({ ...policy, guard: 'off', treatments: {} });
});
