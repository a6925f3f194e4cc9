import { spawnSync } from 'node:child_process';

const nobody = 65_534;
/** Root without these is refused what a file's mode refuses, and still reaches a clone in its own private home. */
const drop = ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'];

/** How a program is run that may do only what the modes of files allow, whoever runs the tests. */
export function boundByModes(): { via?: readonly string[]; uid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [command = '', ...args] = drop;
  const works = spawnSync(command, [...args, 'true']).status === 0;
  // Where that tool is missing, another user will do, if the clone is open to it.
  return works ? { via: drop } : { uid: nobody };
}
