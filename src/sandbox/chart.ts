import { DEFAULT_CHART, type Category } from './chart-defaults.js';

/** What a category asks of an entry, by the ranges the specification names. */
type CategoryKind = 'plain' | 'user' | 'bank' | 'capital_asset' | 'stock';

export function kindOf(code: string): CategoryKind {
  if (code >= '900' && code <= '910') return 'user';
  if (code === '750') return 'bank';
  if (code >= '601' && code <= '607') return 'capital_asset';
  return code === '609' ? 'stock' : 'plain';
}

/** A company's chart of accounts, and the number of each user's sub accounts. */
export class Chart {
  #categories = new Map<string, Category>();
  /** The suffix of a sub account is not the user's id: it counts from 2, so that it is mostly somebody else's. */
  #suffixes = new Map<string, number>();

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

  addUser(userKey: string): void {
    if (!this.#suffixes.has(userKey)) this.#suffixes.set(userKey, this.#suffixes.size + 2);
  }

  suffixOf(userKey: string): number {
    this.addUser(userKey);
    return this.#suffixes.get(userKey)!;
  }

  userOfSuffix(suffix: string): string | undefined {
    for (const [userKey, number] of this.#suffixes) if (String(number) === suffix) return userKey;
    return undefined;
  }
}
