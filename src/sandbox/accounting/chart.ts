import { DEFAULT_CHART, type Category } from './chart-defaults.js';

/** What a category asks of an entry, by the ranges the specification names. */
type CategoryKind = 'plain' | 'user' | 'bank' | 'capital_asset' | 'stock' | 'hire_purchase';

export function kindOf(code: string): CategoryKind {
  if (code >= '900' && code <= '910') return 'user';
  if (code === '750') return 'bank';
  if (code >= '601' && code <= '607') return 'capital_asset';
  if (code === '792' || code === '793') return 'hire_purchase';
  return code === '609' ? 'stock' : 'plain';
}

/** A user's suffix is not the user's id: it counts from 2, so that it is mostly somebody else's. */
const FIRST_SUFFIX: Readonly<Record<string, number>> = { users: 2 };

/** A company's chart of accounts, and the numbers of its sub accounts. */
export class Chart {
  #categories = new Map<string, Category>();
  /** By the kind of record a sub account is of, and its path. */
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

  /** The suffix of the sub account of a record, named by its path; a new record gets the next. */
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
