import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { baseUrl, type SimulatedService } from '../../simulation/service.js';

/** Puts a history's books behind a real port, for commands that ask them: what is sent to their address arrives there. */
export async function withBooksBehind<T>(service: SimulatedService, act: () => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      const { method = 'GET', url: path = '/' } = request;
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const answer = await service.handle({ method, path, headers, body: body.toString() });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const usual = net.connect;
  net.connect = ((options: { readonly port: number | string }, ...rest: never[]) =>
    (usual as (...given: unknown[]) => net.Socket)(
      String(options.port) === booksPort ? { ...options, port } : options,
      ...rest,
    )) as typeof usual;
  try {
    return await act();
  } finally {
    net.connect = usual;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const booksPort = new URL(baseUrl).port;
