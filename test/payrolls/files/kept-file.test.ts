import { paidKept } from '../../../src/payrolls/files/kept-file.js';

test('what was erased of a file pays no one, and the rest is read', () => {
  const ada = { payId: 'E1', firstName: 'Ada', lastName: 'Ash', paidOn: '2025-10-31', frequency: 'M1' };
  expect(paidKept({ kind: 'fps', taken: [null, ada, null] })).toEqual([ada]);
});
