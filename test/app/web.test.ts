import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import supertest from 'supertest';
import { AppModule } from '../../src/app/app.module.js';
import { limit, listenForMetrics } from '../../src/app/web.js';
import { type Door, openDoor, StillClock } from '../doors/api/door.js';
import { type TempDatabase, tempDatabase } from '../factories/database.js';

describe('limits of the server', () => {
  let server: Server;
  const limits = { connectionsMax: 2, headersTimeoutMs: 50, requestTimeoutMs: 100, keepAliveMs: 1000, lookEveryMs: 20 };
  const connected = () => connect((server.address() as AddressInfo).port, '127.0.0.1');

  beforeEach(async () => {
    server = createServer((_, response) => response.end('ok'));
    limit(server, limits);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('a client that never ends its headers is answered 408 and cut off', async () => {
    const socket = connected();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 408 /);
  });

  it('connections above the limit are closed', async () => {
    limit(server, { ...limits, headersTimeoutMs: 60_000, requestTimeoutMs: 60_000, connectionsMax: 1 });
    const first = connected();
    await new Promise((open) => first.once('connect', open));
    const second = connected();
    await new Promise((closed) => second.once('close', closed));
    expect(first.destroyed).toBe(false);
    first.destroy();
  });
});

describe('what is open to everybody', () => {
  let temp: TempDatabase;
  let door: Door | undefined;
  beforeEach(async () => {
    temp = await tempDatabase(new StillClock());
  });
  afterEach(async () => {
    await door?.close();
    await temp.remove();
  });
  const paths = ['/metrics', '/Metrics/', '/api/docs', '/api/openapi.json', '/api/docs/start.js'];
  const statuses = (http: ReturnType<typeof supertest>, some: readonly string[]) =>
    Promise.all(some.map(async (path) => (await http.get(path)).status));

  it('is open by default', async () => {
    door = await openDoor(temp.database, [AppModule]);
    expect(await statuses(door.http, paths)).toEqual([200, 200, 200, 200, 200]);
  });

  it.each<[string, (levels: number) => string]>([
    ['lists', (levels) => '['.repeat(levels) + ']'.repeat(levels)],
    ['objects', (levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
    ['lists never closed', (levels) => '['.repeat(levels)],
  ])('answers a body of deep %s with 400, and none of a stranger', async (_, nested) => {
    door = await openDoor(temp.database, [AppModule]);
    const levelsMost = nested(1).length > 2 ? 80_000 : 250_000;
    const token = await door.token();
    for (const levels of [34, levelsMost])
      for (const path of ['/api/syncs', '/api/nowhere', '/sign-in'])
        for (const authorization of ['', `Bearer ${token}`]) {
          const sent = door.http.post(path).set({ 'Content-Type': 'application/json', authorization });
          // A stranger's is too large to be parsed.
          const status = authorization === '' && levels > 34 ? 413 : 400;
          expect([levels, path, (await sent.send(nested(levels))).status]).toEqual([levels, path, status]);
        }
  });

  it('refuses two Host headers, whichever comes first', async () => {
    door = await openDoor(temp.database, [AppModule]);
    const { port } = new URL(await door.app.getUrl());
    const answered = async (head: string) => {
      const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
      socket.write(`GET /health/live HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
      let answer = '';
      for await (const part of socket) answer += String(part);
      return answer.slice(9, 12) + (answer.includes('more than one Host header') ? ' two' : '');
    };
    const [ours, other] = [`Host: 127.0.0.1:${port}\r\n`, 'hOST: elsewhere.test\r\n'];
    expect(await answered(ours)).toBe('200');
    for (const head of [ours + other, other + ours, ours + ours]) expect(await answered(head)).toBe('400 two');
  });

  it('can be switched off, of the metrics', async () => {
    door = await openDoor(temp.database, [AppModule], { METRICS: 'off' });
    expect(await statuses(door.http, paths)).toEqual([404, 404, 200, 200, 200]);
  });

  it('can serve the metrics alone at another address', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => free.once('listening', listening));
    const { port } = free.address() as AddressInfo;
    await new Promise((closed) => free.close(closed));

    door = await openDoor(temp.database, [AppModule], { METRICS: `127.0.0.1:${port}` });
    const metrics = await listenForMetrics(door.app, { metrics: { host: '127.0.0.1', port } });
    const apart = supertest(`http://127.0.0.1:${port}`);
    expect(await statuses(apart, ['/metrics', '/api/docs', '/sign-in', '/health/live'])).toEqual([200, 404, 404, 404]);
    expect(await statuses(door.http, ['/metrics', '/api/docs'])).toEqual([404, 200]);
    metrics?.closeAllConnections();
    metrics?.close();
  });
});
