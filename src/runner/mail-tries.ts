/** How often an e-mail is tried. */

export const lookEveryMs = 5_000;
export const mailsAtOnceMax = 20;
/** Keeps other processes from sending the same e-mail; longer than the mail server may take to answer. */
export const claimedForMs = 60_000;
const firstRetryMs = 15_000;
const retryMaxMs = 3_600_000;
/** By then, anyone who wanted a sign-in link has asked for another. */
const giveUpAfterMs = 6 * 3_600_000;

/** After one more try that failed: when it is tried again; undefined if it is given up. */
export function nextTry(
  { attempts, createdAt }: { readonly attempts: number; readonly createdAt: Date },
  now: Date,
): Date | undefined {
  if (now.getTime() - createdAt.getTime() >= giveUpAfterMs) return undefined;
  return new Date(now.getTime() + Math.min(firstRetryMs * 2 ** attempts, retryMaxMs));
}

/** Only the code of a mail server's error is kept: its text contains addresses. */
export function serverTrouble(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((one) => one !== undefined).join(' ') || 'it failed';
}
