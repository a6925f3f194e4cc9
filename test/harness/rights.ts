import { spawnSync } from 'node:child_process';

const nobody = 65_534;
/** Root without these capabilities is bound by file modes, and can still read a clone in its own home. */
const drop = ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'];

/** How to run a program that is bound by file modes, even when root runs the tests. */
export function boundByModes(): { via?: readonly string[]; uid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [command = '', ...args] = drop;
  const works = spawnSync(command, [...args, 'true']).status === 0;
  // Without setpriv another user will do, if that user can read the clone.
  return works ? { via: drop } : { uid: nobody };
}
