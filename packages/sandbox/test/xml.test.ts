import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ASH, category, type Client, payrollSet, start, stopAll } from './client.js';

let client: Client;
beforeEach(async () => {
  client = await start({ scenario: ASH, clock: () => new Date('2025-11-10T09:00:00Z'), limits: false });
});
afterEach(stopAll);

const xml = { accept: 'application/xml', 'content-type': 'application/xml' };
const SET = `<?xml version="1.0" encoding="UTF-8"?>
<journal-set>
  <dated-on type="date">2025-10-31</dated-on>
  <description>Wages &amp; salaries &lt;October&gt;</description>
  <journal-entries type="array">
    <journal-entry><category>${category('401')}</category><debit-value type="decimal">12.50</debit-value></journal-entry>
    <journal-entry><category>${category('814')}</category><debit-value>-12.50</debit-value></journal-entry>
  </journal-entries>
</journal-set>`;

describe('4.1.1 formats are chosen by Content-Type and Accept', () => {
  test('XML in and out: hyphenated names, types and entities as in the specification', async () => {
    const answer = await client.call('POST', '/v2/journal_sets', SET, xml);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(answer.text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<freeagent>
  <journal-set>
    <url>${client.base}/v2/journal_sets/10001</url>
    <dated-on type="date">2025-10-31</dated-on>
    <description>Wages &amp; salaries &lt;October&gt;</description>
    <updated-at type="dateTime">2025-11-10T09:00:00.000Z</updated-at>
    <journal-entries type="array">
      <journal-entry>
        <url>${client.base}/v2/journal_sets/10001/journal_entries/10001</url>
        <category>${client.base}/v2/categories/401</category>
        <debit-value type="decimal">12.5</debit-value>
      </journal-entry>
      <journal-entry>
        <url>${client.base}/v2/journal_sets/10001/journal_entries/10002</url>
        <category>${client.base}/v2/categories/814</category>
        <debit-value type="decimal">-12.5</debit-value>
      </journal-entry>
    </journal-entries>
  </journal-set>
</freeagent>
`);
  });

  test('elements of an array need no type="array"', async () => {
    const answer = await client.call('POST', '/v2/journal_sets', SET.replace(' type="array"', ''), xml);
    expect(answer.status).toBe(201);
  });

  test('JSON in, XML out, and the other way round', async () => {
    const out = await client.call('POST', '/v2/journal_sets', payrollSet(), { accept: 'application/xml' });
    expect(out.text).toContain('<tag>test:2026-06</tag>');
    const answer = await client.call('POST', '/v2/journal_sets', SET, { 'content-type': 'application/xml' });
    expect(answer.json.journal_set.description).toBe('Wages & salaries <October>');
  });

  test('an extension chooses too; JSON is the default', async () => {
    expect((await client.get('/v2/users.xml')).text).toMatch(/<users type="array">\n {4}<user>/);
    expect((await client.get('/v2/users/1.json', { accept: 'application/xml' })).json.user.first_name).toBe('Dora');
    expect((await client.get('/v2/company', { accept: '*/*' })).json.company.name).toBe('Ash Ltd');
  });

  test('an empty list is an empty array', async () => {
    expect((await client.get('/v2/bank_accounts.xml')).text).toContain('<bank-accounts type="array"></bank-accounts>');
  });

  test.each([
    ['not well formed', '<journal-set><dated-on></journal-set>'],
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><journal-set>&a;</journal-set>'],
    ['nothing of the kind', '<other/>'],
  ])('%s is 400', async (_, body) => {
    const answer = await client.call('POST', '/v2/journal_sets', body, xml);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/<errors>\s+<error>\s+<message>The request body/);
  });

  test('errors in a record come as XML too', async () => {
    const answer = await client.call('POST', '/v2/journal_sets', SET.replace('12.50', '12.51'), xml);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('<errors type="array">\n    <error>\n      <message>journal_entries must balance');
  });
});

describe('what HTTP offers', () => {
  test('HEAD answers the headers of GET and no body', async () => {
    const answer = await client.call('HEAD', '/v2/users');
    expect([answer.status, answer.text, answer.headers.get('x-total-count')]).toEqual([200, '', '2']);
  });

  test('a read of an unchanged document is 304', async () => {
    const first = await client.get('/v2/users');
    const etag = first.headers.get('etag')!;
    const again = await client.get('/v2/users', { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    await client.call('PUT', '/v2/users/2', { user: { first_name: 'Edwin' } });
    expect((await client.get('/v2/users', { 'if-none-match': etag })).status).toBe(200);
  });

  test('doubled slashes are one, and unknown parameters are ignored', async () => {
    expect((await client.get('/v2//users?colour=blue')).json.users).toHaveLength(2);
  });

  test('deleting answers an empty body with the type JSON', async () => {
    await client.call('POST', '/v2/journal_sets', payrollSet());
    const answer = await client.call('DELETE', '/v2/journal_sets/10001');
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
      200,
      '',
      'application/json; charset=utf-8',
    ]);
  });
});
