import {
  Chart,
  isOfPersons,
  isProfitAndLoss,
  mainCode,
  nominalCode,
  usualNames,
  withoutSuffix,
} from '../../../src/journal/nouns/chart.js';

test.each([
  ['401', true, true, '401'],
  ['0401', true, true, '0401'],
  ['902-17', true, false, '902'],
  ['902-', false, false, '902-'],
  ['902-x', false, false, '902-x'],
  ['40', false, false, '40'],
  ['40100', false, false, '40100'],
  ['x401', false, false, 'x401'],
  ['x902-1', false, false, 'x902'],
  ['902-1-2', false, false, '902-1'],
])('%s: a nominal code %s, a main account %s, without its suffix %s', (code, nominal, main, whole) => {
  expect([nominalCode.test(code), mainCode.test(code), withoutSuffix(code)]).toEqual([nominal, main, whole]);
});

test.each([
  ['001', true, false],
  ['599', true, false],
  ['600', false, false],
  ['814', false, false],
  ['899', false, false],
  ['900', false, true],
  ['902-17', false, true],
  ['910', false, true],
  ['911', false, false],
  ['9000', false, false],
])('%s: in the profit and loss account %s, of a person %s', (code, profitAndLoss, ofPersons) => {
  expect([isProfitAndLoss(code), isOfPersons(code)]).toEqual([profitAndLoss, ofPersons]);
});

test('accounts are called what the service calls them', () => {
  expect(usualNames).toEqual({
    '401': 'Salaries',
    '402': 'Employer NICs',
    '403': 'Staff pensions',
    '404': 'Net salary expense',
    '405': 'PAYE/NI expense',
    '407': 'Directors’ salaries',
    '408': 'Directors’ employer NICs',
    '409': 'Directors’ staff pensions',
    '813': 'Pension creditor',
    '814': 'PAYE/NI',
    '815': 'Other payroll deductions',
    '902': 'Salary and bonuses',
  });
});

test('an account that is listed only by its sub accounts is there, and its address is theirs without the suffix', () => {
  const chart = new Chart([{ code: '907-3', name: 'Director’s loan', url: 'https://a.test/v2/categories/907-3' }]);
  expect([chart.has('907'), chart.has('907-3'), chart.has('907-4')]).toEqual([true, true, false]);
  expect(chart.url('907')).toBe('https://a.test/v2/categories/907');
  expect(chart.url('907-3')).toBe('https://a.test/v2/categories/907-3');
  expect(chart.url('908')).toBeUndefined();
  // Its own address wins, wherever it is in the list.
  const own = { code: '907', name: 'Directors’ loans', url: 'https://a.test/v2/categories/own' };
  expect(new Chart([own, ...chart.accounts]).url('907')).toBe(own.url);
  expect(new Chart([...chart.accounts, own]).url('907')).toBe(own.url);
});
