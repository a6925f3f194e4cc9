import type { z } from 'zod';
import { LookupFailed, WireError } from './errors.js';
import { isNestedTooDeeply } from './nesting.js';
import { WrongShape } from './wrong-shape.js';

/** Text that is not JSON is not the service's answer: it is a proxy's page, or half of one. */
export function readJson(company: string, resource: string, body: string): unknown {
  if (isNestedTooDeeply(body)) throw new WireError(company, resource, 'the answer is nested too deeply to be read');
  try {
    return JSON.parse(body);
  } catch {
    throw new LookupFailed(`${company}: ${resource}: the service answered with something that is not JSON.`);
  }
}

/** The message never has a value in it: that might be pay. */
export function readAs<S extends z.ZodType>(schema: S, company: string, resource: string, body: string): z.output<S> {
  const read = schema.safeParse(readJson(company, resource, body));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.join('.') || 'the whole answer';
  throw new WireError(company, resource, `field ${path}: ${issue?.message ?? 'unknown'}`);
}

/** For payroll and people, whose parser is pure and is used offline as well. */
export function readWith<T>(parse: (json: unknown) => T, company: string, resource: string, body: string): T {
  const json = readJson(company, resource, body);
  try {
    return parse(json);
  } catch (error) {
    if (error instanceof WrongShape) throw new WireError(company, resource, error.message);
    throw error;
  }
}
