import { Money } from '../nouns/money.js';
import type { Flaw } from '../nouns/pay-run.js';

interface About {
  /** A pay item that no one has decided yet: it may be no money at all. */
  readonly unknown: boolean;
  /** What payroll has to correct: "the payslip", or "it". */
  readonly what: string;
}

/** Why an amount is not taken as it came, and what to do now; after "has 390.4 in Tax deducted, ". */
export function whyNotTaken({ value, number }: Flaw, { unknown, what }: About): string {
  if (number !== true) {
    return unknown
      ? 'and not an amount in pounds and pence. Have it corrected in payroll, or decide that it is information only.'
      : `which is not an amount in pounds and pence. Have ${what} corrected in payroll.`;
  }
  const why = 'sent as a number and not as text: pence may have been rounded on the way. Sync again';
  const asText = `in a document of your own, write "${Money.parse(value).toString()}"`;
  return unknown ? `${why} (${asText}), or decide that it is information only.` : `${why}; ${asText}.`;
}
