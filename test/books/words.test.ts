import fc from 'fast-check';
import { formsOf } from '../../src/books/struck-out.js';
import { cleaned, wordsOf } from '../../src/books/words.js';

describe('the service’s error texts as one message', () => {
  test.each([
    ['a single message', '{"errors":{"error":{"message":"Resource not found"}}}', 'Resource not found'],
    [
      'a list',
      '{"errors":[{"message":"dated_on is in a locked period"},{"message":"tag is too long"}]}',
      'dated_on is in a locked period; tag is too long',
    ],
    ['text', '{"errors":"Not today"}', 'Not today'],
    [
      'by field',
      '{"errors":{"dated_on":["is missing","is no date"],"tag":["is taken"]}}',
      'dated_on is missing; dated_on is no date; tag is taken',
    ],
    [
      'OAuth',
      '{"error":"invalid_grant","error_description":"The refresh token was used."}',
      'The refresh token was used',
    ],
    ['OAuth without words', '{"error":"invalid_grant"}', 'invalid_grant'],
    ['plain text', 'Rate limit exceeded', 'Rate limit exceeded'],
    [
      'a proxy’s page',
      '<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>',
      '502 Bad Gateway',
    ],
    [
      'a page without a title',
      '<html><body><script>var a = "<b>";</script><p>Down for <b>maintenance</b></p></body></html>',
      'Down for maintenance',
    ],
    ['nothing', '', 'no reason given (HTTP 500)'],
    ['an empty object', '{}', 'no reason given (HTTP 500)'],
  ])('%s', (_, body, words) => {
    expect(wordsOf(500, body)).toBe(words);
  });

  test('a long page is cut short', () => {
    expect(wordsOf(500, 'word '.repeat(1000)).length).toBeLessThan(310);
  });
});

describe('pages made to keep us busy', () => {
  const million = 1_000_000;
  test.each([
    '<script',
    '<title',
    '<',
    '{"errors":[',
    '[',
    '"',
    '<style>',
    ' ',
    '\\u0000',
    '%73',
    '%25',
    '&#115;',
    '\\/',
  ])('%j a million characters long', (seed) => {
    const body = seed.repeat(Math.ceil(million / seed.length));
    expect(wordsOf(500, body).length).toBeLessThan(310);
    expect(cleaned({ status: 500, headers: {}, body }, formsOf(['secret'])).status).toBe(500);
  });
});

