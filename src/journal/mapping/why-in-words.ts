import { Money } from '../nouns/money.js';
import { wordsOf } from '../policy/treatments.js';
import type { WhyText } from '../nouns/why.js';

/** A line of many people has as many reasons. */
const whysShownMax = 3;

/** "33.33 % of 1,000.01, a penny more by the remainder" */
export function whyInWords(whys: readonly WhyText[]): string {
  const shown = whys.slice(0, whysShownMax).map(reasonInWords).join('; ');
  return whys.length > whysShownMax ? `${shown}; and ${whys.length - whysShownMax} more` : shown;
}

function reasonInWords(why: WhyText): string {
  const whole = figure(why.of);
  const of = why.percent === undefined ? `of ${whole}` : `of ${whole}, ${why.percent} % of it`;
  const words: Record<WhyText['because'], string> = {
    allocation: `${why.percent} % of ${whole}`,
    split: `${why.rest ? 'the rest' : 'a fixed amount'} of ${whole} in ${wordsOf(why.field ?? '')}`,
    allowance: `share of ${whole} by employer NI (${figure(why.employerNi ?? '0')} of ${figure(why.ofEmployerNi ?? '0')})`,
    paid_back: `share of ${whole} paid back, as this tax year's claims relieved the accounts`,
    recovery: `${why.rate} % ${of}`,
    compensation: `${why.rate} % ${of}`,
  };
  return `${words[why.because]}${penniesInWords(why.pennies ?? 0)}`;
}

function penniesInWords(pennies: number): string {
  if (pennies === 0) return '';
  const size = Math.abs(pennies);
  return `, ${size === 1 ? 'a penny' : `${size} pennies`} ${pennies > 0 ? 'more' : 'less'} by the remainder`;
}

/** Without the sign, which the line's side shows. */
function figure(amount: string): string {
  return Money.parse(amount).abs().inPounds().replace('£', '');
}
