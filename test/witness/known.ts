import type { Differs } from './compare.js';

/**
 * What doors are known to say differently, each with the issue that mends it. A difference that is listed here does not
 * fail a history; a row that nothing differs by any more fails, and none is left when its issue is resolved.
 */
export interface Known {
  readonly issue: string;
  readonly what: string;
  readonly fits: (differs: Differs) => boolean;
}

const isOnly = ({ doors }: Differs, ...named: readonly string[]): boolean =>
  doors.some((together) => together.length > 0 && together.every((door) => named.includes(door)));

const controls = ['API, control accounts'];
const approval = ['client’s approval', 'month file'];
const oneFigure = '62 Payroll from files, point 5: what HMRC is due is one figure';

export const known: readonly Known[] = [
  {
    issue: oneFigure,
    what: 'the control account’s item of a month counts only what was paid from the cut-over on, and no recovery that waits',
    fits: (differs) => differs.is === 'hmrc.due' && isOnly(differs, ...controls),
  },
  {
    issue: oneFigure,
    what: 'a client is asked to approve what the journals come to, and not what HMRC is due by the returns',
    fits: (differs) => differs.is === 'hmrc.due' && isOnly(differs, ...controls, ...approval),
  },
];
