export interface RequestCount {
  readonly method: string;
  readonly path: string;
  count: number;
}

/** How often each method and path was requested. */
export class RequestLog {
  #counts = new Map<string, RequestCount>();
  total = 0;

  add(method: string, path: string): void {
    this.total += 1;
    const key = `${method} ${path}`;
    const count = this.#counts.get(key);
    if (count) count.count += 1;
    else this.#counts.set(key, { method, path, count: 1 });
  }

  all(): readonly RequestCount[] {
    return [...this.#counts.values()];
  }

  clear(): void {
    this.#counts.clear();
    this.total = 0;
  }
}
