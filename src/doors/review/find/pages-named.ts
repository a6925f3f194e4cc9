import { hasRole, type Principal } from '../../../access/principal.js';
import { monthInWords } from '../../../journal/nouns/dates.js';
import { monthNamed } from '../../../journal/nouns/month-typed.js';
import type { TaxMonth } from '../../../views/month/board-lists.js';
import { boardPath, monthActPath, signOffPath } from '../frame/paths.js';

/** A page, or an act of a month, as the finder offers it. */
export interface PageNamed {
  readonly href: string;
  readonly words: string;
  /** It was typed whole, and not just its beginning. */
  readonly isExact: boolean;
}

interface PageRow {
  readonly words: string;
  /** What else people type for it. */
  readonly also: readonly string[];
  readonly path: string | ((month: TaxMonth) => string);
  readonly role?: 'reviewer' | 'admin';
  /** Only for those who reach all clients. */
  readonly isOfAll?: true;
}

/** The pages that no client or month leads to, and what is done on them. */
const pages: readonly PageRow[] = [
  { words: 'Month', also: ['board', 'close', 'needs you', 'decide', 'home'], path: '/' },
  {
    words: 'Post what is ready',
    also: ['post', 'ready'],
    path: (month) => `${boardPath(month)}#ready`,
    role: 'reviewer',
  },
  { words: 'Sign off', also: ['signoff', 'recheck'], path: (month) => signOffPath(month), role: 'reviewer' },
  { words: 'HMRC due', also: ['hmrc', 'paye', 'due', 'levy'], path: '/hmrc-due' },
  { words: 'Reconciliation', also: ['reconcile', 'controls', 'control accounts', 'read all'], path: '/reconciliation' },
  { words: 'Audits', also: ['audit', 'what others posted', 'wrong journals'], path: '/audits' },
  {
    words: 'Month files',
    also: ['files', 'month file', 'zip', 'evidence'],
    path: (month) => monthActPath('/month-files', month),
  },
  { words: 'Payroll in', also: ['fps', 'upload', 'payroll files'], path: '/payroll-in', role: 'reviewer' },
  { words: 'Clients', also: ['companies'], path: '/clients' },
  { words: 'Settings by list', also: ['settings', 'references'], path: '/clients/settings', role: 'admin' },
  { words: 'Connect a client', also: ['connect', 'import'], path: '/clients#connect', role: 'admin', isOfAll: true },
  { words: 'Log', also: ['history', 'who did what'], path: '/log' },
  { words: 'People', also: ['users', 'sessions', 'roles'], path: '/people', role: 'admin', isOfAll: true },
  { words: 'Help', also: ['problems'], path: '/problems' },
];

const lettersMin = 3;

interface Asking {
  readonly principal: Pick<Principal, 'role' | 'companies'>;
  readonly today: string;
  /** The month that is being closed. */
  readonly closing: TaxMonth;
}

/** "hmrc", "sign off", "sign off oct", "october" */
export function pagesNamed(typed: string, asking: Asking): readonly PageNamed[] {
  const words = typed.toLowerCase().split(/[\s-]+/).filter((word) => word !== ''); // biome-ignore format: one line
  const whole = monthNamed(typed.trim(), asking.today);
  const alone =
    whole === undefined
      ? []
      : [{ href: boardPath(whole), words: monthInWords(whole.year, whole.period), isExact: true }];
  const first = alone.length > 0 ? alone : namedBy(words, asking, asking.closing);
  if (first.length > 0) return first;
  for (const count of [1, 2]) {
    const month = monthNamed(words.slice(-count).join(' '), asking.today);
    const found = month === undefined ? [] : namedBy(words.slice(0, -count), asking, month);
    if (month !== undefined && found.length > 0)
      return found.map((page) => ({ ...page, words: `${page.words}, ${monthInWords(month.year, month.period)}` }));
  }
  return [];
}

function namedBy(words: readonly string[], { principal }: Asking, month: TaxMonth): readonly PageNamed[] {
  const typed = words.join(' ');
  if (typed.length < lettersMin) return [];
  return pages
    .filter(
      ({ role, isOfAll }) => (role === undefined || hasRole(principal, role)) && !(isOfAll && principal.companies),
    )
    .flatMap(({ words: name, also, path }): PageNamed[] => {
      const names = [name.toLowerCase(), ...also];
      if (!names.some((one) => one.startsWith(typed))) return [];
      const href = typeof path === 'string' ? path : path(month);
      return [{ href, words: name, isExact: names.includes(typed) }];
    });
}
