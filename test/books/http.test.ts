import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { DeadlinePassed, withDeadline } from '../../src/books/deadline.js';
import { type HttpRequest, NeverStarted, undiciTransport } from '../../src/books/http.js';
import { systemClock } from '../../src/ground/clock.js';

const opened: Server[] = [];
const transport = undiciTransport({ bodyBytesMax: 100_000 });
afterEach(async () => {
  await transport.close();
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serverThat(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const request = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  signal: new AbortController().signal,
  ...more,
});

describe('one exchange', () => {
  test('a compressed answer is unpacked, and header names are lower-case', async () => {
    const url = await serverThat((_, response) => {
      response.setHeader('Content-Encoding', 'gzip').setHeader('X-Total-Count', '3').end(gzipSync('{"sum":"£1"}'));
    });
    const answer = await transport.send(request(`${url}/v2/x?page=1`));
    expect(answer).toMatchObject({ status: 200, body: '{"sum":"£1"}', headers: { 'x-total-count': '3' } });
  });

  test.each([
    [true, 'gzip'],
    [undefined, undefined],
  ])('what may be long (%p) may come compressed', async (long, expected) => {
    let asked: string | undefined = 'nothing was asked';
    const url = await serverThat(({ headers }, response) => {
      asked = headers['accept-encoding'] as string | undefined;
      response.end('{}');
    });
    await transport.send(request(url, { long }));
    expect(asked).toBe(expected);
  });

  test('connections are kept for the next requests', async () => {
    const ports = new Set<number | undefined>();
    const url = await serverThat((incoming, response) => {
      ports.add(incoming.socket.remotePort);
      response.end('{}');
    });
    for (let i = 0; i < 10; i++) await transport.send(request(url));
    // Undici frees a connection a moment after its answer, so two connections may take turns.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  test('headers, then a byte now and then: the deadline covers the whole exchange', async () => {
    const url = await serverThat((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const slow = withDeadline(systemClock, 0.2, (signal) => transport.send(request(url, { method: 'POST', signal })));
    const error = await slow.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DeadlinePassed);
  });

  test.each([
    ['endless', (text: string) => text, {}],
    ['compressed to almost nothing', gzipSync, { 'Content-Encoding': 'gzip' }],
  ])('a body that is %s ends at the size limit', async (_, packed, headers) => {
    const url = await serverThat((_incoming, response) => {
      response.writeHead(200, headers).end(packed('x'.repeat(200_000)));
    });
    const error = await transport.send(request(url)).catch((caught: unknown) => caught);
    expect(error).toHaveProperty('message', expect.stringMatching(/longer than|larger than/));
    expect(error).not.toBeInstanceOf(NeverStarted);
  });

  test('an answer cut short is no answer', async () => {
    const url = await serverThat((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{"half":');
      setImmediate(() => response.destroy());
    });
    await expect(transport.send(request(url))).rejects.toThrow();
  });
});

describe('certain that nothing was sent', () => {
  test('no one listens', async () => {
    const url = await serverThat(() => {});
    opened.splice(0).forEach((server) => server.close());
    await expect(transport.send(request(url, { method: 'POST', body: '{}' }))).rejects.toBeInstanceOf(NeverStarted);
  });

  test('too late to send when the socket is free', async () => {
    let asked = 0;
    const url = await serverThat((_, response) => {
      asked++;
      response.end();
    });
    const late = transport.send(request(url, { method: 'POST', body: '{}', mayStart: () => false }));
    await expect(late).rejects.toBeInstanceOf(NeverStarted);
    await transport.send(request(url));
    expect(asked).toBe(1);
  });

  test('the connection broken after the request is another matter', async () => {
    const url = await serverThat((incoming) => incoming.socket.destroy());
    const error = await transport.send(request(url, { method: 'POST', body: '{}' })).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NeverStarted);
  });

  test('a write is sent once, also on a kept connection that the server closes', async () => {
    let posts = 0;
    const url = await serverThat((incoming, response) => {
      if (incoming.method === 'GET') return void response.end('{}');
      posts++;
      incoming.socket.destroy();
    });
    await transport.send(request(url));
    await transport.send(request(url, { method: 'POST', body: '{}' })).catch(() => {});
    expect(posts).toBe(1);
  });
});