describe('what comes from outside', () => {
  const body = (text: string) =>
    cleaned({ status: 500, headers: {}, body: text }, formsOf(['s3cret/key+', 'token-1'])).body;

  test.each([
    ['as it is', 'Authorization: Bearer token-1 was refused', 'Authorization: Bearer [hidden] was refused'],
    ['as a form', 'client_secret=s3cret%2Fkey%2B&x=1', 'client_secret=[hidden]&x=1'],
    ['as Basic', `Basic ${Buffer.from('id:s3cret/key+').toString('base64')}`, 'Basic [hidden]'],
    ['in JSON', '{"sent":"s3cret\\/key+"}', '{"sent":"[hidden]"}'],
    ['another’s', 'you sent Bearer abc.def', 'you sent Bearer [hidden]'],
  ])('loses our secrets: %s', (_, given, kept) => {
    const basic = Buffer.from('id:s3cret/key+').toString('base64');
    expect(cleaned({ status: 401, headers: {}, body: given }, formsOf(['s3cret/key+', 'token-1', basic])).body).toBe(
      kept,
    );
  });

  const percent = (text: string, digits = (hex: string) => hex) =>
    [...text].map((letter) => `%${digits(letter.charCodeAt(0).toString(16))}`).join('');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  test.each([
    ['in capitals', 'You sent S3CRET/KEY+.', 'You sent [hidden].'],
    ['as %xx in small letters', 's3cret%2fkey%2b', '[hidden]'],
    ['every letter as %xx', percent('s3cret/key+'), '[hidden]'],
    ['every letter as %XX, of capitals', percent('S3CRET/KEY+', (hex) => hex.toUpperCase()), '[hidden]'],
    ['as %xx of %xx', 'a=s3cret%252Fkey%252b&b', 'a=[hidden]&b'],
    ['in HTML', 's3cret&#x2F;key&#43; £ 5 &#163;', '[hidden] £ 5 &#163;'],
    ['as Base64 of id and secret', base64('id:s3cret/key+'), '[hidden]'],
    ['as Base64 behind one letter', base64('ab:s3cret/key+ and more'), '[hidden]'],
    ['as Base64 behind two', base64('abc:s3cret/key+'), '[hidden]'],
    ['as Base64 fit for URLs', Buffer.from('id:s3cret/key+??>>').toString('base64url'), '[hidden]'],
    ['as Base64 as %xx', encodeURIComponent(base64('id:s3cret/key+')), '[hidden]'],
    ['twice, and what stands between', 's3cret/key+ a%20b S3CRET%2FKEY+', '[hidden] a%20b [hidden]'],
    ['not', 'secret/key a%20b c&d 100% &amp; \\/ \\n', 'secret/key a%20b c&d 100% &amp; \\/ \\n'],
  ])('loses our secret in another spelling: %s', (_, given, kept) => {
    expect(body(given)).toBe(kept);
  });

  test('a secret in any spelling, among any words', () => {
    const spellings = [
      (letter: string) => letter,
      (letter: string) => letter.toUpperCase(),
      (letter: string) => percent(letter),
      (letter: string) => `&#${letter.charCodeAt(0)};`,
    ];
    const words = fc
      .string({ unit: 'binary', maxLength: 40 })
      .filter((text) => !/[\p{Cc}\\%&]|bearer|basic/iu.test(text));
    fc.assert(
      fc.property(words, words, fc.infiniteStream(fc.constantFrom(...spellings)), (before, after, spelling) => {
        const spelt = [...'s3cret/key+'].map((letter) => spelling.next().value(letter)).join('');
        const kept = body(`${before}${spelt}${after}`);
        expect(kept).toContain('[hidden]');
        expect(kept.startsWith(before.slice(0, -1)) && kept.endsWith(after.slice(1))).toBe(true);
      }),
    );
  });

  test.each([
    ['a NUL', '{"name":"A\\u0000B"}', 'A\uFFFDB'],
    ['an escape', '{"name":"\\u001b[31mred"}', '\uFFFD[31mred'],
    ['C1', '{"name":"\\u009b31mred"}', '\uFFFD31mred'],
    ['C1 as it is', '{"name":"\u009b31mred"}', '\uFFFD31mred'],
    ['a backspace', '{"name":"a\\bb"}', 'a\uFFFDb'],
    ['half a pair', '{"name":"a\\ud83d"}', 'a\uFFFD'],
    ['a pair', '{"name":"a\\ud83d\\ude00"}', 'a😀'],
    ['what only looks like one', '{"name":"a\\\\u0000"}', 'a\\u0000'],
    ['a line end', '{"name":"a\\nb"}', 'a\nb'],
  ])('holds no control character: %s', (_, given, name) => {
    expect(JSON.parse(body(given))).toEqual({ name });
  });

  test('a secret spelt in the escapes of JSON, or in Base64', () => {
    const escaped = (text: string) =>
      [...text].map((letter) => `\\u00${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
    expect(body(`{"error":"${escaped('token-1')}, ${escaped('t')}oken-1"}`)).toBe('{"error":"[hidden], [hidden]"}');
    expect(body(`you sent ${Buffer.from('token-1').toString('base64')}`)).not.toContain('dG9rZW4tMQ');
    expect(body('{"error":"\\u0022 \\u005c \\\\u0074"}')).toBe('{"error":"\\u0022 \\u005c \\\\u0074"}');
  });

  test('a header is cleaned too', () => {
    const answer = cleaned({ status: 200, headers: { location: '/x?token-1' }, body: '' }, formsOf(['token-1']));
    expect(answer.headers).toEqual({ location: '/x?[hidden]' });
  });
});
