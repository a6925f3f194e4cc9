import { databaseProblem } from '../ground/database-problem.js';
import { Problem } from '../ground/problem.js';

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
  const trouble = (title: string, detail: string, todo: string, exitCode: 1 | 2) =>
    new Problem({ title, detail, todo, exitCode, cause: error });
  if (code === 'EADDRINUSE')
    return trouble(
      'The port is taken',
      `Something else listens on port ${port} of ${host}.`,
      `Stop it, or choose another: ${choose}.`,
      1,
    );
  if (code === 'EACCES' && syscall === 'listen')
    return trouble(
      'The port may not be used',
      `This user has no right to listen on port ${port} of ${host}: ports below 1024 mostly belong to root.`,
      `Choose a higher one: ${choose}. A proxy can listen on the lower port.`,
      2,
    );
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && syscall === 'getaddrinfo'))
    return trouble(
      'The address is not of this machine',
      `Nothing can listen on ${host}.`,
      `Choose an address of this machine, 127.0.0.1 or 0.0.0.0 for all: ${choose}.`,
      2,
    );
  return undefined;
}
