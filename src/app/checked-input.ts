import { type ArgumentMetadata, type PipeTransform, StandardSchemaValidationPipe } from '@nestjs/common';
import { type FieldCode, type FieldError, type Problem, problem } from '../ground/problem.js';

type Key = PropertyKey | { readonly key: PropertyKey };
/** What a schema says is wrong; zod adds its code, and the names that an object does not have. */
interface Issue {
  readonly message: string;
  readonly path?: readonly Key[];
  readonly code?: string;
  readonly keys?: readonly string[];
}

const issuesInWordsMax = 10;
const errorsMax = 100;

/** Body, query and path are read by the schema of their route. */
export class CheckedInput implements PipeTransform {
  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const exceptionFactory = (issues: readonly Issue[]) => wrongInput(issues, { value, name: metadata.data });
    return new StandardSchemaValidationPipe({ exceptionFactory }).transform(value, metadata);
  }
}

interface Given {
  readonly value: unknown;
  /** Of a parameter that is read by itself. */
  readonly name: string | undefined;
}

/** Names the field that is wrong and never its value, which may be a secret or a person's pay. */
function wrongInput(issues: readonly Issue[], given: Given): Problem {
  const words = issues.slice(0, issuesInWordsMax).map((issue) => {
    const where = keysOf(issue).join('.');
    return where ? `${where}: ${issue.message}` : issue.message;
  });
  const more = issues.length - words.length;
  return problem('wrong-request', {
    detail: more > 0 ? `${words.join('; ')}; and ${more} more` : words.join('; '),
    todo: 'Correct what is named and send it again; /api/docs shows every field.',
    errors: issues.flatMap((issue) => errorsOf(issue, given)).slice(0, errorsMax),
  });
}

/** `runs.0.surprise` is one error, though zod says it of `runs.0`: a form has to know which field to mark. */
function errorsOf(issue: Issue, { value, name }: Given): readonly FieldError[] {
  const { message: detail, keys } = issue;
  const path = keysOf(issue);
  const code = valueAt(value, path) === undefined ? 'missing' : (codeOf[issue.code ?? ''] ?? 'invalid');
  const at = name === undefined ? path : [name, ...path];
  if (keys === undefined) return [{ pointer: pointerTo(at), code, detail }];
  return keys.map((key) => ({ pointer: pointerTo([...at, key]), code: 'unknown', detail: 'No such field' }));
}

/** By zod's codes. Any other, such as that of a rule of our own, is `invalid`. */
const codeOf: Readonly<Record<string, FieldCode>> = {
  invalid_type: 'wrong_type',
  invalid_format: 'wrong_format',
  too_small: 'too_small',
  too_big: 'too_big',
};

const keysOf = ({ path = [] }: Issue): readonly string[] =>
  path.map((part) => String(typeof part === 'object' ? part.key : part));

/** A JSON pointer (RFC 6901). */
const pointerTo = (path: readonly string[]): string =>
  path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  );
}
