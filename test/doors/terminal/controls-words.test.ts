import { expect, test } from '@jest/globals';
import type { CompanyJson } from '../../../src/controls/show/json.js';
import { controlsInWords } from '../../../src/doors/terminal/controls-words.js';

const people = Array.from({ length: 31 }, (_, index) => ({
  ...{ account: '902', user: `/v2/users/${index}`, name: `Person ${index}`, amount: '100.00' },
  ...{ id: 'net 2025-10-31', item: 'Net pay of 31 October 2025', due: '2025-10-31' },
}));
const hmrc = { account: '814', name: 'PAYE/NI', amount: '50.00', id: 'paye', item: 'PAYE month 7', due: '2025-11-22' };
const todo = 'Bring the bank’s lines, and read again.';
const what = 'The bank ends on 2 October 2025: which payments were made cannot be told yet';
const read = { companyId: 'x', readAt: '2025-12-01T09:00:00Z', asOn: '2025-12-01', accounts: [] };
const withoutBank = (company: string): CompanyJson => ({
  ...{ ...read, company, state: 'cannot_tell' },
  causes: [{ what, todo, isOfBank: true, accounts: [hmrc, ...people] }],
});
const clear: CompanyJson = { ...read, company: 'Yew', state: 'clear', causes: [] };

test('forty clients without bank lines are one matter, with a line for each', () => {
  const names = Array.from({ length: 40 }, (_, index) => `Client ${index}`);
  const lines = controlsInWords([...names.map(withoutBank), clear]).split('\n');
  expect(lines[0]).toBe('40 companies without bank lines: which payments were made cannot be told yet');
  expect(lines[1]).toBe('  Client 0: the bank ends on 2 October 2025');
  expect(lines.slice(41)).toEqual([`    → ${todo}`, 'Yew: clear on 1 Dec 2025']);
});

test('one client fits a screen: more people of an account than three are one line, and what needs no one is counted', () => {
  const due = { id: 'net', item: 'Net pay', due: '2025-12-31', amount: '9.00', state: 'due', hints: [] } as const;
  const accounts = Array.from({ length: 30 }, () => ({ account: '902', name: 'Ann', open: [due] }));
  expect(controlsInWords([{ ...withoutBank('Elm'), accounts }]).split('\n')).toEqual([
    'Elm: cannot tell on 1 Dec 2025',
    `  ${what}`,
    '        £50.00  814 PAYE/NI: PAYE month 7',
    '     £3,100.00  902, 31 payments',
    `    → ${todo}`,
    '  30 more due or named',
  ]);
});

test('what needs a person is listed, item by item', () => {
  const open = {
    id: 'net',
    item: 'Net pay',
    due: '2025-10-31',
    amount: '9.00',
    state: 'part_paid',
    hints: ['So.'],
  } as const;
  const accounts = [{ account: '902', name: 'Ann', open: [open] }];
  expect(controlsInWords([{ ...clear, company: 'Elm', state: 'open', accounts }]).split('\n')).toEqual([
    'Elm: open on 1 Dec 2025',
    '         £9.00  902 Ann: Net pay, due 31 Oct 2025: part paid',
    '      So.',
  ]);
});
