import { newKey, Secrets, secretsOf } from '../../src/companies/secrets.js';
import { Problem } from '../../src/ground/problem.js';

const key = newKey();
const place = 'connections/1/access_token';
const thrown = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return error as Problem;
  }
  throw new Error('Nothing was thrown.');
};

test('what was sealed opens again, and is never sealed the same twice', () => {
  const secrets = new Secrets(key);
  const sealed = secrets.seal('a token', place);
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(sealed).not.toContain('token');
  expect(secrets.open(sealed, place)).toBe('a token');
  expect(secrets.seal('a token', place)).not.toBe(sealed);
});

test('a wrong key and a damaged text give different errors, and neither shows the key', () => {
  const sealed = new Secrets(key).seal('a token', place);
  const other = thrown(() => new Secrets(newKey()).open(sealed, place));
  expect(other).toMatchObject({ title: 'The secret key is another one', exitCode: 2 });
  expect(other.detail).toContain(new Secrets(key).keyId);
  expect(other.message).not.toContain(key);
  const damaged = sealed.slice(0, -3) + (sealed.endsWith('AAA') ? 'BBB' : 'AAA');
  expect(thrown(() => new Secrets(key).open(damaged, place)).title).toBe('A stored token cannot be read');
});

test('a token moved to another row or column does not open there', () => {
  const secrets = new Secrets(key);
  const sealed = secrets.seal('a token', place);
  expect(thrown(() => secrets.open(sealed, 'connections/2/access_token'))).toBeInstanceOf(Problem);
  expect(thrown(() => secrets.open(sealed, 'connections/1/refresh_token'))).toBeInstanceOf(Problem);
});

test('the previous key can open, the present one seals', () => {
  const before = new Secrets(key).seal('a token', place);
  const present = newKey();
  const both = new Secrets(present, key);
  expect(both.open(before, place)).toBe('a token');
  expect(new Secrets(present).open(both.seal('a token', place), place)).toBe('a token');
});

test('without a key nothing starts', () => {
  expect(thrown(() => secretsOf({}))).toMatchObject({ exitCode: 2, todo: expect.stringContaining('counterfoil key') });
});
