import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCounterfoil } from '../../harness/counterfoil.js';
import { type DatabaseKind, everyKind, freshUrl } from '../../harness/databases.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';

/**
 * A failed start must end the process: a program that did not would be waited for for ever, and a command that left
 * open what keeps a process running would fail this file (test/harness/runner/left-behind.mjs).
 */

interface Printed {
  readonly error: { readonly title: string; readonly detail: string; readonly todo: string };
}

const servers: Server[] = [];
afterAll(() => Promise.all(servers.map((server) => new Promise((closed) => server.close(closed)))));

async function takenPort(): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return String(typeof address === 'object' ? address?.port : '');
}

const failure = async (args: readonly string[], env: Record<string, string> = {}, run = runHere) => {
  const done = await run([...args, '--json'], { env });
  expect(done.stderr).not.toMatch(/\n\s+at /);
  return { code: done.code, ...done.json<Printed>().error };
};
const envOn = async (kind: DatabaseKind) => {
  const databaseUrl = await freshUrl(kind);
  return { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' };
};
const serve = async (env: Record<string, string>) => failure(['serve'], { ...(await envOn('sqlite')), ...env });
const serveApart = async (env: Record<string, string>, kind: DatabaseKind = 'sqlite') =>
  failure(['serve'], { ...(await envOn(kind)), ...env }, runCounterfoil);

test.each(everyKind)('serve on a busy port ends, and names the port (%s)', async (kind) => {
  const port = await takenPort();
  expect(await serveApart({ PORT: port }, kind)).toEqual({
    code: 1,
    title: 'The port is taken',
    detail: `Something else listens on port ${port} of 127.0.0.1.`,
    todo: 'Stop it, or choose another: PORT and HOST.',
  });
});

test('serve on an address of another machine', async () => {
  // TEST-NET-1 is reserved for documentation, so no machine has this address.
  const { code, title } = await serve({ HOST: '192.0.2.1', PORT: '0' });
  expect([code, title]).toEqual([2, 'The address is not of this machine']);
});

test('serve with a database that is away', async () => {
  const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PORT: '0' };
  const { code, detail } = await serve(away);
  expect([code, detail]).toEqual([1, 'The PostgreSQL server does not answer.']);
});

test('serve with a server that takes the call and never answers', async () => {
  const silent = { DATABASE_URL: `postgres://nobody@127.0.0.1:${await takenPort()}/none`, PORT: '0' };
  const { code, detail } = await serveApart(silent);
  expect([code, detail]).toEqual([1, 'The PostgreSQL server does not answer.']);
});

test('serve with a folder that cannot be made names it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-start-'));
  await writeFile(join(folder, 'file'), 'no folder');
  const { code, title, detail } = await serve({ DATABASE_URL: `sqlite:${folder}/file/data/counterfoil.db` });
  await rm(folder, { recursive: true });
  expect([code, title]).toEqual([2, 'The database of DATABASE_URL cannot be used']);
  expect(detail).toContain(`${folder}/file/data`);
});

test.each([
  ['in a folder that is missing', async (folder: string) => join(folder, 'missing', 'books.db')],
  [
    'that is no database',
    async (folder: string) => {
      await writeFile(join(folder, 'notes.txt'), 'Buy milk. '.repeat(200));
      return join(folder, 'notes.txt');
    },
  ],
])('the sandbox with a file %s', async (_, fileIn) => {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-test-'));
  const file = await fileIn(folder);
  const { code, title, detail, todo } = await failure(['sandbox', '--port', '0', '--file', file]);
  expect([code, title]).toEqual([2, 'The file cannot be used']);
  expect(detail).toContain(file);
  expect(todo).toContain('--file');
  await rm(folder, { recursive: true });
});

test('doctor with a wrong configuration exits as every command does, and lists all that is wrong', async () => {
  const done = await runHere(['doctor'], { env: { PORT: 'abc', LOG_LEVEL: 'loud' } });
  expect(done.code).toBe(2);
  expect(done.stdout).toMatch(/^BAD {2}configuration: PORT is .*\n {5}LOG_LEVEL is .*\n {5}Correct what is listed/m);
});

test('the sandbox on a busy port', async () => {
  const port = await takenPort();
  const { code, title, todo } = await failure(['sandbox', '--port', port]);
  expect([code, title]).toEqual([1, 'The port is taken']);
  expect(todo).toContain('--port');
});

test('the demo without a folder for its files', async () => {
  const { code, title, todo } = await failure(['demo'], { TMPDIR: '/proc/none' }, runCounterfoil);
  expect([code, title]).toEqual([1, 'The demo needs a folder of its own']);
  expect(todo).toContain('TMPDIR');
});
