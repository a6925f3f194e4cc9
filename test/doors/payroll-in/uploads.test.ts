import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { AppModule } from '../../../src/app/app.module.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { type Door, openDoor, StillClock } from '../api/door.js';

/** Who may bring files, and how much, is known before the files are read. */

let temp: TempDatabase;
let door: Door;
let origin: string;
beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  await insertCompany(temp.database, { id: 'ash', name: 'Ash Ltd' });
  door = await openDoor(temp.database, [AppModule]);
  origin = await door.app.getUrl();
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

const mb = 1024 * 1024;
const boundary = 'files';
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/xml\r\n\r\n<`;
const end = `\r\n--${boundary}--\r\n`;

/** Sends the beginning of a form; what it answers is awaited while the rest has not been sent. */
function begun(path: string, cookie: string, length: number | undefined, beginning: string): ClientRequest {
  const headers = {
    ...{ cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
    ...(length !== undefined && { 'content-length': String(length) }),
  };
  const sending = request(new URL(path, origin), { method: 'POST', headers, agent: false });
  // Once it is answered, the rest of what is sent may be cut off.
  sending.on('error', () => {});
  sending.write(beginning);
  return sending;
}

async function answerOf(sending: ClientRequest): Promise<{ readonly status: number; readonly text: string }> {
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
}

const paths = ['/payroll-in', '/clients/ash/payroll-in/reports'];

it.each(paths)('of a gigabyte from a viewer, nothing is read: %s', async (path) => {
  const { cookie, csrf } = await door.browser({ role: 'viewer' });
  const sending = begun(path, cookie, 1000 * mb, field('csrf', csrf) + file('a.xml'));
  const { status, text } = await answerOf(sending);
  sending.destroy();
  expect([status, text.includes('this needs reviewer')]).toEqual([403, true]);
});

it.each(paths)('the token comes before the files: %s', async (path) => {
  const { cookie, csrf } = await door.browser({ role: 'reviewer' });
  for (const beginning of [
    file('a.xml'),
    field('csrf', 'guessed') + file('a.xml'),
    file('a.xml') + field('csrf', csrf),
  ]) {
    const sending = begun(path, cookie, 40 * mb, beginning);
    const { status, text } = await answerOf(sending);
    sending.destroy();
    expect([status, text.includes('proof against forged requests')]).toEqual([403, true]);
  }
});

it('more than 50 MB in all is refused by its length, and by what comes where no length is given', async () => {
  const { cookie, csrf } = await door.browser({ role: 'reviewer' });
  const beginning = field('csrf', csrf);
  const refused = [422, true];
  const told = begun('/payroll-in', cookie, 51 * mb, beginning);
  const byLength = await answerOf(told);
  told.destroy();
  expect([byLength.status, byLength.text.includes('20 MB each and 50 MB together')]).toEqual(refused);

  const untold = begun('/payroll-in', cookie, undefined, beginning);
  for (const name of ['a.xml', 'b.xml', 'c.xml']) {
    untold.write(`${name === 'a.xml' ? '' : '\r\n'}${file(name)}`);
    untold.write(Buffer.alloc(17 * mb, ' '));
  }
  const byBytes = await answerOf(untold);
  untold.destroy();
  expect([byBytes.status, byBytes.text.includes('Nothing was taken')]).toEqual(refused);
});

it('one file of more than 20 MB is refused', async () => {
  const { cookie, csrf } = await door.browser({ role: 'reviewer' });
  const sending = begun('/payroll-in', cookie, undefined, field('csrf', csrf) + file('a.xml'));
  sending.end(Buffer.concat([Buffer.alloc(20 * mb + 1, ' '), Buffer.from(end)]));
  expect((await answerOf(sending)).status).toBe(422);
});

it('one upload of a session at a time; another session is not kept waiting', async () => {
  const [one, other] = [await door.browser({ role: 'reviewer' }), await door.browser({ role: 'reviewer' })];
  const open = ({ cookie, csrf }: typeof one) =>
    begun('/payroll-in', cookie, undefined, field('csrf', csrf) + file('a.xml'));
  const first = open(one);
  // It has begun once another one is refused.
  const isRefused = async () => {
    const sending = open(one);
    sending.end(end);
    const { status, text } = await answerOf(sending);
    return status === 429 && text.includes('Nothing of these was taken');
  };
  while (!(await isRefused()));
  const others = open(other);
  others.end(end);
  expect((await answerOf(others)).status).toBe(200);
  first.end(end);
  expect((await answerOf(first)).status).toBe(200);
  // So is one whose sender has gone.
  const gone = open(one);
  while (!(await isRefused()));
  gone.destroy();
  while (await isRefused());
});

describe('a body that is parsed', () => {
  const large = JSON.stringify({ reason: 'x'.repeat(16 * 1024) });
  const post = (headers: Readonly<Record<string, string>>, body: string | Buffer, path = '/api/syncs') =>
    new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
      const sending = request(new URL(path, origin), { method: 'POST', headers, agent: false });
      sending.on('error', reject);
      answerOf(sending).then(resolve, reject);
      sending.end(body);
    });
  const json = { 'content-type': 'application/json' };
  const withLength = (body: string | Buffer) => ({ ...json, 'content-length': String(Buffer.byteLength(body)) });

  it.each([
    ['that is large', withLength(large), large],
    ['with a token that is unknown', { ...withLength(large), authorization: 'Bearer guessed' }, large],
    ['with a session that is unknown', { ...withLength(large), cookie: 'counterfoil=guessed' }, large],
    ['without a length', { ...json, 'transfer-encoding': 'chunked' }, '{}'],
    ['that is packed', { ...withLength(gzipSync(large)), 'content-encoding': 'gzip' }, gzipSync(large)],
  ])('%s is not parsed for a stranger', async (_, headers, body) => {
    const { status, text } = await post(headers, body);
    expect([status, text.includes('at most 16 KiB')]).toEqual([413, true]);
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post(form, body, '/sign-in')).status).toBe(413);
  });

  it('is read up to the limit of strangers, and to that of everyone for those who are let in', async () => {
    const little = JSON.stringify({ reason: 'x'.repeat(16 * 1024 - 13) });
    expect((await post(withLength(little), little)).status).toBe(401);
    const authorization = `Bearer ${await door.token()}`;
    expect((await post({ ...withLength(large), authorization }, large)).status).toBe(400);
    const { cookie, csrf } = await door.browser();
    expect((await post({ ...withLength(large), cookie, 'x-csrf-token': csrf }, large)).status).toBe(400);
  });

  it('guesses of tokens are counted, however much comes with them', async () => {
    const answers = new Set<number>();
    for (let at = 0; at < 12; at++)
      answers.add((await post({ ...withLength(large), authorization: `Bearer guess-${at}` }, large)).status);
    expect([...answers]).toEqual([413, 429]);
  });
});
