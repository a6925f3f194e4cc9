import type { LogRow } from './log-view.js';

/** One line of the log, as the API and `log --json` answer it. */
export function logLine({ at, totals, holdCodes, hidden: _, decided, pays, changed, ...row }: LogRow) {
  return { ...row, at, holds: holdCodes, decided, changed, pays, totals };
}
