import {
  type Barring,
  barring,
  mayReview,
  type Reviewing,
  type Touch,
} from '../../../src/acts/approval/two-pairs-of-eyes.js';

const at = new Date('2025-11-10T09:00:00Z');
const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
const touch = (act: Barring, by: string): Touch => ({ act, by, at });
const [ann, ben, cat] = ['ann', 'ben', 'cat'].map((id) => ({ id, name: id.toUpperCase() }));
const all = [ann, ben, cat] as { id: string; name: string }[];

const asks = (asked: Reviewing, touches: readonly Touch[], { colleagues = all, now = later(1) } = {}) =>
  mayReview({ asked, who: 'ann', touches, colleagues, now });

test.each<[Barring, Reviewing, boolean]>([
  ['decide', 'post', false],
  ['approve', 'post', false],
  ['recover', 'post', false],
  ['adjust', 'post', false],
  ['amend', 'post', false],
  ['take_back', 'post', false],
  ['policy', 'post', false],
  ['post', 'post', true],
  ['reverse', 'post', true],
  ['decide', 'sign_off', false],
  ['approve', 'sign_off', false],
  ['recover', 'sign_off', false],
  ['adjust', 'sign_off', false],
  ['amend', 'sign_off', false],
  ['take_back', 'sign_off', false],
  ['policy', 'sign_off', false],
  ['post', 'sign_off', false],
  ['reverse', 'sign_off', false],
])('whoever did %s may %s: %s', (act, asked, may) => {
  expect(asks(asked, [touch(act, 'ann')]).may).toBe(may);
  expect(asks(asked, [touch(act, 'ben')])).toStrictEqual({ may: true, ownWork: false });
});

test('no other act bars anyone: who leaves a run alone or reads it again has made up no figure', () => {
  const bars = [
    'adjust',
    'amend',
    'approve',
    'decide',
    'move_payroll',
    'policy',
    'post',
    'recover',
    'reverse',
    'take_back',
  ];
  expect([...barring].sort()).toEqual(bars);
});

test('names those who can, leaving out those who took part', () => {
  const touches = [touch('decide', 'ann'), touch('post', 'ben')];
  expect(asks('sign_off', touches)).toStrictEqual({ may: false, own: 'decide', others: ['CAT'] });
  expect(asks('post', touches)).toStrictEqual({ may: false, own: 'decide', others: ['BEN', 'CAT'] });
});

test('after a day, with no one else who could, someone may review their own work', () => {
  const alone = { colleagues: all.slice(0, 1) };
  const touches = [touch('decide', 'ann')];
  const waits = { may: false, own: 'decide', others: [], ownWorkFrom: later(24) };
  expect(asks('post', touches, { ...alone, now: new Date(later(24).getTime() - 1) })).toStrictEqual(waits);
  expect(asks('post', touches, { ...alone, now: later(24) })).toStrictEqual({ may: true, ownWork: true });
  // The day counts from the last thing they did.
  const again = [...touches, { ...touch('approve', 'ann'), at: later(5) }];
  expect(asks('post', again, { ...alone, now: later(28) })).toMatchObject({ may: false, ownWorkFrom: later(29) });
  expect(asks('post', touches, { now: later(1000) }).may).toBe(false);
});
