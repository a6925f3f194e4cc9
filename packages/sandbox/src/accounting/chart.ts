import { DEFAULT_CHART, type Category } from './chart-defaults.js';

/** What an entry in a category has to name, by the ranges of the specification. */
type CategoryKind = 'plain' | 'user' | 'bank' | 'capital_asset' | 'stock' | 'hire_purchase';

export function kindOf(code: string): CategoryKind {
  if (code >= '900' && code <= '910') return 'user';
  if (code === '750') return 'bank';
  if (code >= '601' && code <= '607') return 'capital_asset';
  if (code === '792' || code === '793') return 'hire_purchase';
  return code === '609' ? 'stock' : 'plain';
}

/** A user's suffix is not the user's id: starting at 2 keeps a client from taking the one for the other. */
const FIRST_SUFFIX: Readonly<Record<string, number>> = { users: 2 };

/** A company's chart of accounts, and the numbers of its sub accounts. */
export class Chart {
  #categories = new Map<string, Category>();
  /** By the kind of record that the sub account belongs to, then by the record's path. */
  #suffixes = new Map<string, Map<string, number>>();

  constructor(categories: readonly Category[] = DEFAULT_CHART) {
    for (const category of categories) this.set(category);
  }

  set(category: Category): void {
    this.#categories.set(category.code, category);
  }

  remove(code: string): boolean {
    return this.#categories.delete(code);
  }

  get(code: string): Category | undefined {
    return this.#categories.get(code);
  }

  all(): readonly Category[] {
    return [...this.#categories.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  /** The suffix of a record's sub account, found by the record's path; a new record gets the next number. */
  suffixOf(path: string): number {
    const plural = path.split('/')[2] ?? '';
    const numbers = this.#suffixes.get(plural) ?? new Map<string, number>();
    this.#suffixes.set(plural, numbers);
    const suffix = numbers.get(path) ?? numbers.size + (FIRST_SUFFIX[plural] ?? 1);
    numbers.set(path, suffix);
    return suffix;
  }

  /** The path of the record whose sub account has this suffix. */
  subOf(plural: string, suffix: string): string | undefined {
    for (const [path, number] of this.#suffixes.get(plural) ?? []) if (String(number) === suffix) return path;
    return undefined;
  }
}
