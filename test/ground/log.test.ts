import express from 'express';
import request from 'supertest';
import { createLog, logRequests, nestLog, withLogFields } from '../../src/ground/log.js';

/** The lines that an act writes to the log. */
function written(act: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  act(createLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}
const textOf = (lines: object[]): string => JSON.stringify(lines);

test('writes JSON with a level and a time for machines', () => {
  expect(written((log) => log.info({ company: 'Ash Ltd', posted: 3 }, 'synced'))).toEqual([
    { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), company: 'Ash Ltd', posted: 3, msg: 'synced' },
  ]);
});

test.each([
  ['an access token', { access_token: 'hide-me' }],
  ['a token deep inside', { answer: { body: {}, pair: { refreshToken: 'hide-me' } } }],
  ['a header', { headers: { Authorization: 'Bearer hide-me', cookie: 'hide-me' } }],
  ['a person', { payslip: { first_name: 'hide-me', lastName: 'hide-me' } }],
  ['an amount', { run: { gross: 'hide-me', net_pay: 'hide-me', lines: [{ debit_value: 'hide-me' }] } }],
  ['a list of payslips', { payslips: [{ basic_pay: 'hide-me' }] }],
])('never shows %s', (_name, fields) => {
  const lines = written((log) => log.info(fields, 'x'));
  expect(lines).toHaveLength(1);
  expect(textOf(lines)).not.toContain('hide-me');
  expect(textOf(lines)).toContain('[hidden]');
});

test.each([
  ['Bearer abc.def-123 was refused', 'Bearer [hidden] was refused'],
  ['GET /oauth?code=abc&state=1', 'GET /oauth?code=[hidden]&state=1'],
  ['GET /sign-in/abc123', 'GET /sign-in/[hidden]'],
  ['postgres://me:secret@db/x', 'postgres://me:[hidden]@db/x'],
  ['has £1,693.64 in it', 'has £[hidden] in it'],
  ['HEAD /Sign-IN/abc123', 'HEAD /Sign-IN/[hidden]'],
  ['postgres:/me:secret@db/x', 'postgres:/me:[hidden]@db/x'],
  ['postgres:///me:secret@db/x', 'postgres:///me:[hidden]@db/x'],
  ['GET /Sign%2Din/abc123', 'GET /Sign%2Din/[hidden]'],
  ['GET //sign-in/abc123?x', 'GET //sign-in/[hidden]'],
  ['GET /sign-in//abc123', 'GET /sign-in/[hidden]'],
  ['GET /sign-in%2Fabc123', 'GET /sign-in[hidden]'],
  ['GET /sign-in%252fabc123', 'GET /sign-in[hidden]'],
  ['GET /%73%49gn-%69n/abc123', 'GET /%73%49gn-%69n/[hidden]'],
  ['GET /sign-in%5Cabc123', 'GET /sign-in[hidden]'],
  ['GET /sign-in\\abc123', 'GET /sign-in[hidden]'],
  ['GET /sign-in;v=1/abc123', 'GET /sign-in[hidden]'],
  ['GET /sign-in/./abc123', 'GET /sign-in/[hidden]'],
  ['GET /sign%E2%80%91in/abc123', 'GET /sign%E2%80%91in/[hidden]'],
  ['GET /sign%20in/abc123', 'GET /sign%20in/[hidden]'],
  ['GET /signin/abc123', 'GET /signin/[hidden]'],
  ['GET /sign_in/abc123', 'GET /sign_in/[hidden]'],
  [`GET /elsewhere/${'aB3_-'.repeat(8)}xyz`, 'GET /elsewhere/[hidden]'],
  [`token counterfoil_${'aB3_-'.repeat(8)}xyz.`, 'token counterfoil_[hidden].'],
  [`the hash ${'0a'.repeat(32)}`, `the hash ${'0a'.repeat(32)}`],
  ['GET /connect/callback?c%6fde=abc&state=1', 'GET /connect/callback?c%6fde=[hidden]&state=1'],
  ['GET /connect/callback%3Fcode%3Dabc', 'GET /connect/callback%3Fcode%3D[hidden]'],
  ['GET /sign-in', 'GET /sign-in'],
  ['someone signs in again', 'someone signs in again'],
  ['\u001b[31mred\u009b2K \u202egnp', '\uFFFD[31mred\uFFFD2K \uFFFDgnp'],
])('hides inside texts: %s', (text, shown) => {
  expect(written((log) => log.warn(text))[0]).toMatchObject({ msg: shown });
});

test('hides inside errors, their causes and interpolated values', () => {
  const error = new Error('refused Bearer abc', { cause: new Error('£40.00 too much') });
  const text = textOf(written((log) => log.error({ err: error }, 'for %s', '£9.99')));
  expect(text).toContain('refused Bearer [hidden]');
  expect(text).toContain('£[hidden] too much');
  expect(text).toContain('for £[hidden]');
});

