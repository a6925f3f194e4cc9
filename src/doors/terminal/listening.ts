import { databaseProblem } from '../../ground/database-problem.js';
import { type Problem, problem } from '../../ground/problem.js';

interface Place {
  readonly host: string;
  readonly port: number;
  /** The setting or option that chooses another port. */
  readonly choose: string;
}

/** Closes what a failed start had opened, so that the process ends, and throws a Problem with the cause. */
export function failedStart(place: Place, close: () => Promise<void>): (error: unknown) => Promise<never> {
  return async (error) => {
    // A second failure while closing must not hide why the start failed.
    await close().catch(() => undefined);
    throw listenProblem(error, place) ?? databaseProblem(error);
  };
}

function listenProblem(error: unknown, { host, port, choose }: Place): Problem | undefined {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  if (code === 'EADDRINUSE')
    return problem('port-taken', {
      detail: `Something else listens on port ${port} of ${host}.`,
      todo: `Stop it, or choose another: ${choose}.`,
      cause: error,
    });
  if (code === 'EACCES' && syscall === 'listen')
    return problem('port-forbidden', {
      detail: `This user has no right to listen on port ${port} of ${host}: ports below 1024 mostly belong to root.`,
      todo: `Choose a higher one: ${choose}. A proxy can listen on the lower port.`,
      cause: error,
    });
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && syscall === 'getaddrinfo'))
    return problem('address-elsewhere', {
      detail: `Nothing can listen on ${host}.`,
      todo: `Choose an address of this machine, 127.0.0.1 or 0.0.0.0 for all: ${choose}.`,
      cause: error,
    });
  return undefined;
}

/** The wanted port if nothing listens there, else any free one. */
export async function freePort(wanted: number): Promise<number> {
  const { createServer } = await import('node:net');
  const tryPort = (port: number) =>
    new Promise<number | undefined>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(undefined));
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
      });
    });
  return (await tryPort(wanted)) ?? (await tryPort(0)) ?? wanted;
}
