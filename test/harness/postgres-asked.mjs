// Most runs of a few files need no PostgreSQL, and to start one takes a second of processor time. So the tests' processes
// ask this one for its address, and the first to ask has it started.
import { createServer } from 'node:http';
import { startPostgres } from './postgres.mjs';

/** At `address` it answers any request with the server's URL. */
export async function postgresForWhoAsks(start = startPostgres) {
  let started;
  const server = createServer((_request, response) => {
    started ??= start();
    started.then(
      ({ url }) => response.end(url),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      await new Promise((closed) => server.close(closed));
      const running = await started?.catch(() => undefined);
      await running?.stop();
    },
  };
}
