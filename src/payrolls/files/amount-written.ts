import { Money } from '../../journal/nouns/money.js';

const digits = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/;

/**
 * An amount as people write one in a report: "£2,400.00", "(12.50)", "12.50-", "-£5"; a blank or a dash is nil.
 * Undefined for anything else.
 */
export function amountWritten(text: string): Money | undefined {
  const bare = text.replaceAll(/[\s£]/g, '').replace('−', '-');
  if (bare === '' || bare === '-') return Money.zero;
  const [, opened, inner = ''] = /^(\(?)(.*?)\)?$/.exec(bare) ?? [];
  const inBrackets = opened === '(';
  if (inBrackets !== bare.endsWith(')')) return undefined;
  const [, minus = '', amount = '', trailing = ''] = /^(-?)(.*?)(-?)$/.exec(inner) ?? [];
  const signs = [minus, trailing, inBrackets ? '-' : ''].filter((sign) => sign !== '');
  if (signs.length > 1 || !digits.test(amount)) return undefined;
  const money = Money.tryParse(amount.replaceAll(',', ''));
  return signs.length === 1 ? money?.negated() : money;
}
