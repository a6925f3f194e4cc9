/** Reads our pages: every amount, what the page says it is, and whose. */

export interface Shown {
  /** A name of the table of figures; undefined for an amount that nothing names. */
  readonly is: string | undefined;
  /** The pay run, month, account or person it is of, as the elements around it say. */
  readonly of: string;
  readonly text: string;
  /** Of a cell that names its column. */
  readonly label?: string | undefined;
  /** The words right behind it. */
  readonly after: string;
}

interface Open {
  readonly tag: string;
  readonly state?: string;
  /** An amount, or words, below what it belongs to. */
  readonly small?: boolean;
  readonly is?: string;
  readonly of?: string;
  readonly label?: string;
}

/** Text or a tag. Our pages write every attribute in double quotes. */
const pieces = /<!--.*?-->|<!doctype[^>]*>|<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gis;
const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);
const unseen: ReadonlySet<string> = new Set(['title', 'script', 'style']);

/** Money as pages write it: "£1,234.50", "−12.00"; not a rate, a version or a time. */
const money = /(?<![\d.,:])[−+-]?£?(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{2}(?![\d.%]|\s*%)/g;

const attribute = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
  return found === undefined ? undefined : unescaped(found);
};

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
export const unescaped = (text: string) => text.replace(/&(?:lt|gt|quot|amp);/g, (one) => entities[one] ?? one);

const attributesRead = ['data-is', 'data-of', 'data-label', 'class'];

/** The elements and texts of a page, in order. */
function* walk(html: string): Generator<{ readonly text: string; readonly open: readonly Open[] }> {
  const open: Open[] = [];
  for (const [, close, name, attributes = '', selfClosed, text] of html.matchAll(pieces)) {
    if (text !== undefined) {
      yield { text: unescaped(text), open };
    } else if (name !== undefined && close === '/') {
      if (open.at(-1)?.tag !== name) throw new Error(`</${name}> closes <${open.at(-1)?.tag}>`);
      open.pop();
    } else if (name !== undefined && selfClosed !== '/' && !empty.has(name)) {
      const [is, of, label, style = ''] = attributesRead.map((one) => attribute(attributes, one));
      const state = /(?:^|\s)state is-(\w+)/.exec(style)?.[1];
      open.push({
        tag: name,
        ...(is && { is }),
        ...(of && { of }),
        ...(label && { label }),
        ...(state && { state }),
        small: /\b(?:under-amount|line-words)\b/.test(style),
      });
    }
  }
}

/** A tag of ours, and nothing else. */
const isRun = (of: string) => /^counterfoil\S*$/.test(of);

/** Every amount of a page, and the state of every pay run. */
export function amountsOn(html: string): readonly Shown[] {
  const found: (Shown & { after: string })[] = [];
  for (const { text, open } of walk(html)) {
    const last = found.at(-1);
    if (last && last.after.trim() === '') last.after += text;
    if (open.some(({ tag }) => unseen.has(tag))) continue;
    const of = open.flatMap((one) => one.of ?? []).join(' ');
    const state = open.at(-1)?.state;
    if (state !== undefined && isRun(of)) found.push({ is: 'run.state', of, text: state, after: '-' });
    for (const { 0: amount, index } of text.matchAll(money)) {
      const label = open.findLast((one) => one.label !== undefined)?.label;
      const under = open.some(({ small }) => small === true);
      found.push({
        ...named({ is: open.findLast((one) => one.is)?.is, of, label, under }),
        text: amount,
        label,
        after: text.slice(index + amount.length),
      });
    }
  }
  return found;
}

/** In a table, what the label of a cell makes of the table's name. */
const byLabel: Readonly<Record<string, string>> = {
  ...{ Gross: 'gross', Net: 'net', HMRC: 'paye', Tax: 'tax', 'Ee NI': 'employeeNi', 'Er NI': 'employerNi' },
  ...{ Other: 'other', Dr: 'debit', Cr: 'credit', Cost: 'cost', Difference: 'difference' },
  ...{ Opening: 'opening', Charged: 'charged', 'Paid or cleared': 'cleared', Closing: 'closing' },
  ...{ Balance: 'balance', 'Not due': 'notDue', 'By causes': 'known', Open: 'open' },
  ...{ 'By payslips': 'payslips', 'In the books': 'books' },
};
const months = ['Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar'];

/** The label of a column that is a month, or all of them. */
export const isMonth = (label: string): boolean => label === 'Year' || months.includes(label);

interface Place {
  readonly is: string | undefined;
  readonly of: string;
  readonly label: string | undefined;
  readonly under: boolean;
}

/** "run" and "Net" are `run.net`; of people and months each column is a month, with net below gross. */
function named({ is, of, label = '', under }: Place): Pick<Shown, 'is' | 'of'> {
  // A day's bars are of kinds, its sum is of all.
  if (is === 'hmrc.onDay' && label !== 'Amount') return { is, of: `${of} ${label}` };
  // Below a line of a journal, and below a share of what is owed, are the payslips' figures that it comes from.
  if ((is === 'line' && label === '') || (is === 'liability.share' && under)) return { is: 'payslip.field', of };
  if (is === undefined || is === 'said' || is.includes('.')) return { is, of };
  if (/^\w+$/.test(is) && !groups.has(is)) return { is, of };
  const whole = of.replace(/\d{4}$/, '');
  const month = months.indexOf(label);
  const part = under ? 'net' : 'gross';
  if (month >= 0) return { is: `${is}.${part}`, of: `${whole}${of.slice(-4)}-${String(month).padStart(2, '0')}` };
  if (label === 'Year') return { is: `${is === 'month' ? 'year' : 'personYear'}.${part}`, of };
  const account = /^\d{3}(?:-\d+)?(?= )/.exec(label)?.[0];
  if (account !== undefined) return { is: `${is}.account`, of: `${of} ${account}` };
  const column = byLabel[label];
  return { is: column === undefined ? undefined : `${is}.${column}`, of };
}

/** Tables whose cells are named by their labels. */
const groups: ReadonlySet<string> = new Set([
  ...['run', 'person', 'personMonth', 'personYear', 'month', 'year', 'line', 'moved', 'control', 'yearBooks', 'log'],
]);

/** In pence. */
export const penceOf = (text: string): number => Number(text.replace('−', '-').replaceAll(/[£,+.]/g, ''));