test('carries the fields of the act that is going on, and only during it', async () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) });
  await withLogFields({ sync: 's1' }, async () => {
    await withLogFields({ company: 'Ash Ltd' }, async () => log.info('inner'));
    log.info('outer');
  });
  log.info('after');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ sync: 's1', company: 'Ash Ltd', msg: 'inner' }),
    expect.objectContaining({ sync: 's1', msg: 'outer' }),
    expect.not.objectContaining({ sync: expect.anything() }),
  ]);
});

test('writes Nest’s messages as well: texts, fields and errors, with the name of their context', () => {
  const lines = written((log) => {
    const nest = nestLog(log);
    nest.log('started', 'Sync');
    nest.warn({ company: 'Ash Ltd' }, 'late', 'Sync');
    nest.error(new Error('broken'), 'Sync');
  });
  expect(lines).toEqual([
    expect.objectContaining({ level: 'info', context: 'Sync', msg: 'started' }),
    expect.objectContaining({ level: 'warn', context: 'Sync', company: 'Ash Ltd', msg: 'late' }),
    expect.objectContaining({ level: 'error', context: 'Sync', err: expect.objectContaining({ message: 'broken' }) }),
  ]);
});

test('what Nest says while it starts is for debugging', () => {
  const lines = written((log) => {
    const nest = nestLog(log);
    nest.log('Starting Nest application...', 'NestFactory');
    nest.log('AppModule dependencies initialized', 'InstanceLoader');
    nest.log('Mapped {/board, GET} route', 'RouterExplorer');
    nest.warn('odd', 'RouterExplorer');
  });
  expect(lines.map(({ level }) => level)).toEqual(['debug', 'debug', 'debug', 'warn']);
});

test('logs a request once, without its secrets, and gives its id to every line written for it', async () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) });
  const app = express().use(logRequests(log));
  app.get('/sign-in/:code', (_req, res) => {
    log.info('on the way');
    res.send('ok');
  });
  app.get('/health/live', (_req, res) => void res.send('ok'));

  await request(app).get('/health/live');
  const answer = await request(app)
    .get('/sign-in/in-path?access_token=in-query')
    .set('Authorization', 'Bearer in-header');
  expect(lines.join('')).not.toMatch(/in-(path|query|header)/);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ request: answer.headers['x-request-id'], msg: 'on the way' }),
    expect.objectContaining({ req: expect.objectContaining({ method: 'GET' }), res: { status: 200 } }),
  ]);
});

test.each([
  ['/find?q=Ed%20Vale', '/find?…'],
  ['/find?q=2600.00&year=2026', '/find?…&year=2026'],
  ['/api/payrolls/files?name=Pay%20of%20Vale.xml&dryRun=true', '/api/payrolls/files?…&dryRun=true'],
  ['/log?company=elm&from=2025-04-06&person=Ruth', '/log?…&from=2025-04-06'],
  ['/api/month-files/elm/2026/7?format=pdf', '/api/month-files/elm/2026/7?format=pdf'],
  ['/clients/elm/runs/2026/7/2025-10-31', '/clients/elm/runs/2026/7/2025-10-31'],
  // In the name of a harmless parameter, in another’s, and twice.
  ['/month?year=Vale&Vale=1&month=Ed&month=2025-10', '/month?…&month=2025-10'],
  ['/?Ed+Vale', '/?…'],
  ['/clients/elm/people/payroll:Ed%20Vale', '/clients/elm/people/…'],
  ['/clients/elm/%70eople/Vale', '/clients/elm/…/…'],
  ['/Employees/elm/Vale', '/Employees/…/…'],
  ['/api/people/Ruth', '/api/people/…'],
  ['/api/sessions/Ruth/revoke', '/api/sessions/…/…'],
  ['/Ed%20Vale/x', '/…/x'],
  ['/%zz', '/…'],
])('of what is asked for, no name, amount or file is logged: %s', async (asked, shown) => {
  const lines: string[] = [];
  const app = express().use(logRequests(createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) })));
  await request(app).get(asked);
  expect(lines.map((line) => JSON.parse(line).req.url)).toEqual([shown]);
  expect(lines.join('')).not.toMatch(/vale|ruth|2600/i);
});

test('names in a request’s line who asked, once the guard knows', async () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) });
  const app = express().use(logRequests(log));
  app.get('/board', (req, res) => {
    Object.assign(req, { principal: { name: 'month-end', csrf: 'the proof' } });
    res.send('ok');
  });
  await request(app).get('/board');
  await request(app).get('/nowhere');
  expect(lines.map((line) => JSON.parse(line).principal)).toEqual(['month-end', undefined]);
  expect(lines.join('')).not.toContain('the proof');
});

test('a long text is cut before any pattern reads it', async () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) });
  for (const seed of [
    'a',
    ':',
    '://a:',
    'Bearer ',
    '/sign-in/',
    'sign',
    'sign-',
    '%73',
    '%25',
    'sign-in',
    '£1',
    '?code=',
    '%3f',
  ])
    log.info(seed.repeat(200_000));
  log.info({ text: 'a'.repeat(1_000_000) }, 'deep');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(50_000);
  expect(lines[0]).toContain('191808 more');
});
