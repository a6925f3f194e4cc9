import type { SandboxRequest } from '../answer.js';
import { fits } from './pattern.js';

/** How many requests are kept whole; older ones are only counted. */
const KEPT_MAX = 1_000;

export interface RequestCount {
  readonly method: string;
  readonly path: string;
  count: number;
}

/** A request as a client sent it, secrets included: they are the sandbox's own. */
export interface SentRequest {
  /** By the sandbox's clock, ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  /** The subdomain of the books that it asked for: its X-Subdomain, or that of its token. */
  readonly company?: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Absent when the connection broke without an answer. */
  status?: number;
}

export interface RequestFilter {
  readonly company?: string;
  readonly method?: string;
  /** `*` stands for anything. */
  readonly path?: string;
  /** From this moment on, by the sandbox's clock. */
  readonly since?: Date | string;
}

/** How often each method and path was requested, and the latest requests whole. */
export class RequestLog {
  #counts = new Map<string, RequestCount>();
  #sent: SentRequest[] = [];
  total = 0;

  add(at: Date, request: SandboxRequest, company: string | undefined): SentRequest {
    const [path = '', query] = request.path.split('?', 2);
    const { method, headers, body } = request;
    const sent: SentRequest = {
      at: at.toISOString(),
      method,
      path,
      ...(query !== undefined && { query }),
      ...(company !== undefined && { company }),
      headers,
      body,
    };
    this.total += 1;
    count(this.#counts, sent);
    this.#sent.push(sent);
    if (this.#sent.length >= 2 * KEPT_MAX) this.#sent = this.#sent.slice(-KEPT_MAX);
    return sent;
  }

  counts(): readonly RequestCount[] {
    return [...this.#counts.values()];
  }

  sent({ company, method, path, since }: RequestFilter = {}): readonly SentRequest[] {
    const from = since === undefined ? '' : new Date(since).toISOString();
    return this.#sent
      .slice(-KEPT_MAX)
      .filter(
        (one) =>
          (company === undefined || one.company === company) &&
          (method === undefined || one.method === method.toUpperCase()) &&
          (path === undefined || fits(path, one.path)) &&
          one.at >= from,
      );
  }

  clear(): void {
    this.#counts.clear();
    this.#sent = [];
    this.total = 0;
  }
}

export function countsOf(sent: readonly SentRequest[]): readonly RequestCount[] {
  const counts = new Map<string, RequestCount>();
  for (const one of sent) count(counts, one);
  return [...counts.values()];
}

function count(counts: Map<string, RequestCount>, { method, path }: SentRequest): void {
  const key = `${method} ${path}`;
  const known = counts.get(key);
  if (known) known.count += 1;
  else counts.set(key, { method, path, count: 1 });
}
