import { claimRefused, claimsOf, isAllowed } from '../../src/access/oidc/claims.js';

const token = { iss: 'https://issuer.example', sub: 'ann', email: 'ann@ash.co.uk', email_verified: true };
const google = { ...token, iss: 'https://accounts.google.com' };

describe('an address of the issuer', () => {
  it.each<[string, object, string | undefined]>([
    ['it calls verified', {}, 'ann@ash.co.uk'],
    ['in capitals', { email: 'Ann.Ash+pay@ASH.co.uk' }, 'ann.ash+pay@ash.co.uk'],
    ['at Google, of a Workspace', { ...google, hd: 'ash.co.uk' }, 'ann@ash.co.uk'],
    ['at Google, of an account that someone made with it', google, undefined],
    ['at Google, of a Workspace without a name', { ...google, hd: '' }, undefined],
    ['it calls not verified', { email_verified: false }, undefined],
    ...['true', 'false', 1, 0, null, undefined, [true], {}].map((word): [string, object, undefined] => [
      `with ${JSON.stringify(word)} for verified`,
      { email_verified: word },
      undefined,
    ]),
    ...[
      ['with two of @', 'a@ash.co.uk@evil.com'],
      ['with two of @, the other way', 'a@evil.com@ash.co.uk'],
      ['with @ in quotes', '"a@ash.co.uk"@evil.com'],
      ['with a name before it', 'Ann <ann@ash.co.uk>'],
      ['in a list', 'a@evil.com,ann@ash.co.uk'],
      ['with a comment', 'a@ash.co.uk(evil.com)'],
      ['with a space', 'a b@ash.co.uk'],
      ['with a line end', 'a@ash.co.uk\nevil.com'],
      ['with an empty label', 'a@ash..co.uk'],
      ['with a dot at its end', 'a@ash.co.uk.'],
      ['in letters that look like ours', 'a@аsh.co.uk'],
      ['with a Kelvin sign', 'a@ash.co.u\u212a'],
      ['without a name', '@ash.co.uk'],
      ['without a domain', 'ann@'],
      ['without an @', 'ann'],
      ['that is too long', `${'a'.repeat(200)}@ash.co.uk`],
    ].map(([words = '', email]): [string, object, undefined] => [words, { email }, undefined]),
    ['that is none, next to a user name', { email: undefined, preferred_username: 'ann@ash.co.uk' }, undefined],
    ['that is none, next to a domain', { email: undefined, hd: 'ash.co.uk' }, undefined],
    ['that is a list', { email: ['ann@ash.co.uk'] }, undefined],
  ])('%s is one, or is none', (_, claims, email) => {
    const read = claimsOf({ ...token, ...claims });
    expect([read.email, read.domain]).toEqual([email, email?.split('@')[1]]);
    expect(isAllowed(read, ['ash.co.uk'])).toBe(email !== undefined);
  });

  it('is let in by its exact domain alone, whatever domain another claim names', () => {
    const let_in = (email: string) =>
      isAllowed(claimsOf({ ...token, email, hd: 'ash.co.uk', preferred_username: 'a@ash.co.uk' }), ['ash.co.uk']);
    const evil = ['a@evil.com', 'a@x.ash.co.uk', 'a@ash.co.uk.evil.com', 'a@notash.co.uk', 'a@co.uk'];
    expect(evil.map(let_in)).toEqual(evil.map(() => false));
    expect(let_in('a@ash.co.uk')).toBe(true);
  });
});

it.each<[object, 'azp' | 'sub' | undefined]>([
  [{}, undefined],
  [{ azp: 'counterfoil' }, undefined],
  [{ azp: 'another' }, 'azp'],
  [{ azp: '' }, 'azp'],
  [{ azp: null }, 'azp'],
  [{ sub: '' }, 'sub'],
  [{ sub: ' ' }, 'sub'],
  [{ sub: 'ann ' }, 'sub'],
  [{ sub: 'ann\0' }, 'sub'],
  [{ sub: 'аnn' }, 'sub'],
  [{ sub: 'x'.repeat(256) }, 'sub'],
  [{ sub: 'x'.repeat(255) }, undefined],
])('a token with %j is for us and about someone, or is refused', (claims, refused) => {
  expect(claimRefused({ ...token, ...claims }, 'counterfoil')).toBe(refused);
});
