import { wordsOf } from '../../src/books/words.js';

describe('what the service says is wrong, as one message', () => {
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
