import { expect, test } from '@jest/globals';
import { type RecoveryAct, toRecover } from '../../../src/acts/runs/decide-recovery.js';
import { Money } from '../../../src/journal/nouns/money.js';
import type { Payslip } from '../../../src/journal/nouns/pay-run.js';
import { parsePolicy } from '../../../src/journal/policy/policy.js';
import { company } from '../../factories/facts.js';
import { notNow, outcomeOf, payRun } from './refused.js';

const slip = (id: number, ...fields: readonly string[]) =>
  ({
    userPath: `/v2/users/${id}`,
    datedOn: '2026-04-05',
    figures: new Map(fields.map((field) => [field, Money.parse('10.00')])),
  }) as unknown as Payslip;
const payslips = [
  slip(1, 'basic_pay', 'statutory_maternity_pay', 'statutory_sick_pay'),
  slip(2, 'statutory_parental_bereavement_pay', 'statutory_parental_bereavement_pay_n_ireland'),
  slip(3, 'statutory_parental_bereavement_pay_n_ireland'),
  // A second payslip of the same person.
  slip(1, 'statutory_maternity_pay', 'statutory_paternity_pay'),
];
const [maternity, paternity, bereavement] = ['maternity', 'paternity', 'parental_bereavement'].map(
  (one) => `statutory_${one}_pay`,
);

const asked = (act: Partial<RecoveryAct>, post: 'off' | 'ask' = 'ask', of = payslips) =>
  outcomeOf(() => {
    const policy = parsePolicy({ ...company.policy, recovery: { ...company.policy.recovery, post } });
    return toRecover({ ...company, policy }, { run: payRun(), payslips: of }, { rate: 'usual', ...act }).map(
      ({ userPath, field, ...rest }) => {
        expect(rest).toStrictEqual({ kind: 'recovery', scope: 'person', tag: null, figures: { rate: 'usual' } });
        return [userPath, field];
      },
    );
  });

test.each<[string, Partial<RecoveryAct>, readonly (readonly unknown[])[]]>([
  [
    'everybody, each claim once',
    {},
    [
      ['/v2/users/1', maternity],
      ['/v2/users/2', bereavement],
      ['/v2/users/3', bereavement],
      ['/v2/users/1', paternity],
    ],
  ],
  [
    'a person',
    { user: 'https://books.test/v2/users/1' },
    [
      ['/v2/users/1', maternity],
      ['/v2/users/1', paternity],
    ],
  ],
  ['a kind', { field: paternity }, [['/v2/users/1', paternity]]],
  [
    'a kind as it is claimed',
    { field: bereavement },
    [
      ['/v2/users/2', bereavement],
      ['/v2/users/3', bereavement],
    ],
  ],
  [
    'a kind as payroll names it',
    { field: 'statutory_parental_bereavement_pay_n_ireland', user: '/v2/users/3' },
    [['/v2/users/3', bereavement]],
  ],
  ['a person’s kind', { user: '/v2/users/1', field: maternity }, [['/v2/users/1', maternity]]],
])('the rate is decided for %s', (_, act, claims) => {
  expect(asked(act)).toStrictEqual(claims);
});

test('from 6 April 2026 Northern Ireland’s bereavement pay is decided by itself', () => {
  const later = payslips.map((one) => ({ ...one, datedOn: '2026-04-06' }));
  const northern = 'statutory_parental_bereavement_pay_n_ireland';
  expect(asked({ user: '/v2/users/2' }, 'ask', later)).toStrictEqual([
    ['/v2/users/2', bereavement],
    ['/v2/users/2', northern],
  ]);
  expect(asked({ user: '/v2/users/2', field: bereavement }, 'ask', later)).toStrictEqual([
    ['/v2/users/2', bereavement],
  ]);
});

test.each<[string, Partial<RecoveryAct>, string]>([
  ['who has none', { user: '/v2/users/4' }, 'the user at /v2/users/4 does not have statutory parental pay in it'],
  ['of sick pay', { field: 'statutory_sick_pay' }, 'no one has statutory sick pay in it'],
  [
    'of another',
    { user: 'https://books.test/v2/users/2', field: maternity },
    'the user at /v2/users/2 does not have statutory maternity pay in it',
  ],
])('nothing is claimed %s', (_, act, why) => {
  expect(asked(act)).toStrictEqual(notNow('recover', why));
});

test('nothing is claimed where no payslips are kept, nor where the policy posts no recoveries', () => {
  expect(asked({}, 'ask', [])).toStrictEqual(notNow('recover', 'no one has statutory parental pay in it'));
  const off = notNow('recover', 'the policy posts no recoveries (recovery.post is off)');
  expect(asked({}, 'off')).toStrictEqual(off);
});
