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
    'receive_file',
    'recover',
    'reverse',
    'take_back',
    'withdraw_file',
  ];
  expect([...barring].sort()).toEqual(bars);
});

test('names those who can, leaving out those who took part', () => {
  const touches = [touch('decide', 'ann'), touch('post', 'ben')];
  expect(asks('sign_off', touches)).toStrictEqual({ may: false, own: 'decide', others: ['BEN', 'CAT'] });
  expect(asks('post', touches)).toStrictEqual({ may: false, own: 'decide', others: ['BEN', 'CAT'] });
});

test('who posted may sign off what another had brought or changed, and not what no one else had', () => {
  const minutes = (at: number, touched: Touch): Touch => ({
    ...touched,
    at: new Date(touched.at.getTime() + at * 60_000),
  });
  const posted = (...before: readonly Touch[]) => asks('sign_off', [...before, minutes(5, touch('post', 'ann'))]).may;
  expect(posted()).toBe(false);
  for (const act of ['receive_file', 'withdraw_file', 'decide', 'policy', 'adjust'] as const) {
    expect([act, posted(touch(act, 'ben'))]).toEqual([act, true]);
    // After it was posted no one has looked at it.
    expect([act, posted(minutes(6, touch(act, 'ben')))]).toEqual([act, false]);
    // What they brought themselves bars them anyway; what no person brought is no one's.
    expect([act, posted(touch(act, 'ann'), touch(act, 'ben'))]).toEqual([act, false]);
    expect([act, posted({ ...touch(act, 'ben'), by: undefined })]).toEqual([act, false]);
    // It was posted before, and amended now with nothing new of theirs.
    expect([act, posted(touch(act, 'ben'), minutes(1, touch('post', 'cat')))]).toEqual([act, false]);
  }
  for (const act of ['post', 'amend', 'reverse'] as const) expect(posted(touch(act, 'ben'))).toBe(false);
});

test('what another has posted or amended since is seen: it bars no one from posting or amending again', () => {
  for (const asked of ['post', 'amend'] as const) {
    const touched = [touch('receive_file', 'ann')];
    const since = (act: Barring, who: string) => [...touched, { ...touch(act, who), at: later(0.5) }];
    expect(asks(asked, touched).may).toBe(false);
    expect(asks(asked, since('post', 'ben')).may).toBe(true);
    expect(asks(asked, since('amend', 'ben')).may).toBe(true);
    expect(asks(asked, since('reverse', 'ben')).may).toBe(false);
    expect(asks(asked, since('decide', 'ben')).may).toBe(false);
    expect(asks(asked, since('post', 'ann')).may).toBe(false);
  }
  // Whoever amended may amend again what payroll changes, and not post it.
  expect(asks('amend', [touch('amend', 'ann')]).may).toBe(true);
  expect(asks('post', [touch('amend', 'ann')]).may).toBe(false);
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
