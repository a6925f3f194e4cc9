import { notFound, type Reply } from '../answer.js';
import type { Call, CompanyCall, PracticeCall } from './call.js';
import type { Fields } from './field.js';

/** What the OpenAPI document and the XML of an answer are made from. */
export interface RouteDoc {
  /** The section of the specification, or `beyond` when it does not describe the route. */
  readonly section: string;
  readonly summary: string;
  readonly query?: readonly string[];
  readonly takes?: Fields;
  /** The fields of its document, or `file` for what someone sent. */
  readonly answers?: Fields | 'file';
  /** 200 by default. */
  readonly status?: number;
  readonly paged?: true;
  /** A status it refuses with that others do not. */
  readonly refuses?: 406;
}

interface RouteBase {
  readonly method: string;
  readonly path: string;
  readonly doc?: RouteDoc;
}

export type Route =
  | (RouteBase & { scope: 'open'; act: (call: Call) => Reply })
  | (RouteBase & { scope: 'company'; level: number; act: (call: CompanyCall) => Reply })
  | (RouteBase & { scope: 'practice'; act: (call: PracticeCall) => Reply });

interface Compiled {
  readonly route: Route;
  readonly parts: readonly string[];
}

/** The first route that matches is used, so fixed paths are listed before those with a parameter. */
export class Router {
  #byMethod = new Map<string, Compiled[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const compiled = this.#byMethod.get(route.method) ?? [];
      compiled.push({ route, parts: route.path.split('/') });
      this.#byMethod.set(route.method, compiled);
    }
  }

  find(method: string, path: string): { route: Route; params: Record<string, string> } {
    const asked = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
    for (const { route, parts } of this.#byMethod.get(method) ?? []) {
      const params = paramsOf(parts, asked);
      if (params) return { route, params };
    }
    throw notFound();
  }
}

/** Undefined when the path does not match the route. */
function paramsOf(parts: readonly string[], asked: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== asked.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of parts.entries()) {
    const given = asked[i]!;
    if (!part.startsWith(':')) {
      if (part !== given) return undefined;
    } else if (given === '') return undefined;
    else params[part.slice(1)] = given;
  }
  return Object.fromEntries(Object.entries(params).map(([name, given]) => [name, decoded(given)]));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw notFound();
  }
}
