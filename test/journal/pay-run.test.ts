import { pathOf } from '../../src/journal/pay-run.js';

test.each([
  ['https://api.example.test/v2/users/1', '/v2/users/1'],
  ['http://localhost:4010/v2/users/1', '/v2/users/1'],
  ['/v2/users/1', '/v2/users/1'],
  ['https://api.example.test/v2/users/1/', '/v2/users/1'],
  ['/v2/users/1/', '/v2/users/1'],
  ['https://api.example.test', '/'],
  ['https://api.example.test/', '/'],
  ['/', '/'],
  ['', ''],
  ['x://api.example.test/v2/users/1', '/v2/users/1'],
  ['v2/users/1', 'v2/users/1'],
])('%s is known as %s', (url, path) => {
  expect(pathOf(url)).toBe(path);
});
